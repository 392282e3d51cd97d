import { currentText } from "#web/page/text.ts";
import { readRepeat } from "#web/recurrence/repeat.ts";
import { repeatInWords } from "#web/recurrence/words.ts";
import { formatDay } from "#web/time/format.ts";
import type { Chore } from "./source.ts";

/** Formats the schedule of a chore: “Every week on Tuesday and Friday”; “once, on Sat 21 Nov”. */
export function scheduleInWords({ recurrenceRule, startDate }: Pick<Chore, "recurrenceRule" | "startDate">): string {
  if (recurrenceRule === null) return currentText().choreBoard.once(formatDay(startDate, "short"));
  return repeatInWords(readRepeat(recurrenceRule, startDate, "UTC"), startDate);
}

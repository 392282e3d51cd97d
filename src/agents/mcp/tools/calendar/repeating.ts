import { lexicons } from "#lib/phrases/index.ts";
import { wholeRule } from "#lib/phrases/whole.ts";
import { type Clock, parseWeekday, weekdayName } from "../../input/times.ts";
import { plainPhrase } from "../../input/words.ts";
import { quotedShort } from "../../output/format.ts";
import { wrongParameter } from "../../output/tool-error.ts";

const frequencies = new Map([
  ["daily", "FREQ=DAILY"],
  ["weekly", "FREQ=WEEKLY"],
  ["monthly", "FREQ=MONTHLY"],
  ["yearly", "FREQ=YEARLY"],
]);

const workdays = "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR";

const once: readonly string[] = ["none", "never", "no", "once", "nie", "nein", "einmal", "einmalig", "keine"];

/** Reads words such as `weekly`. Leaves it to the REST API to check RRULEs. @throws ToolError if words are unknown */
export function readRule(
  repeat: string,
  parameter: string,
  { note, weekStartsOn }: Pick<Clock, "note" | "weekStartsOn">,
): string {
  const text = plainPhrase(repeat);
  const rule = frequencies.get(text);
  if (rule !== undefined) return rule;
  if (text === "" || text.includes("=") || text.length > 200) return repeat;
  const read = wholeRule(text, lexicons, weekStartsOn);
  if (read !== null) {
    note(`${parameter} read as ${read}.`);
    return read;
  }
  throw wrongParameter(
    parameter,
    `must be ${[...frequencies.keys()].join(", ")} or an RRULE, not ${quotedShort(repeat)}`,
    `${suggestionFor(text)}.`,
  );
}

/** Describes a rule in words. Quotes a rule for which there are no words, because a rule may contain any text. */
export function describeRule(rule: string): string {
  const [word] = [...frequencies].find(([, each]) => each === rule) ?? [];
  return word ?? quotedShort(rule, 100);
}

function suggestionFor(text: string): string {
  if (once.includes(text)) return 'leave it out; what repeats stops by clear: ["repeat"] of update_event';
  if (/^(?:bimonthly|bi-monthly)$/.test(text))
    return "say FREQ=MONTHLY;INTERVAL=2 for every other month, or FREQ=MONTHLY;BYMONTHDAY=1,15 for twice a month";
  const day = parseWeekday(text);
  if (day !== null) return `say weekly, with starts on that day, or FREQ=WEEKLY;BYDAY=${codeOf(day)}`;
  return `say one of these words, or a rule such as ${workdays}, or FREQ=WEEKLY;INTERVAL=2 for every other week`;
}

function codeOf(weekday: number): string {
  return weekdayName(weekday).slice(0, 2).toUpperCase();
}

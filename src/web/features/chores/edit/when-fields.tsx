import { useText } from "../../../i18n/catalogue.ts";
import { firstDay } from "../../../recurrence/repeat.ts";
import { RepeatFields } from "../../../recurrence/repeat-fields.tsx";
import { useToday } from "../../../time/zone.ts";
import { DateField } from "../../../ui/controls/text-field.tsx";
import { startingOn } from "../model/draft.ts";
import type { FormPart } from "./edit-sheet.tsx";

/** From when on it is to be done, and how often. */
export function WhenFields({ draft, missing, change }: FormPart) {
  const { choreBoard, repeat: text } = useText();
  const { form } = choreBoard;
  const { repeat, startDate } = draft;
  const today = useToday();
  return (
    <>
      <DateField
        label={repeat.kind === "none" ? form.startOnce : form.start}
        value={startDate}
        error={missing.startDate && form.startMissing}
        onChange={(day) => change(startingOn(draft, day))}
      />
      <RepeatFields
        label={form.repeat}
        repeat={repeat}
        start={{ day: firstDay(repeat, startDate || today), time: "00:00" }}
        error={missing.repeat && text.errors[missing.repeat]}
        onChange={(next) => change({ repeat: next })}
      />
    </>
  );
}

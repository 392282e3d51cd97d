import { useText } from "../../../i18n/catalogue.ts";
import { householdSource } from "../../../sync/session.ts";
import { useSource } from "../../../sync/use-source.ts";
import { RemovableChip } from "../../../ui/controls/chip.tsx";
import { Select } from "../../../ui/controls/select.tsx";
import { Bell } from "../../../ui/icons.ts";
import type { Draft, Reminders } from "../model/draft.ts";
import { aheadText, suggestionsFor, usualText } from "../model/reminders.ts";
import { ReminderHint } from "./reminder-hint.tsx";

const most = 10;

/** Up to ten reminders. */
export function ReminderField(props: {
  draft: Draft;
  onChange: (reminders: Reminders) => void;
  error?: string | null | undefined;
}) {
  const { draft, onChange, error } = props;
  const { reminders } = draft;
  const { allDay } = draft.span;
  const text = useText();
  const { calendar } = text;
  const { data: household } = useSource(householdSource, {});
  const list = typeof reminders === "string" ? [] : reminders;
  const choose = (choice: string) => {
    if (choice === "default" || choice === "none") onChange(choice);
    else if (choice !== "list") onChange([...list, Number(choice)].sort((a, b) => a - b));
  };
  const times = suggestionsFor(allDay).filter((minutes) => !list.includes(minutes));
  return (
    <div className="calendar-reminders">
      <Select
        label={calendar.reminders}
        value={list.length > 0 ? "list" : (reminders as string)}
        error={error}
        onChange={choose}
        options={[
          ...(list.length > 0 ? [{ value: "list", label: calendar.addReminder }] : []),
          { value: "default", label: calendar.usualReminder(usualText(household, allDay, text)) },
          { value: "none", label: calendar.noReminder },
          ...times.map((minutes) => ({
            value: String(minutes),
            label: aheadText(minutes, allDay, text),
            disabled: list.length >= most,
          })),
        ]}
      />
      {list.length > 0 && (
        <div className="calendar-chips">
          {list.map((minutes) => (
            <RemovableChip
              key={minutes}
              icon={<Bell />}
              name={aheadText(minutes, allDay, text)}
              onRemove={() => onChange(list.length === 1 ? "none" : list.filter((each) => each !== minutes))}
            >
              {aheadText(minutes, allDay, text)}
            </RemovableChip>
          ))}
        </div>
      )}
      <ReminderHint draft={draft} />
    </div>
  );
}

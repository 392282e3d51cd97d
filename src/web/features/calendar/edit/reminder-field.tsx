import { useText } from "../../../i18n/catalogue.ts";
import { RemovableChip } from "../../../ui/controls/chip.tsx";
import { Select } from "../../../ui/controls/select.tsx";
import { Bell } from "../../../ui/icons.ts";
import type { Reminders } from "../model/draft.ts";

const suggestions = [0, 5, 10, 15, 30, 60, 120, 720, 1_440, 2_880, 10_080];
const most = 10;

/** Up to ten reminders. */
export function ReminderField(props: {
  value: Reminders;
  onChange: (reminders: Reminders) => void;
  error?: string | null | undefined;
}) {
  const { value, onChange, error } = props;
  const { calendar } = useText();
  const list = typeof value === "string" ? [] : value;
  const choose = (choice: string) => {
    if (choice === "default" || choice === "none") onChange(choice);
    else if (choice !== "list") onChange([...list, Number(choice)].sort((a, b) => a - b));
  };
  const times = suggestions.filter((minutes) => !list.includes(minutes));
  return (
    <div className="calendar-reminders">
      <Select
        label={calendar.reminders}
        value={list.length > 0 ? "list" : (value as string)}
        error={error}
        onChange={choose}
        options={[
          ...(list.length > 0 ? [{ value: "list", label: calendar.addReminder }] : []),
          { value: "default", label: calendar.usualReminder },
          { value: "none", label: calendar.noReminder },
          ...times.map((minutes) => ({
            value: String(minutes),
            label: calendar.ahead(minutes),
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
              name={calendar.ahead(minutes)}
              onRemove={() => onChange(list.length === 1 ? "none" : list.filter((each) => each !== minutes))}
            >
              {calendar.ahead(minutes)}
            </RemovableChip>
          ))}
        </div>
      )}
    </div>
  );
}

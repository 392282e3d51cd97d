import { useHousehold } from "../../../sync/session.ts";
import { FieldSet } from "../../../ui/controls/field.tsx";
import { weekdayName } from "../model/repeat-words.ts";

/** Days of the week to choose, beginning with the household's first; at least one stays chosen. */
export function Weekdays(props: {
  label: string;
  value: readonly number[];
  onChange: (weekdays: readonly number[]) => void;
}) {
  const { label, value, onChange } = props;
  const { weekStartsOn } = useHousehold();
  const days = Array.from({ length: 7 }, (_, index) => ((weekStartsOn - 1 + index) % 7) + 1);
  const toggle = (weekday: number) => {
    const next = value.includes(weekday) ? value.filter((each) => each !== weekday) : [...value, weekday];
    if (next.length > 0) onChange(next.sort((a, b) => a - b));
  };
  return (
    <FieldSet label={label}>
      <div className="calendar-weekday-choice">
        {days.map((weekday) => (
          <label key={weekday}>
            <input
              type="checkbox"
              className="visually-hidden"
              aria-label={weekdayName(weekday)}
              checked={value.includes(weekday)}
              onChange={() => toggle(weekday)}
            />
            <span>{weekdayName(weekday, "weekday")}</span>
          </label>
        ))}
      </div>
    </FieldSet>
  );
}

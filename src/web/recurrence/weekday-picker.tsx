import { useHousehold } from "#web/sync/session.ts";
import { type FieldError, FieldSet } from "#web/ui/controls/field.tsx";
import { weekdayName } from "./words.ts";

/** Field to choose weekdays, which are ISO numbers. The weekdays are shown in the order of the household's week. */
export function WeekdayPicker(props: {
  label: string;
  value: readonly number[];
  error?: FieldError;
  onChange: (weekdays: readonly number[]) => void;
}) {
  const { value, onChange } = props;
  const { weekStartsOn } = useHousehold();
  const days = Array.from({ length: 7 }, (_, index) => ((weekStartsOn - 1 + index) % 7) + 1);
  const toggle = (weekday: number) => {
    const next = value.includes(weekday) ? value.filter((each) => each !== weekday) : [...value, weekday];
    onChange(next.sort((a, b) => a - b));
  };
  return (
    <FieldSet label={props.label} error={props.error}>
      <div className="weekday-picker">
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

import { useText } from "../../../i18n/catalogue.ts";
import { useHousehold } from "../../../sync/session.ts";
import { ChipButton } from "../../../ui/controls/chip.tsx";
import { FieldSet } from "../../../ui/controls/field.tsx";
import { VisuallyHidden } from "../../../ui/display/surface.tsx";
import { weekdayName, weekFrom } from "../model/weekdays.ts";

/** On which days of the week it asks; ISO. */
export function DaysField(props: { days: number[]; onChange: (days: number[]) => void; error: string | null }) {
  const { checkInScreen } = useText();
  const { weekStartsOn } = useHousehold();
  const { days, onChange } = props;
  const toggle = (day: number) => onChange(days.includes(day) ? days.filter((each) => each !== day) : [...days, day]);
  return (
    <FieldSet label={checkInScreen.days} error={props.error}>
      <div className="chips check-ins-weekdays">
        {weekFrom(weekStartsOn).map((day) => (
          <ChipButton key={day} pressed={days.includes(day)} onClick={() => toggle(day)}>
            <span aria-hidden="true">{weekdayName(day)}</span>
            <VisuallyHidden>{weekdayName(day, "weekdayLong")}</VisuallyHidden>
          </ChipButton>
        ))}
      </div>
    </FieldSet>
  );
}

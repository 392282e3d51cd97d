import { useText } from "../../../i18n/catalogue.ts";
import { addDays } from "../../../time/days.ts";
import { useToday } from "../../../time/zone.ts";
import { FieldSet } from "../../../ui/controls/field.tsx";
import { DateField } from "../../../ui/controls/text-field.tsx";
import { type Expiry, expiries } from "./expiry.ts";

/** How long a key is good for. */
export function KeyExpiry(props: {
  expiry: Expiry;
  onExpiry: (expiry: Expiry) => void;
  day: string;
  onDay: (day: string) => void;
  error: string | null;
}) {
  const { keys: text } = useText().settings;
  const today = useToday();
  return (
    <>
      <FieldSet label={text.stepExpiry} hideLabel>
        <div className="settings-radios">
          {expiries.map((each) => (
            <label key={each} className="settings-radio">
              <input type="radio" name="expiry" checked={each === props.expiry} onChange={() => props.onExpiry(each)} />
              {text.expiries[each]}
            </label>
          ))}
        </div>
      </FieldSet>
      {props.expiry === "date" && (
        <DateField
          label={text.expiryDay}
          value={props.day}
          min={today}
          max={addDays(today, 3_650)}
          onChange={props.onDay}
          error={props.error}
        />
      )}
    </>
  );
}

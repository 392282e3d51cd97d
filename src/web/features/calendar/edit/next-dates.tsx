import { useMemo } from "preact/hooks";
import { useText } from "../../../i18n/catalogue.ts";
import { formatDay } from "../../../time/format.ts";
import { nextDates } from "../model/rule-dates.ts";

const shown = 4;

/** The next dates of a rule, so that nobody need imagine them. */
export function NextDates({ rule, start, timeZone }: { rule: string; start: number; timeZone: string }) {
  const { calendar } = useText();
  const dates = useMemo(() => nextDates(rule, start, timeZone, shown), [rule, start, timeZone]);
  if (dates === null) return <p className="field-error">{calendar.repeat.noRule}</p>;
  return (
    <div className="calendar-next" role="status">
      <span className="soft small">{calendar.repeat.next}</span>
      <ul>
        {dates.map((date) => (
          <li key={date}>{formatDay(date)}</li>
        ))}
      </ul>
    </div>
  );
}

import { useEffect, useState } from "react";
import { useText } from "../text/catalogue.ts";
import { formatDay } from "../time/format.ts";

const shown = 4;

/** The next dates of a rule, so that nobody need imagine them. The engine that finds them is fetched when it is first wanted. */
export function NextDates({ rule, start, timeZone }: { rule: string; start: number; timeZone: string }) {
  const { calendar } = useText();
  const [dates, setDates] = useState<readonly string[] | null>([]);
  useEffect(() => {
    let isWanted = true;
    void import("./rule-dates.ts").then(({ nextDates }) => {
      if (isWanted) setDates(nextDates(rule, start, timeZone, shown));
    });
    return () => {
      isWanted = false;
    };
  }, [rule, start, timeZone]);
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

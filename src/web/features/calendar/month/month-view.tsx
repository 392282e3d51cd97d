import type { RefObject } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useStore } from "../../../sync/store.ts";
import { addDays, daysFrom } from "../../../time/days.ts";
import { formatDay } from "../../../time/format.ts";
import { ghost, useGestures } from "../grid/use-gestures.ts";
import type { Occurrence } from "../model/occurrence.ts";
import { MonthWeek } from "./month-week.tsx";

export function MonthView(props: {
  month: string;
  first: string;
  weeks: number;
  today: string;
  events: readonly Occurrence[];
}) {
  const { month, first, weeks, today, events } = props;
  const area = useRef<HTMLDivElement>(null);
  const gestures = useGestures(area, events, { vertical: "week" }, { taps: true });
  const carried = useStore(ghost);
  const rows = useRows(area, weeks);
  const firsts = useMemo(() => Array.from({ length: weeks }, (_, week) => addDays(first, week * 7)), [first, weeks]);
  return (
    <div ref={area} className="calendar-month" style={{ "--weeks": weeks } as never} {...gestures}>
      <div className="calendar-weekdays" aria-hidden="true">
        {daysFrom(first, 7).map((day) => (
          <span key={day}>{formatDay(day, "weekday")}</span>
        ))}
      </div>
      {firsts.map((each) => (
        <MonthWeek key={each} first={each} month={month} today={today} events={events} rows={rows} carried={carried} />
      ))}
    </div>
  );
}

/** Rows that fit under the number of a day. */
function useRows(area: RefObject<HTMLElement | null>, weeks: number): number {
  const [rows, setRows] = useState(3);
  // biome-ignore lint/correctness/useExhaustiveDependencies: more weeks are lower
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const measure = () => {
      const week = element.querySelector(".calendar-week");
      const ruler = element.querySelector(".calendar-ruler");
      if (!week || !ruler) return;
      const { top, height } = ruler.getBoundingClientRect();
      const room = week.getBoundingClientRect().bottom - top;
      setRows(Math.max(2, Math.floor(room / height)));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [area, weeks]);
  return rows;
}

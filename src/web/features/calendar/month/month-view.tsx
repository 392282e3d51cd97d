import type { RefObject } from "preact";
import { memo } from "preact/compat";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { addDays, daysFrom } from "#lib/days.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { useStore } from "#web/lib/store.ts";
import { useMembers } from "#web/sync/session.ts";
import { formatDay } from "#web/time/format.ts";
import { cx } from "#web/ui/cx.ts";
import { VisuallyHidden } from "#web/ui/display/surface.tsx";
import { useActions } from "../grid/actions.ts";
import { EventBar } from "../grid/event-block.tsx";
import { colorsOf, peopleOf } from "../grid/event-look.tsx";
import { type EventPreview, eventPreview, laneAttributes, useGestures } from "../grid/use-gestures.ts";
import { weekBars } from "../model/layout.ts";
import type { Occurrence } from "../model/occurrence.ts";
import { dayMinutes, midnightOf, touches } from "../model/span.ts";

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
  const dragged = useStore(eventPreview());
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
        <MonthWeek key={each} first={each} month={month} today={today} events={events} rows={rows} dragged={dragged} />
      ))}
    </div>
  );
}

/**
 * Returns the number of rows of events that fit into a day of the month view. While the page is printed, returns
 * infinity, so that all events are shown.
 */
function useRows(area: RefObject<HTMLElement | null>, weeks: number): number {
  const [rows, setRows] = useState(3);
  const [isPrinted, setPrinted] = useState(false);
  useEffect(() => {
    const change = ({ type }: Event) => setPrinted(type === "beforeprint");
    const types = ["beforeprint", "afterprint"];
    for (const type of types) addEventListener(type, change);
    return () => {
      for (const type of types) removeEventListener(type, change);
    };
  }, []);
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
  return isPrinted ? Number.POSITIVE_INFINITY : rows;
}

export const MonthWeek = memo(function MonthWeek(props: {
  first: string;
  month: string;
  today: string;
  events: readonly Occurrence[];
  rows: number;
  dragged: EventPreview | null;
}) {
  const { first, month, today, events, rows, dragged } = props;
  const { calendar } = useText();
  const { openDay } = useActions();
  const members = useMembers();
  const days = daysFrom(first, 7);
  const { bars, more } = useMemo(() => weekBars(events, first, rows), [events, first, rows]);
  return (
    <div className="calendar-week">
      {days.map((day, index) => (
        <div
          key={day}
          className={cx(
            "calendar-cell",
            day.slice(0, 7) !== month.slice(0, 7) && "is-outside",
            dragged && touches(dragged.span, midnightOf(day), midnightOf(day) + dayMinutes) && "is-target",
          )}
          style={{ gridColumn: index + 1 }}
          {...laneAttributes("days", day)}
        />
      ))}
      {days.map((day, index) => (
        <button
          key={day}
          type="button"
          className={cx("calendar-date", day.endsWith("-01") && "calendar-date-first", day === today && "is-today")}
          style={{ gridColumn: index + 1 }}
          aria-current={day === today ? "date" : undefined}
          onClick={() => openDay(day)}
        >
          <VisuallyHidden>{calendar.openDay(formatDay(day, "long"))}</VisuallyHidden>
          <span aria-hidden="true">{day.endsWith("-01") ? formatDay(day, "dateMonth") : formatDay(day, "date")}</span>
        </button>
      ))}
      <span className="calendar-ruler" />
      {bars.map(({ occurrence, start, end, row, isCut }) => (
        <EventBar
          key={occurrence.key}
          occurrence={occurrence}
          people={peopleOf(occurrence.event.memberIds, members)}
          isDragged={dragged?.key === occurrence.key}
          isCut={isCut}
          style={{ gridColumn: `${start + 1} / ${end + 1}`, gridRow: row + 2 }}
        />
      ))}
      {days.map((day, index) =>
        more[index] ? (
          <button
            key={day}
            type="button"
            className="calendar-more"
            style={{ gridColumn: index + 1, gridRow: rows + 1 }}
            onClick={() => openDay(day)}
          >
            <VisuallyHidden>{calendar.moreOn(more[index], formatDay(day, "long"))}</VisuallyHidden>
            <span aria-hidden="true">+{more[index]}</span>
          </button>
        ) : null,
      )}
      {dragged && <Shadow first={first} dragged={dragged} {...colorsOf(peopleOf(dragged.memberIds, members))} />}
    </div>
  );
});

function Shadow({ first, dragged, ...colors }: { first: string; dragged: EventPreview } & ReturnType<typeof colorsOf>) {
  const { calendar } = useText();
  const from = midnightOf(first);
  if (!touches(dragged.span, from, from + 7 * dayMinutes)) return null;
  const start = Math.max(Math.floor((dragged.span.start - from) / dayMinutes), 0);
  const end = Math.min(Math.max(Math.ceil((dragged.span.end - from) / dayMinutes), start + 1), 7);
  return (
    <div
      {...colors}
      className="calendar-bar calendar-ghost"
      style={{ ...colors.style, gridColumn: `${start + 1} / ${end + 1}`, gridRow: 2 }}
    >
      <span className="calendar-bar-title">{dragged.title || calendar.newEvent}</span>
    </div>
  );
}

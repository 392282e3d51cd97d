/**
 * Grid with the hours of the day. The app has its own grid, because two libraries lack necessary functions in their
 * free versions. FullCalendar (about 75 kB compressed) cannot show a column for each person, and Schedule-X cannot move
 * events by dragging.
 */
import type { ComponentChildren, RefObject } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { useStore } from "#web/lib/store.ts";
import { useNow } from "#web/sync/session.ts";
import { cx } from "#web/ui/cx.ts";
import type { Axes } from "../model/dragging.ts";
import type { Occurrence } from "../model/occurrence.ts";
import { dayMinutes, isBar, minuteAt, minuteOfDay } from "../model/span.ts";
import { AllDayRow } from "./all-day-row.tsx";
import { Gutter, TimeColumn } from "./time-column.tsx";
import { eventPreview, useGestures } from "./use-gestures.ts";

export type Column = {
  readonly key: string;
  readonly day: string;
  /**
   * Id of the member to whom the column belongs. Null in the column of events for everybody. Undefined if each column
   * is a day.
   */
  readonly who?: string | null | undefined;
  /** Name of the column for screen readers. */
  readonly label: string;
  readonly head: ComponentChildren;
  readonly isToday?: boolean;
};

/**
 * Minute of the day to which the grid scrolls if today is not shown: 8:00. If an event starts earlier, the grid scrolls
 * to that event instead.
 */
const defaultStart = 8 * 60;
/**
 * Minute of the day at which the night ends: 5:00. The initial scroll position ignores events that start in the night.
 */
const nightEnd = 5 * 60;
/**
 * If today is shown, the initial scroll position ignores events that started more than this number of minutes before
 * the current time.
 */
const recentMinutes = 4 * 60;
/** Maximum number of columns that fit on a phone. If there are more, the grid scrolls sideways. */
const maxOnPhone = 5;
const epoch = "1970-01-01";

export function TimeGrid(props: {
  label: string;
  columns: readonly Column[];
  events: readonly Occurrence[];
  axes: Axes;
  /** Day to which the grid scrolls sideways. Has an effect only if the columns are wider than the screen. */
  day: string;
  /**
   * Text that identifies the shown days and whether their events are loaded. When the text changes, the grid scrolls to
   * a suitable hour again.
   */
  opening: string;
  className?: string;
  /** Content of the corner above the hours. */
  corner?: ComponentChildren;
}) {
  const { columns, events, axes } = props;
  const area = useRef<HTMLDivElement>(null);
  const now = useNow();
  const gestures = useGestures(area, events, axes);
  const dragged = useStore(eventPreview());
  const bars = useMemo(() => events.filter(({ span }) => isBar(span)), [events]);
  const blocks = useMemo(() => events.filter(({ span }) => !isBar(span)), [events]);
  useFirstScroll(area, blocks, columns.some(({ isToday }) => isToday) ? now.time : null, props.opening);
  useScrollToDay(
    area,
    columns.findIndex(({ day }) => day === props.day),
    props.opening,
  );
  return (
    <div
      ref={area}
      className={cx("calendar-grid", columns.length > maxOnPhone && "calendar-grid-wide", props.className)}
      style={{ "--columns": columns.length } as never}
      // If there are no events to focus, the grid itself must be focusable to scroll.
      {...(events.length === 0 ? { role: "region", "aria-label": props.label, tabIndex: 0 } : {})}
      {...gestures}
    >
      <div className="calendar-sheet">
        <div className="calendar-top" data-head>
          <div className="calendar-heads">
            <span className="calendar-corner">{props.corner}</span>
            {columns.map(({ key, head }) => (
              <div key={key} className="calendar-head">
                {head}
              </div>
            ))}
          </div>
          <AllDayRow columns={columns} events={bars} dragged={dragged} />
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
        <div className="calendar-hours" role="group" aria-label={props.label}>
          <Gutter now={columns.some(({ isToday }) => isToday) ? now.time : null} />
          {columns.map((column) => (
            <TimeColumn key={column.key} column={column} events={blocks} dragged={dragged} now={now} />
          ))}
        </div>
      </div>
    </div>
  );
}

/**
 * Scrolls up or down when the grid opens and when `opening` changes. If today is shown, scrolls to the current time,
 * `now`. Otherwise, `now` is null, and the grid scrolls to 8:00. If an event starts earlier, scrolls to the start of
 * that event instead. This rule ignores events that start in the night and, if today is shown, events that started long
 * before the current time.
 */
function useFirstScroll(
  area: RefObject<HTMLDivElement | null>,
  blocks: readonly Occurrence[],
  now: string | null,
  opening: string,
): void {
  const starts = blocks.map(({ span }) => minuteOfDay(span.start)).filter((minute) => minute > nightEnd);
  const present = now === null ? null : minuteAt({ day: epoch, time: now });
  const recent = starts.filter((minute) => present === null || minute > present - recentMinutes);
  const target = Math.min(present === null ? defaultStart : present - 60, ...recent) - 30;
  const first = useRef(target);
  first.current = target;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only opening scrolls
  useLayoutEffect(() => {
    const element = area.current;
    const hours = element?.querySelector<HTMLElement>(".calendar-hours");
    if (!element || !hours) return;
    element.scrollTop = (hours.offsetHeight * Math.max(0, first.current)) / dayMinutes;
  }, [area, opening]);
}

/**
 * Scrolls sideways to the column with the index `index`, if the columns are wider than the screen. The column before it
 * stays visible at the edge of the screen.
 */
function useScrollToDay(area: RefObject<HTMLDivElement | null>, index: number, opening: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: an opening scrolls, and another day
  useLayoutEffect(() => {
    const element = area.current;
    const width = element?.querySelector<HTMLElement>("[data-lane=hours]")?.offsetWidth;
    if (!element || !width) return;
    const isRtl = getComputedStyle(element).direction === "rtl";
    element.scrollLeft = Math.max(0, index - 1) * width * (isRtl ? -1 : 1);
  }, [area, index, opening]);
}

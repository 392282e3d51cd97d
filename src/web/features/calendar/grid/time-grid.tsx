/**
 * Days or people side by side, with their hours. The grid is our own: FullCalendar (about 75 kB compressed) sells the columns
 * of people, and Schedule-X the dragging.
 */
import type { ComponentChildren, RefObject } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { useStore } from "../../../sync/store.ts";
import { useNow } from "../../../time/zone.ts";
import { cx } from "../../../ui/cx.ts";
import type { Axes } from "../model/dragging.ts";
import type { Occurrence } from "../model/occurrence.ts";
import { dayMinutes, isBar, minuteAt, minuteOfDay } from "../model/span.ts";
import { AllDayRow } from "./all-day-row.tsx";
import { Gutter, TimeColumn } from "./time-column.tsx";
import { ghost, useGestures } from "./use-gestures.ts";

export type Column = {
  readonly key: string;
  readonly day: string;
  /** Whose it is; null: everybody's; undefined where columns are days. */
  readonly who?: string | null | undefined;
  /** What it is called, for those who hear it. */
  readonly label: string;
  readonly head: ComponentChildren;
  readonly isToday?: boolean;
};

/** Where nothing else says with which minute to begin. */
const usualStart = 8 * 60;
/** What is earlier does not make the grid begin with it. */
const nightEnd = 5 * 60;
/** What began so long ago is still worth a look. */
const recentMinutes = 4 * 60;
/** More columns are wider than a phone, and scroll to the side. */
const mostOnPhone = 5;
const epoch = "1970-01-01";

export function TimeGrid(props: {
  label: string;
  columns: readonly Column[];
  events: readonly Occurrence[];
  axes: Axes;
  /** Scrolls to a sensible hour again when this changes. */
  opening: string;
  className?: string;
}) {
  const { columns, events, axes } = props;
  const area = useRef<HTMLDivElement>(null);
  const now = useNow();
  const gestures = useGestures(area, events, axes);
  const carried = useStore(ghost);
  const bars = useMemo(() => events.filter(({ span }) => isBar(span)), [events]);
  const blocks = useMemo(() => events.filter(({ span }) => !isBar(span)), [events]);
  useFirstScroll(area, blocks, columns.some(({ isToday }) => isToday) ? now.time : null, props.opening);
  useTodayInSight(
    area,
    columns.findIndex(({ isToday }) => isToday),
    props.opening,
  );
  return (
    <div
      ref={area}
      className={cx("calendar-grid", columns.length > mostOnPhone && "calendar-grid-wide", props.className)}
      style={{ "--columns": columns.length } as never}
      // With nothing in it to go to, it is scrolled by keyboard itself.
      {...(events.length === 0 ? { role: "region", "aria-label": props.label, tabIndex: 0 } : {})}
      {...gestures}
    >
      <div className="calendar-sheet">
        <div className="calendar-top" data-head>
          <div className="calendar-heads">
            <span className="calendar-corner" />
            {columns.map(({ key, head }) => (
              <div key={key} className="calendar-head">
                {head}
              </div>
            ))}
          </div>
          <AllDayRow columns={columns} events={bars} carried={carried} />
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
        <div className="calendar-hours" role="group" aria-label={props.label}>
          <Gutter now={columns.some(({ isToday }) => isToday) ? now.time : null} />
          {columns.map((column) => (
            <TimeColumn key={column.key} column={column} events={blocks} carried={carried} now={now} />
          ))}
        </div>
      </div>
    </div>
  );
}

/** Shows the present, or else the first event of the day, when the grid opens. */
function useFirstScroll(
  area: RefObject<HTMLDivElement | null>,
  blocks: readonly Occurrence[],
  now: string | null,
  opening: string,
): void {
  const starts = blocks.map(({ span }) => minuteOfDay(span.start)).filter((minute) => minute > nightEnd);
  const present = now === null ? null : minuteAt({ day: epoch, time: now });
  const recent = starts.filter((minute) => present === null || minute > present - recentMinutes);
  const target = Math.min(present === null ? usualStart : present - 60, ...recent) - 30;
  const first = useRef(target);
  first.current = target;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is opened scrolls, a minute that goes by does not
  useLayoutEffect(() => {
    const element = area.current;
    const hours = element?.querySelector<HTMLElement>(".calendar-hours");
    if (!element || !hours) return;
    element.scrollTop = (hours.offsetHeight * Math.max(0, first.current)) / dayMinutes;
  }, [area, opening]);
}

/** Where a week is wider than the screen, it begins with the day before today. Whole columns, and never the page itself. */
function useTodayInSight(area: RefObject<HTMLDivElement | null>, today: number, opening: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: midnight does not scroll what is being read
  useLayoutEffect(() => {
    const element = area.current;
    const width = element?.querySelector<HTMLElement>("[data-lane=hours]")?.offsetWidth;
    if (!element || !width) return;
    const isRtl = getComputedStyle(element).direction === "rtl";
    element.scrollLeft = Math.max(0, today - 1) * width * (isRtl ? -1 : 1);
  }, [area, opening]);
}

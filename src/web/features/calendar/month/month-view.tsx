import { memo } from "preact/compat";
import { useMemo, useRef } from "preact/hooks";
import { addDays, daysFrom } from "#lib/days.ts";
import { useText } from "#web/i18n/catalogue.ts";
import { useStore } from "#web/lib/store.ts";
import { useHousehold, useMembers } from "#web/sync/session.ts";
import { formatDay } from "#web/time/format.ts";
import { cx } from "#web/ui/cx.ts";
import { VisuallyHidden } from "#web/ui/display/surface.tsx";
import { useActions } from "../grid/actions.ts";
import { EventBar } from "../grid/event-block.tsx";
import { colorsOf, peopleOf } from "../grid/event-look.tsx";
import { type EventPreview, eventPreview, laneAttributes, useGestures } from "../grid/use-gestures.ts";
import { weekBars } from "../model/layout.ts";
import type { Occurrence } from "../model/occurrence.ts";
import { weekNumberOf } from "../model/range.ts";
import { useHasWeekNumbers } from "../model/settings.ts";
import { dayMinutes, midnightOf, touches } from "../model/span.ts";
import { type Room, Ruler, useRoom } from "./room.tsx";

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
  const room = useRoom(area, weeks);
  const hasNumbers = useHasWeekNumbers();
  const { weekStartsOn } = useHousehold();
  const firsts = useMemo(() => Array.from({ length: weeks }, (_, week) => addDays(first, week * 7)), [first, weeks]);
  return (
    <div
      ref={area}
      className={cx("calendar-month", hasNumbers && "has-week-numbers")}
      style={{ "--weeks": weeks } as never}
      {...gestures}
    >
      <div className="calendar-weekdays" aria-hidden="true">
        {daysFrom(first, 7).map((day) => (
          <span key={day}>{formatDay(day, "weekday")}</span>
        ))}
      </div>
      {firsts.map((each) => (
        <MonthWeek
          key={each}
          number={hasNumbers ? weekNumberOf(each, weekStartsOn) : null}
          first={each}
          month={month}
          today={today}
          events={events}
          dragged={dragged}
          {...room}
        />
      ))}
    </div>
  );
}

type WeekProps = Room & {
  readonly first: string;
  readonly month: string;
  readonly today: string;
  readonly events: readonly Occurrence[];
  readonly dragged: EventPreview | null;
  /** Number of the week. Null if week numbers are not shown. */
  readonly number: number | null;
};

const MonthWeek = memo(function MonthWeek(props: WeekProps) {
  const { first, month, today, events, rows, isLong, dragged, number } = props;
  const { calendar } = useText();
  const { openDay } = useActions();
  const members = useMembers();
  const days = daysFrom(first, 7);
  const { bars, more } = useMemo(() => weekBars(events, first, rows, isLong), [events, first, rows, isLong]);
  return (
    <div className="calendar-week">
      {number !== null && (
        <span className="calendar-week-number">
          <VisuallyHidden>{calendar.week(String(number))}</VisuallyHidden>
          <span aria-hidden="true">{number}</span>
        </span>
      )}
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
      <Ruler />
      {bars.map(({ occurrence, start, end, row, lines, isCut }) => (
        <EventBar
          key={occurrence.key}
          occurrence={occurrence}
          people={peopleOf(occurrence.event.memberIds, members)}
          isDragged={dragged?.key === occurrence.key}
          isCut={isCut}
          lines={lines}
          style={{ gridColumn: `${start + 1} / ${end + 1}`, gridRow: `${row + 2} / span ${lines}` }}
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

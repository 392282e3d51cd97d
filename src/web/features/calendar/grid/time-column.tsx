import { useMemo } from "preact/hooks";
import { useMembers } from "#web/sync/session.ts";
import { formatHour } from "#web/time/format.ts";
import { cx } from "#web/ui/cx.ts";
import { packColumns } from "../model/layout.ts";
import { inColumnOf, type Occurrence } from "../model/occurrence.ts";
import { dayMinutes, isBar, midnightOf, minuteAt, touches } from "../model/span.ts";
import { EventBlock, minMinutes, PreviewBlock } from "./event-block.tsx";
import { peopleOf } from "./event-look.tsx";
import type { Column } from "./time-grid.tsx";
import { type EventPreview, laneAttributes } from "./use-gestures.ts";

export function TimeColumn(props: {
  column: Column;
  events: readonly Occurrence[];
  dragged: EventPreview | null;
  now: { readonly day: string; readonly time: string };
}) {
  const { column, events, dragged, now } = props;
  const { day, who } = column;
  const members = useMembers();
  const owner = members.find(({ id }) => id === who);
  const midnight = midnightOf(day);
  const packed = useMemo(() => {
    const mine = who === undefined ? events : inColumnOf(events, who);
    const ofDay = mine.filter(({ span }) => touches(span, midnight, midnight + dayMinutes));
    return packColumns(
      ofDay.map((occurrence) => ({ occurrence, ...withinDay(occurrence.span, midnight) })),
      minMinutes,
    );
  }, [events, who, midnight]);
  const isHere =
    dragged !== null &&
    !isBar(dragged.span) &&
    touches(dragged.span, midnight, midnight + dayMinutes) &&
    (who === undefined || (who === null ? dragged.isGeneral : dragged.memberIds.includes(who)));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      aria-label={column.label}
      className={cx("calendar-column", column.isToday && "is-today")}
      {...laneAttributes("hours", day, who)}
    >
      {packed.map(({ item, column: at, width, columns }) => (
        <EventBlock
          key={item.occurrence.key}
          occurrence={item.occurrence}
          people={peopleOf(item.occurrence.event.memberIds, members)}
          first={owner}
          place={{ from: item.start, to: item.end, left: at / columns, width: width / columns }}
          isDragged={dragged?.key === item.occurrence.key}
          isInColumnOfAll={who === null}
        />
      ))}
      {isHere && (
        <PreviewBlock
          title={dragged.title}
          span={dragged.span}
          people={peopleOf(dragged.memberIds, members)}
          place={{ ...placeOf(withinDay(dragged.span, midnight)), left: 0, width: 1 }}
        />
      )}
      {column.isToday && now.day === day && (
        <div className="calendar-now" style={{ insetBlockStart: shareOf(now.time) }} aria-hidden="true" />
      )}
    </div>
  );
}

function withinDay({ start, end }: { readonly start: number; readonly end: number }, midnight: number) {
  return { start: Math.max(start - midnight, 0), end: Math.min(end - midnight, dayMinutes) };
}

function placeOf({ start, end }: { readonly start: number; readonly end: number }) {
  return { from: start, to: end };
}

const hours = Array.from({ length: 23 }, (_, index) => `${String(index + 1).padStart(2, "0")}:00`);

/** Column with the hours of the day. `now` is the current time as `HH:MM`, or null if today is not shown. */
export function Gutter({ now }: { now: string | null }) {
  const isNear = (hour: string) => now !== null && Math.abs(minutes(hour) - minutes(now)) < 17;
  return (
    <div className="calendar-gutter" aria-hidden="true">
      {hours.map((hour) =>
        isNear(hour) ? null : (
          <time key={hour} style={{ insetBlockStart: shareOf(hour) }}>
            {formatHour(hour)}
          </time>
        ),
      )}
      {now && (
        <time className="calendar-now-time" style={{ insetBlockStart: shareOf(now) }}>
          {formatHour(now)}
        </time>
      )}
    </div>
  );
}

function shareOf(time: string): string {
  return `${(minutes(time) / dayMinutes) * 100}%`;
}

function minutes(time: string): number {
  return minuteAt({ day: "1970-01-01", time });
}

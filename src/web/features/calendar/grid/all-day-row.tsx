import { useMemo } from "preact/hooks";
import { useText } from "#web/i18n/catalogue.ts";
import { useMembers } from "#web/sync/session.ts";
import { cx } from "#web/ui/cx.ts";
import { packRows } from "../model/layout.ts";
import { inColumnOf, type Occurrence } from "../model/occurrence.ts";
import { dayMinutes, isBar, midnightOf, type Span, touches } from "../model/span.ts";
import { EventBar } from "./event-block.tsx";
import { colorsOf, peopleOf } from "./event-look.tsx";
import type { Column } from "./time-grid.tsx";
import { type EventPreview, laneAttributes } from "./use-gestures.ts";

/**
 * Row above the hours, which shows all-day events and events of at least 24 hours. If each column is a day, an event is
 * one bar across its days. If each column belongs to a member, the event has a separate bar in the column of each of
 * its members.
 */
export function AllDayRow(props: {
  columns: readonly Column[];
  events: readonly Occurrence[];
  dragged: EventPreview | null;
}) {
  const { columns, events, dragged } = props;
  const { calendar } = useText();
  const members = useMembers();
  const packed = useMemo(() => packRows(events.flatMap((each) => stretchesOf(each, columns))), [events, columns]);
  const shadow = dragged && isBar(dragged.span) ? ghostStretches(dragged, columns) : [];
  const rows = Math.max(0, ...packed.map(({ row }) => row + 1));
  return (
    <div className="calendar-all-day">
      <span className="calendar-corner calendar-all-day-label">{calendar.allDayShort}</span>
      {columns.map((column, index) => (
        <div
          key={column.key}
          className={cx("calendar-lane", column.isToday && "is-today")}
          style={{ gridColumn: index + 2, gridRow: `1 / span ${rows + 1}` }}
          {...laneAttributes("days", column.day, column.who)}
        />
      ))}
      {packed.map(({ item: { occurrence, start, end, isCut }, row }) => (
        <EventBar
          key={`${occurrence.key} ${start}`}
          occurrence={occurrence}
          people={peopleOf(occurrence.event.memberIds, members)}
          first={members.find(({ id }) => id === columns[start]?.who)}
          isDragged={dragged?.key === occurrence.key}
          isCut={isCut}
          isInColumnOfAll={columns[start]?.who === null}
          style={{ gridColumn: `${start + 2} / ${end + 2}`, gridRow: row + 1 }}
        />
      ))}
      {shadow.map(({ start, end }) => (
        <div
          key={start}
          className="calendar-bar calendar-ghost"
          {...colorsOf(peopleOf(dragged?.memberIds ?? [], members))}
          style={{ gridColumn: `${start + 2} / ${end + 2}`, gridRow: rows + 1 }}
        >
          <span className="calendar-bar-title">{dragged?.title || calendar.newEvent}</span>
        </div>
      ))}
    </div>
  );
}

/** Range of columns. `end` is exclusive. */
type Stretch = { readonly start: number; readonly end: number };

function stretchesOf(occurrence: Occurrence, columns: readonly Column[]) {
  const { span } = occurrence;
  if (columns[0]?.who === undefined) {
    const stretch = daysTouched(span, columns);
    const isCut = { start: midnightOf(columns[0]?.day ?? "") > span.start, end: lastMinute(columns) < span.end };
    return stretch ? [{ occurrence, isCut, ...stretch }] : [];
  }
  const isCut = { start: false, end: false };
  return columns.flatMap((column, start) =>
    inColumnOf([occurrence], column.who ?? null).length > 0 && daysTouched(span, [column])
      ? [{ occurrence, isCut, start, end: start + 1 }]
      : [],
  );
}

function ghostStretches({ span, memberIds, isGeneral }: EventPreview, columns: readonly Column[]): readonly Stretch[] {
  if (columns[0]?.who === undefined) return [daysTouched(span, columns)].flatMap((stretch) => stretch ?? []);
  return columns.flatMap(({ who, day }, start) => {
    const isInColumn = who ? memberIds.includes(who) : isGeneral;
    return isInColumn && touchesDay(span, day) ? [{ start, end: start + 1 }] : [];
  });
}

function daysTouched(span: Span, columns: readonly Column[]): Stretch | null {
  const start = columns.findIndex(({ day }) => touchesDay(span, day));
  const last = columns.findLastIndex(({ day }) => touchesDay(span, day));
  return start < 0 ? null : { start, end: last + 1 };
}

function touchesDay(span: Span, day: string): boolean {
  return touches(span, midnightOf(day), midnightOf(day) + dayMinutes);
}

function lastMinute(columns: readonly Column[]): number {
  return midnightOf(columns.at(-1)?.day ?? "") + dayMinutes;
}

import { dayMinutes, isBar, midnightOf, type Span, shifted } from "./span.ts";

export type GridPosition = {
  readonly day: string;
  /** Minute of the day. Null in the row of all-day events. */
  readonly minute: number | null;
  /**
   * Id of the member to whom the column belongs. Null in the column of events for everybody. Undefined if each column
   * is a day.
   */
  readonly who?: string | null | undefined;
};

export type Grip = "draw" | "move" | "start" | "end";

/** Dragged times snap to multiples of this number of minutes. */
export const step = 15;
/** Length in minutes that an event gets when the user drags it from the row of all-day events to an hour. */
const defaultMinutes = 60;

export function draggedTo(span: Span, grip: Exclude<Grip, "draw">, from: GridPosition, to: GridPosition): Span {
  if (grip !== "move") return stretchedTo(span, grip, to);
  if (to.minute === null) return ontoDays(span, from, to);
  if (from.minute === null) {
    const start = midnightOf(to.day) + snapDown(to.minute);
    return { allDay: false, start, end: start + defaultMinutes };
  }
  return shifted(span, snap(minuteOf(to) - minuteOf(from)));
}

function ontoDays(span: Span, from: GridPosition, to: GridPosition): Span {
  const days = midnightOf(to.day) - midnightOf(from.day);
  if (span.allDay || from.minute === null) return shifted(span, days);
  const start = midnightOf(to.day);
  return { allDay: true, start, end: start + dayMinutes };
}

function stretchedTo(span: Span, grip: "start" | "end", { day, minute }: GridPosition): Span {
  const minLength = span.allDay ? dayMinutes : step;
  if (grip === "start") {
    const start = midnightOf(day) + (span.allDay ? 0 : snap(minute ?? 0));
    return { ...span, start: Math.min(start, span.end - minLength) };
  }
  const end = midnightOf(day) + (span.allDay ? dayMinutes : snap(minute ?? dayMinutes));
  return { ...span, end: Math.max(end, span.start + minLength) };
}

/**
 * Returns the time of a new event that the user draws with the pointer, from the position `from` to the position `to`.
 * In the row of all-day events, the event lasts whole days. In a column of hours, the event lasts at least half an
 * hour, and stays within the day of `from`.
 */
export function drawn(from: GridPosition, to: GridPosition): Span {
  if (from.minute === null) {
    const days = [midnightOf(from.day), midnightOf(to.day)].sort((a, b) => a - b) as [number, number];
    return { allDay: true, start: days[0], end: days[1] + dayMinutes };
  }
  const midnight = midnightOf(from.day);
  const first = from.minute;
  const other = to.day === from.day && to.minute !== null ? to.minute : first;
  const start = snapDown(Math.min(first, other));
  const end = Math.max(snap(Math.max(first, other)), start + 2 * step);
  return {
    allDay: false,
    start: midnight + Math.min(start, dayMinutes - 2 * step),
    end: midnight + Math.min(end, dayMinutes),
  };
}

export type Axes = {
  /** Step by which the up and down keys move an event: `time` is a quarter of an hour, and `week` is a week. */
  readonly vertical: "time" | "week";
  /**
   * Member ids of the columns in display order; null is the column of the events for everybody. If `people` is missing,
   * each column is a day, and the left and right keys move an event by a day.
   */
  readonly people?: readonly (string | null)[];
};

type Move = { readonly span: Span; readonly memberIds: readonly string[] };

/**
 * Returns the time and the members of an event after the user has pressed an arrow key. With `resizes`, only the end of
 * the event moves.
 */
export function stepped(
  { span, memberIds }: Move,
  { x, y, resizes }: { readonly x: number; readonly y: number; readonly resizes: boolean },
  { vertical, people }: Axes,
): Move {
  const isWhole = isBar(span);
  if (resizes) {
    const by = isWhole ? (x || y) * dayMinutes : y * step + x * dayMinutes;
    const minLength = span.allDay ? dayMinutes : step;
    return { span: { ...span, end: Math.max(span.end + by, span.start + minLength) }, memberIds };
  }
  const down = vertical === "week" ? y * 7 * dayMinutes : isWhole ? 0 : y * step;
  const across = people ? 0 : x * dayMinutes;
  return {
    span: shifted(span, down + across),
    memberIds: people && x !== 0 ? toNextColumn(memberIds, x, people) : memberIds,
  };
}

/**
 * Returns the members of an event after the event was moved by `x` columns. `people` has the member of each column, or
 * null for the column of events for everybody. The move starts in the first column that shows the event. The member of
 * that column is removed, the member of the new column is added, and the event keeps its other members. If there is no
 * column at the new place, the members stay the same.
 */
function toNextColumn(memberIds: readonly string[], x: number, people: readonly (string | null)[]): readonly string[] {
  const holder = people.find((id) => (id === null ? memberIds.length === 0 : memberIds.includes(id)));
  const to = people[people.indexOf(holder ?? null) + x];
  if (to === undefined) return memberIds;
  const others = memberIds.filter((id) => id !== holder && id !== to);
  return to === null ? others : [...others, to];
}

/**
 * Returns the members that an event has after the user has dragged it to another person's column. Returns the same
 * members if each column is a day.
 */
export function handedOver(memberIds: readonly string[], from: GridPosition, to: GridPosition): readonly string[] {
  if (from.who === undefined || to.who === undefined || from.who === to.who) return memberIds;
  const others = memberIds.filter((id) => id !== from.who && id !== to.who);
  return to.who === null ? others : [...others, to.who];
}

function minuteOf({ day, minute }: GridPosition): number {
  return midnightOf(day) + (minute ?? 0);
}

function snap(minutes: number): number {
  return Math.round(minutes / step) * step;
}

function snapDown(minutes: number): number {
  return Math.floor(minutes / step) * step;
}

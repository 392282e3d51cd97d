/** Rows of a list of events. In a long range, a series takes one row with its next times. */
import { addDays } from "#lib/days.ts";
import type { Viewer } from "../../tool.ts";
import { type Event, eventView, instanceStartOf, wallTimes } from "./event-view.ts";
import type { Range } from "./range.ts";

/** Row of a list. `others` are the further times of a series that the row stands for. */
export type EventRow = { readonly id: string; readonly event: Event; readonly others: readonly Event[] };

const maxDaysOfEach = 8;
const maxTimesOfEach = 3;
const maxTimesShown = 3;
/** Maximum number of rows with a time zone each. A longer list of a long range says it once, with rules in words. */
export const maxShortRows = 5;

/** Whether a range is so long that a series takes one row. */
export function isLongRange({ firstDay, lastDay }: Range): boolean {
  return lastDay > addDays(firstDay, maxDaysOfEach - 1);
}

/** Returns a row for each event. With `isEach` false, a series of more than three times takes the row of the next one. */
export function rowsOf(events: readonly Event[], isEach: boolean, now: string): EventRow[] {
  const regular = isEach ? [] : events.filter((event) => event.instanceStartsAt && !event.isException);
  const series = [...Map.groupBy(regular, ({ id }) => id).values()].filter((some) => some.length > maxTimesOfEach);
  const othersOf = new Map<Event, readonly Event[]>();
  const omitted = new Set<Event>();
  for (const all of series) {
    const coming = all.filter(({ endsAt }) => endsAt > now);
    const [next, ...others] = coming.length > 0 ? coming : all;
    if (next) othersOf.set(next, others);
    for (const each of all) if (each !== next) omitted.add(each);
  }
  return events
    .filter((event) => !omitted.has(event))
    .map((event) => {
      // Occurrences share their event's id, so the id of a row adds the start.
      return { id: `${event.id}@${event.instanceStartsAt ?? ""}`, event, others: othersOf.get(event) ?? [] };
    });
}

/** Formats a row. A series ends in `instanceStart 2026-12-01T16:00, … and 9 more until Tue 9 Mar 2027`. */
export function rowView({ event, others }: EventRow, viewer: Viewer, isLong: boolean) {
  const nameOf = (each: Event) => instanceStartOf(each, viewer.timeZone) ?? "";
  const next = others.slice(0, maxTimesShown - 1).map(nameOf);
  const last = others.at(-1);
  const more = others.length - next.length;
  const until = more > 0 && last ? wallTimes(last, viewer.timeZone).starts.slice(0, 10) : null;
  const { line, fields } = eventView(event, viewer, { isLong, next, more, until });
  return { line, fields: others.length === 0 ? fields : { ...fields, next, more } };
}

/** Finds the times of a series without asking the REST API, from its rule and its exceptions. */
import type { EventRecord } from "#calendar/events/model.ts";
import { addDays } from "#lib/days.ts";
import { parseRule } from "#lib/recurrence/rule.ts";
import { lastInstant, Series } from "#lib/recurrence/series.ts";
import { isoOf } from "#lib/time.ts";
import { toLocalMs } from "#lib/zone.ts";
import { type Clock, instantAt } from "../../input/times.ts";

type Repeating = Pick<EventRecord, "startsAt" | "allDay" | "timeZone">;

export function seriesOf({ startsAt, allDay, timeZone }: Repeating, rule: string): Series {
  const at = Date.parse(startsAt);
  return new Series(parseRule(rule), {
    localMs: allDay ? at : toLocalMs(timeZone, at),
    at,
    timeZone,
    isAllDay: allDay,
  });
}

/** One time of a series: its original start, and its start after a change of this time alone. */
type Occurrence = { readonly instanceStartsAt: string; readonly startsAt: string };

/** Returns the first time of a series that begins on one of the days and is not skipped, or null. */
export function firstOccurrence(
  master: EventRecord,
  firstDay: string,
  lastDay: string | null,
  { timeZone }: Pick<Clock, "timeZone">,
): Occurrence | null {
  const { allDay, recurrenceRule, exceptions } = master;
  const startOf = (date: string) => Date.parse(allDay ? date : instantAt(date, "00:00", timeZone));
  const from = startOf(firstDay);
  const to = lastDay === null ? lastInstant : startOf(addDays(lastDay, 1));
  const isWithin = ({ startsAt }: Occurrence) => Date.parse(startsAt) >= from && Date.parse(startsAt) < to;
  const own = exceptions
    .filter(({ cancelled }) => !cancelled)
    .map(({ instanceStartsAt, startsAt = instanceStartsAt }) => ({ instanceStartsAt, startsAt }));
  const known = new Set(exceptions.map(({ instanceStartsAt }) => Date.parse(instanceStartsAt)));
  const slots = recurrenceRule === null ? [] : seriesOf(master, recurrenceRule).ascending(from, to);
  for (const { at } of slots) {
    if (known.has(at)) continue;
    own.push({ instanceStartsAt: isoOf(at), startsAt: isoOf(at) });
    break;
  }
  const [first = null] = own.filter(isWithin).sort((one, other) => (one.startsAt < other.startsAt ? -1 : 1));
  return first;
}

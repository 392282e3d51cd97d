/** Returns remarks about a saved event. The remarks warn of likely mistakes. */
import type { EventRecord } from "#calendar/events/model.ts";
import { parseRule, type Rule } from "#lib/recurrence/rule.ts";
import { Series } from "#lib/recurrence/series.ts";
import { day, isoOf } from "#lib/time.ts";
import { toLocalMs } from "#lib/zone.ts";
import { type Clock, capitalized } from "../../input/times.ts";
import { weekdays } from "../../input/weekdays.ts";
import { countText, dayLine, pastRemark, wallOf } from "../../output/format.ts";
import { instanceLine } from "./event-times.ts";
import { type Event, type Exception, type Times, wallTimes } from "./event-view.ts";

const daysSearched = 3_660;

/** Returns a remark if an event is over, except a yearly one. `times` are as they are sent to the REST API. */
export function pastTimesRemarks(times: Times, rule: string | null, { today, timeZone }: Clock): string[] {
  if (/FREQ=YEARLY/i.test(rule ?? "")) return [];
  // The end of an all-day event is sent as noon of its last day.
  const lastDay = times.allDay ? times.endsAt.slice(0, 10) : wallOf(times.endsAt, timeZone).date;
  const remark = pastRemark(lastDay, today);
  return remark === null ? [] : [remark];
}

/** Returns a remark if the rule does not include the start, which still is an occurrence (RFC 5545 §3.8.5.3). */
export function strayStartRemarks(event: Event): string[] {
  const { recurrenceRule, startsAt, allDay, timeZone, instanceStartsAt } = event;
  if (recurrenceRule === null || instanceStartsAt) return [];
  const at = Date.parse(startsAt);
  const rule = parseRule(recurrenceRule);
  const series = new Series(rule, { localMs: allDay ? at : toLocalMs(timeZone, at), at, timeZone, isAllDay: allDay });
  if (series.includesStart()) return [];
  const [next] = series.ascending(at + 1, at + daysSearched * day, 1);
  const dayOf = (instant: number) =>
    wallTimes({ startsAt: isoOf(instant), endsAt: isoOf(instant + day), allDay }, timeZone).starts;
  const [first = "", second = ""] = [dayOf(at), next ? dayOf(next.at) : ""];
  const isSameDay = first.slice(0, 10) === second.slice(0, 10);
  const text = (name: string) => dayLine(name.slice(0, 10)) + (isSameDay ? `, ${name.slice(11, 16)}` : "");
  const following = next ? `, first ${text(second)}` : "";
  return [`The rule does not include the start: besides ${text(first)} it happens ${patternText(rule)}${following}.`];
}

function patternText({ freq, byDay }: Rule): string {
  if (freq !== "WEEKLY" || byDay.length === 0) return "by the rule";
  const names = byDay.map(({ weekday }) => weekdays[weekday] ?? "");
  return `on ${names.map((name) => `${capitalized(name)}s`).join(" and ")}`;
}

/** Returns remarks about exceptions that stay after a move. `newStart` is null if no time changes. */
export function exceptionRemarks(
  { id, allDay, exceptions }: EventRecord,
  instanceStartsAt: string | null,
  newStart: string | null,
  saved: Event & Partial<Pick<EventRecord, "exceptions">>,
  { timeZone }: Clock,
): string[] {
  const from = saved.id === id ? null : instanceStartsAt;
  const known = exceptions.filter((each) => from === null || each.instanceStartsAt >= from);
  if (known.length === 0) return [];
  const own =
    newStart === null ? undefined : known.find((each) => isMoved(each) && each.instanceStartsAt === instanceStartsAt);
  const text = (startsAt: string, isAllDay: boolean) => instanceLine(startsAt, isAllDay, timeZone);
  const overwritten = () => {
    if (!own || newStart === null) return [];
    const before = text(own.startsAt ?? own.instanceStartsAt, own.allDay ?? allDay);
    return [`The time moved to ${before} is now ${text(newStart, saved.allDay)}.`];
  };
  const kept = saved.exceptions ?? [];
  const lost = known.length - kept.length - Number(own !== undefined && !hasOwnDetails(own));
  return [
    ...overwritten(),
    ...(kept.length > 0 ? [`Kept: ${exceptionCounts(kept)}.`] : []),
    ...(lost > 0 ? [`Dropped, since the series no longer happens then: ${lost} changed or skipped.`] : []),
  ];
}

function isMoved({ cancelled, startsAt, endsAt, allDay }: Exception): boolean {
  return !cancelled && (startsAt ?? endsAt ?? allDay) !== undefined;
}

const scheduleFields: readonly string[] = ["instanceStartsAt", "cancelled", "startsAt", "endsAt", "allDay"];

function hasOwnDetails(exception: Exception): boolean {
  return Object.keys(exception).some((field) => !scheduleFields.includes(field));
}

function exceptionCounts(exceptions: readonly Exception[]): string {
  const skipped = exceptions.filter(({ cancelled }) => cancelled).length;
  const changed = exceptions.length - skipped;
  const counts = [changed > 0 && countText(changed, "changed time"), skipped > 0 && countText(skipped, "skipped time")];
  return counts.filter(Boolean).join(" and ");
}

import type { EventRecord } from "#calendar/events/model.ts";
import { addDays } from "#lib/days.ts";
import type { Rule } from "#lib/recurrence/rule.ts";
import { day, hour, isoOf, minute } from "#lib/time.ts";
import { toInstant, toLocalMs } from "#lib/zone.ts";
import {
  type Clock,
  capitalized,
  instantAt,
  type LocalTime,
  readLocalTime,
  readSpan,
  requireWeekday,
  weekdays,
} from "../../input/times.ts";
import { countText, dayLine, pastRemark, quotedShort, wallOf } from "../../output/format.ts";
import { runAll, wrongParameter } from "../../output/tool-error.ts";
import { type Event, type Exception, instanceName, type Times, wallTimes } from "./event-view.ts";
import { firstOccurrence, seriesOf } from "./occurrences.ts";
import { endsRepair, instanceStartRepair } from "./parameters.ts";

export type TimesInput = {
  readonly starts?: string;
  readonly ends?: string;
  readonly durationMinutes?: number;
  readonly allDay?: boolean;
  readonly weekday?: string;
};

type TimesWithRemarks = { readonly times: Times; readonly remarks: readonly string[] };

/**
 * Reads the times of a new event. The event is all-day if no time of day is given. It lasts an hour if no end is given.
 * @throws ToolError if a time is wrong
 */
export async function newTimes(
  input: TimesInput & { readonly starts: string },
  clock: Clock,
  path = "",
): Promise<TimesWithRemarks> {
  const { start, end } = await readStartAndEnd(input, clock, path);
  if (!start) throw new Error("A new event has a start");
  if (input.weekday !== undefined) requireWeekday(input.weekday, start, path, clock.today);
  const { durationMinutes } = input;
  const lengthError = (reason: string, repair: string) => wrongParameter(`${path}durationMinutes`, reason, repair);
  if (durationMinutes !== undefined && end) throw lengthError("or ends, one of them", "leave one out.");
  if (input.allDay ?? !(hasTime(start) || hasTime(end) || durationMinutes !== undefined)) {
    const repair = "leave it out; ends is the last day. Or say starts with a time.";
    if (durationMinutes !== undefined) throw lengthError("does not fit an all-day event", repair);
    return allDayTimes(start.date, end?.date ?? start.date, path);
  }
  const startsAt = instantOf(start, `${path}starts`, clock);
  const length = durationMinutes === undefined ? hour : durationMinutes * minute;
  const endsAt = end ? instantOf(end, `${path}ends`, clock) : isoOf(Date.parse(startsAt) + length);
  requireOrder(startsAt, endsAt, path);
  return { times: { startsAt, endsAt, allDay: false }, remarks: clockChangeRemarks([start, end], clock) };
}

/**
 * Reads the changed times of an event. Returns null if no time changes. With a new date alone, the event keeps its time
 * of day. With a new start alone, the event keeps its duration.
 * @throws ToolError as {@link newTimes} does
 */
export async function changedTimes(input: TimesInput, current: Times, clock: Clock): Promise<TimesWithRemarks | null> {
  const [firstDay, lastDay] = daysOf(current, clock);
  const now = { date: firstDay, time: null };
  const time = current.allDay ? null : wallOf(current.startsAt, clock.timeZone).time;
  const days = { first: { date: firstDay, time }, last: { date: lastDay, time: firstDay === lastDay ? time : null } };
  const { start, end } = await readStartAndEnd(input, clock, "", days);
  if (input.weekday !== undefined) requireWeekday(input.weekday, start ?? now, "");
  if (!start && !end && input.allDay === undefined) return null;
  const isAllDay = input.allDay ?? (current.allDay && !hasTime(start) && !hasTime(end));
  if (isAllDay) {
    const begins = start?.date ?? firstDay;
    const length = Temporal.PlainDate.from(firstDay).until(lastDay).days;
    const { times } = allDayTimes(begins, end?.date ?? (start ? addDays(begins, length) : lastDay), "");
    return { times, remarks: earlierDayRemarks(start, firstDay) };
  }
  if (current.allDay && !hasTime(start)) {
    const repair = `say the day with a time, such as ${(start ?? now).date}T18:00.`;
    throw wrongParameter("starts", "must include a time, since the event is all day", repair);
  }
  const startTime = start?.time ?? wallOf(current.startsAt, clock.timeZone).time;
  const startsAt = start ? instantOf({ ...start, time: startTime }, "starts", clock) : current.startsAt;
  const newEnd = () =>
    current.allDay ? isoOf(Date.parse(startsAt) + hour) : endWithSameLength(startsAt, current, clock.timeZone);
  const endsAt = end ? instantOf(end, "ends", clock) : start ? newEnd() : current.endsAt;
  requireOrder(startsAt, endsAt, "");
  const moved = start && { ...start, time: startTime };
  const remarks = [...earlierDayRemarks(start, firstDay), ...clockChangeRemarks([moved, end], clock)];
  return { times: { startsAt, endsAt, allDay: false }, remarks };
}

function earlierDayRemarks(start: LocalTime | null, formerDay: string): string[] {
  return start && start.date < formerDay ? [`Moved to an earlier day: it was on ${dayLine(formerDay)}.`] : [];
}

/**
 * Reads the start of an occurrence: a local time or a UTC instant. A day means the first occurrence on that day. With
 * `takesSpan`, a week or a month means the first occurrence in it. With `takesLater`, a day without an occurrence means
 * the next one, as in “from January on”. @throws ToolError
 */
export function readInstanceStart(
  input: string,
  master: EventRecord,
  clock: Clock,
  {
    parameter = "instanceStart",
    takesSpan = false,
    takesLater = false,
  }: { parameter?: string; takesSpan?: boolean; takesLater?: boolean } = {},
): string {
  const { timeZone } = clock;
  const [utc] = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/.exec(input.trim().toUpperCase()) ?? [];
  if (utc !== undefined && !Number.isNaN(Date.parse(utc))) return isoOf(Date.parse(utc));
  if (/^\d{1,2}:\d\d$/.test(input.trim())) {
    throw wrongParameter(parameter, `${quotedShort(input)} is a time without its day`, instanceStartRepair);
  }
  const span = takesSpan ? readSpan(input, clock) : null;
  if (span !== null) {
    // In this week or month, a coming occurrence goes before a past one.
    const coming = clock.today > span.first ? firstOccurrence(master, clock.today, span.last, clock) : null;
    const found = coming ?? firstOccurrence(master, span.first, span.last, clock);
    if (found === null) throw noOccurrenceError(input, master, span.last, clock, parameter);
    clock.note(`${parameter} read as ${instanceLine(found.instanceStartsAt, master.allDay, timeZone)}.`);
    return found.instanceStartsAt;
  }
  const read = readLocalTime(input, clock, parameter);
  // Agents write midnight for a day. A time of a series that is at midnight is the only one of its day.
  const { date, time } = read.time === "00:00" ? { date: read.date, time: null } : read;
  const found = time === null ? firstOccurrence(master, date, date, clock) : null;
  if (found !== null) return found.instanceStartsAt;
  const isOn = ({ instanceStartsAt }: { readonly instanceStartsAt: string }) =>
    instanceName(instanceStartsAt, master.allDay, timeZone).startsWith(date);
  const isSkipped = master.exceptions.some(isOn);
  const later = takesLater && time === null && !isSkipped ? firstOccurrence(master, date, null, clock) : null;
  if (later !== null) {
    clock.note(`${parameter} read as ${instanceLine(later.instanceStartsAt, master.allDay, timeZone)}.`);
    return later.instanceStartsAt;
  }
  if (master.allDay) return `${date}T00:00:00.000Z`;
  return instantAt(date, time ?? wallOf(master.startsAt, timeZone).time, timeZone);
}

function noOccurrenceError(input: string, master: EventRecord, lastDay: string, clock: Clock, parameter: string) {
  const next = firstOccurrence(master, addDays(lastDay, 1), null, clock);
  const line = next && instanceLine(next.instanceStartsAt, master.allDay, clock.timeZone);
  const repair = line ? `the next time after that is ${line}.` : "the series has no time after that, either.";
  return wrongParameter(parameter, `${quotedShort(master.title)} does not happen in ${quotedShort(input)}`, repair);
}

/** Returns the times of an occurrence according to the series, before any change of the single occurrence. */
export function scheduledTimes(master: Times & { readonly timeZone: string }, instanceStartsAt: string): Times {
  const { allDay, timeZone } = master;
  const startsAt = instanceStartsAt;
  if (startsAt === master.startsAt) return { allDay, startsAt, endsAt: master.endsAt };
  if (!allDay) return { allDay, startsAt, endsAt: endWithSameLength(startsAt, master, timeZone) };
  const length = Date.parse(master.endsAt) - Date.parse(master.startsAt);
  return { allDay, startsAt, endsAt: isoOf(Date.parse(startsAt) + length) };
}

/** Returns the times of an occurrence that an exception may have changed. */
export function ownTimes(scheduled: Times, { startsAt, endsAt, allDay }: Partial<Exception> = {}): Times {
  return {
    startsAt: startsAt ?? scheduled.startsAt,
    endsAt: endsAt ?? scheduled.endsAt,
    allDay: allDay ?? scheduled.allDay,
  };
}

/** Formats the start of an occurrence: `Tue 1 Dec 2026, 16:00` */
export function instanceLine(instanceStartsAt: string, isAllDay: boolean, timeZone: string): string {
  const name = instanceName(instanceStartsAt, isAllDay, timeZone);
  const [date = "", time] = name.split("T");
  return name.endsWith("Z") ? name : dayLine(date) + (time ? `, ${time}` : "");
}

type Days = { readonly first: LocalTime; readonly last: LocalTime };

/** Reads start and end. A time without a date is on the day of the start; in a change, on the event's current days. */
async function readStartAndEnd({ starts, ends }: TimesInput, clock: Clock, path: string, current?: Days) {
  const firstDay = current && [{ date: current.first.date, time: null }];
  let start: LocalTime | null = null;
  const readEnd = () => {
    const beside = start && { ...start, time: start.time ?? current?.first.time ?? null };
    const near = beside ? [beside] : current && [current.first, current.last];
    const from = beside?.date ?? current?.first.date;
    return ends === undefined ? null : readLocalTime(ends, clock, `${path}ends`, { near, from });
  };
  const [, end] = await runAll(() => {
    const reading = { near: firstDay, movesFrom: current?.first.date };
    start = starts === undefined ? null : readLocalTime(starts, clock, `${path}starts`, reading);
  }, readEnd);
  return { start: start as LocalTime | null, end };
}

function requireOrder(start: string, end: string, path: string): void {
  if (end >= start) return;
  const how = { code: "ends_before_start", at: `${path}ends` } as const;
  throw wrongParameter(`${path}endsAt`, "must not lie before startsAt", endsRepair, how);
}

function hasTime(moment: LocalTime | null): boolean {
  return moment !== null && moment.time !== null;
}

function instantOf({ date, time }: LocalTime, parameter: string, { timeZone }: Clock): string {
  if (time !== null) return instantAt(date, time, timeZone);
  throw wrongParameter(
    parameter,
    "must have a time, since the event is not all day",
    `say ${date}T18:00, with the right time; or make it all day with days alone and allDay: true.`,
  );
}

/** Returns the times of an all-day event. The end is noon of the last day. Midnight would be an exclusive end. */
function allDayTimes(first: string, last: string, path: string): TimesWithRemarks {
  requireOrder(first, last, path);
  const times = { startsAt: `${first}T00:00:00.000Z`, endsAt: `${last}T12:00:00.000Z`, allDay: true };
  return { times, remarks: [] };
}

/** Returns the first and the last day of an event. If the event ends at midnight, the last day is the day before. */
function daysOf(current: Times, { timeZone }: Clock): [first: string, last: string] {
  if (current.allDay) {
    const { starts, ends } = wallTimes(current, timeZone);
    return [starts, ends];
  }
  const first = wallOf(current.startsAt, timeZone).date;
  const { date, time } = wallOf(current.endsAt, timeZone);
  return [first, time === "00:00" && date > first ? addDays(date, -1) : date];
}

/** Returns the end that keeps the duration in local time, or the elapsed time if a clock change forbids that. */
function endWithSameLength(startsAt: string, current: Times, timeZone: string): string {
  const wall = (instant: string) => toLocalMs(timeZone, Date.parse(instant));
  const end = toInstant(timeZone, wall(startsAt) + wall(current.endsAt) - wall(current.startsAt));
  const length = Date.parse(current.endsAt) - Date.parse(current.startsAt);
  const isValid = end > Date.parse(startsAt) || (end === Date.parse(startsAt) && length === 0);
  return isoOf(isValid ? end : Date.parse(startsAt) + length);
}

function clockChangeRemarks(moments: readonly (LocalTime | null)[], { timeZone }: Clock): string[] {
  const remarks = moments.flatMap((moment) => {
    if (moment === null || moment.time === null) return [];
    const wall = Temporal.PlainDateTime.from(`${moment.date}T${moment.time}`);
    const earlier = wall.toZonedDateTime(timeZone, { disambiguation: "earlier" });
    const later = wall.toZonedDateTime(timeZone, { disambiguation: "later" });
    if (earlier.equals(later)) return [];
    const on = `${moment.time} on ${dayLine(moment.date)}`;
    if (earlier.toPlainDateTime().equals(wall)) return [`The clocks show ${on} twice: this is the first.`];
    return [`The clocks skip ${on}: this is ${later.toPlainTime().toString().slice(0, 5)} instead.`];
  });
  return [...new Set(remarks)];
}

const daysSearched = 3_660;

/** Returns a remark if an event is over and not yearly. `times` are as they are sent to the REST API. */
export function pastTimesRemarks(times: Times, rule: string | null, { today, timeZone }: Clock): string[] {
  if (/FREQ=YEARLY/i.test(rule ?? "")) return [];
  // The end of an all-day event is sent as noon of its last day.
  const lastDay = times.allDay ? times.endsAt.slice(0, 10) : wallOf(times.endsAt, timeZone).date;
  const remark = pastRemark(lastDay, today);
  return remark === null ? [] : [remark];
}

/**
 * Returns a remark if the rule does not include the start, which still is an occurrence (RFC 5545 §3.8.5.3), and if it
 * leaves out months or years without the day.
 */
export function strayStartRemarks(event: Event): string[] {
  const { recurrenceRule, startsAt, allDay, timeZone, instanceStartsAt } = event;
  if (recurrenceRule === null || instanceStartsAt) return [];
  const at = Date.parse(startsAt);
  const series = seriesOf(event, recurrenceRule);
  const dayOf = (instant: number) =>
    wallTimes({ startsAt: isoOf(instant), endsAt: isoOf(instant + day), allDay }, timeZone).starts;
  const first = dayOf(at);
  const missing = missingDayRemarks(series.rule, first.slice(5, 10));
  if (series.includesStart()) return missing;
  const [next] = series.ascending(at + 1, at + daysSearched * day, 1);
  const second = next ? dayOf(next.at) : "";
  const isSameDay = first.slice(0, 10) === second.slice(0, 10);
  const text = (name: string) => dayLine(name.slice(0, 10)) + (isSameDay ? `, ${name.slice(11, 16)}` : "");
  const following = next ? `, first ${text(second)}` : "";
  const pattern = patternText(series.rule);
  return [`The rule does not include the start: besides ${text(first)} it happens ${pattern}${following}.`, ...missing];
}

/** Returns a remark if a rule means a day that some months do not have. `start` is the month and day: `02-29`. */
function missingDayRemarks(rule: Rule, start: string): string[] {
  const { freq, byDay, byMonthDay, byYearDay, byWeekNo, byMonth } = rule;
  if (byDay.length > 0 || byYearDay.length > 0 || byWeekNo.length > 0) return [];
  const [month = 0, date = 0] = start.split("-").map(Number);
  const days = byMonthDay.length > 0 ? byMonthDay : [date];
  const isLeapDay = freq === "YEARLY" && (byMonth.length > 0 ? byMonth : [month]).includes(2);
  const isMonthly = freq === "MONTHLY" && byMonth.length === 0;
  const isMissing = days.some((each) => (isMonthly && each > 28) || (isLeapDay && each === 29));
  if (!isMissing || days.some((each) => each < 0)) return [];
  const months = isLeapDay ? "FREQ=YEARLY;BYMONTH=2" : "FREQ=MONTHLY";
  return [`Left out where there is none; for the last day send BYMONTHDAY=-1: ${months};BYMONTHDAY=-1.`];
}

function patternText({ freq, byDay }: Rule): string {
  if (freq !== "WEEKLY" || byDay.length === 0) return "by the rule";
  const names = byDay.map(({ weekday }) => weekdays[weekday] ?? "");
  return `on ${names.map((name) => `${capitalized(name)}s`).join(" and ")}`;
}

/** Returns remarks on which exceptions of a series a change kept or dropped. `newStart` is null if no time changes. */
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

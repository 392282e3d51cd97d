/** From what a caller says of an event's times to what REST takes. Pure; `parameter` names are the tools'. */
import { hour } from "../../../lib/time.ts";
import { toInstant, toWall } from "../../../lib/zone.ts";
import { instantAt, type Moment, readMoment, requireWeekday } from "../../input/times.ts";
import { dayLine, quotedShort, wallOf } from "../../output/format.ts";
import { wrongParameter } from "../../output/tool-error.ts";
import { slotName, type Times, wallTimes } from "./event-view.ts";

/** What may be said of times. `at` is where, in a list of events: `events[3].`. */
export type Said = {
  readonly starts?: string | undefined;
  readonly ends?: string | undefined;
  readonly allDay?: boolean | undefined;
  readonly weekday?: string | undefined;
};

/** The household's date and zone. */
export type Clock = { readonly today: string; readonly timeZone: string };

/** What REST is sent, and remarks on what the clocks made of it. */
export type Timed = { readonly times: Times; readonly remarks: readonly string[] };

/**
 * The times of a new event. A day alone is all day, and its last day the same where `ends` is left out; with a time it lasts an
 * hour. @throws ToolError for what is no time, or is not the weekday said.
 */
export function newTimes(said: Said & { readonly starts: string }, clock: Clock, at = ""): Timed {
  const { start, end } = read(said, clock, at);
  if (!start) throw new Error("A new event has a start");
  if (said.weekday !== undefined) requireWeekday(said.weekday, start, `${at}starts`, clock.today);
  if (said.allDay ?? !(hasTime(start) || hasTime(end))) return wholeDays(start.date, end?.date ?? start.date);
  const startsAt = instantOf(start, `${at}starts`, clock);
  const endsAt = end ? instantOf(end, `${at}ends`, clock) : isoAt(Date.parse(startsAt) + hour);
  return { times: { startsAt, endsAt, allDay: false }, remarks: remarksOn([start, end], clock) };
}

/**
 * The times of something that is at `present` now; null where nothing is said of them. A day alone keeps the time of the day,
 * a start alone the length; a time given to an all-day event ends its being one. @throws ToolError as {@link newTimes}.
 */
export function changedTimes(said: Said, present: Times, clock: Clock): Timed | null {
  const now = { date: daysOf(present, clock)[0], time: null };
  const { start, end } = read(said, clock, "", now);
  if (said.weekday !== undefined) requireWeekday(said.weekday, start ?? now, "starts");
  if (!start && !end && said.allDay === undefined) return null;
  const isAllDay = said.allDay ?? (present.allDay && !hasTime(start) && !hasTime(end));
  if (isAllDay) {
    const [first, last] = daysOf(present, clock);
    const begins = start?.date ?? first;
    const length = Temporal.PlainDate.from(first).until(last).days;
    return wholeDays(begins, end?.date ?? (start ? dayAfter(begins, length) : last));
  }
  if (present.allDay && !hasTime(start)) {
    throw wrongParameter(
      "starts",
      "must be given with a time where an all-day event is to have one",
      `Parameter starts: say the day with a time, such as ${(start ?? now).date}T18:00.`,
    );
  }
  const startTime = start?.time ?? wallOf(present.startsAt, clock.timeZone).time;
  const startsAt = start ? instantOf({ ...start, time: startTime }, "starts", clock) : present.startsAt;
  const kept = present.allDay ? isoAt(Date.parse(startsAt) + hour) : endKept(startsAt, present, clock.timeZone);
  const endsAt = end ? instantOf(end, "ends", clock) : start ? kept : present.endsAt;
  const moved = start && { ...start, time: startTime };
  return { times: { startsAt, endsAt, allDay: false }, remarks: remarksOn([moved, end], clock) };
}

/**
 * The instance of a series that `said` names, as REST names it: as tools answer it (a wall time, a date, or in UTC), or a day
 * alone, for what happens then at the series' own time. `master` is the series as REST has it.
 * @throws ToolError for what is no time.
 */
export function instanceSaid(said: string, master: Times, { today, timeZone }: Clock): string {
  const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/i.test(said.trim())
    ? Date.parse(said.trim().toUpperCase())
    : Number.NaN;
  if (!Number.isNaN(utc)) return isoAt(utc);
  if (/^\d{1,2}:\d\d$/.test(said.trim())) {
    throw wrongParameter(
      "instanceStart",
      `${quotedShort(said)} is a time without its day`,
      "Parameter instanceStart: send it as list_events answered it for the time that is meant.",
    );
  }
  const { date, time } = readMoment(said, today, timeZone, "instanceStart");
  if (master.allDay) return `${date}T00:00:00.000Z`;
  return instantAt(date, time ?? wallOf(master.startsAt, timeZone).time, timeZone);
}

/** When an instance is by its series alone. */
export function slotTimes(master: Times & { readonly timeZone: string }, instanceStartsAt: string): Times {
  const { allDay, timeZone } = master;
  if (instanceStartsAt === master.startsAt) return { allDay, startsAt: instanceStartsAt, endsAt: master.endsAt };
  if (!allDay) return { allDay, startsAt: instanceStartsAt, endsAt: endKept(instanceStartsAt, master, timeZone) };
  const length = Date.parse(master.endsAt) - Date.parse(master.startsAt);
  return { allDay, startsAt: instanceStartsAt, endsAt: isoAt(Date.parse(instanceStartsAt) + length) };
}

/** An instance for a person: `Tue 1 Dec 2026, 16:00`. */
export function instanceLine(instanceStartsAt: string, isAllDay: boolean, timeZone: string): string {
  const name = slotName(instanceStartsAt, isAllDay, timeZone);
  const [date = "", time] = name.split("T");
  return name.endsWith("Z") ? name : dayLine(date) + (time ? `, ${time}` : "");
}

/** `now` is where it is at present, for times that are said without a day. */
function read({ starts, ends }: Said, { today, timeZone }: Clock, at: string, now?: Moment) {
  const moment = (text: string | undefined, name: string, near: Moment | undefined) =>
    text === undefined ? null : readMoment(text, today, timeZone, at + name, { near });
  const start = moment(starts, "starts", now);
  return { start, end: moment(ends, "ends", start ?? now) };
}

function hasTime(moment: Moment | null): boolean {
  return moment !== null && moment.time !== null;
}

/** @throws ToolError where only the day was said. */
function instantOf({ date, time }: Moment, parameter: string, { timeZone }: Clock): string {
  if (time !== null) return instantAt(date, time, timeZone);
  throw wrongParameter(
    parameter,
    "must have a time, since the event is not all day",
    `Parameter ${parameter}: say ${date}T18:00, with the right time; or make it all day with days alone and allDay: true.`,
  );
}

/** Noon names the last day; midnight after the start would be an exclusive end, even one that lies before it. */
function wholeDays(first: string, last: string): Timed {
  const times = { startsAt: `${first}T00:00:00.000Z`, endsAt: `${last}T12:00:00.000Z`, allDay: true };
  return { times, remarks: [] };
}

/** First and last day, by the household's clocks. An end at exactly midnight is exclusive. */
function daysOf(present: Times, { timeZone }: Clock): [first: string, last: string] {
  if (present.allDay) {
    const { starts, ends } = wallTimes(present, timeZone);
    return [starts, ends];
  }
  const first = wallOf(present.startsAt, timeZone).date;
  const { date, time } = wallOf(present.endsAt, timeZone);
  return [first, time === "00:00" && date > first ? dayAfter(date, -1) : date];
}

/** An end that keeps its distance from the start by the clocks of a zone; in hours, where the clocks are put back between. */
function endKept(startsAt: string, present: Times, timeZone: string): string {
  const wall = (instant: string) => toWall(timeZone, Date.parse(instant));
  const at = toInstant(timeZone, wall(startsAt) + wall(present.endsAt) - wall(present.startsAt));
  const length = Date.parse(present.endsAt) - Date.parse(present.startsAt);
  const isKept = at > Date.parse(startsAt) || (at === Date.parse(startsAt) && length === 0);
  return isoAt(isKept ? at : Date.parse(startsAt) + length);
}

/** What a caller should know of times that clocks skip or show twice. */
function remarksOn(moments: readonly (Moment | null)[], { timeZone }: Clock): string[] {
  const remarks = moments.flatMap((moment) => {
    if (moment === null || moment.time === null) return [];
    const said = Temporal.PlainDateTime.from(`${moment.date}T${moment.time}`);
    const earlier = said.toZonedDateTime(timeZone, { disambiguation: "earlier" });
    const later = said.toZonedDateTime(timeZone, { disambiguation: "later" });
    if (earlier.equals(later)) return [];
    const on = `${moment.time} on ${dayLine(moment.date)}`;
    if (earlier.toPlainDateTime().equals(said)) return [`The clocks show ${on} twice: this is the first.`];
    return [`The clocks skip ${on}: this is ${later.toPlainTime().toString().slice(0, 5)} instead.`];
  });
  return [...new Set(remarks)];
}

function dayAfter(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

function isoAt(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

import { lazyFor } from "#lib/lazy.ts";
import { lastInstant, type Series, type Slot } from "#lib/recurrence/series.ts";
import { day as dayMs } from "#lib/time.ts";
import { midnightOf, toInstant, toLocalMs } from "#lib/zone.ts";
import { calendarStart, type Event, type LocalTimes, seriesOf, slotIn, startSlot } from "../events/event.ts";
import { beginSeriesAt } from "../events/series.ts";
import { type Component, parameterOf, propertyOf } from "./component.ts";
import type { CalendarObject } from "./objects.ts";
import type { CalendarDefaults } from "./read.ts";
import { type DateTime, type Duration, readDateTime, readDuration } from "./values.ts";
import { createZones, ZoneCache, type ZoneResolver } from "./zones.ts";

/** Time with a time zone. An all-day event has the midnight of its date in UTC. */
export type ResolvedTime = {
  readonly allDay: boolean;
  readonly localMs: number;
  readonly at: number;
  readonly timeZone: string;
  /** Time zone of an all-day event that is written with times of day. The event begins at midnight in this zone. */
  readonly dayZone?: string;
};

const longestDuration = 500;

export class Clock {
  /** First time zone in the text that could only be guessed. Null if no time zone was guessed. */
  guess: { readonly tzid: string; readonly zone: string } | null = null;

  constructor(
    private readonly zones: ZoneResolver,
    readonly home: string,
  ) {}

  get floatingZone(): string {
    return this.zones.floating;
  }

  resolve({ kind, localMs, tzid }: DateTime): ResolvedTime {
    if (kind === "date") return { allDay: true, localMs, at: localMs, timeZone: this.home };
    if (kind === "utc") return { allDay: false, localMs, at: localMs, timeZone: "UTC" };
    const timeZone = kind === "zoned" && tzid !== null ? this.zoneNamed(tzid, localMs) : this.floatingZone;
    return { allDay: false, localMs, at: toInstant(timeZone, localMs), timeZone };
  }

  zoneNamed(tzid: string, localMs: number): string {
    const { timeZone, isGuess } = this.zones.resolve(tzid, localMs);
    if (isGuess) this.guess ??= { tzid, zone: timeZone };
    return timeZone;
  }
}

export function clockOf(object: CalendarObject, home: CalendarDefaults): Clock {
  return new Clock(zonesOf(object, home), home.timeZone);
}

const resolversOf = lazyFor((_: readonly Component[]) => new Map<string, ZoneResolver>());

const zoneCacheOf = lazyFor((_: object) => new ZoneCache());

function zonesOf({ zones, properties, file = {} }: CalendarObject, { timeZone }: CalendarDefaults): ZoneResolver {
  const calendarZone = properties[0]?.value.trim() ?? null;
  const key = `${timeZone}\n${calendarZone}`;
  const known = resolversOf(zones);
  const resolver = known.get(key) ?? createZones([...zones], { timeZone }, calendarZone, zoneCacheOf(file));
  known.set(key, resolver);
  return resolver;
}

/** Returns the start, or null. A single event in UTC gets the household's zone, in case that it repeats later. */
export function startOf(component: Component, clock: Clock, isRepeating: boolean): ResolvedTime | null {
  const property = propertyOf(component, "DTSTART");
  const read = property && readDateTime(property);
  if (!read) return null;
  const start = (isMarkedAllDay(component) && midnightIn(read, clock)) || clock.resolve(read);
  if (start.allDay || read.kind !== "utc" || isRepeating) return start;
  return { ...start, localMs: toLocalMs(clock.home, start.at), timeZone: clock.home };
}

export const allDayMarks = ["X-MICROSOFT-CDO-ALLDAYEVENT", "X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT", "X-FUNAMBOL-ALLDAY"];

function isMarkedAllDay(component: Component): boolean {
  const start = propertyOf(component, "DTSTART");
  if (start && parameterOf(start, "VALUE")?.toUpperCase() === "DATE") return true;
  return allDayMarks.some((name) => /^(TRUE|1)$/i.test(propertyOf(component, name)?.value.trim() ?? ""));
}

/** Returns the date of a time that is a midnight. Returns null for any other time of day. */
function midnightIn(value: DateTime, clock: Clock): ResolvedTime | null {
  if (value.kind === "date") return null;
  const localMs = dayNamed(value, clock);
  const isLocal = value.kind === "utc" && value.localMs !== localMs;
  if (value.localMs !== localMs && !(isLocal && toLocalMs(clock.floatingZone, value.localMs) === localMs)) return null;
  const dayZone = isLocal ? clock.floatingZone : clock.resolve(value).timeZone;
  return { allDay: true, localMs, at: localMs, timeZone: clock.home, dayZone };
}

type TimesReading = { readonly times: LocalTimes; readonly endsEarly: boolean };

export function timesFrom(component: Component, start: ResolvedTime, clock: Clock, isRepeating: boolean): TimesReading {
  const end = endOf(component, start, clock, isRepeating);
  const { allDay, at: startAt, localMs: startWall, timeZone } = start;
  const at = (endAt: number, endWall: number) => ({ allDay, startAt, endAt, startWall, endWall, timeZone });
  if (allDay) {
    const isLater = end !== null && end.localMs > startWall;
    const endWall = isLater ? end.localMs : startWall + dayMs;
    return { times: at(endWall, endWall), endsEarly: end !== null && !isLater };
  }
  if (!end) return { times: at(startAt, startWall), endsEarly: false };
  if (end.at >= startAt) return { times: at(end.at, end.localMs), endsEarly: false };
  // In the hour that a clock skips, an end may seem to lie before the start.
  const isSkipped = end.localMs >= startWall && isInGap(start);
  return { times: at(startAt, isSkipped ? end.localMs : startWall), endsEarly: !isSkipped };
}

function isInGap({ timeZone, localMs, at }: ResolvedTime): boolean {
  return toLocalMs(timeZone, at) !== localMs;
}

type End = { readonly localMs: number; readonly at: number };

function endOf(component: Component, start: ResolvedTime, clock: Clock, isRepeating: boolean): End | null {
  const property = propertyOf(component, "DTEND");
  const read = property && readDateTime(property);
  if (read && start.dayZone !== undefined) return allDayEnd(localWall(read, clock));
  if (read) return endAt(clock.resolve(read), start);
  const duration = readDuration(propertyOf(component, "DURATION")?.value ?? "");
  return duration && endAfter(duration, start, isRepeating);
}

export function endAt(end: ResolvedTime, start: ResolvedTime): End {
  const { timeZone } = start;
  if (start.allDay) return allDayEnd(end.allDay ? end.localMs : toLocalMs(end.timeZone, end.at));
  if (end.allDay) return { localMs: end.localMs, at: toInstant(timeZone, end.localMs) };
  return { localMs: end.timeZone === timeZone ? end.localMs : toLocalMs(timeZone, end.at), at: end.at };
}

function allDayEnd(localMs: number): End {
  const end = localMs === midnightOf(localMs) ? localMs : midnightOf(localMs) + dayMs;
  return { localMs: end, at: end };
}

/** Returns the end after a duration. Adds days in local time, and the rest in elapsed time (RFC 5545 §3.3.6). */
export function endAfter(duration: Duration, start: ResolvedTime, isRepeating: boolean): End {
  const { sign } = duration;
  const days = sign * Math.min(duration.days, longestDuration);
  const ms = sign * Math.min(duration.ms, longestDuration * dayMs);
  const { timeZone, localMs } = start;
  if (start.allDay) return allDayEnd(localMs + days * dayMs + ms);
  const later = localMs + days * dayMs;
  const at = (days === 0 ? start.at : toInstant(timeZone, later)) + ms;
  // The duration of a series is measured in local time.
  return { at, localMs: isRepeating || isInGap(start) ? later + ms : toLocalMs(timeZone, at) };
}

export function shortened(times: LocalTimes, longest: number): LocalTimes {
  if (times.endAt - times.startAt <= longest) return times;
  const endAt = times.startAt + longest;
  return { ...times, endAt, endWall: times.allDay ? endAt : toLocalMs(times.timeZone, endAt) };
}

/** Moves the start of a series to the first instance from 1900 on. Returns null if no such instance exists. */
export function moveIntoCalendar(event: Event): Event | null {
  const series = seriesOf(event);
  if (event.startAt >= calendarStart || !series) return event;
  const [slot] = series.ascending(calendarStart, lastInstant, 1);
  if (!slot) return null;
  return beginSeriesAt(event, series, slot);
}

/** Finds the starts to which a value refers: a date to a day, a floating time to a local time, others to an instant. */
export class SlotFinder {
  constructor(
    private readonly event: Event,
    private readonly series: Series | null,
    private readonly clock: Clock,
  ) {}

  find(value: DateTime): Slot[] {
    if (this.event.allDay) return listOf(this.#slotOf(dayNamed(value, this.clock)));
    const { localMs, at } = this.clock.resolve(value);
    if (value.kind === "date") return this.#onDay(localMs);
    const slot = value.kind === "floating" ? null : this.#slotAt(at);
    // Some programs write the series' clock with another zone.
    return listOf(slot ?? (value.kind === "utc" ? null : this.#slotOf(localMs)));
  }

  #onDay(localMs: number): Slot[] {
    const from = toInstant(this.event.timeZone, localMs);
    const near = this.series?.slots(from - dayMs, from + 2 * dayMs) ?? [startSlot(this.event)];
    return near.filter((slot) => midnightOf(slot.localMs) === localMs);
  }

  #slotOf(localMs: number): Slot | null {
    return localMs < this.event.startWall ? null : slotIn(this.event, this.series, localMs);
  }

  #slotAt(at: number): Slot | null {
    const { startAt } = this.event;
    if (at === startAt) return startSlot(this.event);
    return at < startAt ? null : (this.series?.slotAt(at) ?? null);
  }
}

function listOf(slot: Slot | null): Slot[] {
  return slot ? [slot] : [];
}

export function dayNamed(value: DateTime, clock: Clock): number {
  return midnightOf(localWall(value, clock));
}

/** Converts UTC to local time, except a UTC midnight, because many programs write local midnights as UTC. */
function localWall({ kind, localMs }: DateTime, clock: Clock): number {
  return kind === "utc" && midnightOf(localMs) !== localMs ? toLocalMs(clock.floatingZone, localMs) : localMs;
}

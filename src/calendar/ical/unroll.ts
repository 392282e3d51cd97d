/**
 * Converts a recurring iCalendar object to single events, one per date. Used if one event of the app cannot represent
 * the object.
 */

import { Pattern } from "#lib/recurrence/pattern.ts";
import { lastInstant, type Series, type Slot } from "#lib/recurrence/series.ts";
import { midnightOf, toInstant, toLocalMs } from "#lib/zone.ts";
import {
  calendarStart,
  type Event,
  isInCalendar,
  localTimesAt,
  longestOnce,
  seriesWith,
  startSlot,
} from "../events/event.ts";
import type { Component } from "./component.ts";
import type { Span } from "./read.ts";
import { type Clock, dayNamed, endAfter, endAt, shortened } from "./read-times.ts";
import { periodsIn, type SeriesComponent, timeIn } from "./series-components.ts";
import type { DateTime, Period } from "./values.ts";

export type Override = {
  readonly slot: DateTime;
  readonly event: Event | null;
  /** Whether the override also replaces all later dates. */
  readonly isRange: boolean;
};

export type Dates = {
  readonly event: Event;
  readonly rules: readonly string[];
  readonly excludingRules: readonly string[];
  readonly extra: readonly Event[];
  readonly excluded: readonly DateTime[];
  readonly overrides: readonly Override[];
};

const maxSingles = 500;
const maxExtraDates = 5_000;
const maxExcluded = 10_000;
/** Maximum number of dates to compute from a rule on each side of the span's middle. Excluded dates count too. */
const maxCandidates = 1_000;

export function unroll(dates: Dates, given: Span, clock: Clock): Event[] {
  const { event, overrides } = dates;
  const span = given.reach === undefined ? given : { ...given, to: Math.max(given.to, event.startAt + given.reach) };
  const exclusions = new Exclusions(dates, clock);
  const ranges = rangesOf(dates, clock);
  const found = new Map<number, Event>();
  const slots = dates.rules.flatMap((rule) => slotsNear(seriesWith(event, rule), span));
  const add = (slot: Slot, planned: Event) => {
    if (exclusions.has(slot)) return;
    const range = ranges.findLast((each) => each.at <= slot.at);
    found.set(slot.at, range ? eventInRange(event, range, slot) : planned);
  };
  for (const slot of [startSlot(event), ...slots]) add(slot, eventAt(event, slot));
  for (const extra of dates.extra) add(startSlot(extra), extra);
  const replaced = overrides.flatMap(({ event: own, isRange, slot }) => {
    return own && !(isRange && found.has(clock.resolve(slot).at)) ? [own] : [];
  });
  return nearest([...found.values(), ...replaced], span);
}

/** Returns the events nearest to the span's middle, at most 500. The default middle is after a third of the span. */
export function nearest(events: readonly Event[], span: Span): Event[] {
  const middle = middleOf(span);
  const inside = events.filter((each) => each.endAt >= span.from && each.startAt < span.to && isInCalendar(each));
  if (inside.length > maxSingles) {
    inside.sort((one, other) => Math.abs(one.startAt - middle) - Math.abs(other.startAt - middle));
    inside.length = maxSingles;
  }
  return inside
    .map((each) => ({ ...each, ...shortened(each, longestOnce) }))
    .sort((one, other) => one.startAt - other.startAt);
}

export function nearestParts(parts: readonly SeriesComponent[], most: number, span: Span): readonly SeriesComponent[] {
  if (parts.length <= most) return parts;
  const middle = middleOf(span);
  const distances = parts.map((part) => {
    const localMs = timeIn(part.component, "DTSTART") ?? part.slot?.localMs ?? Infinity;
    return { part, distance: part.isRange ? 0 : Math.abs(localMs - middle) };
  });
  distances.sort((one, other) => one.distance - other.distance);
  return distances.slice(0, most).map(({ part }) => part);
}

function middleOf({ from, to, middle }: Span): number {
  return middle ?? from + Math.floor((to - from) / 3);
}

function slotsNear(series: Series, span: Span): Slot[] {
  const middle = middleOf(span);
  const take = (slots: Iterable<Slot>) => [...Iterator.from(slots).take(maxCandidates)];
  return [
    ...take(series.ascending(middle, Math.min(span.to, lastInstant))),
    ...take(series.descending(Math.max(span.from - longestOnce, calendarStart), middle)),
  ];
}

export function eventAt(event: Event, slot: Slot): Event {
  return { ...event, ...localTimesAt(event, slot), recurrenceRule: null, exceptions: [] };
}

export type Range = { readonly at: number; readonly event: Event; readonly shift: number };

export function rangesOf({ event: { timeZone, allDay }, overrides }: Dates, clock: Clock): Range[] {
  const ranges = overrides.flatMap(({ slot, event, isRange }) => {
    if (!isRange || !event) return [];
    const { at } = clock.resolve(slot);
    const [from, to] = [at, event.startAt].map((each) => (allDay ? each : toLocalMs(timeZone, each)));
    return [{ at, event, shift: event.allDay === allDay ? (to ?? 0) - (from ?? 0) : 0 }];
  });
  return ranges.sort((one, other) => one.at - other.at);
}

export function eventInRange({ timeZone, allDay }: Event, { event, shift }: Range, slot: Slot): Event {
  const startWall = slot.localMs + shift;
  const startAt = allDay ? startWall : toInstant(timeZone, startWall);
  const length = event.allDay === allDay ? event.endAt - event.startAt : 0;
  const endAt = startAt + length;
  const times = { allDay, startAt, endAt, startWall, endWall: allDay ? endAt : toLocalMs(timeZone, endAt), timeZone };
  return { ...event, ...times, recurrenceRule: null, exceptions: [] };
}

export class Exclusions {
  readonly #instants = new Set<number>();
  readonly #walls = new Set<number>();
  readonly #days = new Set<number>();
  readonly #series: readonly Series[];
  readonly #startAt: number;
  readonly #excludesStart: boolean;

  constructor({ event, excluded, excludingRules, overrides }: Omit<Dates, "rules" | "extra">, clock: Clock) {
    const { startWall, allDay } = event;
    this.#series = excludingRules.map((rule) => seriesWith(event, rule));
    // A series has its start even if the rule does not match it.
    const matchesStart = ({ rule }: Series) => new Pattern(rule, startWall, allDay).count(startWall, startWall + 1) > 0;
    this.#excludesStart = this.#series.some(matchesStart);
    this.#startAt = event.startAt;
    const replaced = overrides.filter((each) => !each.isRange).map(({ slot }) => slot);
    for (const value of [...excluded, ...replaced]) {
      if (event.allDay) this.#days.add(dayNamed(value, clock));
      else if (value.kind === "date") this.#days.add(value.localMs);
      else if (value.kind === "floating") this.#walls.add(value.localMs);
      else this.#instants.add(clock.resolve(value).at);
    }
  }

  has({ localMs, at }: Slot): boolean {
    if (this.#instants.has(at) || this.#walls.has(localMs) || this.#days.has(midnightOf(localMs))) return true;
    if (at === this.#startAt) return this.#excludesStart;
    return this.#series.some((each) => each.slotAt(at) !== null);
  }
}

export function excludedDates(component: Component): DateTime[] {
  return periodsIn(component, "EXDATE", maxExcluded).map(({ start }) => start);
}

export function extraDates(component: Component, event: Event, clock: Clock): Event[] {
  return periodsIn(component, "RDATE", maxExtraDates).map((period) => eventForPeriod(event, period, clock));
}

function eventForPeriod(event: Event, { start: value, end }: Period, clock: Clock): Event {
  const start = clock.resolve(event.allDay ? { ...value, kind: "date", localMs: midnightOf(value.localMs) } : value);
  if (start.allDay !== event.allDay) return eventOnDay(event, start.localMs);
  const { at, timeZone } = start;
  const localMs = event.allDay || timeZone === event.timeZone ? start.localMs : toLocalMs(event.timeZone, at);
  const placed = eventAt(event, { localMs, at });
  if (!end) return placed;
  const given = "kind" in end ? endAt(clock.resolve(end), start) : endAfter(end, start, false);
  const endWall = event.allDay ? given.at : toLocalMs(event.timeZone, given.at);
  return given.at < at ? placed : { ...placed, endAt: given.at, endWall };
}

function eventOnDay(event: Event, midnight: number): Event {
  const localMs = midnight + event.startWall - midnightOf(event.startWall);
  return eventAt(event, { localMs, at: toInstant(event.timeZone, localMs) });
}

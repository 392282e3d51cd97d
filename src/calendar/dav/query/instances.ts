import { lastInstant, type Series, type Slot } from "#lib/recurrence/series.ts";
import { day } from "#lib/time.ts";
import { midnightOf, toInstant, toLocalMs } from "#lib/zone.ts";
import { type Event, noDetails, seriesWith, startSlot, type Times, timeRangeOf } from "../../events/event.ts";
import { overlaps } from "../../events/expansion.ts";
import { type Component, hasProperty, propertyOf } from "../../ical/component.ts";
import type { CalendarObject } from "../../ical/objects.ts";
import type { CalendarDefaults } from "../../ical/read.ts";
import { type Clock, clockOf, dayNamed, startOf, timesFrom } from "../../ical/read-times.ts";
import { ruleReadingsIn, rulesFor } from "../../ical/rules.ts";
import { type SeriesComponent, seriesComponentsOf } from "../../ical/series-components.ts";
import {
  type Dates,
  Exclusions,
  eventAt,
  eventInRange,
  excludedDates,
  extraDates,
  type Override,
  type Range as Replacement,
  rangesOf,
} from "../../ical/unroll.ts";
import { type DateTime, readDateTime } from "../../ical/values.ts";
import type { Range } from "./filters.ts";

export type Instance = {
  readonly component: Component;
  /** Event with the times of the instance. Title, notes and other details are missing. */
  readonly event: Event;
  /** Original start of the instance in its series. Null if the component does not repeat, or has a RECURRENCE-ID. */
  readonly slot: Slot | null;
};

const maxExamined = 20_000;
const costOfRule = 5;
const maxReplacements = 50;
const batchSize = 16;

type Master = Dates & {
  readonly component: Component;
  readonly series: readonly Series[];
  readonly exclusions: Exclusions;
  readonly replacements: readonly Replacement[];
  readonly replacing: ReadonlyMap<Event, Component>;
  /** Margin in milliseconds. Instances that overlap a range start originally at most this far outside the range. */
  readonly reach: number;
  readonly cost: number;
};

/** Computes the instances of an iCalendar object from its text, for any date. */
export class Instances {
  readonly clock: Clock;
  readonly zone: string;
  readonly #own = new Map<Component, Instance>();
  readonly #master: Master | null;
  #left = maxExamined;

  constructor(object: CalendarObject, home: CalendarDefaults) {
    this.clock = clockOf(object, home);
    this.zone = home.timeZone;
    const { master, overrides } = seriesComponentsOf(object.components);
    const event = master ? this.#readEvent(master.component) : null;
    this.#master = master && event ? this.#readMaster(master.component, event, overrides) : null;
    if (!this.#master) for (const { component } of overrides) this.#addOwn(component, this.#readEvent(component));
  }

  /** Whether the search stopped because the object has too many dates. Instances may then be missing. */
  get isExhausted(): boolean {
    return this.#left <= 0;
  }

  get master(): Component | null {
    return this.#master?.component ?? null;
  }

  get isRecurring(): boolean {
    return this.#master !== null && (this.#master.series.length > 0 || this.#master.extra.length > 0);
  }

  /** Yields the instances that overlap the range, in any order. If `component` is given, yields only its instances. */
  *overlapping(range: Range, component: Component | null = null): Generator<Instance, void> {
    for (const each of this.near(range, component)) {
      if (overlaps(timeRangeOf(each.event, this.zone), range)) yield each;
    }
  }

  /** Returns all instances that overlap the range. Possibly also returns some instances near the range. */
  *near(range: Range, component: Component | null): Generator<Instance, void> {
    const master = this.#master;
    if (component === null) yield* this.#own.values();
    const own = component && this.#own.get(component);
    if (own) yield own;
    if (!master) return;
    const isGiven = ({ event }: Replacement) => master.replacing.get(event) === component;
    if (component !== null && component !== master.component && !master.replacements.some(isGiven)) return;
    const seen = new Set<number>();
    for (const { slot, planned } of slotsNear(master, range)) {
      if (this.isExhausted) return;
      this.#left -= master.cost;
      if (seen.has(slot.at) || master.exclusions.has(slot)) continue;
      seen.add(slot.at);
      const found = this.#instanceAt(master, slot, planned);
      if (component === null || found.component === component) yield found;
    }
  }

  /** Returns the times that an instance would have without the override. */
  plannedTimes(override: Component): Times | null {
    const id = propertyOf(override, "RECURRENCE-ID");
    const value = id && readDateTime(id);
    return value && this.#master ? eventAt(this.#master.event, this.#slotOf(value, this.#master.event)) : null;
  }

  /** Returns the original start that a RECURRENCE-ID names, in the time zone of the series. */
  #slotOf(value: DateTime, { allDay, startWall, timeZone }: Event): Slot {
    const { at, localMs, allDay: isDate } = this.clock.resolve(value);
    if (allDay) {
      const midnight = dayNamed(value, this.clock);
      return { at: midnight, localMs: midnight };
    }
    const own = isDate ? localMs + startWall - midnightOf(startWall) : toLocalMs(timeZone, at);
    return { at: isDate ? toInstant(timeZone, own) : at, localMs: own };
  }

  #instanceAt(master: Master, slot: Slot, planned: Event | null): Instance {
    const replacement = master.replacements.findLast((each) => each.at <= slot.at);
    const component = replacement && master.replacing.get(replacement.event);
    if (component) return { component, slot, event: eventInRange(master.event, replacement, slot) };
    const isSingle = master.series.length === 0 && master.extra.length === 0;
    return { component: master.component, slot: isSingle ? null : slot, event: planned ?? eventAt(master.event, slot) };
  }

  #readMaster(component: Component, event: Event, overrides: readonly SeriesComponent[]): Master {
    const [rules = [], excludingRules = []] = ["RRULE", "EXRULE"].map((name) => this.#rulesIn(component, name, event));
    const excluded = excludedDates(component);
    const extra = extraDates(component, event, this.clock);
    const replacing = new Map<Event, Component>();
    const own: Override[] = [];
    const cancelled = new Exclusions({ event, excluded, excludingRules: [], overrides: [] }, this.clock);
    for (const part of overrides) {
      const { slot } = part;
      if (!slot) {
        this.#addOwn(part.component, this.#readEvent(part.component));
        continue;
      }
      const place = this.#slotOf(slot, event);
      const read = this.#readEvent(part.component) ?? eventAt(event, place);
      const isRange = part.isRange && replacing.size < maxReplacements;
      own.push({ slot, isRange, event: read });
      if (isRange) replacing.set(read, part.component);
      else if (!cancelled.has(place)) this.#addOwn(part.component, read);
    }
    const dates: Dates = { event, rules, excludingRules, extra, excluded, overrides: own };
    const replacements = rangesOf(dates, this.clock);
    const reaches = replacements.map((each) => Math.abs(each.shift) + lengthOf(each.event));
    return {
      ...dates,
      component,
      series: rules.map((each) => seriesWith(event, each)),
      exclusions: new Exclusions(dates, this.clock),
      replacements,
      replacing,
      reach: Math.max(lengthOf(event), ...reaches) + 2 * day,
      cost: 1 + excludingRules.length * costOfRule,
    };
  }

  #rulesIn(component: Component, name: string, { startWall, startAt, timeZone, allDay }: Event): string[] {
    const dayZone = startOf(component, this.clock, true)?.dayZone;
    const start = { localMs: startWall, at: startAt, timeZone, isAllDay: allDay, dayZone };
    return rulesFor(ruleReadingsIn(component, name), start);
  }

  #addOwn(component: Component, event: Event | null): void {
    if (event) this.#own.set(component, { component, event, slot: null });
  }

  #readEvent(component: Component): Event | null {
    const isRepeating = hasProperty(component, "RRULE", "RDATE");
    const start = startOf(component, this.clock, isRepeating);
    return start && { ...noDetails, title: "", ...timesFrom(component, start, this.clock, isRepeating).times };
  }
}

function* slotsNear(master: Master, range: Range): Generator<{ slot: Slot; planned: Event | null }, void> {
  const { event, extra, series, reach } = master;
  const [from, to] = [range.from - reach, Math.min(range.to + reach, lastInstant + 1)];
  const { startAt } = event;
  if (startAt >= from && startAt <= range.to + reach) yield { slot: startSlot(event), planned: event };
  for (const planned of extra) {
    if (planned.endAt + 2 * day < from || planned.startAt > range.to + reach) continue;
    yield { slot: startSlot(planned), planned };
  }
  for (const each of series) {
    for (const slot of each.ascending(from, to, batchSize)) {
      if (slot.at !== startAt) yield { slot, planned: null };
    }
  }
}

function lengthOf({ startAt, endAt, startWall, endWall }: Event): number {
  return Math.max(endAt - startAt, endWall - startWall, 0);
}

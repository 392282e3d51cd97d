/** Converts iCalendar objects to events. Remarks report what an event cannot express. */

import { runStepsToEnd } from "#lib/concurrency.ts";
import type { Series, Slot } from "#lib/recurrence/series.ts";
import { day as dayMs } from "#lib/time.ts";
import {
  calendarStart,
  cancelledAt,
  type Event,
  type Exception,
  firstActiveSlot,
  isInCalendar,
  isSameTime,
  isUnchanged,
  type LocalTimes,
  longestOnce,
  longestRepeating,
  noDetails,
  pickTimes,
  seriesOf,
  sortExceptions,
  timesOf,
} from "../events/event.ts";
import { type Component, propertyOf } from "./component.ts";
import type { CalendarObject } from "./objects.ts";
import { categoriesOf, detailsFrom, differences, largeAttachmentsIn, readDetails, titleOf } from "./read-details.ts";
import {
  type Clock,
  clockOf,
  moveIntoCalendar,
  type ResolvedTime,
  SlotFinder,
  shortened,
  startOf,
  timesFrom,
} from "./read-times.ts";
import { type Remark, type RemarkCode, type RemarkValues, remark } from "./remarks.ts";
import { type RuleReading, ruleReadingsIn, rulesFor } from "./rules.ts";
import { type SeriesComponent, seriesComponentsOf, timeIn } from "./series-components.ts";
import {
  type Dates,
  Exclusions,
  eventAt,
  excludedDates,
  extraDates,
  nearest,
  nearestParts,
  type Override,
  unroll,
} from "./unroll.ts";
import { type DateTime, readDateTime } from "./values.ts";

export type CalendarDefaults = {
  readonly timeZone: string;
  readonly defaultReminder: number | null;
  /** Id of the owner of private events; null for none. Undefined if the text does not decide what is private. */
  readonly privateTo?: string | null;
};

export type Span = {
  readonly from: number;
  readonly to: number;
  /** Instant in the span. A series with too many dates in the span is reduced to those nearest to this instant. */
  readonly middle?: number;
  /** Period in milliseconds from the start of a series. Dates in this period are read even after `to`. */
  readonly reach?: number;
};

export type Reading = {
  readonly uid: string;
  /** Event that represents the object. Null if the app shows only `singles` or nothing. */
  readonly event: Event | null;
  readonly singles: readonly Event[];
  readonly kind: "event" | "unrolled";
  readonly isCancelled: boolean;
  readonly modifiedAt: number | null;
  readonly categories: readonly string[];
  readonly remarks: readonly Remark[];
  /** Events that an import adds. A series with extra dates stays a series. Only its extra dates are single events. */
  readonly importable: readonly Event[];
};

const maxExceptions = 2_000;
const longestRule = 2_000;
const maxLookUps = 2_500;
/** Maximum number of overrides that are read from an object whose dates are stored as single events. */
const maxReplacing = 500;
const maxDetached = 2_000;
const maxItems = 20_000;
const maxExtraDates = 2_000;
const partsPerStep = 100;

const pastMs = 400 * dayMs;
const futureMs = 800 * dayMs;

/** Returns the span in which the dates of a series are stored as single events. */
export function shownSpan(now: Date): Span {
  return { from: now.getTime() - pastMs, to: now.getTime() + futureMs };
}

export function importedSpan(now: Date): Span {
  const { to } = shownSpan(now);
  return { from: calendarStart, to, middle: now.getTime(), reach: futureMs };
}

export function eventsIn({ event, singles }: Pick<Reading, "event" | "singles">): readonly Event[] {
  return event === null ? singles : [event];
}

export function readObject(object: CalendarObject, home: CalendarDefaults, span: Span): Reading {
  return runStepsToEnd(readObjectSteps(object, home, span));
}

export function readObjectSteps(object: CalendarObject, home: CalendarDefaults, span: Span): Generator<void, Reading> {
  return new ObjectReader(object, home, span).read();
}

const nothing = { event: null, singles: [], kind: "event", isCancelled: false, importable: [] } as const;

type Outcome = Pick<Reading, "event" | "singles" | "kind" | "isCancelled" | "importable">;

export function tooLargeReading(object: CalendarObject): Reading {
  const [first] = object.components;
  const remarks = [remark("object_too_large", undefined, subjectOf(object.uid, first))];
  return { uid: object.uid, ...nothing, modifiedAt: null, categories: [], remarks };
}

export function subjectOf(uid: string, about: Component | undefined): Pick<Remark, "uid" | "title" | "date"> {
  const start = about && propertyOf(about, "DTSTART");
  const localMs = start && readDateTime(start)?.localMs;
  const date = localMs === undefined ? null : new Date(localMs).toISOString().slice(0, 10);
  return { uid, title: about ? titleOf(about) : null, date };
}

class ObjectReader {
  readonly #clock: Clock;
  readonly #remarks = new Map<RemarkCode, Remark>();
  #subject: Component | undefined;

  constructor(
    private readonly object: CalendarObject,
    private readonly home: CalendarDefaults,
    private readonly span: Span,
  ) {
    this.#clock = clockOf(object, home);
  }

  *read(): Generator<void, Reading> {
    const { uid } = this.object;
    const components = this.object.components.map(cutShort);
    const { master, overrides, hasSeveralMasters } = seriesComponentsOf(components);
    yield;
    this.#subject = master?.component ?? components[0];
    if (hasSeveralMasters) this.#remark("same_id");
    const outcome = master ? yield* this.#readMaster(master, overrides) : this.#readDetached(overrides);
    const attachments = components.reduce((count, each) => count + largeAttachmentsIn(each), 0);
    if (attachments > 0) this.#remark("large_attachments", { count: attachments });
    if (this.#clock.guess) this.#remark("unknown_zone", this.#clock.guess);
    const modified = components.map((each) => timeIn(each, "LAST-MODIFIED")).filter((each) => each !== null);
    return {
      uid,
      ...outcome,
      modifiedAt: modified.length > 0 ? modified.reduce((one, other) => Math.max(one, other)) : null,
      categories: this.#subject ? categoriesOf(this.#subject) : [],
      remarks: [...this.#remarks.values()],
    };
  }

  #remark(code: RemarkCode, values?: RemarkValues, about = this.#subject): void {
    if (this.#remarks.has(code)) return;
    this.#remarks.set(code, remark(code, values, subjectOf(this.object.uid, about)));
  }

  #readDetached(overrides: readonly SeriesComponent[]): Outcome {
    const parts = nearestParts(overrides, maxDetached, this.span);
    const events = parts.flatMap((each) => this.#overriding(each, null) ?? []);
    const singles = nearest(events, this.span);
    if (events.length > 0) return { ...nothing, kind: "unrolled", singles, importable: events };
    if (overrides.some((each) => !each.isCancelled)) return nothing;
    return overrides.length > 0 ? this.#cancelled() : nothing;
  }

  *#readMaster(master: SeriesComponent, overrides: readonly SeriesComponent[]): Generator<void, Outcome> {
    const { component } = master;
    if (master.isCancelled) return this.#cancelled();
    const readings = this.#readRules(component, "RRULE");
    const isRepeating = readings.length > 0 || propertyOf(component, "RDATE") !== undefined;
    const start = startOf(component, this.#clock, isRepeating);
    if (!start) {
      this.#remark("no_start");
      return this.#readDetached(overrides);
    }
    const times = this.#timesFrom(component, start, isRepeating);
    const ruleStart = { ...start, isAllDay: start.allDay };
    const rules = rulesFor(readings, ruleStart);
    const excludingRules = rulesFor(this.#readRules(component, "EXRULE"), ruleStart);
    const event = this.#eventFrom(component, times, rules[0] ?? null, null);
    return yield* this.#readDates(component, event, { rules, excludingRules }, overrides);
  }

  *#readDates(
    component: Component,
    event: Event,
    { rules, excludingRules }: Pick<Dates, "rules" | "excludingRules">,
    overrides: readonly SeriesComponent[],
  ): Generator<void, Outcome> {
    const excluded = excludedDates(component);
    const extra = extraDates(component, event, this.#clock);
    const unrolled = (code: RemarkCode): Outcome => {
      this.#remark(code);
      const read = new Set(nearestParts(overrides, maxReplacing, this.span));
      const replacing = overrides.flatMap((each) => this.#overrideOf(each, read.has(each) ? event : null));
      const dates: Dates = { event, rules, excludingRules, extra, excluded, overrides: replacing };
      const singles = unroll(dates, this.span, this.#clock);
      return { ...nothing, kind: "unrolled", singles, importable: singles };
    };
    const isLong = rules.length > 0 && event.endAt - event.startAt > longestRepeating;
    const isUnusual = rules.length > 1 || excludingRules.length > 0 || isLong || (rules[0] ?? "").length > longestRule;
    const isLarge = excluded.length > maxLookUps || overrides.length > maxLookUps;
    if (isUnusual || isLarge || overrides.some((each) => each.isRange)) {
      return unrolled("not_editable");
    }
    const whole = yield* this.#readSeries(event, excluded, overrides);
    if (whole === "too_strange") return unrolled("not_editable");
    if (extra.length === 0) return whole;
    const finder = new SlotFinder(event, seriesOf(event), this.#clock);
    const isNew = (each: Event) => finder.find({ kind: "utc", localMs: each.startAt, tzid: null }).length === 0;
    const isExtra = extra.length > maxExtraDates || extra.some((each) => each.allDay !== event.allDay || isNew(each));
    if (!isExtra) return whole;
    const exclusions = new Exclusions({ event, excluded, excludingRules, overrides: [] }, this.#clock);
    const isLeft = ({ startWall: localMs, startAt: at }: Event) => !exclusions.has({ localMs, at });
    const added = extra.slice(0, maxExtraDates).filter((each) => isNew(each) && isLeft(each) && isInCalendar(each));
    const fitting = added.map((each) => ({ ...each, ...shortened(each, longestOnce) }));
    return { ...unrolled("extra_dates"), importable: [...whole.importable, ...fitting] };
  }

  *#readSeries(
    start: Event,
    excluded: readonly DateTime[],
    overrides: readonly SeriesComponent[],
  ): Generator<void, Outcome | "too_strange"> {
    const event = start.recurrenceRule === null ? start : moveIntoCalendar(start);
    if (!event || !isInCalendar(event)) {
      this.#remark("out_of_range");
      return nothing;
    }
    const series = seriesOf(event);
    if (!series) return this.#readSingle(event, excluded, overrides);
    if (series.isEmpty()) return this.#nothingLeft();
    const exceptions = yield* this.#exceptionsOf(event, series, start, excluded, overrides);
    if (exceptions === "too_strange" || exceptions.length > maxExceptions) return "too_strange";
    const whole = { ...event, exceptions };
    if (exceptions.some((each) => each.cancelled) && !firstActiveSlot(whole, series)) return this.#nothingLeft();
    return { ...nothing, event: whole, importable: [whole] };
  }

  #cancelled(): Outcome {
    this.#remark("cancelled");
    return { ...nothing, isCancelled: true };
  }

  #nothingLeft(): Outcome {
    this.#remark("all_cancelled");
    return nothing;
  }

  #readSingle(
    event: Event,
    excluded: readonly DateTime[],
    overrides: readonly SeriesComponent[],
  ): Outcome | "too_strange" {
    if (overrides.some((each) => !each.isCancelled)) return "too_strange";
    const finder = new SlotFinder(event, null, this.#clock);
    const cancelled = [...excluded, ...overrides.flatMap(({ slot }) => slot ?? [])];
    if (cancelled.some((each) => finder.find(each).length > 0)) return this.#nothingLeft();
    const fitting = { ...event, ...shortened(event, longestOnce) };
    if (fitting.endAt !== event.endAt) this.#remark("too_long");
    return { ...nothing, event: fitting, importable: [fitting] };
  }

  *#exceptionsOf(
    event: Event,
    series: Series,
    { startAt: firstAt }: Event,
    excluded: readonly DateTime[],
    overrides: readonly SeriesComponent[],
  ): Generator<void, readonly Exception[] | "too_strange"> {
    const finder = new SlotFinder(event, series, this.#clock);
    const found = new Map<number, Exception>();
    for (const [index, part] of overrides.entries()) {
      if (index % partsPerStep === partsPerStep - 1) yield;
      const slot = part.slot && finder.find(part.slot)[0];
      const isEarly =
        part.slot !== null && firstAt < event.startAt && this.#clock.resolve(part.slot).at < event.startAt;
      if (!slot && (part.isCancelled || isEarly)) continue;
      const exception = slot && this.#exceptionAt(event, slot, part);
      if (!exception) return "too_strange";
      if (!isUnchanged(exception)) found.set(slot.localMs, exception);
    }
    for (const [index, each] of excluded.entries()) {
      if (index % partsPerStep === partsPerStep - 1) yield;
      for (const { localMs } of finder.find(each)) found.set(localMs, cancelledAt(localMs));
    }
    return sortExceptions(found.values());
  }

  /**
   * Returns an exception with only the differences from the series, so that later changes of the series apply to the
   * rest. Returns null if the instance is too long.
   */
  #exceptionAt(event: Event, slot: Slot, part: SeriesComponent): Exception | null {
    const planned = timesOf(event, slot);
    const own = part.isCancelled ? null : this.#overriding(part, { ...event, ...planned });
    if (!own) return cancelledAt(slot.localMs);
    const { allDay, startAt, endAt } = own;
    const isMoved = !isSameTime(own, planned);
    if (isMoved && endAt - startAt > longestRepeating) return null;
    return {
      wall: slot.localMs,
      cancelled: false,
      own: differences(event, own),
      times: isMoved ? { allDay, startAt, endAt } : null,
    };
  }

  #overriding(part: SeriesComponent, planned: Event | null): Event | null {
    const { component } = part;
    if (part.isCancelled) return null;
    const start = startOf(component, this.#clock, false);
    if (!start && !planned) {
      this.#remark("no_start", undefined, component);
      return null;
    }
    const times = start ? this.#timesFrom(component, start, false) : planned;
    if (!times) return null;
    const event = this.#eventFrom(component, times, null, planned);
    if (!isInCalendar(event)) {
      this.#remark("out_of_range", undefined, component);
      return null;
    }
    return planned ? event : { ...event, ...shortened(event, longestOnce) };
  }

  /** Converts a component of a series to an override. If `master` is null, the override only removes an instance. */
  #overrideOf(part: SeriesComponent, master: Event | null): Override | [] {
    const { slot, isRange } = part;
    if (!slot) return [];
    if (!master) return { slot, isRange, event: null };
    const { at, localMs } = this.#clock.resolve(slot);
    const planned = eventAt(master, { localMs, at });
    return { slot, isRange, event: this.#overriding(part, planned) };
  }

  #timesFrom(component: Component, start: ResolvedTime, isRepeating: boolean): LocalTimes {
    const { times, endsEarly } = timesFrom(component, start, this.#clock, isRepeating);
    if (endsEarly) this.#remark("ends_before_start", undefined, component);
    return times;
  }

  #eventFrom(component: Component, times: LocalTimes, rule: string | null, series: Event | null): Event {
    const details = readDetails(component);
    for (const code of details.problems) this.#remark(code, undefined, component);
    return { ...noDetails, ...detailsFrom(details, series, this.home), ...pickTimes(times), recurrenceRule: rule };
  }

  #readRules(component: Component, name: string): RuleReading[] {
    const readings = ruleReadingsIn(component, name);
    for (const each of readings) {
      if ("problem" in each) this.#remark(each.problem);
      else if (each.isMended) this.#remark("mended_rule");
    }
    return readings.filter((each) => "texts" in each);
  }
}

function cutShort(component: Component): Component {
  return component.items.length > maxItems ? { ...component, items: component.items.slice(0, maxItems) } : component;
}

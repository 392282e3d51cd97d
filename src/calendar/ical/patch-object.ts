/** Updates a stored iCalendar object by changing only the lines whose meaning changed. */

import type { Series, Slot } from "#lib/recurrence/series.ts";
import { second } from "#lib/time.ts";
import { type Details, type Event, type Exception, isSameTime, ownerOf, seriesOf, slotIn } from "../events/event.ts";
import { type Component, type Item, isProperty, type Property, propertiesOf, propertyOf } from "./component.ts";
import { property } from "./lines.ts";
import { type Move, moveBetween } from "./merge.ts";
import type { CalendarObject } from "./objects.ts";
import { type Reading, readObjectSteps } from "./read.ts";
import { categoriesOf, remindersInForce } from "./read-details.ts";
import { clockOf, SlotFinder } from "./read-times.ts";
import { writeRule } from "./rules.ts";
import { type SeriesComponent, sequenceOf, seriesComponentsOf, timeIn } from "./series-components.ts";
import { escapeText, readDateTime, readPeriods } from "./values.ts";
import type { RenderContext } from "./write.ts";
import {
  alarmsFor,
  categoriesAt,
  categoriesGroup,
  detailGroups,
  formOf,
  type InstanceToWrite,
  isWritten,
  type PropertyGroup,
  ruleGroup,
  shownAt,
  slotLine,
  stampGroups,
  type TimeForm,
  timesGroup,
  withAlarms,
  withGroups,
  withUnambiguousStart,
  zonedForm,
} from "./write-lines.ts";

const detailNames = ["title", "location", "notes", "privateTo"] as const;
const noSpan = { from: 0, to: 0 };
const partsPerStep = 100;
const largestSequence = 2 ** 31 - 1;

/**
 * Returns the components of a stored object with the changes of the event, in steps. Returns null if the object has no
 * component for the event. `parsed` is the result of reading the object, if the caller has read it.
 */
export function* renderPatched(
  event: Event,
  object: CalendarObject,
  context: RenderContext,
  parsed?: Reading,
): Generator<void, readonly Component[] | null> {
  const home = { ...context.home, privateTo: ownerOf(event) };
  const { kind, event: known } = parsed ?? (yield* readObjectSteps(object, home, noSpan));
  if (kind === "unrolled") return object.components;
  yield;
  const { master, overrides } = seriesComponentsOf(object.components);
  if (!known || !master) return null;
  const plain = withUnambiguousStart(event);
  yield;
  if (isUnchanged(known, plain, [master, ...overrides], object, context)) return object.components;
  return yield* new ObjectPatcher(known, plain, object, context, master.component).write(master, overrides);
}

/** Whether the event still equals its stored iCalendar text. Most events of a feed do. */
function isUnchanged(
  known: Event,
  event: Event,
  parts: readonly SeriesComponent[],
  object: CalendarObject,
  context: RenderContext,
): boolean {
  return (
    [...detailNames, "recurrenceRule" as const].every((field) => known[field] === event[field]) &&
    hasSameTimes(known, event) &&
    Bun.deepEquals(known.exceptions, event.exceptions) &&
    Bun.deepEquals(remindersOf(known, context), remindersOf(event, context)) &&
    parts.every((each) => each.isCancelled || categoriesAfter(each.component, context) === null) &&
    (context.isWholeText === true || !followsOtherFloatingZone(object, context))
  );
}

function remindersOf(details: Details, { home }: RenderContext): readonly number[] {
  return remindersInForce(details, home.defaultReminder);
}

/** Whether the stored text gives floating times another time zone than the household's. */
function followsOtherFloatingZone(object: CalendarObject, { home }: RenderContext): boolean {
  if (object.properties.length === 0 || !object.components.some(hasFloatingStart)) return false;
  return clockOf(object, home).floatingZone !== home.timeZone;
}

/** Returns the new categories of a component. Returns null if the categories did not change. */
function categoriesAfter(
  component: Component,
  { memberNames = [], ...context }: RenderContext,
  exception?: Exception,
): string[] | null {
  const categories = categoriesAt(exception, context);
  const fold = (name: string) => name.toLowerCase();
  const kept = categoriesOf(component);
  const [present, wanted, members] = [kept, categories, memberNames].map((names) => new Set(names.map(fold)));
  const missing = categories.filter((name) => !present?.has(fold(name)));
  const left = kept.filter((name) => wanted?.has(fold(name)) || !members?.has(fold(name)));
  return missing.length === 0 && left.length === kept.length ? null : [...left, ...missing];
}

class ObjectPatcher {
  readonly #series: Series | null;
  readonly #finder: SlotFinder;
  readonly #move: Move;
  /** Whether to rewrite every RECURRENCE-ID and EXDATE, because the original starts or their form changed. */
  readonly #hasNewSlots: boolean;
  readonly #hasNewTimes: boolean;
  readonly #followsOtherFloatingZone: boolean;
  readonly #form: TimeForm;
  readonly #exceptions: ReadonlyMap<number, Exception>;
  readonly #knownExceptions: ReadonlyMap<number, Exception>;
  #stamps: readonly PropertyGroup[] = [];

  constructor(
    private readonly known: Event,
    private readonly event: Event,
    private readonly object: CalendarObject,
    private readonly context: RenderContext,
    master: Component,
  ) {
    this.#exceptions = new Map(event.exceptions.map((each) => [each.wall, each]));
    this.#knownExceptions = new Map(known.exceptions.map((each) => [each.wall, each]));
    this.#series = seriesOf(event);
    const clock = clockOf(object, context.home);
    this.#finder = new SlotFinder(known, seriesOf(known), clock);
    this.#move = moveBetween(known, event);
    this.#followsOtherFloatingZone = followsOtherFloatingZone(object, context);
    const start = propertyOf(master, "DTSTART");
    const hasTimesOfDay = known.allDay && start !== undefined && readDateTime(start)?.kind !== "date";
    this.#hasNewTimes = this.#followsOtherFloatingZone || hasTimesOfDay || !hasSameTimes(known, event);
    const zoned = zonedForm(event.timeZone);
    const form = start ? formOf(start) : zoned;
    const isStillUtc = form.suffix === "Z" && event.timeZone === "UTC" && event.recurrenceRule !== null;
    this.#form = this.#hasNewTimes && !isStillUtc ? zoned : form;
    const hasNewForm = event.recurrenceRule !== null && !event.allDay && !Bun.deepEquals(this.#form, form);
    this.#hasNewSlots = this.#followsOtherFloatingZone || hasTimesOfDay || hasNewForm || !hasSameSlots(known, event);
  }

  *write(master: SeriesComponent, overrides: readonly SeriesComponent[]): Generator<void, readonly Component[]> {
    this.#stamps = stampGroups(this.context.updatedAt, this.#sequenceAfter(master.component));
    const written = new Map<Component, Component | null>();
    const covered = new Set<number>();
    for (const [index, part] of overrides.entries()) {
      if (index % partsPerStep === partsPerStep - 1) yield;
      const slot = part.slot && this.#finder.find(part.slot)[0];
      const override = slot ? this.#patchOverride(part, slot, covered) : this.#hasNewSlots ? null : part.component;
      written.set(part.component, override);
    }
    const patched = this.#patchMaster(master.component, covered);
    const added = this.event.exceptions
      .filter((each) => isWritten(each, this.context) && !each.cancelled && !covered.has(each.wall))
      .map((each) => this.#addOverride(patched, each));
    const isSame = added.length === 0 && [...written].every(([before, after]) => before === after);
    if (isSame && patched === master.component) return this.object.components;
    written.set(master.component, { ...patched, items: withGroups(patched.items, this.#stamps) });
    // An older version of a component must not be written.
    const components = this.object.components.flatMap((each) => written.get(each) ?? []);
    return [...components, ...added.filter((each) => each !== null)].map((each) => this.#withUid(each));
  }

  /** Adds a missing UID. Without a UID, programs would take the changed text for a different object. */
  #withUid(component: Component): Component {
    if (propertyOf(component, "UID")?.value.trim()) return component;
    return { ...component, items: [property("UID", escapeText(this.context.uid)), ...component.items] };
  }

  /** Returns the next SEQUENCE, which grows by one for each second since the last change, and at least by one. */
  #sequenceAfter(master: Component): number {
    const { createdAt, updatedAt } = this.context;
    const then = timeIn(master, "LAST-MODIFIED") ?? timeIn(master, "DTSTAMP") ?? createdAt;
    const passed = Math.max(1, Math.floor((updatedAt - then) / second));
    const sequence = this.object.components.reduce((most, each) => Math.max(most, sequenceOf(each)), 0);
    return Math.min(largestSequence, sequence + passed);
  }

  #patchMaster(component: Component, covered: ReadonlySet<number>): Component {
    const [known, event] = [this.known, this.event];
    const groups = this.#changedDetails(known, event);
    if (this.#hasNewTimes) groups.push(timesGroup(event, this.#form));
    const hasNewRule = writeRule(known) !== writeRule(event);
    if (hasNewRule) groups.push(ruleGroup(event));
    // The series may be written as its own first instance.
    if (this.#hasNewTimes || hasNewRule) groups.push({ names: ["RECURRENCE-ID"], lines: [] });
    groups.push(...this.#changedCategories(component));
    const excluded = this.#patchExcluded(component, covered);
    if (excluded) groups.push(excluded);
    return this.#patch(component, groups, known, event);
  }

  #patchOverride(part: SeriesComponent, slot: Slot, covered: Set<number>): Component | null {
    const localMs = this.#move.forward(slot.localMs);
    const next = slotIn(this.event, this.#series, localMs);
    const exception = this.#exceptions.get(localMs);
    const knownException = this.#knownExceptions.get(slot.localMs);
    const isCancelled = exception?.cancelled ?? false;
    // The instance was cancelled by EXDATE, or because it is outside the years of the calendar.
    const wasCancelled = knownException?.cancelled ?? false;
    if (isCancelled && wasCancelled && !part.isCancelled && !this.#hasNewSlots) {
      covered.add(localMs);
      return part.component;
    }
    if (!next || part.isCancelled !== isCancelled) return null;
    const isRestored = knownException !== undefined && !(exception && isWritten(exception, this.context));
    if (isRestored) return null;
    covered.add(localMs);
    const groups: PropertyGroup[] = [];
    if (this.#hasNewSlots) {
      groups.push({ names: ["RECURRENCE-ID"], lines: [this.#slotLine("RECURRENCE-ID", localMs)] });
    }
    if (part.isCancelled) return this.#patch(part.component, groups, this.known, this.known);
    const before = shownAt(this.known, slot, knownException);
    const after = shownAt(this.event, next, exception);
    groups.push(...this.#changedDetails(before, after), ...this.#changedCategories(part.component, exception));
    if (this.#followsOtherFloatingZone || !isSameTime(before, after)) groups.push(this.#timesGroup(after));
    return this.#patch(part.component, groups, before, after);
  }

  /** Returns a new component for an exception. Copies the other lines of the master event, such as attendees. */
  #addOverride(master: Component, exception: Exception): Component | null {
    const { wall: localMs } = exception;
    const slot = slotIn(this.event, this.#series, localMs);
    if (!slot) return null;
    const shown = shownAt(this.event, slot, exception);
    const copied = master.items.filter((item) => !isOfSeries(item));
    const place = copied.findIndex((item) => isProperty(item, ["UID"]));
    const items = copied.toSpliced(place + 1, 0, this.#slotLine("RECURRENCE-ID", localMs));
    const changed = [...this.#changedDetails(this.event, shown), ...this.#changedCategories(master, exception)];
    const groups = [...changed, this.#timesGroup(shown), ...this.#stamps];
    return { ...master, items: withAlarms(withGroups(items, groups), this.#alarmsFor(shown)) };
  }

  #patch(component: Component, groups: readonly PropertyGroup[], before: Details, after: Details): Component {
    const [known, next] = [before, after].map((each) => remindersOf(each, this.context));
    const hasSameAlarms = this.context.hasAlarms === false || Bun.deepEquals(known, next);
    if (hasSameAlarms && groups.length === 0) return component;
    const items = withGroups(component.items, [...groups, ...this.#stamps]);
    return { ...component, items: hasSameAlarms ? items : withAlarms(items, this.#alarmsFor(after)) };
  }

  #slotLine(name: string, localMs: number): Property {
    return slotLine(name, this.event, localMs, this.#form);
  }

  /** Writes an instance's times. Never uses a stored zone definition, as it may cover only the years of the series. */
  #timesGroup(shown: InstanceToWrite): PropertyGroup {
    return timesGroup(shown, this.#form.params.length === 0 ? this.#form : undefined);
  }

  #alarmsFor(shown: Details): Component[] {
    return alarmsFor(remindersOf(shown, this.context), shown.title);
  }

  #changedDetails(before: Details, after: Details): PropertyGroup[] {
    const changed = detailNames.filter((name) => before[name] !== after[name]);
    return changed.map((name) => detailGroups[name](after, this.event));
  }

  #changedCategories(component: Component, exception?: Exception): PropertyGroup[] {
    const categories = categoriesAfter(component, this.context, exception);
    return categories ? [categoriesGroup(categories)] : [];
  }

  #patchExcluded(component: Component, covered: ReadonlySet<number>): PropertyGroup | null {
    const cancelled = this.event.exceptions.filter((each) => each.cancelled && !covered.has(each.wall));
    const missing = new Set(cancelled.map((each) => each.wall));
    const before = propertiesOf(component, "EXDATE");
    const kept = this.#hasNewSlots ? [] : before.flatMap((each) => this.#keepExcluded(each, missing));
    const isSame =
      missing.size === 0 && kept.length === before.length && kept.every((each, index) => each === before[index]);
    if (isSame) return null;
    const added = [...missing].map((localMs) => this.#slotLine("EXDATE", localMs));
    return { names: ["EXDATE"], lines: [...kept, ...added] };
  }

  /**
   * Removes from an EXDATE the dates that are no longer cancelled. Keeps dates that are not instances of the series.
   */
  #keepExcluded(line: Property, missing: Set<number>): Property[] {
    const cancelled = new Set(this.event.exceptions.filter((each) => each.cancelled).map((each) => each.wall));
    const texts = line.value.split(",");
    const kept = readPeriods(line).flatMap((period, index) => {
      const slots = period ? this.#finder.find(period.start) : [];
      if (!slots.every(({ localMs }) => cancelled.has(localMs))) return [];
      for (const { localMs } of slots) missing.delete(localMs);
      return texts[index] ?? [];
    });
    if (kept.length === texts.length) return [line];
    return kept.length === 0 ? [] : [property(line.name, kept.join(","), line.params)];
  }
}

const seriesNames = ["RRULE", "RDATE", "EXDATE", "EXRULE", "RECURRENCE-ID"];

function isOfSeries(item: Item): boolean {
  return isProperty(item, seriesNames) || (item.kind === "component" && item.name === "VALARM");
}

function hasFloatingStart(component: Component): boolean {
  const start = propertyOf(component, "DTSTART");
  return start !== undefined && readDateTime(start)?.kind === "floating";
}

function hasSameTimes(known: Event, event: Event): boolean {
  if (!isSameTime(known, event)) return false;
  if (event.allDay || event.recurrenceRule === null) return true;
  // A start in UTC would make the series follow UTC.
  if (known.recurrenceRule === null) return false;
  const isSameWall = known.startWall === event.startWall && known.endWall === event.endWall;
  return isSameWall && known.timeZone === event.timeZone;
}

function hasSameSlots(known: Event, event: Event): boolean {
  if (known.recurrenceRule === null || event.recurrenceRule === null)
    return known.recurrenceRule === event.recurrenceRule;
  if (known.allDay !== event.allDay || known.startWall !== event.startWall) return false;
  return event.allDay || known.timeZone === event.timeZone;
}

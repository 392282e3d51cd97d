import { hour } from "#lib/time.ts";
import { type Component, hasProperty, parameterOf, propertiesOf, propertyOf, withoutProperties } from "./component.ts";
import { property } from "./lines.ts";
import { type CalendarObject, objectSteps } from "./objects.ts";
import { isCancelled, titleOf } from "./read-details.ts";
import { type DateTime, type Period, readDateTime, readPeriods } from "./values.ts";

/** Component of a series: the master event, or an override, which has a RECURRENCE-ID and replaces an instance. */
export type SeriesComponent = {
  readonly component: Component;
  readonly hasSlot: boolean;
  readonly slot: DateTime | null;
  /** Whether the component also replaces all later instances. */
  readonly isRange: boolean;
  readonly isCancelled: boolean;
};

type SeriesComponents = {
  readonly master: SeriesComponent | undefined;
  /** Newest override of each instance. */
  readonly overrides: readonly SeriesComponent[];
  readonly hasSeveralMasters: boolean;
};

export function seriesComponentsOf(components: readonly Component[]): SeriesComponents {
  const parts = components.map(seriesComponentOf);
  const unslotted = parts.filter((each) => !each.hasSlot);
  const dated = unslotted.filter(({ component }) => timeIn(component, "DTSTART") !== null);
  const masters = dated.length > 0 ? dated : unslotted;
  const [first, ...others] = masters;
  const master = first ? newestOf(first, others) : ownInstance(parts);
  const overrides = newestBySlot(parts.filter((each) => each.hasSlot && each !== master));
  return { master, overrides, hasSeveralMasters: others.length > 0 };
}

const componentsPerStep = 200;

/** Gives different events with the same UID new UIDs, which stay the same when the file is read again. */
export function* separateObjectSteps(calendars: readonly Component[]): Generator<void, CalendarObject[]> {
  const found: CalendarObject[] = [];
  for (const object of yield* objectSteps(calendars)) {
    yield;
    for (const each of yield* separated(object)) found.push(each);
  }
  return found;
}

function* separated(object: CalendarObject): Generator<void, CalendarObject[]> {
  const { masters = [], overrides = [] } = Object.groupBy(object.components, (each) =>
    hasProperty(each, "RECURRENCE-ID") ? "overrides" : "masters",
  );
  const events = masters.length > 1 ? eventsAmong(yield* mapInSteps(masters, masterOf)) : [];
  if (events.length < 2) return [object];
  const groups = events.map((versions) => ({
    versions: versions.map(({ component }) => component),
    start: versions[0]?.start ?? -Infinity,
    title: versions[0]?.title ?? null,
    overrides: [] as Component[],
  }));
  const series = groups.filter(({ versions }) => versions.some((each) => hasProperty(each, "RRULE")));
  const places = (series.length > 0 ? series : groups).toSorted((one, other) => one.start - other.start);
  const slots = yield* mapInSteps(overrides, (each) => ({ each, slot: timeIn(each, "RECURRENCE-ID") ?? 0 }));
  let at = 0;
  for (const { each, slot } of slots.sort((one, other) => one.slot - other.slot)) {
    while ((places[at + 1]?.start ?? Infinity) <= slot + largestOffset) at++;
    places[at]?.overrides.push(each);
  }
  const byStart = Map.groupBy(groups, ({ start }) => start);
  return yield* mapInSteps(groups, ({ versions, start, title, overrides }) => {
    const named = (byStart.get(start)?.length ?? 0) > 1 ? title : null;
    const uid = Bun.SHA256.hash(JSON.stringify([object.uid, "event", start, named]), "hex");
    return { ...object, uid, components: [...versions, ...overrides].map((each) => withUid(each, uid)) };
  });
}

function* mapInSteps<Each, Result>(all: readonly Each[], map: (each: Each) => Result): Generator<void, Result[]> {
  const results: Result[] = [];
  for (const each of all) {
    results.push(map(each));
    if (results.length % componentsPerStep === 0) yield;
  }
  return results;
}

const largestOffset = 14 * hour;

type Version = readonly [sequence: number, stamp: number, modified: number];

type Master = {
  readonly component: Component;
  readonly start: number;
  readonly title: string | null;
  readonly version: Version;
};

function masterOf(component: Component): Master {
  return {
    component,
    start: timeIn(component, "DTSTART") ?? -Infinity,
    title: titleOf(component),
    version: versionOf(component),
  };
}

/** Returns the different events among the master components. Each event is a list of versions, the newest first. */
function eventsAmong(masters: readonly Master[]): Master[][] {
  const alike = Map.groupBy(masters, ({ start, title }) => JSON.stringify([start, title]));
  const same = [...alike.values()].map(newestFirst);
  const moved = joined(
    same,
    ({ title }) => title,
    ({ version: [sequence] }) => sequence,
  );
  return joined(
    moved,
    ({ start }) => start,
    ({ version }) => version.join(),
  );
}

/** Joins the groups with the same key, unless two of these groups have the same version. */
function joined(
  groups: readonly Master[][],
  keyOf: (master: Master) => unknown,
  labelOf: (master: Master) => unknown,
): Master[][] {
  const byKey = Map.groupBy(groups, ([first]) => first && keyOf(first));
  return [...byKey.values()].flatMap((all) => {
    const versions = new Set(all.map(([first]) => first && labelOf(first)));
    if (all.length < 2 || versions.size < all.length) return all;
    return [newestFirst(all.flat())];
  });
}

function newestFirst(masters: readonly Master[]): Master[] {
  return masters.toSorted((one, other) => compareVersions(other.version, one.version));
}

export function withUid(component: Component, uid: string): Component {
  return { ...component, items: [property("UID", uid), ...withoutProperties(component, ["UID"]).items] };
}

function seriesComponentOf(component: Component): SeriesComponent {
  const id = propertyOf(component, "RECURRENCE-ID");
  return {
    component,
    hasSlot: id !== undefined,
    slot: id ? readDateTime(id) : null,
    isRange: id !== undefined && parameterOf(id, "RANGE") !== undefined,
    isCancelled: isCancelled(component),
  };
}

/** Finds the series whose RECURRENCE-ID equals its start, if there is only one. Evolution writes such series. */
function ownInstance(parts: readonly SeriesComponent[]): SeriesComponent | undefined {
  const series = parts.filter(({ component, slot }) => {
    const start = propertyOf(component, "DTSTART");
    return slot && start && propertyOf(component, "RRULE") && Bun.deepEquals(slot, readDateTime(start));
  });
  return series.length === 1 ? series[0] : undefined;
}

function newestBySlot(overrides: readonly SeriesComponent[]): SeriesComponent[] {
  const bySlot = new Map<string | SeriesComponent, SeriesComponent>();
  for (const each of overrides) {
    const key = each.slot ? `${each.slot.kind} ${each.slot.localMs} ${each.slot.tzid}` : each;
    const known = bySlot.get(key);
    bySlot.set(key, known ? newestOf(known, [each]) : each);
  }
  return [...bySlot.values()];
}

function newestOf(first: SeriesComponent, others: readonly SeriesComponent[]): SeriesComponent {
  const isNewer = (one: SeriesComponent, other: SeriesComponent) =>
    compareVersions(versionOf(one.component), versionOf(other.component)) >= 0;
  return others.reduce((best, each) => (isNewer(each, best) ? each : best), first);
}

function versionOf(component: Component): Version {
  return [sequenceOf(component), timeIn(component, "DTSTAMP") ?? 0, timeIn(component, "LAST-MODIFIED") ?? 0];
}

function compareVersions(one: Version, other: Version): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}

const longestPeriod = 50;

export function periodsIn(component: Component, name: string, most: number): Period[] {
  const found: Period[] = [];
  for (const each of propertiesOf(component, name).slice(0, most)) {
    if (found.length >= most) break;
    const { value } = each;
    const end = value.length > most * longestPeriod ? value.lastIndexOf(",", most * longestPeriod) : value.length;
    for (const period of readPeriods({ ...each, value: value.slice(0, Math.max(end, 0)) })) {
      if (period) found.push(period);
    }
  }
  return found.slice(0, most);
}

export function sequenceOf(component: Component): number {
  return Number(propertyOf(component, "SEQUENCE")?.value) || 0;
}

export function timeIn(component: Component, name: string): number | null {
  const property = propertyOf(component, name);
  return (property && readDateTime(property)?.localMs) ?? null;
}

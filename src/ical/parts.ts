import { hour } from "../lib/time.ts";
import { type Component, type Item, parameterOf, propertiesOf, propertyOf } from "./component.ts";
import { property } from "./lines.ts";
import type { CalendarObject } from "./objects.ts";
import { isCancelled, titleOf } from "./read-details.ts";
import { type DateTime, type Period, readDateTime, readPeriods } from "./values.ts";

/** A component with a RECURRENCE-ID replaces an instance. */
export type Part = {
  readonly component: Component;
  readonly hasSlot: boolean;
  readonly slot: DateTime | null;
  /** Also replaces all later instances. */
  readonly isRange: boolean;
  readonly isCancelled: boolean;
};

export type Parts = {
  readonly master: Part | undefined;
  /** The newest for each slot. */
  readonly overrides: readonly Part[];
  readonly hasSeveralMasters: boolean;
};

export function partsOf(components: readonly Component[]): Parts {
  const parts = components.map(partOf);
  const unslotted = parts.filter((each) => !each.hasSlot);
  const dated = unslotted.filter(({ component }) => timeIn(component, "DTSTART") !== null);
  const masters = dated.length > 0 ? dated : unslotted;
  const [first, ...others] = masters;
  const master = first ? newestOf(first, others) : ownInstance(parts);
  const overrides = newestBySlot(parts.filter((each) => each.hasSlot && each !== master));
  return { master, overrides, hasSeveralMasters: others.length > 0 };
}

/** Gives different events that share a UID one of their own each, which the next reading gives them again. */
export function separateObjects(object: CalendarObject): CalendarObject[] {
  const { masters = [], overrides = [] } = Object.groupBy(object.components, (each) =>
    propertyOf(each, "RECURRENCE-ID") === undefined ? "masters" : "overrides",
  );
  const events = masters.length > 1 ? eventsAmong(masters) : [];
  if (events.length < 2) return [object];
  const groups = events.map((versions) => ({ versions, start: startIn(versions[0]), overrides: [] as Component[] }));
  const series = groups.filter(({ versions }) => versions.some((each) => propertyOf(each, "RRULE") !== undefined));
  const places = (series.length > 0 ? series : groups).toSorted((one, other) => one.start - other.start);
  let at = 0;
  for (const { each, slot } of overrides
    .map((each) => ({ each, slot: timeIn(each, "RECURRENCE-ID") ?? 0 }))
    .sort((one, other) => one.slot - other.slot)) {
    while ((places[at + 1]?.start ?? Infinity) <= slot + largestOffset) at++;
    places[at]?.overrides.push(each);
  }
  const byStart = Map.groupBy(groups, ({ start }) => start);
  return groups.map(({ versions, start, overrides }) => {
    const title = (byStart.get(start)?.length ?? 0) > 1 && versions[0] ? titleOf(versions[0]) : null;
    const uid = Bun.SHA256.hash(JSON.stringify([object.uid, "event", start, title]), "hex");
    return { ...object, uid, components: [...versions, ...overrides].map((each) => withUid(each, uid)) };
  });
}

const largestOffset = 14 * hour;

/** Returns the versions of each event, the newest first. */
function eventsAmong(masters: readonly Component[]): Component[][] {
  const stamp = (each: Component) => ["DTSTAMP", "LAST-MODIFIED"].map((name) => timeIn(each, name));
  const alike = Map.groupBy(masters, (each) => JSON.stringify([startIn(each), titleOf(each)]));
  const same = [...alike.values()].map((all) => all.toSorted((one, other) => compareVersions(other, one)));
  const moved = withVersions(same, titleOf, sequenceOf);
  return withVersions(moved, startIn, (each) => JSON.stringify([sequenceOf(each), ...stamp(each)]));
}

/** Joins groups with one key if each has another version. */
function withVersions(
  groups: readonly Component[][],
  keyOf: (component: Component) => unknown,
  versionOf: (component: Component) => unknown,
): Component[][] {
  const byKey = Map.groupBy(groups, ([first]) => first && keyOf(first));
  return [...byKey.values()].flatMap((all) => {
    const versions = new Set(all.map(([first]) => first && versionOf(first)));
    if (all.length < 2 || versions.size < all.length) return all;
    return [all.flat().sort((one, other) => compareVersions(other, one))];
  });
}

function startIn(component: Component | undefined): number {
  return (component && timeIn(component, "DTSTART")) ?? -Infinity;
}

function withUid(component: Component, uid: string): Component {
  const isUid = (item: Item) => item.kind === "property" && item.name === "UID";
  return { ...component, items: [property("UID", uid), ...component.items.filter((each) => !isUid(each))] };
}

function partOf(component: Component): Part {
  const id = propertyOf(component, "RECURRENCE-ID");
  return {
    component,
    hasSlot: id !== undefined,
    slot: id ? readDateTime(id) : null,
    isRange: id !== undefined && parameterOf(id, "RANGE") !== undefined,
    isCancelled: isCancelled(component),
  };
}

/** Evolution writes a series only as its own first instance. */
function ownInstance(parts: readonly Part[]): Part | undefined {
  const series = parts.filter(({ component, slot }) => {
    const start = propertyOf(component, "DTSTART");
    return slot && start && propertyOf(component, "RRULE") && Bun.deepEquals(slot, readDateTime(start));
  });
  return series.length === 1 ? series[0] : undefined;
}

function newestBySlot(overrides: readonly Part[]): Part[] {
  const bySlot = new Map<string | Part, Part>();
  for (const each of overrides) {
    const key = each.slot ? `${each.slot.kind} ${each.slot.wall} ${each.slot.tzid}` : each;
    const known = bySlot.get(key);
    bySlot.set(key, known ? newestOf(known, [each]) : each);
  }
  return [...bySlot.values()];
}

function newestOf(first: Part, others: readonly Part[]): Part {
  return others.reduce((best, each) => (compareVersions(each.component, best.component) >= 0 ? each : best), first);
}

function compareVersions(one: Component, other: Component): number {
  const difference = (name: string) => (timeIn(one, name) ?? 0) - (timeIn(other, name) ?? 0);
  return sequenceOf(one) - sequenceOf(other) || difference("DTSTAMP") || difference("LAST-MODIFIED");
}

const longestPeriod = 50;

/** The first `most` values of EXDATE or RDATE. */
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
  return (property && readDateTime(property)?.wall) ?? null;
}

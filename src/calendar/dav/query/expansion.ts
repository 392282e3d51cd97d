/** Replaces a series by its instances, or leaves out overrides outside a range (RFC 4791 §9.6.5–9.6.6). */

import { writeDateTime, writeInstant } from "#lib/recurrence/rule-values.ts";
import { timeRangeOf } from "../../events/event.ts";
import { overlaps } from "../../events/expansion.ts";
import {
  type Component,
  type Item,
  isProperty,
  mapLines,
  type Property,
  parameterOf,
  propertyOf,
  withoutProperties,
} from "../../ical/component.ts";
import { dateProperty, property, writeComponent } from "../../ical/lines.ts";
import type { CalendarObject } from "../../ical/objects.ts";
import type { CalendarDefaults } from "../../ical/read.ts";
import type { Clock } from "../../ical/read-times.ts";
import { readDateTime, readDuration } from "../../ical/values.ts";
import { type Budget, tooMany } from "./budget.ts";
import type { Range } from "./filters.ts";
import { type Instance, Instances } from "./instances.ts";

const instancesPerStep = 100;

/** Replaces the series by its instances in the range, in steps. @throws DavError if the result exceeds the budget */
export function* expand(
  calendar: Component,
  object: CalendarObject,
  range: Range,
  home: CalendarDefaults,
  budget: Budget,
): Generator<void, Component> {
  const instances = new Instances(object, home);
  yield;
  const found: Instance[] = [];
  const sizes = new Map<Component, number>();
  let size = 0;
  for (const each of instances.overlapping(range)) {
    budget.takeInstance();
    const { component } = each;
    const known = sizes.get(component) ?? Buffer.byteLength(writeComponent(component));
    sizes.set(component, known);
    size += known;
    budget.requireRoom(size);
    found.push(each);
  }
  if (instances.isExhausted) throw tooMany();
  found.sort((one, other) => one.event.startAt - other.event.startAt);
  const items: Item[] = calendar.items.filter((each) => each.kind !== "component");
  for (const [index, each] of found.entries()) {
    if (index % instancesPerStep === 0) yield;
    items.push(writeInstance(each, instances.clock));
  }
  yield;
  return { ...calendar, items };
}

/** Leaves out overrides outside the range, but keeps those that move an instance into the range or out of the range. */
export function limit(calendar: Component, object: CalendarObject, range: Range, home: CalendarDefaults): Component {
  const instances = new Instances(object, home);
  if (!instances.isRecurring) return calendar;
  const isKept = (item: Item) => {
    if (item.kind !== "component" || item.name !== "VEVENT") return true;
    const id = propertyOf(item, "RECURRENCE-ID");
    const planned = id && instances.plannedTimes(item);
    if (!planned || item === instances.master) return true;
    const extent = timeRangeOf(planned, instances.zone);
    if (parameterOf(id, "RANGE") !== undefined && extent.from < range.to) return true;
    return overlaps(extent, range) || instances.overlapping(range, item).next().done === false;
  };
  return { ...calendar, items: calendar.items.filter(isKept) };
}

const recurrence = ["RRULE", "RDATE", "EXRULE", "EXDATE"];
const replaced = ["RECURRENCE-ID", "DTSTART", "DTEND", "DURATION"];

function writeInstance({ component, event, slot }: Instance, clock: Clock): Component {
  const bare = mapLines(withoutProperties(component, recurrence), (line) => {
    return line.kind === "property" ? inUtc(line, clock) : line;
  });
  const start = propertyOf(component, "DTSTART");
  const id = propertyOf(component, "RECURRENCE-ID");
  if (slot === null && start) return bare;
  const { startAt, startWall, endAt, endWall, allDay } = event;
  const written = slot ? timeLine("RECURRENCE-ID", { ...slot, allDay }, id ?? start) : id && inUtc(id, clock);
  const lines = written ? [written] : [];
  lines.push(timeLine("DTSTART", { at: startAt, localMs: startWall, allDay }, start ?? id));
  const duration = propertyOf(component, "DURATION");
  const { days = 1, ms } = readDuration(duration?.value ?? "") ?? {};
  if (duration && days === 0 && ms === endAt - startAt) lines.push(duration);
  else if (endAt > startAt) lines.push(timeLine("DTEND", { at: endAt, localMs: endWall, allDay }, start ?? id));
  const first = bare.items.findIndex((each) => isProperty(each, replaced));
  return { ...bare, items: withoutProperties(bare, replaced).items.toSpliced(Math.max(first, 0), 0, ...lines) };
}

/** Writes a time in the form of `like`. A floating time stays floating, because it has no fixed equivalent in UTC. */
function timeLine(
  name: string,
  { at, localMs, allDay }: { at: number; localMs: number; allDay: boolean },
  like: Property | undefined,
): Property {
  const kind = like && readDateTime(like)?.kind;
  if (allDay || kind === "date") return dateProperty(name, localMs);
  return property(name, kind === "floating" ? writeDateTime(localMs) : writeInstant(at));
}

function inUtc(line: Property, clock: Clock): Property {
  if (parameterOf(line, "TZID") === undefined) return line;
  const values = line.value.split(",").map((value) => {
    const read = readDateTime({ ...line, value });
    return read?.kind === "zoned" ? writeInstant(clock.resolve(read).at) : value;
  });
  const params = line.params.filter(({ name }) => name !== "TZID");
  return property(line.name, values.join(","), params);
}

/** Reads and applies `calendar-data`, which selects parts of each object (RFC 4791 §9.6). */

import { caldav, childOf, childrenNamed, type XmlElement } from "#lib/xml/xml.ts";
import type { Component, Item } from "../../ical/component.ts";
import { parseSteps, property, writeComponent } from "../../ical/lines.ts";
import { objectSteps } from "../../ical/objects.ts";
import type { CalendarDefaults } from "../../ical/read.ts";
import { DavError } from "../errors.ts";
import type { Budget } from "./budget.ts";
import { expand, limit } from "./expansion.ts";
import type { Range } from "./filters.ts";
import { readRange } from "./free-busy.ts";

export type DataRequest = {
  /** Selected components and properties; null selects everything. */
  readonly selection: ComponentSelection | null;
  readonly expand: Range | null;
  readonly limit: Range | null;
};

type ComponentSelection = {
  /** Name of the component in upper case. */
  readonly name: string;
  /** Selected properties by name; false means without the value. Null selects all properties. */
  readonly properties: ReadonlyMap<string, boolean> | null;
  readonly components: ReadonlyMap<string, ComponentSelection> | null;
};

const whole: DataRequest = { selection: null, expand: null, limit: null };
const malformed = () => new DavError(400, null);

export function readCalendarData(element: XmlElement | null): DataRequest {
  if (!element) return whole;
  const { "content-type": type = "text/calendar", version = "2.0" } = element.attributes;
  if (!/^text\/calendar\s*(;|$)/i.test(type.trim()) || version.trim() !== "2.0") {
    throw new DavError(403, { uri: caldav, local: "supported-calendar-data" });
  }
  const [comp, ...others] = childrenNamed(element, caldav, "comp");
  const expanded = rangeIn(element, "expand");
  const limited = rangeIn(element, "limit-recurrence-set");
  rangeIn(element, "limit-freebusy-set");
  if (others.length > 0 || (expanded && limited)) throw malformed();
  const selection = comp ? readSelection(comp) : null;
  if (selection && selection.name !== "VCALENDAR") throw malformed();
  return { selection, expand: expanded, limit: limited };
}

function rangeIn(element: XmlElement, local: string): Range | null {
  const [found, ...others] = childrenNamed(element, caldav, local);
  if (others.length > 0) throw malformed();
  return found ? readRange(found) : null;
}

/** Reads a selection. An empty element selects the whole component, as in the example of RFC 4791 §7.8.1. */
function readSelection(element: XmlElement): ComponentSelection {
  const name = nameIn(element);
  if (element.children.length === 0) return { name, properties: null, components: null };
  const properties = childrenNamed(element, caldav, "prop").map((each) => {
    return [nameIn(each), each.attributes.novalue !== "yes"] as const;
  });
  const components = childrenNamed(element, caldav, "comp")
    .map(readSelection)
    .map((each) => [each.name, each] as const);
  return {
    name,
    properties: childOf(element, caldav, "allprop") ? null : new Map(properties),
    components: childOf(element, caldav, "allcomp") ? null : new Map(components),
  };
}

function nameIn({ attributes }: XmlElement): string {
  const name = attributes.name?.trim().toUpperCase() ?? "";
  if (name === "") throw malformed();
  return name;
}

/** Returns the requested part of an object's text, in steps. @throws DavError if the text exceeds the budget */
export function* shapeCalendarData(
  request: DataRequest,
  ics: string,
  home: CalendarDefaults,
  budget: Budget,
): Generator<void, string> {
  const { selection, expand: expanded, limit: limited } = request;
  if (!selection && !expanded && !limited) return ics;
  const [calendar] = (yield* parseSteps(new TextEncoder().encode(ics))).calendars;
  if (!calendar) return ics;
  yield;
  const [object] = yield* objectSteps([calendar]);
  let shaped = calendar;
  if (object && expanded) shaped = yield* expand(calendar, object, expanded, home, budget);
  else if (object && limited) shaped = limit(calendar, object, limited, home);
  const text = writeComponent(selection ? selectFrom(shaped, selection) : shaped);
  if (expanded) budget.take(text);
  return text;
}

function selectFrom({ kind, name, items }: Component, { properties, components }: ComponentSelection): Component {
  const kept = items.flatMap((item): Item | Item[] => {
    if (item.kind === "bad") return properties ? [] : item;
    if (item.kind === "component") {
      const inner = components?.get(item.name);
      return inner ? selectFrom(item, inner) : components ? [] : item;
    }
    const hasValue = properties ? properties.get(item.name) : true;
    if (hasValue === undefined) return [];
    return hasValue ? item : property(item.name, "", item.params);
  });
  return { kind, name, items: kept };
}

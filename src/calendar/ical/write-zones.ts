import { isTimeZone } from "#lib/time.ts";
import { type Component, componentsOf, mapLines, propertyOf } from "./component.ts";
import { property } from "./lines.ts";
import { type CalendarObject, zoneName, zoneNames } from "./objects.ts";
import type { CalendarDefaults } from "./read.ts";
import { clockOf, startOf } from "./read-times.ts";
import { escapeText, readZoneName, zoneKey } from "./values.ts";
import { writeZone } from "./vtimezone.ts";
import type { RenderedObject } from "./write.ts";
import { withGroup } from "./write-lines.ts";

/** Adds the definitions of the zones that the components use. Keeps stored definitions and generates missing ones. */
export function withZones(
  components: readonly Component[],
  object: CalendarObject,
  home: CalendarDefaults,
): RenderedObject {
  const names = new Set<string>();
  for (const each of components) zoneNames(each, names);
  if (names.size === 0) return { components, zones: [] };
  const kept = new Map(object.zones.map((each) => [zoneKey(zoneName(each)), each]));
  const clock = clockOf(object, home);
  const starts = components.flatMap((each) => startOf(each, clock, false)?.at ?? []);
  const from = starts.reduce((one, other) => Math.min(one, other), starts[0] ?? 0);
  const zones = [...names].map((name) => {
    const known = kept.get(zoneKey(name));
    if (known) return known;
    return isTimeZone(name) ? writeZone(name, from) : renamed(writeZone(clock.zoneNamed(name, from), from), name);
  });
  return { components, zones: [...new Set(zones)] };
}

function renamed(zone: Component, name: string): Component {
  return { ...zone, items: withGroup(zone.items, { names: ["TZID"], lines: [property("TZID", escapeText(name))] }) };
}

/** Returns all components, and the longest definition of each IANA zone. Renames different zones with the same name. */
export function shareZones(objects: readonly RenderedObject[]): Component[] {
  const shared = new SharedZones();
  const components = objects.flatMap((each) => shared.add(each));
  return [...shared.zones.values(), ...components];
}

class SharedZones {
  readonly zones = new Map<string, Component>();
  readonly #names = new Map<string, Map<string, string>>();

  add({ components, zones }: RenderedObject): readonly Component[] {
    const names = new Map<string, string>();
    for (const zone of zones) {
      const name = zoneName(zone);
      const known = this.zones.get(name);
      if (known === zone) continue;
      if (isTimeZone(name)) {
        if (!known || firstOnset(zone) < firstOnset(known)) this.zones.set(name, zone);
        continue;
      }
      const free = this.#nameFor(name, zone);
      if (!this.zones.has(free)) this.zones.set(free, free === name ? zone : renamed(zone, free));
      if (free !== name) names.set(zoneKey(name), free);
    }
    return names.size === 0 ? components : components.map((each) => withZoneNames(each, names));
  }

  #nameFor(name: string, zone: Component): string {
    const definitions = this.#names.get(name) ?? new Map<string, string>();
    this.#names.set(name, definitions);
    const text = JSON.stringify(zone.items);
    let free = definitions.get(text);
    if (free !== undefined) return free;
    free = name;
    for (let count = Math.max(2, definitions.size + 1); this.zones.has(free); count++) free = `${name} (${count})`;
    definitions.set(text, free);
    return free;
  }
}

function firstOnset(zone: Component): string {
  const observances = ["STANDARD", "DAYLIGHT"].flatMap((name) => componentsOf(zone, name));
  const [first = ""] = observances.map((each) => propertyOf(each, "DTSTART")?.value ?? "").sort();
  return first;
}

function withZoneNames(component: Component, names: ReadonlyMap<string, string>): Component {
  return mapLines(component, (item) => {
    if (item.kind !== "property" || !item.params.some((each) => each.name === "TZID")) return item;
    const params = item.params.map((each) => {
      const [tzid = ""] = each.name === "TZID" ? each.values : [];
      const name = names.get(zoneKey(readZoneName(tzid)));
      return name === undefined ? each : { ...each, values: [name] };
    });
    return params.every((each, index) => each === item.params[index]) ? item : property(item.name, item.value, params);
  });
}

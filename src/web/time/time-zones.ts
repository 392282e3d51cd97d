/** Finds and formats time zones by the names of their cities. */
import { memoize } from "#web/lib/memoize.ts";
import { ownZone } from "./wall.ts";

/**
 * Time zone with the two texts that the choice of time zones shows. `Europe/Berlin` has the `city` “Berlin” and the
 * `place` “Europe”. München is in the same zone. If the user searches for München, `city` is “München” and `place` is
 * “Berlin (Europe)”.
 */
export type Zone = { readonly id: string; readonly city: string; readonly place: string };

/** Converts the id of a zone: `America/Argentina/Buenos_Aires` is the city Buenos Aires in America, Argentina. */
export function zoneOf(id: string): Zone {
  const parts = id.replaceAll("_", " ").split("/");
  return { id, city: parts.at(-1) ?? id, place: parts.slice(0, -1).join(", ") };
}

/** Formats a zone: “Berlin (Europe)”. */
export function formatZone(id: string): string {
  const { city, place } = zoneOf(id);
  return place ? `${city} (${place})` : city;
}

/** Returns all time zones that the browser knows, sorted by id. Includes the browser's own zone. */
const allZones = memoize<void, readonly Zone[]>(() =>
  [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC", ownZone()])].sort().map(zoneOf),
);

/** Loads the cities of `cities.ts`, each with its zone. Leaves out the zones that the browser does not know. */
export async function loadCities(): Promise<readonly Zone[]> {
  const { citiesByZone } = await import("./cities.ts");
  const known = new Set(allZones().map(({ id }) => id));
  return Object.entries(citiesByZone).flatMap(([name, list]) => {
    const id = known.has(name) ? name : canonicalZone(name);
    return known.has(id) ? list.split(",").map((city) => ({ id, city, place: formatZone(id) })) : [];
  });
}

/** Returns the browser's name of a zone. Browsers differ, for example between `Asia/Kolkata` and `Asia/Calcutta`. */
function canonicalZone(name: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return name;
  }
}

/** Removes case and accents for a search: `sao_paulo` finds `São Paulo`, and `lodz` finds `Łódź`. */
function folded(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replaceAll("ß", "ss")
    .replaceAll("ł", "l")
    .replaceAll("ø", "o")
    .replace(/[-_/,.]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** Replaces ä, ö and ü by ae, oe and ue: `muenchen` finds `München`. */
function transcribed(text: string): string {
  return folded(text.toLowerCase().replace(/[äöü]/g, (letter) => `${{ ä: "a", ö: "o", ü: "u" }[letter]}e`));
}

/**
 * Returns the zones that match the query, without duplicates. Zones and cities whose names begin with `query` come
 * first.
 */
export function findZones(query: string, cities: readonly Zone[]): readonly Zone[] {
  const wanted = folded(query);
  const words = wanted.split(" ");
  const begins = ({ city }: Zone) => folded(city).startsWith(wanted) || transcribed(city).startsWith(wanted);
  const contains = (zone: Zone) => words.every((word) => folded(zone.id).includes(word));
  const named = cities.filter(begins);
  const isWhole = ({ city }: Zone) => folded(city) === wanted;
  const found = [
    ...allZones().filter(isWhole),
    ...named.filter(isWhole),
    ...allZones().filter(begins),
    ...named,
    ...allZones().filter(contains),
  ];
  const byId = new Map<string, Zone>();
  for (const zone of found) if (!byId.has(zone.id)) byId.set(zone.id, zone);
  return [...byId.values()];
}

/** Returns suggestions while the search field is empty: the given zone, and then the other zones of its region. */
export function zonesAround(id: string): readonly Zone[] {
  const { place } = zoneOf(id);
  return [zoneOf(id), ...allZones().filter((zone) => zone.place === place && zone.id !== id)];
}

/** The time zones of the world, as places that one can look for. */

/** One zone: its IANA name, and how people would say it. */
export type Zone = { readonly id: string; readonly city: string; readonly region: string };

/** The browser's own. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** `America/Argentina/Buenos_Aires` → Buenos Aires, in America, Argentina. */
export function zoneOf(id: string): Zone {
  const parts = id.replaceAll("_", " ").split("/");
  return { id, city: parts.at(-1) ?? id, region: parts.slice(0, -1).join(", ") };
}

let all: readonly Zone[] | null = null;

/** Every zone that the browser knows, by name; the browser's own is always among them. */
export function allZones(): readonly Zone[] {
  all ??= [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC", ownZone()])].sort().map(zoneOf);
  return all;
}

/** Without accents, marks and case: `São Paulo` is found by `sao paulo` and `sao_paulo`. */
function folded(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[_/,]+/g, " ")
    .toLowerCase()
    .trim();
}

/** The zones that match all words of `query`, those whose city begins with it first. */
export function findZones(query: string): readonly Zone[] {
  const wanted = folded(query);
  const words = wanted.split(/\s+/);
  const matches = allZones().filter(({ id }) => words.every((word) => folded(id).includes(word)));
  const isFirst = ({ city }: Zone) => folded(city).startsWith(wanted);
  return [...matches.filter(isFirst), ...matches.filter((zone) => !isFirst(zone))];
}

/** What to offer before anything is typed: the zone itself, then those around it. */
export function zonesAround(id: string): readonly Zone[] {
  const { region } = zoneOf(id);
  return [zoneOf(id), ...allZones().filter((zone) => zone.region === region && zone.id !== id)];
}

/** What a clock shows there just now, with how far it is from Greenwich: “20:41, GMT+1”. */
export function clockIn(id: string, locale: string, now = Date.now()): string {
  const time = { hour: "numeric", minute: "2-digit", timeZone: id } as const;
  const shown = new Intl.DateTimeFormat(locale, time).format(now);
  const parts = new Intl.DateTimeFormat(locale, { timeZone: id, timeZoneName: "shortOffset" }).formatToParts(now);
  return `${shown}, ${parts.find(({ type }) => type === "timeZoneName")?.value ?? ""}`;
}

/** Search for time zones, and zones that a browser does not know. Tested without a browser. */
import { expect, test } from "bun:test";
import { citiesByZone } from "#web/time/cities.ts";
import { hasOtherClocks, isForeignZone } from "#web/time/own-time.ts";
import { findZones, formatZone, loadCities } from "#web/time/time-zones.ts";
import { wallTime } from "#web/time/wall.ts";

const cities = await loadCities();
const first = (query: string) => findZones(query, cities)[0];

test.each([
  ["Wien", "Europe/Vienna"],
  ["wien", "Europe/Vienna"],
  ["Vienna", "Europe/Vienna"],
  ["Salzburg", "Europe/Vienna"],
  ["München", "Europe/Berlin"],
  ["Munchen", "Europe/Berlin"],
  ["Muenchen", "Europe/Berlin"],
  ["munich", "Europe/Berlin"],
  ["Hamburg", "Europe/Berlin"],
  ["Köln", "Europe/Berlin"],
  ["Cologne", "Europe/Berlin"],
  ["Frankfurt", "Europe/Berlin"],
  ["Zürich", "Europe/Zurich"],
  ["Zuerich", "Europe/Zurich"],
  ["Genf", "Europe/Zurich"],
  ["Bern", "Europe/Zurich"],
  ["St Gallen", "Europe/Zurich"],
  ["Mailand", "Europe/Rome"],
  ["Rom", "Europe/Rome"],
  ["Milan", "Europe/Rome"],
  ["Prag", "Europe/Prague"],
  ["Warschau", "Europe/Warsaw"],
  ["lodz", "Europe/Warsaw"],
  ["Brüssel", "Europe/Brussels"],
  ["Athen", "Europe/Athens"],
  ["Lissabon", "Europe/Lisbon"],
  ["Kopenhagen", "Europe/Copenhagen"],
  ["Moskau", "Europe/Moscow"],
  ["Kiew", "Europe/Kyiv"],
  ["Barcelona", "Europe/Madrid"],
  ["Lyon", "Europe/Paris"],
  ["Strassburg", "Europe/Paris"],
  ["Manchester", "Europe/London"],
  ["San Francisco", "America/Los_Angeles"],
  ["Boston", "America/New_York"],
  ["New York", "America/New_York"],
  ["Mumbai", "Asia/Kolkata"],
  ["Peking", "Asia/Shanghai"],
  ["Tokio", "Asia/Tokyo"],
  ["são paulo", "America/Sao_Paulo"],
  ["America/Sao_Paulo", "America/Sao_Paulo"],
  ["berl", "Europe/Berlin"],
  ["utc", "UTC"],
])("The first result of a search for %p among the time zones is %p", (query, id) => {
  expect(first(query)?.id).toBe(id);
});

test("A city in the search for time zones is shown with the time zone of the city", () => {
  expect(first("köln")).toEqual({ id: "Europe/Berlin", city: "Köln", place: "Berlin (Europe)" });
  expect(first("berlin")).toEqual({ id: "Europe/Berlin", city: "Berlin", place: "Europe" });
  expect(formatZone("America/Argentina/Buenos_Aires")).toBe("Buenos Aires (America, Argentina)");
});

test("A search for a time zone lists each zone once, and also works without the list of cities", () => {
  const ids = findZones("ber", cities).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toContain("Europe/Zurich");
  expect(findZones("ber", []).map(({ id }) => id)).toContain("Europe/Berlin");
  expect(findZones("köln", [])).toEqual([]);
});

test("The list of cities has only existing time zones, no city twice, and no city in the name of its zone", () => {
  const names = Object.values(citiesByZone).flatMap((list) => list.split(","));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(new Set(cities.map(({ id }) => id)).size).toBe(Object.keys(citiesByZone).length);
  for (const { id, city } of cities) expect([city, formatZone(id).startsWith(`${city} (`)]).toEqual([city, false]);
});

/** Runs `body` as in a browser whose own zone is `own`, and which does not know the zone `unknown`. */
function inBrowser({ own, unknown }: { own: string; unknown: string }, body: () => void): void {
  const Known = Intl.DateTimeFormat;
  const make = (locale?: string, options?: Intl.DateTimeFormatOptions) => {
    if (options?.timeZone === unknown) throw new RangeError("Invalid time zone specified");
    return new Known(locale, { timeZone: own, ...options });
  };
  Intl.DateTimeFormat = new Proxy(Known, {
    construct: (_, [locale, options]) => make(locale, options),
    apply: (_, __, [locale, options]) => make(locale, options),
  });
  try {
    body();
  } finally {
    Intl.DateTimeFormat = Known;
  }
}

test("Times in a time zone that the browser does not know are shown in the browser's own time zone", () => {
  inBrowser({ own: "Asia/Tokyo", unknown: "America/Nowhere" }, () => {
    expect(isForeignZone("America/Nowhere")).toBe(true);
    expect(isForeignZone("Europe/Berlin")).toBe(false);
    expect(wallTime("2026-11-25T18:00:00Z", "America/Nowhere")).toEqual({ day: "2026-11-26", time: "03:00" });
    expect(wallTime("2026-11-25T18:00:00Z", "Europe/Berlin")).toEqual({ day: "2026-11-25", time: "19:00" });
  });
});

test("A time zone counts as known if it is the browser's own zone under an older name", () => {
  const unknown = "America/Coyhaique";
  inBrowser({ own: "America/Punta_Arenas", unknown }, () => expect(isForeignZone(unknown)).toBe(false));
  inBrowser({ own: "Europe/Berlin", unknown }, () => expect(isForeignZone(unknown)).toBe(true));
});

test.each([
  ["Europe/Berlin", "Europe/Berlin", false],
  ["Europe/Berlin", "Europe/Vienna", false],
  ["Europe/Berlin", "Europe/London", true],
  ["Asia/Kolkata", "Asia/Kathmandu", true],
])("Clocks in %s and %s differ: %p", (home, own, differ) => {
  expect(hasOtherClocks(home, own, Date.parse("2026-11-25T18:00:00Z"))).toBe(differ);
});

test.each(["2026-01-25T18:00:00Z", "2026-07-25T18:00:00Z"])(
  "Two time zones with the same time in winter and other times in summer differ on %s",
  (now) => {
    expect(hasOtherClocks("Europe/Berlin", "Africa/Lagos", Date.parse(now))).toBe(true);
  },
);

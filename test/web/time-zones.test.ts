/** The search for time zones, in setup and settings. Without a browser. */
import { expect, test } from "bun:test";
import { citiesByZone } from "../../src/web/time/cities.ts";
import { findZones, formatZone, loadCities } from "../../src/web/time/time-zones.ts";

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
])("the first zone for %p is %p", (query, id) => {
  expect(first(query)?.id).toBe(id);
});

test("a city is shown with the zone that it is in", () => {
  expect(first("köln")).toEqual({ id: "Europe/Berlin", city: "Köln", place: "Berlin (Europe)" });
  expect(first("berlin")).toEqual({ id: "Europe/Berlin", city: "Berlin", place: "Europe" });
  expect(formatZone("America/Argentina/Buenos_Aires")).toBe("Buenos Aires (America, Argentina)");
});

test("a zone is found once, without cities too", () => {
  const ids = findZones("ber", cities).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toContain("Europe/Zurich");
  expect(findZones("ber", []).map(({ id }) => id)).toContain("Europe/Berlin");
  expect(findZones("köln", [])).toEqual([]);
});

test("each city belongs to one zone, which exists and is not called so itself", () => {
  const names = Object.values(citiesByZone).flatMap((list) => list.split(","));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(new Set(cities.map(({ id }) => id)).size).toBe(Object.keys(citiesByZone).length);
  for (const { id, city } of cities) expect([city, formatZone(id).startsWith(`${city} (`)]).toEqual([city, false]);
});

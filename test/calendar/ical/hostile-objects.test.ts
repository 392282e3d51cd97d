/** Time and memory that hostile files may cost. Limits are about ten times the measured cost. */
import { describe, expect, test } from "bun:test";
import { readObject } from "#calendar/ical/read.ts";
import { day } from "#lib/time.ts";
import { berlin, calendarOf, codesOf, objectsIn, readEvents, span } from "../../support/calendar/ical-objects.ts";
import { cpuTime } from "../../support/cpu-time.ts";

const repeat = <T>(count: number, each: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => each(index));
const dateOf = (index: number) => {
  const text = new Date(Date.UTC(2026, 11, 10) + index * day).toISOString();
  return text.slice(0, 10).replaceAll("-", "");
};
const start = "DTSTART;TZID=Europe/Berlin:20261210T080000";
const daily = [start, "RRULE:FREQ=DAILY", "SUMMARY:S"];

function longestReading(text: string): { longest: number; total: number } {
  const times = objectsIn(text).map((object) => {
    const before = cpuTime();
    readObject(object, berlin, span);
    return cpuTime() - before;
  });
  return { longest: Math.max(...times), total: times.reduce((sum, each) => sum + each, 0) };
}

const zone = (tzid: string, observances: readonly (readonly string[])[]) => [
  "BEGIN:VTIMEZONE",
  `TZID:${tzid}`,
  ...observances.flatMap((lines) => ["BEGIN:STANDARD", "DTSTART:19010101T000000", ...lines, "END:STANDARD"]),
  "END:VTIMEZONE",
];
const offsets = (offset: string) => [`TZOFFSETFROM:${offset}`, `TZOFFSETTO:${offset}`];

describe("time zones", () => {
  test("Reading a calendar file with thousands of time zone rules blocks the server only briefly", () => {
    const rules = repeat(10, () => "RRULE:FREQ=MONTHLY;BYDAY=5MO;BYSETPOS=3");
    const zones = repeat(4, (index) =>
      zone(
        `Z${index}`,
        repeat(1_000, () => [...offsets("+0137"), ...rules]),
      ),
    ).flat();
    const dates = repeat(4, (index) => `EXDATE;TZID=Z${index}:20261211T080000`);
    expect(longestReading(calendarOf([["UID:1", ...daily, ...dates]], zones)).longest).toBeLessThan(1_500);
  });

  test("A calendar file with many unknown time zones causes only a few searches for a similar zone", () => {
    const zones = repeat(60, (index) =>
      zone(`Q${index}`, [offsets(`+00${String(1 + (index % 58)).padStart(2, "0")}`)]),
    );
    const events = repeat(60, (index) => [
      ...[`UID:u${index}`, "RRULE:FREQ=DAILY", `DTSTART;TZID=Q${index}:20261210T080000`],
      ...repeat(60, (place) => `EXDATE;TZID=Q${place}:${2000 + index}1210T080000`),
    ]);
    expect(longestReading(calendarOf(events, zones.flat())).total).toBeLessThan(700);
  });

  test("A time zone definition that a calendar file repeats is compared with known zones only once", () => {
    const half = (index: number) => zone("Mine", [[...offsets("+0545"), `COMMENT:${index % 2}`]]);
    const text = repeat(40, (index) => {
      return calendarOf([[`UID:u${index}`, "DTSTART;TZID=Mine:20261210T080000", "SUMMARY:S"]], half(index));
    });
    const readings = objectsIn(text.join("")).map((object) => readObject(object, berlin, span));
    expect(readings.map(({ event }) => event?.timeZone)).toEqual(repeat(40, () => "Asia/Katmandu"));
    expect(readings.flatMap(({ remarks }) => remarks)).toEqual([]);
  });

  test("A time zone of a calendar file is resolved correctly for a late year after many earlier years", () => {
    const lines = [
      ...["BEGIN:VTIMEZONE", "TZID:Mine", "BEGIN:STANDARD", "DTSTART:20071104T020000", "TZOFFSETFROM:-0700"],
      ...["TZOFFSETTO:-0800", "RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11", "END:STANDARD", "BEGIN:DAYLIGHT"],
      ...["DTSTART:20070311T020000", "TZOFFSETFROM:-0800", "TZOFFSETTO:-0700"],
      ...["RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3", "END:DAYLIGHT", "END:VTIMEZONE"],
    ];
    const years = [1990, 1991, 1992, 1993, 1994, 1995, 1996, 1997, 1998, 2026];
    const events = years.map((year) => [`UID:u${year}`, `DTSTART;TZID=Mine:${year}0610T080000`]);
    const read = objectsIn(calendarOf(events, lines)).map((object) => readObject(object, berlin, span));
    const at = Date.UTC(2026, 5, 10, 15);
    expect(read.at(-1)).toMatchObject({ event: { startAt: at }, remarks: [] });
  });
});

test("A reported problem of a calendar file contains long texts of the file only in a shortened form", () => {
  const [remark] = readEvents([`DTSTART;TZID="${"Z".repeat(100_000)}":20261210T080000`]).remarks;
  expect(remark).toMatchObject({ code: "unknown_zone", values: { tzid: `${"Z".repeat(199)}…` } });
  expect(remark?.text.length).toBeLessThan(300);
});

describe("the time that an iCalendar object takes", () => {
  const override = (index: number, id = "RECURRENCE-ID;TZID=Europe/Berlin") => [
    ...["UID:1", `SUMMARY:${index}`, `${id}:${dateOf(index)}T080000`],
    `DTSTART;TZID=Europe/Berlin:${dateOf(index)}T090000`,
  ];
  const dates = (count: number) => repeat(count, (index) => `${dateOf(index % 20_000)}T080000`).join();
  const alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT5M", "END:VALARM"];
  test.each([
    ["RDATE", 300, () => [[start, `RDATE;TZID=Europe/Berlin:${dates(400_000)}`]]],
    ["EXDATE", 300, () => [[...daily, "RRULE:FREQ=WEEKLY", `EXDATE;TZID=Europe/Berlin:${dates(600_000)}`]]],
    ["CATEGORIES", 100, () => [[start, `CATEGORIES:${"a,".repeat(4_000_000)}`]]],
    ["SUMMARY", 100, () => [[start, `SUMMARY:${"\\n ".repeat(3_000_000)}x`]]],
    ["RRULE", 100, () => [[start, `RRULE:FREQ=YEARLY;BYDAY=${repeat(3_000_000, () => "MO").join()}`]]],
    ["list of VALARM", 250, () => [[start, ...repeat(100_000, () => alarm).flat()]]],
    ["list of RDATE", 250, () => [[...daily, ...repeat(300_000, (index) => `RDATE:${dateOf(index % 20_000)}`)]]],
  ])("Reading an iCalendar object with a huge %s blocks the server only for milliseconds", (_, limit, events) => {
    const text = calendarOf(events().map((lines) => ["UID:1", ...lines]));
    expect(longestReading(text).longest).toBeLessThan(limit);
  });

  test("Reading an object with thousands of instances blocks the server only briefly at a time", () => {
    const text = calendarOf([["UID:1", ...daily], ...repeat(9_900, (index) => override(index))]);
    expect(longestReading(text).longest).toBeLessThan(1_000);
    const [reading] = objectsIn(text).map((object) => readObject(object, berlin, span));
    expect(codesOf(reading as NonNullable<typeof reading>)).toEqual(["not_editable"]);
    expect(reading?.singles.slice(0, 2).map(({ title }) => title)).toEqual(["0", "1"]);
  });

  test("Reading an object with thousands of time zones blocks the server only briefly", () => {
    const ids = repeat(9_000, (index) => override(index % 100, `RECURRENCE-ID;TZID=(UTC+01:00) Zone${index}`));
    expect(longestReading(calendarOf([["UID:1", ...daily], ...ids])).longest).toBeLessThan(1_000);
  });
});

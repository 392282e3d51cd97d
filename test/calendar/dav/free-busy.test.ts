import { describe, expect, test } from "bun:test";
import type { Range } from "#calendar/dav/query/filters.ts";
import { BusyTimes, readRange } from "#calendar/dav/query/free-busy.ts";
import { parseXml } from "#lib/xml/xml.ts";
import { refusalOf } from "../../support/calendar/dav-queries.ts";
import { berlin, calendarOf, objectsIn } from "../../support/calendar/ical-objects.ts";
import { cpuTime } from "../../support/cpu-time.ts";

const linesOf = (text: string) => text.split("\r\n").filter((line) => line.startsWith("FREEBUSY"));
const range = { from: Date.UTC(2026, 0, 5), to: Date.UTC(2026, 0, 12) };
const at = new Date(Date.UTC(2026, 0, 1, 12));

function textOf(events: readonly (readonly string[])[], home = berlin): string {
  const text = calendarOf(events.map((each, index) => [`UID:${index}`, ...each]));
  return busyIn(text, range, home);
}

function busyIn(text: string, during: Range, home = berlin): string {
  const busy = new BusyTimes(during, home);
  for (const object of objectsIn(text)) busy.add(object);
  return busy.write(at);
}

const periods = (events: readonly (readonly string[])[], home = berlin) => linesOf(textOf(events, home));
const timed = (start: string, duration: string, ...more: readonly string[]) => [
  `DTSTART:${start}Z`,
  `DURATION:${duration}`,
  ...more,
];

describe("busy times", () => {
  test("A free-busy report returns one VFREEBUSY component", () => {
    expect(textOf([timed("20260105T090000", "PT1H", "SUMMARY:Secret")]).split("\r\n")).toEqual([
      ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Inglenook//Inglenook//EN", "BEGIN:VFREEBUSY"],
      ...["DTSTAMP:20260101T120000Z", "DTSTART:20260105T000000Z", "DTEND:20260112T000000Z"],
      ...["FREEBUSY:20260105T090000Z/20260105T100000Z", "END:VFREEBUSY", "END:VCALENDAR", ""],
    ]);
  });

  test("A free-busy report merges and sorts busy times, and cuts busy times at the ends of the range", () => {
    const events = [
      timed("20260106T090000", "PT1H", "RRULE:FREQ=DAILY;COUNT=2"),
      ...[timed("20260106T100000", "PT1H"), timed("20260106T093000", "PT10M"), timed("20260107T080000", "PT3H")],
      ...[timed("20260104T230000", "PT2H"), timed("20260111T230000", "PT2H"), timed("20260108T230000", "PT0S")],
    ];
    expect(periods(events)).toEqual([
      "FREEBUSY:20260105T000000Z/20260105T010000Z",
      "FREEBUSY:20260106T090000Z/20260106T110000Z",
      "FREEBUSY:20260107T080000Z/20260107T110000Z",
      "FREEBUSY:20260111T230000Z/20260112T000000Z",
    ]);
  });

  test("A free-busy report leaves out transparent and cancelled events, and marks tentative events", () => {
    const events = [
      timed("20260106T090000", "PT1H", "STATUS:tentative"),
      timed("20260107T090000", "PT1H", "STATUS:CANCELLED"),
      timed("20260108T090000", "PT1H", "TRANSP:TRANSPARENT"),
      timed("20260109T090000", "PT1H", "TRANSP:OPAQUE", "STATUS:CONFIRMED"),
    ];
    expect(periods(events)).toEqual([
      "FREEBUSY:20260109T090000Z/20260109T100000Z",
      "FREEBUSY;FBTYPE=BUSY-TENTATIVE:20260106T090000Z/20260106T100000Z",
    ]);
  });

  test("A free-busy report reads floating times and all-day events in the time zone of the query", () => {
    const events = [["DTSTART;VALUE=DATE:20260106"], ["DTSTART:20260108T100000", "DURATION:PT1H"]];
    expect(periods(events, { ...berlin, timeZone: "Asia/Tokyo" })).toEqual([
      "FREEBUSY:20260105T150000Z/20260106T150000Z",
      "FREEBUSY:20260108T010000Z/20260108T020000Z",
    ]);
  });

  test("A free-busy report leaves out a single instance that is marked as free", () => {
    const text = calendarOf([
      ["UID:one", ...timed("20260106T090000", "PT1H", "RRULE:FREQ=DAILY;COUNT=3")],
      ["UID:one", "RECURRENCE-ID:20260107T090000Z", ...timed("20260107T090000", "PT1H", "TRANSP:TRANSPARENT")],
    ]);
    expect(linesOf(busyIn(text, range))).toEqual([
      "FREEBUSY:20260106T090000Z/20260106T100000Z",
      "FREEBUSY:20260108T090000Z/20260108T100000Z",
    ]);
  });

  test("A free-busy report with too many instances is refused quickly", () => {
    const long = { from: 0, to: Date.UTC(2200, 0, 1) };
    const often = [
      "UID:one",
      ...timed("19700101T090000", "PT1M", "RRULE:FREQ=DAILY;BYHOUR=1,2,3,4,5,6,7,8,9,10,11,12"),
    ];
    const excluded = ["UID:one", ...timed("19700101T090000", "PT1M", "RRULE:FREQ=DAILY", "EXRULE:FREQ=DAILY")];
    for (const each of [often, excluded]) {
      const before = cpuTime();
      const refused = refusalOf(() => busyIn(calendarOf([each]), long));
      expect({ refused, isFast: cpuTime() - before < 400 }).toEqual({
        refused: "403 number-of-matches-within-limits",
        isFast: true,
      });
    }
  });

  test.each([
    ['start="20260105T000000Z" end="20260112T000000Z"', null],
    ['start="20260105T000000Z"', "400"],
    ['end="20260105T000000Z"', "400"],
    ['start="20260112T000000Z" end="20260105T000000Z"', "400"],
    ["", "400"],
  ])(
    "A free-busy report with the time range %j is accepted (null) or refused with a status: %p",
    (attributes, refusal) => {
      const element = parseXml(Buffer.from(`<time-range ${attributes}/>`));
      expect(refusalOf(() => readRange(element))).toBe(refusal);
      expect(refusalOf(() => readRange(undefined))).toBe("400");
      expect(refusal === null ? readRange(element) : range).toEqual(range);
    },
  );
});

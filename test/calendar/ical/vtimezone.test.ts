import { describe, expect, test } from "bun:test";
import ICAL from "ical.js";
import { type Component, componentsOf, propertyOf } from "#calendar/ical/component.ts";
import { parseCalendars, writeComponent } from "#calendar/ical/lines.ts";
import { offsetsOf, writeZone } from "#calendar/ical/vtimezone.ts";
import { toInstant, toLocalMs } from "#lib/zone.ts";
import { cpuTime } from "../../support/cpu-time.ts";
import { randomFrom } from "../../support/random/rules.ts";

const some = ["Europe/Berlin", "America/New_York", "Asia/Tokyo", "Africa/Casablanca", "Asia/Jerusalem", "Africa/Cairo"];
const odd = ["Europe/Dublin", "America/Santiago", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC", "America/Nuuk"];

const written = (timeZone: string, year: number) => writeComponent(writeZone(timeZone, Date.UTC(year, 5, 1)));

describe("a written VTIMEZONE", () => {
  test("A written VTIMEZONE has a rule for each clock change from a year before the event on", () => {
    expect(written("Europe/Berlin", 2026).split("\r\n")).toEqual([
      "BEGIN:VTIMEZONE",
      "TZID:Europe/Berlin",
      "X-LIC-LOCATION:Europe/Berlin",
      "BEGIN:STANDARD",
      "DTSTART:20241027T030000",
      "TZOFFSETFROM:+0200",
      "TZOFFSETTO:+0100",
      "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU",
      "END:STANDARD",
      "BEGIN:DAYLIGHT",
      "DTSTART:20250330T020000",
      "TZOFFSETFROM:+0100",
      "TZOFFSETTO:+0200",
      "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
      "END:DAYLIGHT",
      "END:VTIMEZONE",
      "",
    ]);
  });

  test.each([
    ["America/New_York", ["RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU"]],
    [
      "Asia/Jerusalem",
      [
        "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU",
        "RRULE:FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=23,24,25,26,27,28,29;BYDAY=FR",
      ],
    ],
    ["Asia/Tokyo", []],
    ["UTC", []],
    ["Africa/Casablanca", []],
  ])("The written VTIMEZONE of %s has the right rules", (timeZone, rules) => {
    const zone = writeZone(timeZone, Date.UTC(2026, 5, 1));
    const parts = zone.items.filter((each) => each.kind === "component");
    expect(parts.flatMap((each) => propertyOf(each, "RRULE")?.raw ?? [])).toEqual(rules);
    if (["Asia/Tokyo", "UTC"].includes(timeZone)) expect(parts.map(({ name }) => name)).toEqual(["STANDARD"]);
  });

  test("A written VTIMEZONE has UTC offsets without seconds", () => {
    expect(written("Africa/Monrovia", 1971)).toContain("TZOFFSETFROM:-0044\r\nTZOFFSETTO:+0000\r\n");
  });

  test("A written VTIMEZONE is cached for each zone and year", () => {
    expect(writeZone("Europe/Rome", Date.UTC(2026, 1, 1))).toBe(writeZone("Europe/Rome", Date.UTC(2026, 11, 1)));
    expect(writeZone("Europe/Rome", Date.UTC(2026, 1, 1))).not.toBe(writeZone("Europe/Rome", Date.UTC(2027, 1, 1)));
    expect(() => writeZone("Nowhere/Land", 0)).toThrow(RangeError);
  });

  test.each([...some, ...odd])(
    "The written VTIMEZONE of %s gives the same offsets in ical.js and in our code",
    (timeZone) => {
      const random = randomFrom(timeZone.length);
      for (const year of [1971, 1999, 2026]) {
        const text = `BEGIN:VCALENDAR\r\n${written(timeZone, year)}END:VCALENDAR\r\n`;
        const component = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent("vtimezone");
        if (!component) throw new Error("ical.js found no VTIMEZONE");
        const theirs = new ICAL.Timezone(component);
        const ours = offsetsOf(writeZone(timeZone, Date.UTC(year, 5, 1)));
        for (let count = 0; count < 20; count++) {
          const instant =
            Math.floor((Date.UTC(year, 0, 1) + random() * (Date.UTC(2100, 0, 1) - Date.UTC(year, 0, 1))) / 1_000) *
            1_000;
          const localMs = toLocalMs(timeZone, instant);
          const at = new Date(localMs);
          const time = ICAL.Time.fromDateTimeString(at.toISOString().slice(0, 19));
          const expected = localMs - toInstant(timeZone, localMs);
          expect({ timeZone, at: at.toISOString(), offset: theirs.utcOffset(time) * 1_000 }).toEqual({
            timeZone,
            at: at.toISOString(),
            offset: expected,
          });
          expect(ours?.offsetAt(localMs)).toBe(expected);
        }
      }
    },
  );
});

test("The written VTIMEZONE of every time zone is read back with the same offsets", () => {
  const random = randomFrom(1);
  for (const timeZone of Intl.supportedValuesOf("timeZone")) {
    const offsetAt = offsetsOf(writeZone(timeZone, Date.UTC(2026, 5, 1)))?.offsetAt;
    for (let count = 0; count < 10; count++) {
      const instant = Math.floor(Date.UTC(2026, 0, 1) / 1_000 + random() * 2e9) * 1_000;
      const localMs = toLocalMs(timeZone, instant);
      expect({ timeZone, localMs, at: localMs - (offsetAt?.(localMs) ?? 0) }).toEqual({
        timeZone,
        localMs,
        at: toInstant(timeZone, localMs),
      });
    }
  }
});

describe("a VTIMEZONE that is read", () => {
  const read = (...lines: string[]) => {
    const text = ["BEGIN:VCALENDAR", "BEGIN:VTIMEZONE", ...lines, "END:VTIMEZONE", "END:VCALENDAR"].join("\n");
    const [calendar] = parseCalendars(Buffer.from(text)).calendars;
    return offsetsOf(componentsOf(calendar as Component, "VTIMEZONE")[0] as Component);
  };
  const hours = (offsets: ReturnType<typeof read>, text: string) =>
    (offsets?.offsetAt(Date.parse(`${text}Z`)) ?? Number.NaN) / 3_600_000;

  test("A VTIMEZONE changes its offset by rules until the rules end", () => {
    const offsets = read(
      ...["BEGIN:STANDARD", "DTSTART:19701025T030000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100"],
      ...["RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;UNTIL=20101031T010000Z;", "END:STANDARD"],
      ...["BEGIN:DAYLIGHT", "DTSTART:19700329T020000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200"],
      ...["RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;UNTIL=20110327T010000Z", "END:DAYLIGHT"],
      ...["BEGIN:STANDARD", "DTSTART:20111101T000000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0300", "END:STANDARD"],
    );
    const localTimes = [
      "1969-01-01T00:00",
      "2010-10-31T02:59",
      "2010-10-31T03:00",
      "2011-03-27T02:30",
      "2011-03-27T03:00",
    ];
    expect(localTimes.map((localMs) => hours(offsets, localMs))).toEqual([1, 2, 1, 1, 2]);
    expect(hours(offsets, "2030-01-01T00:00")).toBe(3);
  });

  test("A VTIMEZONE changes its offset at single dates", () => {
    const offsets = read(
      ...["BEGIN:STANDARD", "DTSTART:20200101T000000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100"],
      ...["RDATE:20210101T000000,20220101T000000", "RDATE:20230101T000000Z", "END:STANDARD"],
      ...["BEGIN:DAYLIGHT", "DTSTART:20200701T000000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200"],
      ...["RDATE;VALUE=PERIOD:20210701T000000/P1D,nonsense", "RDATE:20220701", "END:DAYLIGHT"],
    );
    const localTimes = [
      "2020-06-01T00:00",
      "2021-06-01T00:00",
      "2021-08-01T00:00",
      "2022-08-01T00:00",
      "2023-01-01T01:59",
      "2023-01-01T02:00",
    ];
    expect(localTimes.map((localMs) => hours(offsets, localMs))).toEqual([1, 1, 2, 2, 2, 1]);
  });

  test("A VTIMEZONE is valid if at least one of its observances can be read", () => {
    expect(read()).toBeNull();
    expect(read("BEGIN:STANDARD", "DTSTART:x", "TZOFFSETTO:+0100", "END:STANDARD")).toBeNull();
    expect(read("BEGIN:STANDARD", "DTSTART:20200101T000000", "END:STANDARD")).toBeNull();
    const bare = read(
      "BEGIN:STANDARD",
      "DTSTART:20200101T000000",
      "TZOFFSETTO:+0100",
      "RRULE:FREQ=SECONDLY",
      "END:STANDARD",
    );
    expect(hours(bare, "2026-01-01T00:00")).toBe(1);
  });

  test("A VTIMEZONE with thousands of rules is read in bounded time", () => {
    const many = [
      "BEGIN:STANDARD",
      "DTSTART:19000101T000000",
      "TZOFFSETFROM:+0200",
      "TZOFFSETTO:+0100",
      "RRULE:FREQ=DAILY;BYHOUR=1,2,3",
      "END:STANDARD",
    ];
    const before = cpuTime();
    expect(hours(read(...Array.from({ length: 2_000 }, () => many).flat()), "2026-01-01T00:00")).toBe(1);
    expect(cpuTime() - before).toBeLessThan(1_000);
  });
});

import { describe, expect, test } from "bun:test";
import { WINDOWS_TO_IANA_MAP } from "windows-iana";
import { type Component, componentsOf } from "#calendar/ical/component.ts";
import { parseCalendars, property } from "#calendar/ical/lines.ts";
import { writeZone } from "#calendar/ical/vtimezone.ts";
import { createZones } from "#calendar/ical/zones.ts";
import { toInstant } from "#lib/zone.ts";
import { cpuTime } from "../../support/cpu-time.ts";

const home = { timeZone: "America/New_York" };
const july = Date.UTC(2026, 6, 1, 10);

function vtimezone(tzid: string, ...lines: string[]): Component {
  const text = ["BEGIN:VCALENDAR", "BEGIN:VTIMEZONE", `TZID:${tzid}`, ...lines, "END:VTIMEZONE", "END:VCALENDAR"];
  const [calendar] = parseCalendars(Buffer.from(text.join("\n"))).calendars;
  return componentsOf(calendar as Component, "VTIMEZONE")[0] as Component;
}

function observance(name: string, from: string, to: string, start = "16010101T000000", ...more: string[]): string[] {
  return [`BEGIN:${name}`, `DTSTART:${start}`, `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`, ...more, `END:${name}`];
}

const renamed = (timeZone: string, tzid: string): Component => {
  const { items, ...rest } = writeZone(timeZone, july);
  const kept = items.filter((each) => each.kind === "component");
  return { ...rest, items: [property("TZID", tzid), ...kept] };
};

const resolve = (tzid: string, ...zones: Component[]) => createZones(zones, home, null).resolve(tzid, july);

describe("a time zone", () => {
  test.each([
    ["Europe/Berlin", "Europe/Berlin"],
    [" europe/berlin ", "Europe/Berlin"],
    ['"Europe/Berlin"', "Europe/Berlin"],
    ["US/Eastern", "US/Eastern"],
    ["Asia/Calcutta", "Asia/Calcutta"],
    ["UTC", "UTC"],
    ["Etc/GMT+5", "Etc/GMT+5"],
    ["/mozilla.org/20050126_1/Europe/Berlin", "Europe/Berlin"],
    ["/freeassociation.sourceforge.net/Tzfile/Europe/Berlin", "Europe/Berlin"],
    ["/freeassociation.sourceforge.net/America/Indiana/Knox", "America/Indiana/Knox"],
    ["/citadel.org/20210210_1/Europe/Berlin", "Europe/Berlin"],
    ["W. Europe Standard Time", "Europe/Berlin"],
    ["eastern standard time", "America/New_York"],
    ["tzone://Microsoft/Utc", "UTC"],
    ["GMT+0200", "Etc/GMT-2"],
    ["UTC+2", "Etc/GMT-2"],
    ["UTC-11", "Etc/GMT+11"],
    ["GMT-03:00", "Etc/GMT+3"],
    ["+0100", "Etc/GMT-1"],
    ["GMT+0000", "UTC"],
  ])("The time zone name %j in a calendar file means %s", (tzid, timeZone) =>
    expect(resolve(tzid)).toEqual({ timeZone, isGuess: false }),
  );

  test("Every Windows name of a time zone is recognised", () => {
    const names = [...new Set(WINDOWS_TO_IANA_MAP.map(({ windowsName }) => windowsName))];
    expect(names).toHaveLength(139);
    const { resolve: resolveName } = createZones([], home, null);
    for (const name of names) {
      const found = WINDOWS_TO_IANA_MAP.find((each) => each.windowsName === name && each.territory === "001");
      const { timeZone, isGuess } = resolveName(name, july);
      expect({ name, isGuess, at: toInstant(timeZone, july) }).toEqual({
        ...{ name, isGuess: false },
        at: toInstant(found?.iana[0] ?? "", july),
      });
    }
  });

  test("A time zone without a known name is found by its location or its offsets", () => {
    expect(resolve("X", vtimezone("X", "X-LIC-LOCATION:Europe/Paris")).timeZone).toBe("Europe/Paris");
    for (const zone of ["America/New_York", "Europe/Berlin", "Asia/Tokyo", "Australia/Sydney", "Africa/Casablanca"]) {
      const { timeZone, isGuess } = resolve("Customized Time Zone", renamed(zone, "Customized Time Zone"));
      expect(isGuess).toBe(false);
      for (let month = 0; month < 24; month++) {
        const localMs = Date.UTC(2026, month, 1, 10);
        expect({ zone, at: toInstant(timeZone, localMs) }).toEqual({ zone, at: toInstant(zone, localMs) });
      }
    }
  });

  test("A time zone with the same offsets as the household's zone is read as that zone", () => {
    expect(resolve("X", renamed("America/Toronto", "X")).timeZone).toBe("America/New_York");
    const outlook = vtimezone(
      "(UTC-05:00) Eastern Time",
      ...observance("STANDARD", "-0400", "-0500", "16011104T020000", "RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11"),
      ...observance("DAYLIGHT", "-0500", "-0400", "16010311T020000", "RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3"),
    );
    expect(resolve("(UTC-05:00) Eastern Time", outlook)).toEqual({ timeZone: "America/New_York", isGuess: false });
  });

  test("A time zone that equals no known zone is replaced by a fixed offset or the household's zone", () => {
    const changing = [
      ...observance("STANDARD", "+0300", "+0200", "20001012T030000", "RRULE:FREQ=YEARLY;BYDAY=2TH;BYMONTH=10"),
      ...observance("DAYLIGHT", "+0200", "+0300", "20000503T020000", "RRULE:FREQ=YEARLY;BYDAY=1WE;BYMONTH=5"),
    ];
    expect(resolve("X", vtimezone("X", ...changing))).toEqual({ timeZone: "Etc/GMT-3", isGuess: true });
    expect(resolve("X", vtimezone("X", ...observance("STANDARD", "+0017", "+0017")))).toEqual({
      ...home,
      timeZone: home.timeZone,
      isGuess: true,
    });
    expect(resolve("X", vtimezone("X", ...observance("STANDARD", "?", "?")))).toEqual({ ...home, isGuess: true });
    expect(resolve("Nowhere")).toEqual({ ...home, isGuess: true });
    expect(resolve("")).toEqual({ ...home, isGuess: true });
    expect(resolve("x".repeat(100_000))).toEqual({ ...home, isGuess: true });
    expect(resolve("/a/b/c/d/e/f/g/Europe/Berlin")).toEqual({ ...home, isGuess: true });
  });

  test("A time zone name with an offset of half an hour is matched with a known zone", () => {
    const { timeZone, isGuess } = resolve("GMT+0530");
    expect({ at: toInstant(timeZone, july), isGuess }).toEqual({ at: july - 5.5 * 3_600_000, isGuess: false });
  });

  test.each([
    ["(UTC+01:00) Nocity, Amsterdam, Berlin", "Europe/Amsterdam", false],
    ["(GMT+10:00) Port Moresby", "Pacific/Port_Moresby", false],
    ["(GMT) Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London", "Europe/London", false],
    ["(UTC) Coordinated Universal Time", "UTC", false],
    ["(GMT-06.00) Central Time (US & Canada)", "America/Chicago", false],
    ["(GMT-08.00)", "Etc/GMT+8", false],
    ["W. Europe Standard Time 2", "Europe/Berlin", false],
    ["Eastern Standard Time (2)", "America/New_York", false],
    ["GMT +0100 (Standard) / GMT +0200 (Daylight)", "Europe/Berlin", false],
    ["(UTC+05:00) Berlin", "Europe/Berlin", true],
    ["(UTC-05:00) Nocity", "America/New_York", true],
    ["(UTC+03:00) Nocity", "Etc/GMT-3", true],
  ])("The time zone name %s of Outlook means %s", (tzid, timeZone, isGuess) => {
    expect(resolve(tzid)).toEqual({ timeZone, isGuess });
  });

  test("A time zone named like “Eastern Standard Time 1” follows its definition in the file", () => {
    const defined = (tzid: string) => resolve(tzid, renamed("Asia/Tokyo", tzid));
    for (const tzid of ["Eastern Standard Time 1", "(UTC-05:00) Eastern Time (US & Canada)"]) {
      expect(toInstant(defined(tzid).timeZone, july)).toBe(toInstant("Asia/Tokyo", july));
    }
    const stockholm = "(UTC+01:00) Stockholm";
    expect(resolve(stockholm, renamed("Europe/Berlin", stockholm)).timeZone).toBe("Europe/Stockholm");
  });

  test("A time zone whose summer time never ends is matched to a zone that changes clocks each year", () => {
    const ended = [
      ...observance("DAYLIGHT", "-0500", "-0400", "20070311T020000", "RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3;COUNT=10"),
      ...observance("STANDARD", "-0400", "-0500", "20071104T020000", "RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11;COUNT=9"),
    ];
    expect(resolve("X", vtimezone("X", ...ended))).toEqual({ timeZone: "America/New_York", isGuess: true });
    const south = [
      ...observance("DAYLIGHT", "+1000", "+1100", "20081005T020000", "RRULE:FREQ=SOMETIMES"),
      ...observance("STANDARD", "+1100", "+1000", "20080406T030000", "RRULE:FREQ=SOMETIMES"),
    ];
    const found = resolve("Y", vtimezone("Y", ...south));
    const localTimes = [Date.UTC(2026, 0, 1, 10), july, Date.UTC(2026, 11, 1, 10)];
    expect(found.isGuess).toBe(true);
    expect(localTimes.map((localMs) => toInstant(found.timeZone, localMs))).toEqual(
      localTimes.map((localMs) => toInstant("Australia/Sydney", localMs)),
    );
  });

  test.each([
    [null, "America/New_York"],
    ["", "America/New_York"],
    ["Nowhere", "America/New_York"],
    ["Europe/Berlin", "Europe/Berlin"],
    ["W. Europe Standard Time", "Europe/Berlin"],
  ])("The time zone of times without a zone follows X-WR-TIMEZONE: %j", (name, expected) => {
    expect(createZones([], home, name).floating).toBe(expected);
  });

  test("Thousands of unknown time zone names are resolved in bounded time", () => {
    const tzids = Array.from({ length: 1_000 }, (_, index) => `X${index}`);
    const odd = observance("DAYLIGHT", "+0200", "+0300", "20000503T020000", "RRULE:FREQ=DAILY");
    const { resolve: resolveOdd } = createZones(
      tzids.slice(0, 100).map((tzid) => vtimezone(tzid, ...odd)),
      home,
      null,
    );
    const before = cpuTime();
    for (const tzid of tzids) resolveOdd(tzid, july);
    expect(cpuTime() - before).toBeLessThan(2_000);
  });
});

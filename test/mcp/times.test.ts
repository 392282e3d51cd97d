/** Dates and times as language models write them. */
import { describe, expect, test } from "bun:test";
import { dayLine, momentLine, spanLine } from "../../src/mcp/lines.ts";
import { ToolError } from "../../src/mcp/refusal.ts";
import { instantAt, readDay, readMoment, requireWeekday } from "../../src/mcp/times.ts";

/** A Friday. */
const today = "2026-11-27";
const zone = "Europe/Berlin";

function refused(run: () => unknown): { message: string; repair: string | null } {
  try {
    run();
  } catch (error) {
    if (error instanceof ToolError) return { message: error.message, repair: error.repair };
    throw error;
  }
  throw new Error("It was not refused");
}

describe("a day", () => {
  test.each([
    ["2026-12-24", "2026-12-24"],
    [" Today ", "2026-11-27"],
    ["tomorrow", "2026-11-28"],
    ["Saturday", "2026-11-28"],
    ["thu", "2026-12-03"],
    ["thurs", "2026-12-03"],
    ["friday", "2026-12-04"],
  ])("may be said as %p", (said, date) => {
    expect(readDay(said, today, "due")).toBe(date);
  });

  test.each([
    ["07/08", "2027-07-08 (Thu 8 Jul 2027) or 2027-08-07 (Sat 7 Aug 2027)"],
    ["7.8.", "2027-07-08 (Thu 8 Jul 2027) or 2027-08-07 (Sat 7 Aug 2027)"],
    ["07-08-2026", "2026-07-08 (Wed 8 Jul 2026) or 2026-08-07 (Fri 7 Aug 2026)"],
    ["12/24", "2026-12-24 (Thu 24 Dec 2026)"],
    ["24/12/26", "2026-12-24 (Thu 24 Dec 2026)"],
    ["29/02", "2028-02-29 (Tue 29 Feb 2028)"],
    ["11/27", "2026-11-27 (Fri 27 Nov 2026)"],
    ["next friday", "2026-12-04 (Fri 4 Dec 2026) or 2026-12-11 (Fri 11 Dec 2026)"],
    ["this Sat", "2026-11-28 (Sat 28 Nov 2026) or 2026-12-05 (Sat 5 Dec 2026)"],
  ])("that could be several is refused with them: %p", (said, dates) => {
    const { message, repair } = refused(() => readDay(said, today, "due"));
    expect(message).toBe(`due: “${said}” could mean more than one day`);
    expect(repair).toBe(`Parameter due: say ${dates}.`);
  });

  test.each([
    "",
    "2026-02-30",
    "2026-13-01",
    "christmas",
    "in 3 days",
    "next",
    "f",
    "32/13",
    "yesterday",
    "2026-11-27T18:00",
  ])("is not %p", (said) => {
    const { message, repair } = refused(() => readDay(said, today, "due"));
    expect(message).toStartWith("due: must be a date that exists");
    expect(repair).toContain("Today is Fri 27 Nov 2026");
  });
});

describe("a time", () => {
  test.each([
    ["2026-11-27T18:00", "2026-11-27", "18:00"],
    ["2026-11-27 18:00:30", "2026-11-27", "18:00"],
    ["2026-11-27t8:05", "2026-11-27", "08:05"],
    ["tomorrow 07:30", "2026-11-28", "07:30"],
    ["friday T18:00", "2026-12-04", "18:00"],
    ["today", "2026-11-27", null],
    ["saturday", "2026-11-28", null],
    ["2026-12-24", "2026-12-24", null],
  ])("may be said as %p", (said, date, time) => {
    expect(readMoment(said, today, zone, "starts")).toEqual({ date, time });
  });

  test.each([
    ["2026-11-27T18:00Z", "2026-11-27T19:00"],
    ["2026-11-27T18:00:00.000Z", "2026-11-27T19:00"],
    ["2026-11-27T23:30-05:00", "2026-11-28T05:30"],
    ["2026-07-01T12:00+0000", "2026-07-01T14:00"],
  ])("is refused with an offset, in favour of the household's: %p", (said, here) => {
    const { message, repair } = refused(() => readMoment(said, today, zone, "starts"));
    expect(message).toBe("starts: must be household time without an offset, such as 2026-11-27T18:00");
    expect(repair).toContain(here);
  });

  test.each(["2026-11-27T24:00", "2026-11-27T18:60"])("is not %p", (said) => {
    expect(refused(() => readMoment(said, today, zone, "starts")).repair).toContain("00:00 to 23:59");
  });

  test("on an ambiguous day is refused like the day", () => {
    expect(refused(() => readMoment("07/08 18:00", today, zone, "starts")).message).toContain("more than one day");
  });

  test.each([
    ["2026-11-27", "18:00", "Europe/Berlin", "2026-11-27T17:00:00.000Z"],
    ["2026-03-29", "02:30", "Europe/Berlin", "2026-03-29T01:30:00.000Z"], // Skipped: 03:30 summer time.
    ["2026-10-25", "02:30", "Europe/Berlin", "2026-10-25T00:30:00.000Z"], // Shown twice: the first.
    ["2026-11-27", "18:00", "Pacific/Auckland", "2026-11-27T05:00:00.000Z"],
  ])("%s %s in %s is one instant", (date, time, timeZone, instant) => {
    expect(instantAt(date, time, timeZone)).toBe(instant);
  });
});

describe("the weekday that a caller believes a date to be", () => {
  test("passes where it is", () => {
    requireWeekday("Friday", today, "starts");
    requireWeekday("fri", today, "starts");
  });

  test("is refused where it is another, with the nearest such days", () => {
    const { message, repair } = refused(() => requireWeekday("friday", "2026-11-26", "starts"));
    expect(message).toBe("weekday: 2026-11-26 is a Thursday, not a Friday. Nothing was saved");
    expect(repair).toBe(
      "Parameter starts: say 2026-11-20 (Fri 20 Nov 2026) or 2026-11-27 (Fri 27 Nov 2026); or correct weekday.",
    );
    expect(refused(() => requireWeekday("someday", today, "starts")).message).toStartWith("weekday: must be one of");
  });
});

describe("times are written", () => {
  test.each([
    [["2026-11-27T17:00:00.000Z", "2026-11-27T18:00:00.000Z", false], "Fri 27 Nov 2026, 18:00–19:00 (Europe/Berlin)"],
    [["2026-11-27T17:00:00.000Z", "2026-11-27T17:00:00.000Z", false], "Fri 27 Nov 2026, 18:00 (Europe/Berlin)"],
    [
      ["2026-11-27T21:00:00.000Z", "2026-11-28T01:00:00.000Z", false],
      "Fri 27 Nov 2026, 22:00 – Sat 28 Nov 2026, 02:00 (Europe/Berlin)",
    ],
    [["2026-11-27T00:00:00.000Z", "2026-11-28T00:00:00.000Z", true], "Fri 27 Nov 2026, all day"],
    [["2026-11-27T00:00:00.000Z", "2026-11-30T00:00:00.000Z", true], "Fri 27 Nov 2026 – Sun 29 Nov 2026, all day"],
  ] as const)("as a span %j", ([startsAt, endsAt, allDay], line) => {
    expect(spanLine({ startsAt, endsAt, allDay }, zone)).toBe(line);
  });

  test("as all-day dates that no zone moves, and as moments", () => {
    const allDay = { startsAt: "2026-11-27T00:00:00.000Z", endsAt: "2026-11-28T00:00:00.000Z", allDay: true };
    expect(spanLine(allDay, "Pacific/Honolulu")).toBe("Fri 27 Nov 2026, all day");
    expect(dayLine("2027-01-01")).toBe("Fri 1 Jan 2027");
    expect(momentLine("2026-07-01T12:00:00Z", zone)).toBe("Wed 1 Jul 2026, 14:00 (Europe/Berlin)");
  });
});

/** Dates and times as language models write them. */
import { describe, expect, test } from "bun:test";
import { readPastDay } from "#agents/mcp/input/past-times.ts";
import {
  type Clock,
  instantAt,
  readClockTime,
  readDay,
  readLocalTime,
  requireWeekday,
} from "#agents/mcp/input/times.ts";
import { dayLine, instantLine, spanLine } from "#agents/mcp/output/format.ts";
import { ToolError } from "#agents/mcp/output/tool-error.ts";

/** A Friday. */
const today = "2026-11-27";
const zone = "Europe/Berlin";
const clock: Clock = { today, time: "10:00", timeZone: zone, weekStartsOn: 1, note: () => {} };

/** Returns the result of `read` with its notes. */
function noted<Value>(read: (clock: Clock) => Value): { value: Value; notes: string[] } {
  const notes: string[] = [];
  const value = read({ ...clock, note: (sentence) => notes.push(sentence) });
  return { value, notes };
}

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
  ])("The date %p is accepted by MCP tools", (said, date) => {
    expect(readDay(said, clock, "due")).toBe(date);
  });

  test.each([
    ["07/08", "2027-07-08 (Thu 8 Jul 2027) or 2027-08-07 (Sat 7 Aug 2027)"],
    ["07-08-2026", "2026-07-08 (Wed 8 Jul 2026) or 2026-08-07 (Fri 7 Aug 2026)"],
    ["next Saturday", "2026-11-28 (Sat 28 Nov 2026) or 2026-12-05 (Sat 5 Dec 2026)"],
    ["this Sat", "2026-11-28 (Sat 28 Nov 2026) or 2026-12-05 (Sat 5 Dec 2026)"],
  ])("An ambiguous date is refused with the possible dates: %p", (said, dates) => {
    const { message, repair } = refused(() => readDay(said, clock, "due"));
    expect(message).toBe(`due: “${said}” could mean more than one day`);
    expect(repair).toBe(`Parameter due: say ${dates}.`);
  });

  test.each([
    ["12/24", "2026-12-24", "Thu 24 Dec 2026"],
    ["24/12/26", "2026-12-24", "Thu 24 Dec 2026"],
    ["27.11.2026", "2026-11-27", "Fri 27 Nov 2026"],
    ["29/02", "2028-02-29", "Tue 29 Feb 2028"],
    ["11/27", "2026-11-27", "Fri 27 Nov 2026"],
    ["on friday", "2026-12-04", "Fri 4 Dec 2026"],
    ["7.8.", "2027-08-07", "Sat 7 Aug 2027"],
    ["3. 10. 2027", "2027-10-03", "Sun 3 Oct 2027"],
    ["friday", "2026-12-04", "Fri 4 Dec 2026"], // Today is a Friday.
    ["yesterday", "2026-11-26", "Thu 26 Nov 2026"],
    ["in 3 days", "2026-11-30", "Mon 30 Nov 2026"],
    ["Sonnabend", "2026-11-28", "Sat 28 Nov 2026"],
    ["2026-11-28 (Sat 28 Nov 2026)", "2026-11-28", "Sat 28 Nov 2026"],
  ])(
    "A date in another form is accepted, and the answer shows the date that was understood: %p",
    (said, date, line) => {
      expect(noted((each) => readDay(said, each, "due"))).toEqual({ value: date, notes: [`due read as ${line}.`] });
      expect(noted((each) => readDay(date, each, "due"))).toEqual({ value: date, notes: [] });
    },
  );

  test.each([
    ["next week", "2026-11-30", "Mon 30 Nov 2026"],
    ["diese Woche", "2026-11-23", "Mon 23 Nov 2026"],
    ["im Dezember", "2026-12-01", "Tue 1 Dec 2026"],
  ])("The words %p mean the first day of that period where the start of a week is expected", (said, date, line) => {
    const read = (each: Clock) => readDay(said, each, "weekStart", { takesWeek: true });
    expect(noted(read)).toEqual({ value: date, notes: [`weekStart read as ${line}.`] });
    expect(refused(() => readDay(said, clock, "due")).message).toBe(`due: “${said}” is more than one day`);
  });

  test.each([
    ["next weekend", "2026-11-28 (Sat 28 Nov 2026) or 2026-12-05 (Sat 5 Dec 2026)"],
    ["october", "2026-10-01 (Thu 1 Oct 2026) or 2027-10-01 (Fri 1 Oct 2027)"],
  ])("A span of days in words with two meanings is refused with the first day of each meaning: %p", (said, both) => {
    const { repair } = refused(() => readLocalTime(said, clock, "from", { edge: "first" }));
    expect(repair).toBe(`Parameter from: say ${both}.`);
  });

  test("A date that does not fit its weekday is refused with the possible dates", () => {
    const { message, repair } = refused(() => readDay("Fri 28 Nov", clock, "due"));
    expect(message).toBe("due: “Fri 28 Nov” could mean more than one day");
    expect(repair).toContain("2026-11-27 (Fri 27 Nov 2026) or 2026-11-28 (Sat 28 Nov 2026)");
  });

  test.each([
    ["monday 10:00", "2026-11-30", "Mon 30 Nov 2026"],
    ["2026-11-30T10:00", "2026-11-30", "Mon 30 Nov 2026"],
    ["2026-11-30T23:30:00-05:00", "2026-12-01", "Tue 1 Dec 2026"],
    ["tomorrow at 6pm", "2026-11-28", "Sat 28 Nov 2026"],
    ["morgen Abend", "2026-11-28", "Sat 28 Nov 2026"],
  ])("A date with a time is read as a date, and the answer mentions the omitted time: %p", (said, date, line) => {
    expect(noted((each) => readDay(said, each, "due", { thing: "a task" }))).toEqual({
      value: date,
      notes: [`due read as ${line}: a task has no time of day.`],
    });
  });

  test("A time without a date is refused where a date is expected", () => {
    expect(refused(() => readDay("17:00", clock, "due", { thing: "a task" }))).toEqual({
      message: "due: must be a day alone, without a time",
      repair: "Parameter due: a task has no time of day; say its day alone, such as tomorrow.",
    });
  });

  test.each([
    ["today", "2026-11-27"],
    ["yesterday", "2026-11-26"],
    ["friday", "2026-11-27"],
    ["monday", "2026-11-23"],
    ["last sat", "2026-11-21"],
    ["last friday", "2026-11-20"],
    ["past friday", "2026-11-20"],
    ["this monday", "2026-11-23"],
    ["24.12.", "2025-12-24"],
    ["seit Montag", "2026-11-23"],
    ["vor einer Woche", "2026-11-20"],
    ["2026-01-01", "2026-01-01"],
  ])("The date %p is accepted where a date in the past is expected", (said, date) => {
    expect(readPastDay(said, clock, "since")).toBe(date);
  });

  test.each([
    ["tomorrow", "since: must not be in the future: Sat 28 Nov 2026", "yesterday"],
    ["2026-12-01", "since: must not be in the future: Tue 1 Dec 2026", "yesterday"],
    ["07/08", "since: “07/08” could mean more than one day", "2026-07-08 (Wed 8 Jul 2026) or 2026-08-07"],
    ["a while ago", /^since: must be a date that exists.* today, yesterday or a weekday$/, "Today is"],
  ])("The date %p is refused where a date in the past is expected", (said, text, repair) => {
    const told = refused(() => readPastDay(said, clock, "since"));
    if (typeof text === "string") expect(told.message).toBe(text);
    else expect(told.message).toMatch(text);
    expect(told.repair).toContain(repair);
  });

  test.each([
    "",
    "2026-02-30",
    "2026-13-01",
    "christmas",
    "next",
    "f",
    "32/13",
    "31.11.",
    "9-17",
    "friday or saturday",
    "bis Freitag",
  ])("The text %p is refused as a date", (said) => {
    const { message, repair } = refused(() => readDay(said, clock, "due"));
    expect(message).toStartWith("due: must be a date that exists");
    expect(repair).toContain("Today is Fri 27 Nov 2026");
  });
});

describe("a time", () => {
  test.each([
    ["2026-11-27T18:00", "2026-11-27", "18:00"],
    ["2026-11-27 18:00:00", "2026-11-27", "18:00"],
    ["2026-11-27t8:05", "2026-11-27", "08:05"],
    ["tomorrow 07:30", "2026-11-28", "07:30"],
    ["friday T18:00", "2026-12-04", "18:00"],
    ["today", "2026-11-27", null],
    ["saturday", "2026-11-28", null],
    ["2026-12-24", "2026-12-24", null],
  ])("The date and time %p are accepted by MCP tools", (said, date, time) => {
    expect(readLocalTime(said, clock, "starts")).toEqual({ date, time });
  });

  test.each([
    ["2026-11-27T18:00Z", "2026-11-27T19:00"],
    ["2026-11-27T18:00:00.000Z", "2026-11-27T19:00"],
    ["2026-11-27T23:30-05:00", "2026-11-28T05:30"],
    ["2026-07-01T12:00+0000", "2026-07-01T14:00"],
  ])("A time with an offset is converted to the household's time zone, with a note in the answer: %p", (said, here) => {
    const { value, notes } = noted((each) => readLocalTime(said, each, "starts"));
    expect(`${value.date}T${value.time}`).toBe(here);
    const more = /z$/i.test(said) ? ` Z means UTC; if ${said.slice(11, 16)} is meant, leave out the Z.` : "";
    expect(notes).toEqual([`starts read as ${dayLine(value.date)}, ${value.time}.${more}`]);
  });

  test.each(["2026-11-27T25:00", "2026-11-27T18:60"])("A time outside 00:00 to 23:59 is refused: %p", (said) => {
    expect(refused(() => readLocalTime(said, clock, "starts")).repair).toContain("00:00 to 23:59");
  });

  test("A time on an ambiguous date is refused with the possible dates and that time", () => {
    for (const said of ["next saturday 18:00", "next saturday at 6pm", "6pm next saturday"]) {
      const { message, repair } = refused(() => readLocalTime(said, clock, "starts"));
      expect(message).toBe(`starts: “${said}” could mean more than one day`);
      expect(repair).toBe(
        "Parameter starts: say 2026-11-28T18:00 (Sat 28 Nov 2026) or 2026-12-05T18:00 (Sat 5 Dec 2026).",
      );
    }
  });

  test.each([
    ["tomorrow 6pm", "2026-11-28T18:00"],
    ["tomorrow at 18:00", "2026-11-28T18:00"],
    ["Tomorrow, 18:00", "2026-11-28T18:00"],
    ["6:30 pm tomorrow", "2026-11-28T18:30"],
    ["at 12am on saturday", "2026-11-28T00:00"],
    ["friday 12 p.m.", "2026-12-04T12:00"],
    ["2026-11-27T18h", "2026-11-27T18:00"],
    ["2026-11-27 18h30", "2026-11-27T18:30"],
    ["24.12.2026 18:00", "2026-12-24T18:00"],
    ["2026-12-24T18.00", "2026-12-24T18:00"],
    ["27.11.2026 9.15 Uhr", "2026-11-27T09:15"],
    ["friday 24:00", "2026-12-05T00:00"],
    ["Fri 4 Dec 2026, 18:00 (Europe/Berlin)", "2026-12-04T18:00"],
  ])("A date and time in another notation are accepted, and the answer mentions that: %p", (said, form) => {
    const { value, notes } = noted((each) => readLocalTime(said, each, "starts"));
    expect(`${value.date}T${value.time}`).toBe(form);
    expect(notes).toEqual([`starts read as ${dayLine(value.date)}, ${value.time}.`]);
  });

  test.each([["saturday 18:00"], ["2026-11-27T18:00"], ["2026-11-27 18:00:00"], ["tomorrow 18:00"]])(
    "A date and time in a usual form are accepted without a remark in the answer: %p",
    (said) => {
      expect(noted((each) => readLocalTime(said, each, "starts")).notes).toEqual([]);
    },
  );

  test.each([
    ["friday at 6", "2026-12-04T06:00 (Fri 4 Dec 2026) or 2026-12-04T18:00 (Fri 4 Dec 2026)", "time"],
    ["tomorrow at midnight", "2026-11-28T00:00 (Sat 28 Nov 2026) or 2026-11-29T00:00 (Sun 29 Nov 2026)", "day"],
    ["morgen um halb sieben", "2026-11-28T06:30 (Sat 28 Nov 2026) or 2026-11-28T18:30 (Sat 28 Nov 2026)", "time"],
  ])("A date and time with two meanings are refused with both meanings: %p", (said, both, what) => {
    const { message, repair } = refused(() => readLocalTime(said, clock, "starts"));
    expect(message).toBe(`starts: “${said}” could mean more than one ${what}`);
    expect(repair).toBe(`Parameter starts: say ${both}.`);
  });

  test("A date with only a part of the day, such as the evening, is refused", () => {
    const { message, repair } = refused(() => readLocalTime("tomorrow evening", clock, "starts"));
    expect(message).toBe("starts: “tomorrow evening” does not say the time");
    expect(repair).toBe("Parameter starts: say the time too, such as 2026-11-28T18:00 (Sat 28 Nov 2026).");
  });

  test.each([
    ["10:30", { date: "2026-12-01", time: "09:00" }, "2026-12-01T10:30"],
    ["1am", { date: "2026-12-01", time: "22:00" }, "2026-12-02T01:00"],
    ["at 8:05", { date: "2026-12-01", time: null }, "2026-12-01T08:05"],
    ["19 Uhr", { date: "2026-12-01", time: "18:00" }, "2026-12-01T19:00"],
  ])("An end time without a date is on the date of the start, or on the next date: %p", (said, near, form) => {
    const { value, notes } = noted((each) => readLocalTime(said, each, "ends", { near: [near] }));
    expect(`${value.date}T${value.time}`).toBe(form);
    expect(notes).toEqual([`ends read as ${dayLine(value.date)}, ${value.time}.`]);
  });

  test.each([
    ["at 8", { date: "2026-12-01", time: "18:00" }, "2026-12-01T20:00"],
    ["half past seven", { date: "2026-12-01", time: "18:00" }, "2026-12-01T19:30"],
    ["um eins", { date: "2026-12-01", time: "22:00" }, "2026-12-02T01:00"],
    ["midnight", { date: "2026-12-01", time: "18:00" }, "2026-12-02T00:00"],
    ["8:00", { date: "2026-12-01", time: "20:00" }, "2026-12-02T08:00"],
  ])("An end time such as “at 8” means the next such time after the start: %p", (said, near, form) => {
    const { date, time } = readLocalTime(said, clock, "ends", { near: [near] });
    expect(`${date}T${time}`).toBe(form);
  });

  test.each([
    ["15:00", "16:00", "2026-12-01T15:00 (Tue 1 Dec 2026) or 2026-12-02T15:00 (Wed 2 Dec 2026)"],
    ["18:00", "18:00", "2026-12-01T18:00 (Tue 1 Dec 2026) or 2026-12-02T18:00 (Wed 2 Dec 2026)"],
    ["at 8", "06:00", "2026-12-01T08:00 (Tue 1 Dec 2026) or 2026-12-01T20:00 (Tue 1 Dec 2026)"],
  ])("An end that is not clearly after the start is refused with two proposals: %p after %s", (said, time, both) => {
    const near = [{ date: "2026-12-01", time }];
    expect(refused(() => readLocalTime(said, clock, "ends", { near })).repair).toBe(`Parameter ends: say ${both}.`);
  });

  test("A start time without a date is refused, and the refusal proposes that time today and tomorrow", () => {
    const { message, repair } = refused(() => readLocalTime("17:00", clock, "starts"));
    expect(message).toBe("starts: “17:00” is a time without its day");
    expect(repair).toBe(
      "Parameter starts: say 2026-11-27T17:00 (Fri 27 Nov 2026) or 2026-11-28T17:00 (Sat 28 Nov 2026).",
    );
  });

  test.each(["soon", "25:00", "friday 18", "13pm", "99h"])("The text %p is refused as a date and time", (said) => {
    const { message, repair } = refused(() => readLocalTime(said, clock, "starts"));
    expect(message).toEndWith("or a day and time, such as 2026-11-28T18:00 or tomorrow 18:00");
    expect(repair).toContain("Today is Fri 27 Nov 2026");
  });

  test.each([
    ["19:00", "19:00", []],
    ["8:05", "08:05", []],
    ["24:00", "24:00", []],
    ["7pm", "19:00", ["earliest read as 19:00."]],
    ["8am", "08:00", ["earliest read as 08:00."]],
    ["19 Uhr", "19:00", ["earliest read as 19:00."]],
    ["19.30 Uhr", "19:30", ["earliest read as 19:30."]],
    ["18.00", "18:00", ["earliest read as 18:00."]],
    ["noon", "12:00", ["earliest read as 12:00."]],
    ["halb acht abends", "19:30", ["earliest read as 19:30."]],
  ] as const)("The time of day %p is accepted without a date", (said, time, sentences) => {
    const notes: string[] = [];
    expect(readClockTime(said, "earliest", (sentence) => notes.push(sentence))).toBe(time);
    expect(notes).toEqual([...sentences]);
  });

  test.each([
    ["at 7", "say 07:00 or 19:00."],
    ["halb acht", "say 07:30 or 19:30."],
    ["25:00", "Take 00:00 to 24:00."],
    ["monday", "Take 00:00 to 24:00."],
    ["7:5", "Take 00:00 to 24:00."],
  ])("The text %p is refused as a time of day", (said, repair) => {
    expect(refused(() => readClockTime(said, "earliest", () => {})).repair).toEndWith(repair);
  });

  test.each([
    ["2026-11-27", "18:00", "Europe/Berlin", "2026-11-27T17:00:00.000Z"],
    ["2026-03-29", "02:30", "Europe/Berlin", "2026-03-29T01:30:00.000Z"], // Skipped hour: 03:30 summer time.
    ["2026-10-25", "02:30", "Europe/Berlin", "2026-10-25T00:30:00.000Z"], // Repeated hour: the first.
    ["2026-11-27", "18:00", "Pacific/Auckland", "2026-11-27T05:00:00.000Z"],
  ])("The local time %s %s in %s becomes the right instant", (date, time, timeZone, instant) => {
    expect(instantAt(date, time, timeZone)).toBe(instant);
  });
});

describe("the weekday that a caller gives for a date", () => {
  const day = (date: string) => ({ date, time: null });
  test.each([
    [{ date: "2026-11-26", time: "18:00" }, "2026-11-27", "2026-11-27T18:00 (Fri 27 Nov 2026)"],
    [
      { date: "2026-12-03", time: "09:00" },
      "2026-11-27",
      "2026-11-27T09:00 (Fri 27 Nov 2026) or 2026-12-04T09:00 (Fri 4 Dec 2026)",
    ],
    [{ date: "2026-11-02", time: "09:00" }, "2026-11-27", "2026-11-27T09:00 (Fri 27 Nov 2026)"],
    [{ date: "2026-11-26", time: null }, "2026-11-28", "2026-12-04 (Fri 4 Dec 2026)"],
  ])("A wrong weekday for %j is refused, with the nearest dates of that weekday from %s on", (moment, from, say) => {
    const { repair } = refused(() => requireWeekday("friday", moment, "", from));
    expect(repair).toBe(`Parameter starts: say ${say}; or correct weekday.`);
  });

  test("A weekday that fits its date is accepted in English and German, also shortened", () => {
    requireWeekday("Friday", day(today), "");
    for (const name of ["fri", "Fr", "Fr.", "Freitag", "FR"]) requireWeekday(name, day(today), "");
  });

  test("A weekday that does not fit its date is refused with the nearest dates of that weekday", () => {
    const { message, repair } = refused(() => requireWeekday("friday", day("2026-11-26"), ""));
    expect(message).toBe("weekday: 2026-11-26 is a Thursday, not a Friday. Nothing was saved");
    expect(repair).toBe(
      "Parameter starts: say 2026-11-20 (Fri 20 Nov 2026) or 2026-11-27 (Fri 27 Nov 2026); or correct weekday.",
    );
    expect(refused(() => requireWeekday("someday", day(today), "")).message).toStartWith("weekday: must be one of");
  });

  test("A refusal of a weekday names the row of the call if there are several rows", () => {
    const { message, repair } = refused(() => requireWeekday("friday", day("2026-11-26"), "events[3]."));
    expect(message).toStartWith("events[3].weekday: 2026-11-26 is a Thursday");
    expect(repair).toStartWith("Parameter events[3].starts: say ");
    expect(refused(() => requireWeekday("x", day(today), "events[3].")).message).toStartWith("events[3].weekday: must");
  });
});

describe("times as text", () => {
  test.each([
    [["2026-11-27T17:00:00.000Z", "2026-11-27T18:00:00.000Z", false], "Fri 27 Nov 2026, 18:00–19:00 (Europe/Berlin)"],
    [["2026-11-27T17:00:00.000Z", "2026-11-27T17:00:00.000Z", false], "Fri 27 Nov 2026, 18:00 (Europe/Berlin)"],
    [
      ["2026-11-27T21:00:00.000Z", "2026-11-28T01:00:00.000Z", false],
      "Fri 27 Nov 2026, 22:00 – Sat 28 Nov 2026, 02:00 (Europe/Berlin)",
    ],
    [["2026-11-27T00:00:00.000Z", "2026-11-28T00:00:00.000Z", true], "Fri 27 Nov 2026, all day"],
    [["2026-11-27T00:00:00.000Z", "2026-11-30T00:00:00.000Z", true], "Fri 27 Nov 2026 – Sun 29 Nov 2026, all day"],
  ] as const)("An answer writes a span of time as one line: %j", ([startsAt, endsAt, allDay], line) => {
    expect(spanLine({ startsAt, endsAt, allDay }, zone)).toBe(line);
  });

  test("An answer writes dates of all-day events without a time zone, and times with their time zone", () => {
    const allDay = { startsAt: "2026-11-27T00:00:00.000Z", endsAt: "2026-11-28T00:00:00.000Z", allDay: true };
    expect(spanLine(allDay, "Pacific/Honolulu")).toBe("Fri 27 Nov 2026, all day");
    expect(dayLine("2027-01-01")).toBe("Fri 1 Jan 2027");
    expect(instantLine("2026-07-01T12:00:00Z", zone)).toBe("Wed 1 Jul 2026, 14:00 (Europe/Berlin)");
  });
});

/** Each property of an event, as the calendar takes it. */
import { describe, expect, test } from "bun:test";
import { parseCalendars } from "#calendar/ical/lines.ts";
import { objectFrom, objectText, skippedComponentsIn } from "#calendar/ical/objects.ts";
import { readObject } from "#calendar/ical/read.ts";
import { withKnownReminders } from "#calendar/ical/read-details.ts";
import { separateObjectSteps } from "#calendar/ical/series-components.ts";
import {
  berlin,
  calendarOf,
  codesOf,
  objectsIn,
  readEvents,
  readText,
  span,
  wallText,
} from "../../support/calendar/ical-objects.ts";

const start = "DTSTART;TZID=Europe/Berlin:20260105T100000";

describe("times", () => {
  test.each([
    [["DTSTART;VALUE=DATE:20260105"], true, "2026-01-05T00:00", "2026-01-06T00:00", "Europe/Berlin"],
    [["DTSTART:20260105"], true, "2026-01-05T00:00", "2026-01-06T00:00", "Europe/Berlin"],
    [["DTSTART:20260105", "DTEND:20260108"], true, "2026-01-05T00:00", "2026-01-08T00:00", "Europe/Berlin"],
    [["DTSTART:20260105", "DURATION:P2D"], true, "2026-01-05T00:00", "2026-01-07T00:00", "Europe/Berlin"],
    [["DTSTART:20260105", "DTEND:20260106T120000"], true, "2026-01-05T00:00", "2026-01-07T00:00", "Europe/Berlin"],
    [[start], false, "2026-01-05T10:00", "2026-01-05T10:00", "Europe/Berlin"],
    [
      [start, "DTEND;TZID=Europe/Berlin:20260105T113000"],
      false,
      "2026-01-05T10:00",
      "2026-01-05T11:30",
      "Europe/Berlin",
    ],
    [
      [start, "DTEND;TZID=America/New_York:20260105T060000"],
      false,
      "2026-01-05T10:00",
      "2026-01-05T12:00",
      "Europe/Berlin",
    ],
    [[start, "DTEND:20260105T103000Z"], false, "2026-01-05T10:00", "2026-01-05T11:30", "Europe/Berlin"],
    [[start, "DTEND;VALUE=DATE:20260106"], false, "2026-01-05T10:00", "2026-01-06T00:00", "Europe/Berlin"],
    [[start, "DURATION:PT45M"], false, "2026-01-05T10:00", "2026-01-05T10:45", "Europe/Berlin"],
    [["DTSTART:20260105T100000"], false, "2026-01-05T10:00", "2026-01-05T10:00", "Europe/Berlin"],
    [["DTSTART:20260105T100000Z"], false, "2026-01-05T11:00", "2026-01-05T11:00", "Europe/Berlin"],
    [["DTSTART:20260105T100000Z", "RRULE:FREQ=DAILY"], false, "2026-01-05T10:00", "2026-01-05T10:00", "UTC"],
    [["DTSTART;TZID=Asia/Tokyo:20260105T100000"], false, "2026-01-05T10:00", "2026-01-05T10:00", "Asia/Tokyo"],
  ])(
    "An event with the iCalendar lines %j gets the right start and end",
    (lines, allDay, startWall, endWall, timeZone) => {
      const { event, remarks } = readEvents(lines);
      expect(remarks).toEqual([]);
      expect(event).toMatchObject({ allDay, timeZone });
      expect([event?.startWall, event?.endWall].map((each) => wallText(each ?? 0))).toEqual([startWall, endWall]);
    },
  );

  test("A duration in days keeps the time of day across a clock change, unlike a duration in hours", () => {
    const change = "DTSTART;TZID=Europe/Berlin:20260328T120000";
    const lengthOf = (duration: string) => {
      const { event } = readEvents([change, `DURATION:${duration}`]);
      return ((event?.endAt ?? 0) - (event?.startAt ?? 0)) / 3_600_000;
    };
    expect(["P1D", "PT24H", "P1DT2H"].map(lengthOf)).toEqual([23, 24, 25]);
  });

  test("A start in the hour that the clock skips keeps its time of day", () => {
    const { event } = readEvents([
      "DTSTART;TZID=Europe/Berlin:20260329T023000",
      "DTEND;TZID=Europe/Berlin:20260329T024500",
    ]);
    expect(wallText(event?.startWall ?? 0)).toBe("2026-03-29T02:30");
    expect(wallText(event?.startAt ?? 0)).toBe("2026-03-29T01:30");
    expect(wallText(event?.endAt ?? 0)).toBe("2026-03-29T01:45");
  });

  test("Times without a time zone are read in the time zone of their calendar file", () => {
    const text = calendarOf([["UID:a", "DTSTART:20260105T100000"]], ["X-WR-TIMEZONE:America/New_York"]);
    expect(readText(text).event).toMatchObject({ timeZone: "America/New_York", startAt: Date.UTC(2026, 0, 5, 15) });
    const kept = objectText(objectsIn(text)[0]!);
    expect(readText(kept).event).toEqual(readText(text).event);
  });

  test.each([
    [["DTSTART:20260105T100000", "DTEND:20260105T090000"], "ends_before_start", 0],
    [["DTSTART:20260105T100000", "DURATION:-PT1H"], "ends_before_start", 0],
    [["DTSTART:20260105", "DTEND:20260105"], "ends_before_start", 86_400_000],
    [["DTSTART:20260105", "DTEND:20260101"], "ends_before_start", 86_400_000],
    [["DTSTART:20260105", "DTEND:20300101"], "too_long", 400 * 86_400_000],
    [["DTSTART:20260105T100000Z", "DTEND:99991231T000000Z"], "too_long", 400 * 86_400_000],
  ] as const)("The faulty times %j of an event are corrected and reported as %s", (lines, code, length) => {
    const reading = readEvents(lines);
    expect(codesOf(reading)).toEqual([code]);
    expect((reading.event?.endAt ?? 0) - (reading.event?.startAt ?? 0)).toBe(length);
  });

  test.each([
    [["DTSTART:tomorrow"], "no_start"],
    [["SUMMARY:No start"], "no_start"],
    [["DTSTART:00010101"], "out_of_range"],
    [["DTSTART:99991231T235959Z"], "out_of_range"],
    [["DTSTART:18500101", "RRULE:FREQ=DAILY;COUNT=3"], "out_of_range"],
    [["DTSTART:22500101", "RRULE:FREQ=DAILY"], "out_of_range"],
  ] as const)("An event with %j is left out and reported as %s", (lines, code) => {
    const reading = readEvents(lines);
    expect(reading).toMatchObject({ event: null, singles: [], kind: "event" });
    expect(codesOf(reading)).toEqual([code]);
  });

  test("A yearly series that starts before 1900 begins at its first date from 1900 on", () => {
    const { event, remarks } = readEvents(["DTSTART:16040229", "RRULE:FREQ=YEARLY"]);
    expect(wallText(event?.startAt ?? 0)).toBe("1904-02-29T00:00");
    expect(remarks).toEqual([]);
    const counted = readEvents(["DTSTART:18950101", "RRULE:FREQ=YEARLY;COUNT=10", "EXDATE:18960101,19010101"]);
    expect(counted.event).toMatchObject({ startAt: Date.UTC(1900, 0, 1), recurrenceRule: "FREQ=YEARLY;COUNT=5" });
    expect(counted.event?.exceptions.map(({ wall: localMs }) => wallText(localMs))).toEqual(["1901-01-01T00:00"]);
  });

  test("An unknown time zone of an event is replaced by a guess, and is reported", () => {
    const reading = readEvents(["DTSTART;TZID=Nowhere:20260105T100000", "DTEND;TZID=Nowhere:20260105T110000"]);
    expect(reading.event?.timeZone).toBe("Europe/Berlin");
    expect(reading.remarks).toMatchObject([
      { code: "unknown_zone", values: { tzid: "Nowhere", zone: "Europe/Berlin" } },
    ]);
  });
});

describe("texts", () => {
  test.each([
    ["SUMMARY:Two\\nlines\\, one\\; event", "title", "Two lines, one; event"],
    ["SUMMARY: ", "title", "Untitled"],
    ["LOCATION:Hall\\nRoom 2", "location", "Hall\nRoom 2"],
    ["LOCATION:", "location", null],
    ["DESCRIPTION:<html><body>Bring <b>cake</b><br>and tea</body></html>", "notes", "Bring cake\nand tea"],
    ["DESCRIPTION:2 < 3", "notes", "2 < 3"],
  ] as const)("The text of the iCalendar line %s is read", (line, field, value) => {
    expect(readEvents([start, line]).event?.[field]).toBe(value);
  });

  test.each([
    ["SUMMARY", "title", 200, "long_title"],
    ["LOCATION", "location", 500, "long_location"],
    ["DESCRIPTION", "notes", 2_000, "long_notes"],
  ] as const)("A long %s is shortened", (name, field, most, code) => {
    const fits = readEvents([start, `${name}:${"😀".repeat(most)}`]);
    expect(fits.event?.[field]).toBe("😀".repeat(most));
    expect(fits.remarks).toEqual([]);
    const long = readEvents([start, `${name}:${"😀".repeat(most + 1)}`]);
    expect(long.event?.[field]).toBe(`${"😀".repeat(most - 1)}…`);
    expect(codesOf(long)).toEqual([code]);
  });

  test("The report of a problem with an imported event contains its UID, title and date", () => {
    const { remarks } = readEvents([start, "SUMMARY:Piano", `LOCATION:${"x".repeat(501)}`]);
    const text = "its place is longer than fits; the start is shown";
    expect(remarks).toEqual([{ uid: "one", title: "Piano", date: "2026-01-05", code: "long_location", text }]);
  });

  test("The categories and the last change of an imported event are read", () => {
    const reading = readEvents([
      start,
      "CATEGORIES:School,Mia\\, our",
      "CATEGORIES:School",
      "LAST-MODIFIED:20260101T000000Z",
    ]);
    expect(reading.categories).toEqual(["School", "Mia, our"]);
    expect(reading.modifiedAt).toBe(Date.UTC(2026, 0, 1));
  });
});

describe("reminders", () => {
  const alarm = (...lines: string[]) => ["BEGIN:VALARM", ...lines, "END:VALARM"];
  const display = (trigger: string) => alarm("ACTION:DISPLAY", trigger);

  test("The alarms of an imported event are read as minutes before its start, in sorted order", () => {
    const lines = [
      ...display("TRIGGER:-PT1H"),
      ...display("TRIGGER;RELATED=START:-P1D"),
      ...alarm("ACTION:AUDIO", "TRIGGER:PT0S"),
    ];
    const reading = readEvents([start, ...lines]);
    expect(reading.event).toMatchObject({ reminderMinutes: 0, reminderMinutesList: [0, 60, 1_440] });
    expect(reading.remarks).toEqual([]);
  });

  test.each([
    ["after the start", display("TRIGGER:PT5M")],
    ["at a time", display("TRIGGER;VALUE=DATE-TIME:20260105T080000Z")],
    ["before the end", display("TRIGGER;RELATED=END:-PT5M")],
    ["by mail", alarm("ACTION:EMAIL", "TRIGGER:-PT5M")],
    ["at a place", alarm("ACTION:DISPLAY", "TRIGGER:-PT5M", "X-APPLE-PROXIMITY:ARRIVE")],
    ["over four weeks before", display("TRIGGER:-P29D")],
  ])("An alarm of an imported event that goes off %s is ignored and reported", (_, lines) => {
    const reading = readEvents([start, ...lines]);
    expect(codesOf(reading)).toEqual(["hidden_reminder"]);
    expect(reading.event).toMatchObject({ reminderMinutes: null, reminderMinutesList: [] });
  });

  test("An imported event gets at most ten reminders", () => {
    const lines = Array.from({ length: 12 }, (_, index) => display(`TRIGGER:-PT${index}M`)).flat();
    const reading = readEvents([start, ...lines]);
    expect(reading.event?.reminderMinutesList).toHaveLength(10);
    expect(codesOf(reading)).toEqual(["hidden_reminder"]);
  });

  test("An imported event without alarms gets no reminder, even if the household has a default", () => {
    const text = calendarOf([["UID:a", start]]);
    expect(readText(text, { ...berlin, defaultReminder: 15 }).event?.reminderMinutes).toBe(-1);
    expect(readText(text).event?.reminderMinutes).toBeNull();
    const none = calendarOf([["UID:a", start, ...alarm("ACTION:NONE", "TRIGGER:-PT5M")]]);
    expect(readText(none).remarks).toEqual([]);
  });

  test("An event with imported reminders like the household's default continues to follow the default", () => {
    const home = { ...berlin, defaultReminder: 15 };
    const read = readText(calendarOf([["UID:a", start, ...display("TRIGGER:-PT15M")]]), home).event!;
    const known = { ...read, title: "Before", reminderMinutes: null, reminderMinutesList: [] };
    expect(withKnownReminders(read, known, home)).toEqual({ ...known, title: read.title });
    expect(withKnownReminders(read, known, { ...home, defaultReminder: 20 })).toEqual(read);
  });
});

describe("objects", () => {
  test("An iCalendar object contains all components with its UID, and the time zones in use", () => {
    const zone = (name: string) => ["BEGIN:VTIMEZONE", `TZID:${name}`, "END:VTIMEZONE"];
    const objects = objectsIn(
      calendarOf(
        [
          ["UID:a", "DTSTART;TZID=One:20260105T100000"],
          ["UID:b", "DTSTART;TZID=Two:20260105T100000"],
          ["UID:a", "RECURRENCE-ID:20260105T090000Z", "DTSTART;TZID=Two:20260105T100000"],
        ],
        [...zone("One"), ...zone("Two"), ...zone("Three")],
      ),
    );
    expect(objects.map(({ uid, components, zones }) => [uid, components.length, zones.length])).toEqual([
      ["a", 2, 2],
      ["b", 1, 1],
    ]);
  });

  test("An iCalendar object without a UID gets a UID that is calculated from the content", () => {
    const text = calendarOf([[start], [start], [start, "SUMMARY:Other"], [`UID:${"x".repeat(2_000)}`]]);
    const uids = objectsIn(text).map(({ uid }) => uid);
    expect(uids).toHaveLength(3);
    expect(uids.every((uid) => /^[\da-f]{64}$/.test(uid))).toBe(true);
    expect(objectFrom(calendarOf([[start]]))?.uid).toBe(uids[0]!);
  });

  test.each([
    ["many objects", (index: number) => `UID:${index}`],
    ["one object with many events", () => "UID:school"],
  ])("The events of a calendar file with %s are separated in several steps", (_name, uid) => {
    const events = Array.from({ length: 1_000 }, (_, index) => [uid(index), start, `SUMMARY:Event ${index}`]);
    const steps = separateObjectSteps(parseCalendars(Buffer.from(calendarOf(events))).calendars);
    let count = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) count++;
    expect(step.value).toHaveLength(1_000);
    expect(count).toBeGreaterThan(9);
  });

  test("An iCalendar object keeps the lines of its events and time zones", () => {
    const lines = ["UID:a", start, 'x-odd ; p = "1":kept', "this is no line", "ATTENDEE;CN=Ben:mailto:b@example.com"];
    const text = calendarOf([lines], ["BEGIN:VTIMEZONE", "TZID:Europe/Berlin", "X-MINE:1", "END:VTIMEZONE"]);
    const kept = objectText(objectsIn(text)[0]!);
    for (const line of [...lines, "X-MINE:1"]) expect(kept).toContain(`\r\n${line}\r\n`);
    expect(objectText(objectFrom(kept)!)).toBe(kept);
    expect(objectFrom("nothing")).toBeNull();
  });

  test("An attachment over 256 KB is removed from an iCalendar object, and is reported", () => {
    const lines = [
      "UID:a",
      start,
      `ATTACH;ENCODING=BASE64;VALUE=BINARY:${"A".repeat(300_000)}`,
      "ATTACH:https://example.com/",
    ];
    const [object] = objectsIn(calendarOf([lines]));
    expect(readObject(object!, berlin, span).remarks).toMatchObject([
      { code: "large_attachments", values: { count: 1 } },
    ]);
    expect(objectText(object!)).toContain("ATTACH:https://example.com/");
    expect(objectText(object!).length).toBeLessThan(1_000);
  });

  test("An event that occurs twice in a calendar file is read in the newer version", () => {
    const [older, newer] = [2, 3].map((sequence) => [start, `SUMMARY:${sequence}`, `SEQUENCE:${sequence}`]);
    const readings = [readEvents(older!, newer!), readEvents(newer!, older!)];
    for (const reading of readings) expect([reading.event?.title, ...codesOf(reading)]).toEqual(["3", "same_id"]);
    const stamps = ["20260101T000000Z", "20250101T000000Z"].map((stamp) => [
      start,
      `SUMMARY:${stamp}`,
      `DTSTAMP:${stamp}`,
    ]);
    expect(readEvents(...stamps).event?.title).toBe("20260101T000000Z");
  });

  test("A version of an event with a start wins over a newer version that lacks a start", () => {
    const invited = ["UID:a", "SEQUENCE:1", "SUMMARY:Lunch", "DTSTART:20260105T100000"];
    const { event } = readText(calendarOf([invited, ["UID:a", "SEQUENCE:2", "SUMMARY:Lunch"]]));
    expect(event?.startWall).toBe(Date.UTC(2026, 0, 5, 10));
  });

  test("A cancelled event of a calendar file is not shown, and is reported", () => {
    const reading = readEvents([start, "STATUS:CANCELLED"]);
    expect(reading).toMatchObject({ event: null, isCancelled: true });
    expect(codesOf(reading)).toEqual(["cancelled"]);
  });

  test("The to-dos, journals and free-busy times of a calendar file are counted and left out", () => {
    const toDo = ["BEGIN:VTODO", "UID:t", "SUMMARY:Passport", "END:VTODO"];
    const text = calendarOf([], [...toDo, "BEGIN:VJOURNAL", "END:VJOURNAL", "BEGIN:VFREEBUSY", "END:VFREEBUSY"]);
    const left = skippedComponentsIn(parseCalendars(new TextEncoder().encode(text)).calendars);
    expect(left).toMatchObject({ toDos: 1, journals: 1, freeBusy: 1 });
    expect(left.remarks.map(({ code }) => code)).toEqual(["to_do", "journal", "free_busy"]);
    expect(left.remarks[0]).toMatchObject({ uid: "t", title: "Passport", text: "is a to-do; left out" });
  });
});

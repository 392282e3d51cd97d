/** Series, their exceptions, and objects that no rule of ours expresses. */
import { describe, expect, test } from "bun:test";
import type { Event } from "#calendar/events/event.ts";
import { type Reading, readObject } from "#calendar/ical/read.ts";
import { day } from "#lib/time.ts";
import {
  calendarOf,
  codesOf,
  objectsIn,
  readEvents,
  readText,
  span,
  wallText,
} from "../../support/calendar/ical-objects.ts";
import { cpuTime } from "../../support/cpu-time.ts";
import { requireStorable } from "./prove-objects.ts";

const start = "DTSTART;TZID=Europe/Berlin:20260105T100000";
const weekly = [start, "DTEND;TZID=Europe/Berlin:20260105T110000", "SUMMARY:Piano", "RRULE:FREQ=WEEKLY;COUNT=5"];
const startsOf = (events: readonly Event[]) => events.map(({ startWall }) => wallText(startWall));
const cancelledIn = ({ event }: Reading) =>
  (event?.exceptions ?? []).filter((each) => each.cancelled).map(({ wall: localMs }) => wallText(localMs).slice(5));

function expectStorable({ event, singles, importable }: Reading) {
  const all = [...singles, ...importable, ...(event ? [event] : [])];
  expect(all.map(requireStorable)).toHaveLength(all.length);
}

describe("a rule", () => {
  test.each([
    ["FREQ=WEEKLY;BYDAY=MO;", "FREQ=WEEKLY;BYDAY=MO"],
    ["RSCALE=GREGORIAN;FREQ=DAILY;SKIP=OMIT", "FREQ=DAILY"],
    ["FREQ=DAILY; COUNT=3", "FREQ=DAILY;COUNT=3"],
    ["FREQ=DAILY;X-MINE=1", "FREQ=DAILY;X-MINE=1"],
    ["freq=daily;until=20260301", "freq=daily;until=20260301"],
    [" ", null],
  ])("The recurrence rule %s of a calendar file is read as %s", (rule, taken) => {
    const { event, remarks } = readEvents([start, `RRULE:${rule}`]);
    expect(event?.recurrenceRule).toBe(taken);
    expect(remarks).toEqual([]);
  });

  test.each([
    ["FREQ=WEEKLY;COUNT=3;UNTIL=20260301", "FREQ=WEEKLY;COUNT=3"],
    ["FREQ=WEEKLY;COUNT=30;UNTIL=20260301", "FREQ=WEEKLY;UNTIL=20260301"],
    ["FREQ=DAILY;INTERVAL=0", "FREQ=DAILY"],
    ["FREQ=DAILY;COUNT=-1", "FREQ=DAILY"],
    ["FREQ=WEEKLY;BYDAY=1TH,-2MO", "FREQ=WEEKLY;BYDAY=TH,MO"],
    ["FREQ=MONTHLY;BYDAY=0TU,1WE,XX", "FREQ=MONTHLY;BYDAY=TU,1WE"],
    ["FREQ=WEEKLY;BYDAY=FRIDAY", "FREQ=WEEKLY;BYDAY=FR"],
    ["FREQ=YEARLY;BYWEEKNO=20;BYDAY=1MO", "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO"],
    ["FREQ=MONTHLY;BYMONTHDAY=5,32,0", "FREQ=MONTHLY;BYMONTHDAY=5"],
    ["FREQ=WEEKLY;BYDAY=;UNTIL=;WKST=XX", "FREQ=WEEKLY"],
    ["FREQ=WEEKLY;BYDAY=MO;BYDAY=TU", "FREQ=WEEKLY;BYDAY=MO,TU"],
    ["FREQ=MONTHLY;BYSETPOS=1", "FREQ=MONTHLY"],
    ["FREQ=DAILY;UNTIL=2026-03-01T10:00:00+01:00", "FREQ=DAILY;UNTIL=20260301T090000Z"],
    ["FREQ=DAILY;NOTE=daily;COUNT=2", "FREQ=DAILY;COUNT=2"],
  ])("The recurrence rule %s has mistakes, is read as %s, and is reported", (rule, meant) => {
    const reading = readEvents([start, `RRULE:${rule}`]);
    expect(reading.event?.recurrenceRule).toBe(meant);
    expect(codesOf(reading)).toEqual(["mended_rule"]);
  });

  test.each([
    ["D1 #10", "FREQ=DAILY;INTERVAL=1;COUNT=10"],
    ["W2 MO TH 20260301T000000Z", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;UNTIL=20260301T000000Z"],
    ["MP1 1+ MO 1- FR #0", "FREQ=MONTHLY;INTERVAL=1;BYDAY=1MO,-1FR"],
    ["MD1 5 2- LD", "FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=5,-2,-1;COUNT=2"],
    ["YM1 1 7 #3", "FREQ=YEARLY;INTERVAL=1;BYMONTH=1,7;COUNT=3"],
    ["yd1 5 #3", "FREQ=YEARLY;INTERVAL=1;BYYEARDAY=5;COUNT=3"],
  ])("The recurrence rule %s of vCalendar 1.0 is read as %s", (rule, meant) => {
    const reading = readEvents([start, `RRULE:${rule}`]);
    expect([reading.event?.recurrenceRule, codesOf(reading)]).toEqual([meant, []]);
  });

  test.each([
    ["FREQ=WEEKLY;COUNT=2;UNTIL=20260301", "EXRULE:FREQ=WEEKLY;COUNT=1;UNTIL=20260301"],
    ["FREQ=WEEKLY;COUNT=2", "EXRULE:FREQ=WEEKLY;INTERVAL=0;COUNT=1"],
  ])("The recurrence rule %s does not give the dates of an exclusion rule: %s", (rule, excluding) => {
    const { singles } = readEvents([start, `RRULE:${rule}`, excluding]);
    expect(startsOf(singles)).toEqual(["2026-01-12T10:00"]);
  });

  test.each([
    ["FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD", "unknown_rule"],
    ["FREQ=YEARLY;BYEASTER=0", "unknown_rule"],
    ["FREQ=HOURLY", "too_often"],
    ["FREQ=MINUTELY;INTERVAL=5", "too_often"],
    ["RSCALE=CHINESE;FREQ=YEARLY", "unknown_rule"],
    ["FREQ=WEEKLY;BYMONTHDAY=3", "unknown_rule"],
    ["every week", "unknown_rule"],
  ] as const)("An event with the unsupported recurrence rule %j is shown once: %s", (rule, code) => {
    const reading = readEvents([start, `RRULE:${rule}`]);
    expect(reading.event).toMatchObject({ recurrenceRule: null, startAt: Date.UTC(2026, 0, 5, 9) });
    expect(codesOf(reading)).toEqual([code]);
  });

  test.each([
    [["RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"]],
    [["RRULE:FREQ=DAILY;UNTIL=20250101T000000Z"]],
    [["RRULE:FREQ=DAILY;COUNT=2", "EXDATE;TZID=Europe/Berlin:20260105T100000,20260106T100000"]],
    [["EXDATE:20260105T090000Z"]],
  ])("A series whose dates are all excluded is not shown: %j", (lines) => {
    const reading = readEvents([start, ...lines]);
    expect(reading).toMatchObject({ event: null, singles: [], importable: [] });
    expect(codesOf(reading)).toEqual(["all_cancelled"]);
  });
});

describe("EXDATE", () => {
  test.each([
    ["EXDATE;TZID=Europe/Berlin:20260112T100000", ["01-12T10:00"]],
    ["EXDATE:20260112T090000Z", ["01-12T10:00"]],
    ["EXDATE;TZID=Asia/Tokyo:20260112T180000", ["01-12T10:00"]],
    ["EXDATE;TZID=Asia/Tokyo:20260112T090000Z", ["01-12T10:00"]],
    ["EXDATE:20260112T100000", ["01-12T10:00"]],
    ["EXDATE;VALUE=DATE:20260112,20260119", ["01-12T10:00", "01-19T10:00"]],
    ["EXDATE:20260112T090000Z,nonsense,20260113T090000Z", ["01-12T10:00"]],
    ["EXDATE;TZID=Europe/Lisbon:20260112T100000", ["01-12T10:00"]],
    ["EXDATE;TZID=Europe/Berlin:20260112T110000", []],
  ])("The iCalendar line %s cancels the named instances", (line, slots) => {
    const reading = readEvents([...weekly, line]);
    expect(cancelledIn(reading)).toEqual(slots);
    expect(reading.remarks).toEqual([]);
  });

  test.each([
    "EXDATE:20260106",
    "EXDATE:20260106T000000Z",
    "EXDATE:20260105T230000Z",
    "EXDATE;TZID=Europe/Berlin:20260106T000000",
  ])("The iCalendar line %s cancels a day of an all-day series", (line) => {
    expect(cancelledIn(readEvents(["DTSTART:20260105", "RRULE:FREQ=DAILY;COUNT=3", line]))).toEqual(["01-06T00:00"]);
  });
});

describe("RECURRENCE-ID", () => {
  const second = "RECURRENCE-ID;TZID=Europe/Berlin:20260112T100000";
  const planned = ["DTSTART;TZID=Europe/Berlin:20260112T100000", "DURATION:PT1H"];

  test("An override with a RECURRENCE-ID is read with only the fields that differ from the series", () => {
    const alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT5M", "END:VALARM"];
    const reading = readEvents(
      [...weekly, "LOCATION:Hall", ...alarm],
      [second, ...planned, "SUMMARY:Concert", "LOCATION:Hall", ...alarm],
      ["RECURRENCE-ID:20260119T090000Z", "DTSTART:20260119T100000Z", "DURATION:PT1H", "SUMMARY:Piano"],
      ["RECURRENCE-ID;VALUE=DATE:20260126", "STATUS:CANCELLED"],
      ["RECURRENCE-ID:20260202T100000", "DTSTART:20260202T100000", "DURATION:PT1H", "LOCATION:Hall", ...alarm],
    );
    const at = (date: number) => Date.UTC(2026, 0, date, 10);
    const own = { location: null, reminderMinutes: null, reminderMinutesList: [] };
    const times = { allDay: false, startAt: at(19), endAt: at(19) + 3_600_000 };
    expect(reading.event?.exceptions).toEqual([
      { wall: at(12), cancelled: false, own: { title: "Concert" }, times: null },
      { wall: at(19), cancelled: false, own, times },
      { wall: at(26), cancelled: true, own: {}, times: null },
    ]);
    expect(reading.remarks).toEqual([]);
  });

  test("If a series has several overrides for one date, the newest override is used", () => {
    const versions = [2, 1].map((sequence) => [second, ...planned, `SUMMARY:${sequence}`, `SEQUENCE:${sequence}`]);
    expect(readEvents(weekly, ...versions).event?.exceptions).toMatchObject([{ own: { title: "2" } }]);
    const excluded = readEvents([...weekly, "EXDATE:20260112T090000Z"], ...versions);
    expect(excluded.event?.exceptions).toMatchObject([{ cancelled: true, own: {} }]);
  });

  test("An override of an instance may omit the start, and its recurrence rule is ignored", () => {
    const { event } = readEvents(weekly, [second, ...planned, "SUMMARY:Once", "RRULE:FREQ=DAILY"]);
    expect(event?.exceptions).toMatchObject([{ own: { title: "Once" }, times: null }]);
    const bare = readEvents(weekly, [second, "SUMMARY:Bare"]);
    expect(bare.event?.exceptions).toMatchObject([{ own: { title: "Bare" }, times: null }]);
  });

  test("An override that moves an instance to a date after 2200 cancels the instance, and is reported", () => {
    const reading = readEvents(weekly, [second, "DTSTART:99990101T000000Z"]);
    expect(cancelledIn(reading)).toEqual(["01-12T10:00"]);
    expect(codesOf(reading)).toEqual(["out_of_range"]);
  });

  test("A series is split into single events if a RECURRENCE-ID matches no date of the series", () => {
    const orphan = ["RECURRENCE-ID:20260113T090000Z", "DTSTART:20260113T170000Z", "SUMMARY:Extra"];
    const reading = readEvents(weekly, orphan);
    expect(reading).toMatchObject({ kind: "unrolled", event: null });
    expect(startsOf(reading.singles)).toEqual([
      ...["2026-01-05T10:00", "2026-01-12T10:00", "2026-01-13T18:00", "2026-01-19T10:00"],
      ...["2026-01-26T10:00", "2026-02-02T10:00"],
    ]);
    expect(codesOf(reading)).toEqual(["not_editable"]);
    expect(readEvents(weekly, [...orphan, "STATUS:CANCELLED"])).toMatchObject({ kind: "event", remarks: [] });
  });

  test("An override of an instance without its series is read as a single event", () => {
    const reading = readEvents(
      [second, ...planned, "SUMMARY:One"],
      ["RECURRENCE-ID:20260119T090000Z", "DTSTART:20260119T090000Z"],
    );
    expect(reading).toMatchObject({ kind: "unrolled", event: null });
    expect(reading.singles.map(({ title, recurrenceRule }) => [title, recurrenceRule])).toEqual([
      ["One", null],
      ["Untitled", null],
    ]);
  });

  test("An event with a recurrence rule and a RECURRENCE-ID equal to its start is read as the series", () => {
    const id = "RECURRENCE-ID;TZID=Europe/Berlin:20260105T100000";
    expect(readEvents([id, ...weekly]).event).toMatchObject({ recurrenceRule: "FREQ=WEEKLY;COUNT=5", title: "Piano" });
  });

  test("An override with RANGE=THISANDFUTURE replaces the instance and all later instances", () => {
    const later = [
      "RECURRENCE-ID;RANGE=THISANDFUTURE:20260119T090000Z",
      "DTSTART:20260119T140000Z",
      "DURATION:PT2H",
      "SUMMARY:Late",
    ];
    const extra = "RDATE:20260120T090000Z";
    const { singles } = readEvents([...weekly, extra], later, [second, ...planned, "SUMMARY:Once"]);
    expect(
      singles.map((each) => [wallText(each.startWall).slice(5), each.title, (each.endAt - each.startAt) / 3_600_000]),
    ).toEqual([
      ["01-05T10:00", "Piano", 1],
      ["01-12T10:00", "Once", 1],
      ["01-19T15:00", "Late", 2],
      ["01-20T15:00", "Late", 2],
      ["01-26T15:00", "Late", 2],
      ["02-02T15:00", "Late", 2],
    ]);
  });
});

describe("objects that are read as single events", () => {
  test("A series with extra dates is imported as the series and a single event for each extra date", () => {
    const reading = readEvents([
      ...weekly,
      "RDATE;TZID=Europe/Berlin:20260107T180000,20260112T100000",
      "EXDATE:20260105T090000Z",
    ]);
    expect(codesOf(reading)).toEqual(["extra_dates"]);
    expect(startsOf(reading.singles)).toEqual([
      ...["2026-01-07T18:00", "2026-01-12T10:00", "2026-01-19T10:00", "2026-01-26T10:00", "2026-02-02T10:00"],
    ]);
    const [series, ...extra] = reading.importable;
    expect(series).toMatchObject({ recurrenceRule: "FREQ=WEEKLY;COUNT=5", exceptions: [{ cancelled: true }] });
    expect(startsOf(extra)).toEqual(["2026-01-07T18:00"]);
  });

  test("Extra dates are ignored if the series contains these dates anyway", () => {
    expect(readEvents([...weekly, "RDATE:20260105T090000Z,20260119T090000Z"])).toMatchObject({
      kind: "event",
      remarks: [],
    });
    expect(readEvents([start, "RDATE:20260105T090000Z"])).toMatchObject({ kind: "event", remarks: [] });
    expect(readEvents([...weekly, "RRULE:FREQ=WEEKLY;COUNT=5"])).toMatchObject({ kind: "event", remarks: [] });
  });

  test.each([
    [["RDATE;VALUE=PERIOD:20260107T170000Z/PT30M"], ["01-05T10:00 60", "01-07T18:00 30"]],
    [["RDATE;VALUE=PERIOD:20260107T170000Z/20260107T190000Z"], ["01-05T10:00 60", "01-07T18:00 120"]],
    [["RDATE;VALUE=DATE:20260107"], ["01-05T10:00 60", "01-07T10:00 60"]],
    [
      ["RRULE:FREQ=DAILY;COUNT=2", "RRULE:FREQ=WEEKLY;COUNT=2"],
      ["01-05T10:00 60", "01-06T10:00 60", "01-12T10:00 60"],
    ],
    [
      ["RRULE:FREQ=DAILY;COUNT=4", "EXRULE:FREQ=DAILY;INTERVAL=2;COUNT=2"],
      ["01-06T10:00 60", "01-08T10:00 60"],
    ],
  ])("An object with %j is read as single events", (lines, expected) => {
    const { kind, singles } = readEvents([...weekly.slice(0, 3), ...lines]);
    expect(kind).toBe("unrolled");
    const shown = singles.map((each) => `${wallText(each.startWall).slice(5)} ${(each.endAt - each.startAt) / 60_000}`);
    expect(shown).toEqual(expected);
  });

  test("A series whose instances last over 92 days is read as single events", () => {
    const reading = readEvents(["DTSTART:20250601", "DTEND:20251001", "RRULE:FREQ=YEARLY"]);
    expect(reading.kind).toBe("unrolled");
    expect(startsOf(reading.singles)).toEqual(["2025-06-01T00:00", "2026-06-01T00:00", "2027-06-01T00:00"]);
    expect(reading.singles.every((each) => each.endAt - each.startAt === 122 * day)).toBe(true);
  });

  test("A series that is read as single events gives at most 500 dates around the present", () => {
    const { singles } = readEvents([start, "RRULE:FREQ=DAILY", "RRULE:FREQ=DAILY;BYHOUR=12"]);
    expect(singles).toHaveLength(500);
    expect([singles[0], singles.at(-1)].map((each) => wallText(each?.startWall ?? 0).slice(0, 10))).toEqual([
      "2026-01-05",
      "2026-09-11",
    ]);
  });
});

describe("unusual iCalendar objects", () => {
  const many = (count: number, line: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => line(index));
  const stamp = (index: number) =>
    `${new Date(Date.UTC(2026, 0, 5, 9) + index * day).toISOString().slice(0, 10).replaceAll("-", "")}T090000Z`;
  const localStamp = (index: number) => `${stamp(index).slice(0, 8)}T100000`;
  const daily = [start, "RRULE:FREQ=DAILY"];

  test.each([
    ["a rule that gives nothing", [[start, "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31"]]],
    ["a rule that gives little", [[start, "RRULE:FREQ=YEARLY;INTERVAL=9007199254740991;BYMONTH=2;BYMONTHDAY=29"]]],
    ["a huge count", [[start, "RRULE:FREQ=DAILY;COUNT=999999999"]]],
    ["a huge count since year 1", [["DTSTART:00010101T000000Z", "RRULE:FREQ=DAILY;BYHOUR=0,1,2,3;COUNT=999999999"]]],
    ["the year 9999", [["DTSTART:99991231T235959Z", "DTEND:99991231T235959Z", "RRULE:FREQ=DAILY"]]],
    ["a duration of millions of years", [[start, "DURATION:P999999999W"]]],
    ["a negative duration", [[start, "DURATION:-P999999999W"]]],
    ["10,000 EXDATEs", [[...daily, `EXDATE:${many(10_000, stamp).join()}`]]],
    ["4,000 EXDATEs", [[...daily, ...many(4_000, (index) => `EXDATE:${stamp(index)}`)]]],
    ["50,000 RDATEs", [[...daily, `RDATE:${many(50_000, stamp).join()}`]]],
    [
      "50,000 RDATEs beside a rule that excludes them",
      [[start, "EXRULE:FREQ=DAILY;BYHOUR=9,10,11", `RDATE:${many(50_000, stamp).join()}`]],
    ],
    [
      "3,000 overrides",
      [daily, ...many(3_000, (index) => `RECURRENCE-ID:${stamp(index)}`).map((id) => [id, "SUMMARY:x"])],
    ],
    ["100 rules", [[start, ...many(100, (index) => `RRULE:FREQ=DAILY;BYHOUR=${index % 24}`)]]],
    [
      "rules that exclude each other",
      [
        [
          start,
          ...many(9, (index) => `RRULE:FREQ=DAILY;BYHOUR=1,2,3,4,5,6,7,${index + 8}`),
          "EXRULE:FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16",
        ],
      ],
    ],
    [
      "a rule of 100,000 numbers",
      [[start, `RRULE:FREQ=YEARLY;BYYEARDAY=${many(100_000, (index) => String((index % 366) + 1)).join()}`]],
    ],
    [
      "1,000 ranges",
      [
        daily,
        ...many(1_000, (index) => `RECURRENCE-ID;RANGE=THISANDFUTURE:${stamp(index)}`).map((id) => [
          id,
          "DTSTART:20260105T100000Z",
        ]),
      ],
    ],
    [
      "empty values",
      [["DTSTART:", "DTEND:", "RRULE:", "EXDATE:", "RDATE:,,/", "SUMMARY:", "DURATION:"], ["RECURRENCE-ID:"]],
    ],
  ])("An iCalendar object with %s is read in bounded time and can be stored", (_, events) => {
    const [object] = objectsIn(calendarOf(events.map((each) => ["UID:one", ...each])));
    const from = cpuTime();
    const reading = readObject(object!, { timeZone: "Europe/Berlin", defaultReminder: 15 }, span);
    expect(cpuTime() - from).toBeLessThan(1_000);
    expect(reading.singles.length).toBeLessThanOrEqual(500);
    expectStorable(reading);
  });

  test("A series with more than 2,000 exceptions is read as single events", () => {
    expect(readEvents([...daily, `EXDATE:${many(2_000, localStamp).join()}`]).event?.exceptions).toHaveLength(2_000);
    const reading = readEvents([...daily, `EXDATE:${many(2_001, localStamp).join()}`]);
    expect(reading).toMatchObject({ kind: "unrolled", event: null });
  });

  test("A calendar file of 2,000 events is split into 2,000 objects that can be stored", () => {
    const text = calendarOf(
      many(2_000, (index) => `UID:${index}`).map((uid) => [uid, ...weekly, "EXDATE:20260112T090000Z"]),
    );
    const objects = objectsIn(text);
    for (const each of objects.slice(0, 200))
      expectStorable(readObject(each, { timeZone: "Europe/Berlin", defaultReminder: 15 }, span));
    expect(objects).toHaveLength(2_000);
    expect(readText(calendarOf([["UID:a", ...weekly]])).event?.title).toBe("Piano");
  });
});

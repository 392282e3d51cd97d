/**
 * Series written by hand: clock changes, starts that do not match the rule, every form of end, and limits of work. The
 * file is long because it is all tables.
 */
import { describe, expect, test } from "bun:test";
import { parseRule } from "#lib/recurrence/rule.ts";
import { lastInstant, Series, type Start } from "#lib/recurrence/series.ts";
import { day, hour } from "#lib/time.ts";
import { toInstant, toLocalMs } from "#lib/zone.ts";

/** A start by its wall time; `at` chooses the instant if the wall time occurs twice. */
function startIn(timeZone: string, wallText: string, at?: string): Start {
  const localMs = Date.parse(`${wallText}Z`);
  return { localMs, at: at ? Date.parse(at) : toInstant(timeZone, localMs), timeZone, isAllDay: false };
}

function allDayFrom(date: string): Start {
  const at = Date.parse(`${date}T00:00:00Z`);
  return { localMs: at, at, timeZone: "America/New_York", isAllDay: true };
}

const instantsOf = (rule: string, start: Start) =>
  new Series(parseRule(rule), start)
    .slots(-Infinity, Infinity)
    .map(({ at }) => new Date(at).toISOString().replace(/:00\.000Z$/, "Z"));

const datesOf = (rule: string, start: Start) => instantsOf(rule, start).map((instant) => instant.slice(0, 10));

describe("the time of day of a series", () => {
  const table: [name: string, zone: string, start: string, rule: string, instants: string[]][] = [
    [
      "in Berlin, when clocks go forward",
      ...(["Europe/Berlin", "2026-03-28T09:00", "FREQ=DAILY;COUNT=3"] as const),
      ["2026-03-28T08:00Z", "2026-03-29T07:00Z", "2026-03-30T07:00Z"],
    ],
    [
      "in Berlin, at a time that is skipped: moved forward by the gap, that day alone",
      ...(["Europe/Berlin", "2026-03-28T02:30", "FREQ=DAILY;COUNT=3"] as const),
      ["2026-03-28T01:30Z", "2026-03-29T01:30Z", "2026-03-30T00:30Z"],
    ],
    [
      "in Berlin, at a time shown twice: the first",
      ...(["Europe/Berlin", "2026-10-24T02:30", "FREQ=DAILY;COUNT=3"] as const),
      ["2026-10-24T00:30Z", "2026-10-25T00:30Z", "2026-10-26T01:30Z"],
    ],
    [
      "in New York, into a skipped time",
      ...(["America/New_York", "2026-03-07T02:30", "FREQ=DAILY;COUNT=3"] as const),
      ["2026-03-07T07:30Z", "2026-03-08T07:30Z", "2026-03-09T06:30Z"],
    ],
    [
      "in Sydney, whose summer is in January",
      ...(["Australia/Sydney", "2026-04-04T09:00", "FREQ=DAILY;COUNT=3"] as const),
      ["2026-04-03T22:00Z", "2026-04-04T23:00Z", "2026-04-05T23:00Z"],
    ],
    [
      "in Sydney, into a skipped time",
      ...(["Australia/Sydney", "2026-10-03T02:30", "FREQ=DAILY;COUNT=3"] as const),
      ["2026-10-02T16:30Z", "2026-10-03T16:30Z", "2026-10-04T15:30Z"],
    ],
    [
      "on Lord Howe, which goes forward by half an hour",
      ...(["Australia/Lord_Howe", "2026-10-03T02:15", "FREQ=DAILY;COUNT=3"] as const),
      ["2026-10-02T15:45Z", "2026-10-03T15:45Z", "2026-10-04T15:15Z"],
    ],
    [
      "on Lord Howe, which goes back by half an hour",
      ...(["Australia/Lord_Howe", "2026-04-04T01:45", "FREQ=DAILY;COUNT=3"] as const),
      ["2026-04-03T14:45Z", "2026-04-04T14:45Z", "2026-04-05T15:15Z"],
    ],
    [
      "in Apia, where 30 December 2011 is skipped: it falls on the 31st, which is one slot though COUNT counts two",
      ...(["Pacific/Apia", "2011-12-29T09:00", "FREQ=DAILY;COUNT=4"] as const),
      ["2011-12-29T19:00Z", "2011-12-30T19:00Z", "2011-12-31T19:00Z"],
    ],
    [
      "in Kolkata, half an hour off and without summer time",
      ...(["Asia/Kolkata", "2026-03-28T09:00", "FREQ=WEEKLY;COUNT=2"] as const),
      ["2026-03-28T03:30Z", "2026-04-04T03:30Z"],
    ],
    [
      "in Istanbul, which stayed on summer time in 2016",
      ...(["Europe/Istanbul", "2015-12-01T09:00", "FREQ=YEARLY;COUNT=2"] as const),
      ["2015-12-01T07:00Z", "2016-12-01T06:00Z"],
    ],
    [
      "in Moscow, which changed its time for good in 2014",
      ...(["Europe/Moscow", "2014-10-25T09:00", "FREQ=DAILY;COUNT=2"] as const),
      ["2014-10-25T05:00Z", "2014-10-26T06:00Z"],
    ],
    [
      "in Casablanca, which turns its clocks back for Ramadan",
      ...(["Africa/Casablanca", "2025-02-22T09:00", "FREQ=WEEKLY;COUNT=2"] as const),
      ["2025-02-22T08:00Z", "2025-03-01T09:00Z"],
    ],
    [
      "in São Paulo, where midnight was skipped",
      ...(["America/Sao_Paulo", "2018-11-03T00:00", "FREQ=DAILY;COUNT=3"] as const),
      ["2018-11-03T03:00Z", "2018-11-04T03:00Z", "2018-11-05T02:00Z"],
    ],
  ];
  test.each(table)("A series keeps its time of day %s", (_, zone, start, rule, instants) => {
    expect(instantsOf(rule, startIn(zone, start))).toEqual(instants);
  });

  test("The instances of a series have the milliseconds of the start, even if the rule sets the second", () => {
    const start = startIn("UTC", "2026-01-01T09:00:00.250");
    const times = new Series(parseRule("FREQ=DAILY;BYSECOND=0,30;COUNT=3"), start).slots(0, Infinity);
    expect(times.map(({ at }) => at - start.at)).toEqual([0, 30_000, day]);
  });
});

describe("the start of a series", () => {
  test("Only an instance in an hour that the clock skips is moved; later instances keep the time", () => {
    const start = startIn("America/New_York", "2026-03-08T02:30");
    expect(instantsOf("FREQ=DAILY;COUNT=2", start)).toEqual(["2026-03-08T07:30Z", "2026-03-09T06:30Z"]);
  });

  test("A series may start in the second of two equal hours when clocks go back", () => {
    const start = startIn("Europe/Berlin", "2026-10-25T02:30", "2026-10-25T01:30Z");
    expect(instantsOf("FREQ=DAILY;COUNT=2", start)).toEqual(["2026-10-25T01:30Z", "2026-10-26T01:30Z"]);
    const series = new Series(parseRule("FREQ=DAILY;BYHOUR=2,3;BYMINUTE=15,30,45"), start);
    const slots = series.slots(0, start.at + 2 * hour).map(({ at }) => new Date(at).toISOString().slice(11, 16));
    expect(slots).toEqual(["01:30", "02:15", "02:30", "02:45"]); // The first 02:45 is an hour before the start.
    expect(series.countBefore(start.at + 2 * hour)).toBe(4);
  });

  test("The start is the first instance of a series, even if the rule does not contain the start", () => {
    const start = startIn("UTC", "2026-01-01T09:00"); // A Thursday.
    expect(datesOf("FREQ=WEEKLY;BYDAY=MO;COUNT=3", start)).toEqual(["2026-01-01", "2026-01-05", "2026-01-12"]);
    const series = new Series(parseRule("FREQ=WEEKLY;BYDAY=MO;COUNT=3"), start);
    expect([0, 1, 4 * day + 1, 90 * day].map((later) => series.countBefore(start.at + later))).toEqual([0, 1, 2, 3]);
    expect(series.slotOf(start.localMs)).toEqual({ localMs: start.localMs, at: start.at });
    expect(datesOf("FREQ=WEEKLY;BYDAY=MO;COUNT=1", start)).toEqual(["2026-01-01"]);
  });

  test("The start is the only instance of a series if UNTIL lies before it", () => {
    const series = new Series(parseRule("FREQ=DAILY;UNTIL=20251231"), startIn("UTC", "2026-01-01T09:00"));
    expect(series.slots(-Infinity, Infinity)).toHaveLength(1);
    expect(series.last?.at).toBe(Date.parse("2026-01-01T09:00Z"));
    expect(series.isEmpty()).toBe(true);
  });

  test("A recurrence rule takes omitted parts, such as the day, from the start of its series", () => {
    const start = startIn("UTC", "2026-01-31T09:00");
    const monthly = ["2026-01-31", "2026-03-31", "2026-05-31"];
    expect(datesOf("FREQ=MONTHLY;COUNT=3", start)).toEqual(monthly);
    expect(datesOf("freq=monthly;count=3;x-note=kept;wkst=su", start)).toEqual(monthly);
    expect(datesOf("FREQ=YEARLY;BYMONTH=1,2;COUNT=3", start)).toEqual(["2026-01-31", "2027-01-31", "2028-01-31"]);
    expect(datesOf("FREQ=YEARLY;BYWEEKNO=20;COUNT=3", start)).toEqual(["2026-01-31", "2026-05-16", "2027-05-22"]);
  });
});

describe("the end of a series", () => {
  const start = startIn("Europe/Berlin", "2026-03-27T23:30");
  const table: [rule: string, count: number][] = [
    ["FREQ=DAILY;UNTIL=20260330", 4], // To the end of the day in the zone.
    ["FREQ=DAILY;UNTIL=20260330T233000", 4], // Wall time.
    ["FREQ=DAILY;UNTIL=20260330T232959", 3],
    ["FREQ=DAILY;UNTIL=20260330T213000Z", 4], // An instant, in summer time by then.
    ["FREQ=DAILY;UNTIL=20260330T212959Z", 3],
    ["FREQ=DAILY;UNTIL=20260330t213000z", 4],
  ];
  test.each(table)("The recurrence rule %s gives %i instances", (rule, count) => {
    const series = new Series(parseRule(rule), start);
    const slots = series.slots(-Infinity, Infinity);
    expect(slots).toHaveLength(count);
    expect(series.last).toEqual(slots.at(-1)!);
  });

  test("The UNTIL of an all-day series is read as a date in any form", () => {
    for (const until of ["20260103", "20260103T000000", "20260103T235959Z"]) {
      expect(datesOf(`FREQ=DAILY;UNTIL=${until}`, allDayFrom("2026-01-01"))).toHaveLength(3);
    }
    expect(datesOf("FREQ=DAILY;BYHOUR=9,10;BYMINUTE=30;COUNT=2", allDayFrom("2026-03-07"))).toEqual([
      "2026-03-07",
      "2026-03-08",
    ]);
  });

  test("The UNTIL of a recurrence rule includes the whole second that it names", () => {
    const rule = parseRule("FREQ=DAILY;UNTIL=20260102T090000Z");
    expect(new Series(rule, startIn("UTC", "2026-01-01T09:00:00.999")).slots(0, Infinity)).toHaveLength(2);
  });

  test("A series has no last instance if it never ends or would end after 2200", () => {
    for (const rule of ["FREQ=DAILY", "FREQ=DAILY;COUNT=1000000000", "FREQ=DAILY;UNTIL=99991231T235959Z"]) {
      const series = new Series(parseRule(rule), start);
      expect(series.last).toBeNull();
      expect(series.slots(lastInstant - 2 * day, Infinity)).toHaveLength(2);
      expect(series.countBefore(Infinity)).toBe(new Series(parseRule("FREQ=DAILY"), start).countBefore(lastInstant));
    }
  });

  test("A series may have an instance at the exact end of the calendar in 2200", () => {
    const midnight = startIn("UTC", "2199-12-30T00:00");
    expect(new Series(parseRule("FREQ=DAILY"), midnight).slots(0, Infinity).at(-1)?.at).toBe(lastInstant);
  });
});

describe("the calendar of a series", () => {
  const utc = (localMs: string) => startIn("UTC", `${localMs}T09:00`);
  const table: [rule: string, start: string, dates: string[]][] = [
    ["FREQ=YEARLY;COUNT=3", "2096-02-29", ["2096-02-29", "2104-02-29", "2108-02-29"]],
    ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1;COUNT=3", "2024-02-29", ["2024-02-29", "2025-02-28", "2026-02-28"]],
    ["FREQ=MONTHLY;BYMONTHDAY=29;BYMONTH=2;COUNT=2", "2024-02-29", ["2024-02-29", "2028-02-29"]],
    [
      "FREQ=MONTHLY;BYDAY=3MO,WE;COUNT=6",
      "2026-06-03",
      ["2026-06-03", "2026-06-10", "2026-06-15", "2026-06-17", "2026-06-24", "2026-07-01"],
    ],
    ["FREQ=MONTHLY;BYDAY=-1FR,+1MO;COUNT=4", "2026-06-01", ["2026-06-01", "2026-06-26", "2026-07-06", "2026-07-31"]],
    ["FREQ=YEARLY;BYDAY=-1SU,20MO;COUNT=3", "2026-05-18", ["2026-05-18", "2026-12-27", "2027-05-17"]],
    ["FREQ=YEARLY;BYYEARDAY=366,-366;COUNT=3", "2024-01-01", ["2024-01-01", "2024-12-31", "2028-01-01"]],
    [
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=MO;COUNT=4",
      "1997-08-05",
      ["1997-08-05", "1997-08-10", "1997-08-19", "1997-08-24"],
    ],
    [
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU;COUNT=4",
      "1997-08-05",
      ["1997-08-05", "1997-08-17", "1997-08-19", "1997-08-31"],
    ],
    [
      "FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=1,-1;COUNT=4",
      "2026-06-01",
      ["2026-06-01", "2026-06-05", "2026-06-08", "2026-06-12"],
    ],
    ["FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=1;COUNT=2", "2026-06-03", ["2026-06-03", "2026-06-08"]], // Beyond the set.
    ["FREQ=WEEKLY;BYMONTH=1;BYDAY=MO,WE,SU;BYSETPOS=-1;COUNT=2", "2026-01-04", ["2026-01-04", "2026-01-11"]],
    [
      "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2,7;COUNT=3",
      "2026-06-09",
      ["2026-06-09", "2026-06-29", "2026-07-09"],
    ],
    ["FREQ=DAILY;BYDAY=FR;BYMONTHDAY=13;COUNT=2", "2026-02-13", ["2026-02-13", "2026-03-13"]],
    ["FREQ=DAILY;INTERVAL=1000000000;COUNT=5", "2026-02-13", ["2026-02-13"]],
  ];
  test.each(table)("The recurrence rule %s from %s gives the expected dates", (rule, start, dates) => {
    expect(datesOf(rule, utc(start))).toEqual(dates);
  });

  test("A recurrence rule numbers weeks as ISO 8601 does, from the start and from the end of the year", () => {
    const start = utc("1995-01-01");
    const end = Date.UTC(2065, 0, 1);
    for (const week of [1, 2, 26, 51, 52, 53]) {
      const days = new Series(parseRule(`FREQ=YEARLY;BYWEEKNO=${week};BYDAY=MO,TU,WE,TH,FR,SA,SU`), start)
        .slots(start.at + 1, end)
        .map(({ localMs }) => new Date(localMs).toISOString().slice(0, 10));
      const expected: string[] = [];
      for (let date = Temporal.PlainDate.from("1995-01-02"); date.year < 2065; date = date.add({ days: 1 })) {
        if (date.weekOfYear === week) expected.push(date.toString());
      }
      expect({ week, days }).toEqual({ week, days: expected });
      if (week > 1) continue;
      const fromEnd = parseRule("FREQ=YEARLY;BYWEEKNO=-52,-53;BYDAY=MO,TU,WE,TH,FR,SA,SU");
      const first = new Series(fromEnd, start).slots(start.at + 1, end).filter(({ localMs }) => {
        const date = Temporal.PlainDate.from(new Date(localMs).toISOString().slice(0, 10));
        return date.weekOfYear === 1;
      });
      expect(first).toHaveLength(days.length);
    }
  });
});

describe("a rule without instances", () => {
  const start = startIn("Europe/Berlin", "2026-01-01T09:00");
  test.each([
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=MONTHLY;BYMONTH=4;BYMONTHDAY=31",
    "FREQ=MONTHLY;BYDAY=6FR",
    "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=6",
    "FREQ=YEARLY;BYYEARDAY=1;BYWEEKNO=20",
    "FREQ=DAILY;UNTIL=20251231T235959Z",
    "FREQ=WEEKLY;BYDAY=MO;UNTIL=20260104",
    "FREQ=YEARLY;INTERVAL=200;BYMONTH=2;BYMONTHDAY=29",
  ])("A recurrence rule without any instance is recognised: %s", (rule) => {
    expect(new Series(parseRule(rule), start).isEmpty()).toBe(true);
  });

  test.each([
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
    "FREQ=DAILY;COUNT=1",
    "FREQ=WEEKLY;BYDAY=MO;COUNT=1",
    "FREQ=DAILY;UNTIL=20260101",
    "FREQ=DAILY;INTERVAL=1000000000",
    "FREQ=YEARLY;INTERVAL=174;BYMONTH=12",
  ])("A recurrence rule with rare instances is recognised as having instances: %s", (rule) => {
    expect(new Series(parseRule(rule), start).isEmpty()).toBe(false);
  });
});

describe("local times and instants", () => {
  test("The conversion of local times to instants agrees with the runtime at every clock change", () => {
    for (const zone of ["Europe/Dublin", "Africa/Cairo", "Asia/Gaza", "Pacific/Kwajalein", "America/Caracas"]) {
      let zoned = Temporal.Instant.fromEpochMilliseconds(Date.UTC(1900, 0, 1)).toZonedDateTimeISO(zone);
      for (;;) {
        const next = zoned.getTimeZoneTransition("next");
        if (!next || next.year > 2050) break;
        for (const offset of [-day, -hour, -1, 0, 1, hour / 2, hour, day]) {
          const at = next.epochMilliseconds + offset;
          const plain = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDateTime();
          const localMs = plain.toZonedDateTime("UTC").epochMilliseconds;
          expect([zone, at, toLocalMs(zone, at)]).toEqual([zone, at, localMs]);
          for (const other of [localMs, localMs - hour / 2, localMs + hour]) {
            const near = Temporal.Instant.fromEpochMilliseconds(other).toZonedDateTimeISO("UTC").toPlainDateTime();
            expect([zone, other, toInstant(zone, other)]).toEqual([
              zone,
              other,
              near.toZonedDateTime(zone).epochMilliseconds,
            ]);
          }
        }
        zoned = next;
      }
    }
  });

  test("The conversion of local times to instants refuses an unknown time zone", () => {
    expect(() => toLocalMs("Europe/Atlantis", 0)).toThrow(RangeError);
    expect(() => toInstant("Europe/Atlantis", 0)).toThrow(RangeError);
  });
});

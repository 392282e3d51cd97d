/** Calculations of the recurrence form, tested without a browser. */
import { describe, expect, test } from "bun:test";
import { startingOn } from "#web/features/chores/model/draft.ts";
import { lastInstead, leftOut } from "#web/recurrence/left-out.ts";
import { nextDates } from "#web/recurrence/next-dates.ts";
import { firstDay, following, once, readRepeat, repeatError, ruleOf, withWeekStart } from "#web/recurrence/repeat.ts";

const berlin = "Europe/Berlin";

describe("a recurrence rule", () => {
  const rules = [
    ["FREQ=DAILY", "daily"],
    ["FREQ=DAILY;INTERVAL=3;COUNT=5", "daily"],
    ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "weekdays"],
    ["FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20270630", "weekly"],
    ["FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "weekly"],
    ["FREQ=MONTHLY;BYMONTHDAY=30", "monthDay"],
    ["FREQ=MONTHLY;BYMONTHDAY=-1", "monthEnd"],
    ["FREQ=MONTHLY;BYDAY=-1TU", "monthWeekday"],
    ["FREQ=YEARLY", "yearly"],
    ["FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1", "own"],
    ["FREQ=YEARLY;BYMONTH=3,9;BYMONTHDAY=30", "own"],
    ["FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU", "weekly"],
    ["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU;COUNT=4", "weekly"],
    ["FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1", "monthDayOrLast"],
    ["FREQ=MONTHLY;BYMONTHDAY=28,30;BYSETPOS=-1", "own"],
  ] as const;

  test("A recurrence rule stays the same when it is parsed and written again", () => {
    for (const [rule, kind] of rules) {
      const repeat = readRepeat(rule, "2027-03-30", berlin);
      expect(repeat.kind).toBe(kind);
      expect(ruleOf(repeat, "2027-03-30")).toBe(rule);
    }
  });

  test("A recurrence rule contains the start of the week only if the start of the week affects the dates", () => {
    const written = (rule: string) => ruleOf(readRepeat(rule, "2027-01-03", berlin), "2027-01-03");
    expect(written("FREQ=WEEKLY;BYDAY=MO,SU;WKST=SU")).toBe("FREQ=WEEKLY;BYDAY=MO,SU");
    expect(written("FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;WKST=SU")).toBe("FREQ=WEEKLY;INTERVAL=2;BYDAY=SU");
    expect(written("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=MO")).toBe("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU");
    expect(written("FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=3;WKST=SU")).toBe("FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=3");
  });

  test("A recurrence rule gets the household's week start when an edit makes the week start affect the dates", () => {
    const sunday = readRepeat("FREQ=WEEKLY;INTERVAL=2;BYDAY=SU", "2027-01-03", berlin);
    const both = withWeekStart(sunday, { weekdays: [1, 7] }, 7);
    expect(ruleOf(both, "2027-01-03")).toBe("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU");
    expect(ruleOf(withWeekStart(sunday, { weekdays: [1, 7] }, 1), "2027-01-03")).not.toContain("WKST");
    const known = readRepeat("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU", "2027-01-03", berlin);
    expect(ruleOf(withWeekStart(known, { weekdays: [1, 2, 7] }, 7), "2027-01-03")).not.toContain("WKST");
    const dates = ["2027-01-03", "2027-01-04", "2027-01-17", "2027-01-18"];
    expect(nextDates(ruleOf(both, "2027-01-03") ?? "", { day: "2027-01-03", time: "09:00" }, berlin, 4)).toEqual(dates);
  });

  test("A monthly rule for the 30th uses the last day in February, and changes only if the start is moved", () => {
    const rule = "FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1";
    const repeat = readRepeat(rule, "2027-02-28", berlin);
    expect(ruleOf(repeat, "2027-02-28")).toBe(rule);
    const day = (from: string, to: string) => ruleOf(following(repeat, from, to), to);
    expect(day("2027-03-30", "2027-03-29")).toBe("FREQ=MONTHLY;BYMONTHDAY=28,29;BYSETPOS=-1");
    expect(day("2027-03-30", "2027-03-31")).toBe("FREQ=MONTHLY;BYMONTHDAY=-1");
    expect(day("2027-03-30", "2027-04-02")).toBe("FREQ=MONTHLY;BYMONTHDAY=2");
    const dates = ["2027-01-30", "2027-02-28", "2027-03-30", "2027-04-30"];
    expect(nextDates(rule, { day: "2027-01-30", time: "09:00" }, berlin, 4)).toEqual(dates);
  });

  test("A yearly rule on the last day of February has a date in every year", () => {
    const rule = "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1";
    for (const day of ["2028-02-29", "2029-02-28"]) {
      const repeat = readRepeat(rule, day, berlin);
      expect([repeat.kind, ruleOf(repeat, day)]).toEqual(["yearlyLast", rule]);
    }
    expect(readRepeat(rule, "2028-02-28", berlin).kind).toBe("own");
    const moved = following(readRepeat(rule, "2028-02-29", berlin), "2028-02-29", "2028-03-01");
    expect(ruleOf(moved, "2028-03-01")).toBe("FREQ=YEARLY");
    const dates = ["2028-02-29", "2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29"];
    expect(nextDates(rule, { day: "2028-02-29", time: "09:00" }, berlin, 5)).toEqual(dates);
  });

  test.each([
    ["FREQ=MONTHLY;BYMONTHDAY=31", "2027-01-31", { date: 31, months: [2, 4, 6, 9, 11], isInLeapYears: false }],
    ["FREQ=MONTHLY;BYMONTHDAY=30", "2027-01-30", { date: 30, months: [2], isInLeapYears: false }],
    ["FREQ=MONTHLY;BYMONTHDAY=29", "2027-01-29", { date: 29, months: [2], isInLeapYears: true }],
    ["FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=31", "2027-01-31", { date: 31, months: [9, 11], isInLeapYears: false }],
    ["FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31", "2027-01-31", null],
    ["FREQ=MONTHLY;BYMONTHDAY=31;UNTIL=20270401", "2027-01-31", { date: 31, months: [2], isInLeapYears: false }],
    ["FREQ=MONTHLY;BYMONTHDAY=31;COUNT=2", "2027-07-31", null],
    ["FREQ=MONTHLY;BYMONTHDAY=29;COUNT=3", "2028-01-29", null],
    ["FREQ=MONTHLY;BYMONTHDAY=28", "2027-01-28", null],
    ["FREQ=MONTHLY;BYMONTHDAY=-1", "2027-01-31", null],
    ["FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1", "2027-01-30", null],
    ["FREQ=YEARLY", "2028-02-29", { years: [2029, 2030, 2031] }],
    ["FREQ=YEARLY;INTERVAL=2", "2028-02-29", { years: [2030, 2034, 2038] }],
    ["FREQ=YEARLY;INTERVAL=4", "2028-02-29", null],
    ["FREQ=YEARLY;UNTIL=20300301", "2028-02-29", { years: [2029, 2030] }],
    ["FREQ=YEARLY", "2028-02-28", null],
    ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1", "2028-02-29", null],
    ["FREQ=DAILY", "2028-02-29", null],
  ] as const)(
    "The form of a series with the rule %s and the start %s warns of the skipped dates %j; null means no warning",
    (rule, day, expected) => {
      const repeat = readRepeat(rule, day, berlin);
      expect<object | null>(leftOut(repeat, day)).toEqual(expected);
      const last = lastInstead(repeat, day);
      expect(leftOut(last, day)).toBeNull();
      if (expected) expect(last).toMatchObject({ every: repeat.every, ending: repeat.ending });
    },
  );

  test("A recurrence rule with an instant as UNTIL ends on the local date of that instant", () => {
    const { ending } = readRepeat("FREQ=DAILY;UNTIL=20270630T223000Z", "2027-03-30", berlin);
    expect(ending).toEqual({ kind: "until", day: "2027-07-01" });
  });

  test("A weekly or monthly recurrence rule changes its days when the start of the series is moved", () => {
    const weekly = readRepeat("FREQ=WEEKLY;BYDAY=TU,SU", "2027-03-30", berlin);
    expect(ruleOf(following(weekly, "2027-03-30", "2027-03-31"), "2027-03-31")).toBe("FREQ=WEEKLY;BYDAY=MO,WE");
    const monthly = readRepeat("FREQ=MONTHLY;BYDAY=-1TU", "2027-03-30", berlin);
    expect(ruleOf(following(monthly, "2027-03-30", "2027-04-08"), "2027-04-08")).toBe("FREQ=MONTHLY;BYDAY=2TH");
  });

  test("The next dates of a rule are correct after a clock change, even if the change skips the event's time", () => {
    const start = { day: "2027-03-21", time: "02:30" };
    const dates = ["2027-03-21", "2027-03-28", "2027-04-04", "2027-04-11"];
    expect(nextDates("FREQ=WEEKLY;BYDAY=SU", start, berlin, 4)).toEqual(dates);
    expect(nextDates("FREQ=WEEKLY;UNTIL=20270328T003000Z", start, berlin, 4)).toEqual(dates.slice(0, 1));
    expect(nextDates("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", start, berlin, 3)).toEqual([
      "2027-03-21",
      "2028-02-29",
      "2032-02-29",
    ]);
    expect(nextDates("FREQ=OFTEN", start, berlin, 4)).toBeNull();
  });

  test("A weekly series starts on the first of its weekdays from the given day on, any other on the given day", () => {
    const weekly = readRepeat("FREQ=WEEKLY;BYDAY=TU,FR", "2026-11-25", berlin);
    expect(firstDay(weekly, "2026-11-25")).toBe("2026-11-27");
    expect(firstDay(readRepeat("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "2026-11-28", berlin), "2026-11-28")).toBe(
      "2026-11-30",
    );
    expect(firstDay(readRepeat("FREQ=MONTHLY", "2026-11-25", berlin), "2026-11-25")).toBe("2026-11-25");
  });

  test("A weekly recurrence rule is invalid with no weekday, an end before its start, or a count over 1,000", () => {
    const weekly = { ...once("2026-11-25"), kind: "weekly" } as const;
    expect(repeatError({ ...weekly, weekdays: [] }, "2026-11-25")).toBe("weekdays");
    expect(repeatError({ ...weekly, ending: { kind: "until", day: "2026-11-24" } }, "2026-11-25")).toBe("until");
    expect(repeatError({ ...weekly, ending: { kind: "until", day: "2026-11-25" } }, "2026-11-25")).toBeNull();
    for (const [count, error] of [
      [0, "count"],
      [1, null],
      [1_000, null],
      [1_001, "count"],
    ] as const) {
      expect(repeatError({ ...weekly, ending: { kind: "count", count } }, "2026-11-25")).toBe(error);
    }
  });
});

describe("the start of a chore", () => {
  const startDate = "2026-11-25"; // A Wednesday.
  const draft = (rule: string) => ({ repeat: readRepeat(rule, startDate, "UTC"), startDate }) as never;

  test("If a chore repeats only on the weekday of its start date, a new start date also sets a new weekday", () => {
    expect(startingOn(draft("FREQ=WEEKLY;BYDAY=WE"), "2026-11-27").repeat.weekdays).toEqual([5]);
    expect(startingOn(draft("FREQ=WEEKLY;BYDAY=TU,FR"), "2026-11-27").repeat.weekdays).toEqual([2, 5]);
    expect(startingOn(draft("FREQ=WEEKLY;BYDAY=TU"), "2026-11-27").repeat.weekdays).toEqual([2]);
    expect(startingOn(draft("FREQ=DAILY"), "")).toMatchObject({ startDate: "" });
  });
});

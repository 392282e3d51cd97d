/** The recurrence form's calculations, without a browser. */
import { describe, expect, test } from "bun:test";
import { startingOn } from "../../src/web/features/chores/model/draft.ts";
import { nextDates } from "../../src/web/recurrence/next-dates.ts";
import { firstDay, following, once, readRepeat, repeatError, ruleOf } from "../../src/web/recurrence/repeat.ts";

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
    ["FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU;WKST=SU", "own"],
  ] as const;

  test("is unchanged after it is parsed and written again", () => {
    for (const [rule, kind] of rules) {
      const repeat = readRepeat(rule, "2027-03-30", berlin);
      expect(repeat.kind).toBe(kind);
      expect(ruleOf(repeat, "2027-03-30")).toBe(rule);
    }
  });

  test("ends on the local date of UNTIL", () => {
    const { ending } = readRepeat("FREQ=DAILY;UNTIL=20270630T223000Z", "2027-03-30", berlin);
    expect(ending).toEqual({ kind: "until", day: "2027-07-01" });
  });

  test("follows when the start moves", () => {
    const weekly = readRepeat("FREQ=WEEKLY;BYDAY=TU,SU", "2027-03-30", berlin);
    expect(ruleOf(following(weekly, "2027-03-30", "2027-03-31"), "2027-03-31")).toBe("FREQ=WEEKLY;BYDAY=MO,WE");
    const monthly = readRepeat("FREQ=MONTHLY;BYDAY=-1TU", "2027-03-30", berlin);
    expect(ruleOf(following(monthly, "2027-03-30", "2027-04-08"), "2027-04-08")).toBe("FREQ=MONTHLY;BYDAY=2TH");
  });

  test("returns its next dates, also across a daylight-saving change and for a skipped wall time", () => {
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

  test("starts on its first weekday; other kinds start on the day itself", () => {
    const weekly = readRepeat("FREQ=WEEKLY;BYDAY=TU,FR", "2026-11-25", berlin);
    expect(firstDay(weekly, "2026-11-25")).toBe("2026-11-27");
    expect(firstDay(readRepeat("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "2026-11-28", berlin), "2026-11-28")).toBe(
      "2026-11-30",
    );
    expect(firstDay(readRepeat("FREQ=MONTHLY", "2026-11-25", berlin), "2026-11-25")).toBe("2026-11-25");
  });

  test("is invalid without a weekday, with an end before its start, and outside of 1 to 1,000 times", () => {
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

  test("takes its own weekday along, but leaves chosen weekdays as they are", () => {
    expect(startingOn(draft("FREQ=WEEKLY;BYDAY=WE"), "2026-11-27").repeat.weekdays).toEqual([5]);
    expect(startingOn(draft("FREQ=WEEKLY;BYDAY=TU,FR"), "2026-11-27").repeat.weekdays).toEqual([2, 5]);
    expect(startingOn(draft("FREQ=WEEKLY;BYDAY=TU"), "2026-11-27").repeat.weekdays).toEqual([2]);
    expect(startingOn(draft("FREQ=DAILY"), "")).toMatchObject({ startDate: "" });
  });
});

/** Rules as text: which are accepted, which are refused with which message, and how parts are replaced. */
import { describe, expect, test } from "bun:test";
import { bareRule, parseRule, RuleError, withParts } from "#lib/recurrence/rule.ts";

describe("a rule's text", () => {
  test("A recurrence rule loses only its prefix “RRULE:” and surrounding spaces during cleaning", () => {
    expect(bareRule("  RRULE:FREQ=DAILY;X-Colour=Blue \n")).toBe("FREQ=DAILY;X-Colour=Blue");
    expect(bareRule("rrule:freq=daily")).toBe("freq=daily");
    expect(bareRule("FREQ=DAILY")).toBe("FREQ=DAILY");
  });

  test("A recurrence rule may be written in upper or lower case, in any order and with X- parts", () => {
    const rule = parseRule(
      "x-note=a=b:c;byday=-1fr,mo,MO;Until=20260501t090000z;bysecond=60,59;interval=002;freq=Monthly",
    );
    expect(rule).toMatchObject({ freq: "MONTHLY", interval: 2, count: null, weekStart: 0, bySecond: [59] });
    expect(rule.until).toEqual({ kind: "instant", at: Date.parse("2026-05-01T09:00:00Z") });
    expect(rule.byDay).toEqual([
      { weekday: 4, ordinal: -1 },
      { weekday: 0, ordinal: null },
    ]);
  });

  test("The parts of a recurrence rule can be replaced in place, appended and removed", () => {
    const text = "Count=5;FREQ=DAILY;X-A=b";
    expect(withParts(text, { COUNT: "3" })).toBe("Count=3;FREQ=DAILY;X-A=b");
    expect(withParts(text, { COUNT: null, UNTIL: "20260101" })).toBe("FREQ=DAILY;X-A=b;UNTIL=20260101");
    expect(withParts(text, { UNTIL: null })).toBe(text);
  });
});

describe("refused rules", () => {
  const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const table: [rule: string, reason: string][] = [
    ["", "must not have an empty part"],
    ["FREQ=WEEKLY;", "must not have an empty part"],
    ["every day", "must be parts such as FREQ=WEEKLY, separated by semicolons"],
    ["FREQ=DAILY;COUNT", "must be parts such as FREQ=WEEKLY, separated by semicolons"],
    ["FREQ=DAILY\nRRULE:FREQ=WEEKLY", "must be a single line"],
    ["DTSTART:20260101T090000Z", "must not contain DTSTART, which is a separate field"],
    ["FREQ=DAILY;DTSTART=20260101", "must not contain DTSTART, which is a separate field"],
    ["INTERVAL=2", "FREQ is missing"],
    ["FREQ=HOURLY", "FREQ must not be finer than DAILY"],
    ["FREQ=FORTNIGHTLY", "FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY"],
    ["FREQ=DAILY;BYEASTER=0", "BYEASTER is not a part of a rule"],
    ["FREQ=DAILY;RSCALE=CHINESE", "RSCALE is not a part of a rule"],
    ["FREQ=DAILY;X-=1", "X- is not a part of a rule"],
    ["FREQ=DAILY;count=2;COUNT=3", "COUNT must be given once"],
    ["FREQ=DAILY;INTERVAL=0", "INTERVAL must be at least 1"],
    ["FREQ=DAILY;INTERVAL=1.5", "INTERVAL must be at least 1"],
    ["FREQ=DAILY;COUNT=0", "COUNT must be at least 1"],
    ["FREQ=DAILY;COUNT=-1", "COUNT must be at least 1"],
    ["FREQ=DAILY;COUNT=2;UNTIL=20270101", "COUNT and UNTIL must not be given together"],
    ["FREQ=DAILY;UNTIL=20260230", "UNTIL must be a real date or time, such as 20260501 or 20260501T090000Z"],
    ["FREQ=DAILY;UNTIL=20260228T250000", "UNTIL must be a real date or time, such as 20260501 or 20260501T090000Z"],
    ["FREQ=DAILY;UNTIL=2026-02-28", "UNTIL must be a real date or time, such as 20260501 or 20260501T090000Z"],
    ["FREQ=DAILY;WKST=XX", "WKST must be a weekday such as MO"],
    ["FREQ=MONTHLY;BYDAY=0MO", "BYDAY must be a list of weekdays such as MO or -1FR"],
    ["FREQ=MONTHLY;BYDAY=54MO", "BYDAY must be a list of weekdays such as MO or -1FR"],
    ["FREQ=MONTHLY;BYDAY=MO,,TU", "BYDAY must be a list of weekdays such as MO or -1FR"],
    ["FREQ=MONTHLY;BYDAY=MO, TU", "BYDAY must be a list of weekdays such as MO or -1FR"],
    ["FREQ=MONTHLY;BYMONTHDAY=0", "BYMONTHDAY must be a list of numbers from 1 to 31 or -1 to -31"],
    ["FREQ=MONTHLY;BYMONTHDAY=32", "BYMONTHDAY must be a list of numbers from 1 to 31 or -1 to -31"],
    ["FREQ=YEARLY;BYMONTH=13", "BYMONTH must be a list of numbers from 1 to 12"],
    ["FREQ=YEARLY;BYMONTH=", "BYMONTH must be a list of numbers from 1 to 12"],
    ["FREQ=YEARLY;BYMONTH=+1", "BYMONTH must be a list of numbers from 1 to 12"],
    ["FREQ=YEARLY;BYYEARDAY=367", "BYYEARDAY must be a list of numbers from 1 to 366 or -1 to -366"],
    ["FREQ=YEARLY;BYWEEKNO=54", "BYWEEKNO must be a list of numbers from 1 to 53 or -1 to -53"],
    ["FREQ=DAILY;BYHOUR=24", "BYHOUR must be a list of numbers from 0 to 23"],
    ["FREQ=DAILY;BYSECOND=61", "BYSECOND must be a list of numbers from 0 to 60"],
    ["FREQ=WEEKLY;BYMONTHDAY=1", "BYMONTHDAY must not be given with FREQ=WEEKLY"],
    ["FREQ=MONTHLY;BYYEARDAY=1", "BYYEARDAY must be given only with FREQ=YEARLY"],
    ["FREQ=MONTHLY;BYWEEKNO=1", "BYWEEKNO must be given only with FREQ=YEARLY"],
    ["FREQ=WEEKLY;BYDAY=1MO", "BYDAY must have numbers only with FREQ=MONTHLY or FREQ=YEARLY"],
    ["FREQ=YEARLY;BYWEEKNO=20;BYDAY=1MO", "BYDAY must not have numbers together with BYWEEKNO"],
    ["FREQ=MONTHLY;BYSETPOS=1", "BYSETPOS must be given with another BY part"],
    [
      `FREQ=DAILY;BYHOUR=${numbers(0, 12)};BYMINUTE=0,30`,
      "BYHOUR, BYMINUTE and BYSECOND must not give more than 24 instances a day",
    ],
    [
      `FREQ=MONTHLY;BYHOUR=${numbers(0, 12)};BYMINUTE=0,30;BYSETPOS=${numbers(1, 25)}`,
      "BYHOUR, BYMINUTE and BYSECOND must not give more than 24 instances a day",
    ],
  ];
  test.each(table)("The recurrence rule %j is refused: %s", (text, reason) => {
    expect(() => parseRule(text)).toThrow(new RuleError(reason));
  });

  test.each([
    `FREQ=DAILY;BYHOUR=${numbers(0, 23)}`,
    "FREQ=DAILY;BYMINUTE=0,20,40;BYHOUR=9,10,11,12,13,14,15,16",
    `FREQ=MONTHLY;BYHOUR=${numbers(0, 12)};BYMINUTE=0,30;BYSETPOS=1,-1`,
    "FREQ=DAILY;UNTIL=99991231T235960Z",
    "FREQ=DAILY;COUNT=99999999999999999999999999",
  ])("The recurrence rule %s is accepted", (text) => {
    expect(parseRule(text).freq).toMatch(/DAILY|MONTHLY/);
  });
});

/** The week on a phone, the numbers of weeks, and the text of the time in messages, tested without a browser. */
import { describe, expect, test } from "bun:test";
import { type Occurrence, occurrenceOf } from "#web/features/calendar/model/occurrence.ts";
import { weekNumberOf, weekNumbersOf } from "#web/features/calendar/model/range.ts";
import { midnightOf } from "#web/features/calendar/model/span.ts";
import { positionOnBar, weekDaysOf } from "#web/features/calendar/model/week-days.ts";
import { formatWhen } from "#web/features/calendar/model/when.ts";
import { calendar } from "#web/i18n/en/calendar.ts";
import { formatDay, formatTime } from "#web/time/format.ts";
import "./document.ts";

const first = "2027-03-01";

/** An event in March 2027, in UTC. `end` is a time on the same day, or a whole date and time. */
function event(title: string, day: number, start: string, end: string, more: object = {}): Occurrence {
  const date = `2027-03-${String(day).padStart(2, "0")}`;
  const startsAt = `${date}T${start}:00.000Z`;
  const plain = {
    ...{ id: title, title, startsAt, endsAt: end.length > 5 ? `${end}:00.000Z` : `${date}T${end}:00.000Z` },
    ...{ allDay: false, location: null, notes: null, memberIds: [], isGeneral: true, recurrenceRule: null },
    ...{ timeZone: "UTC", reminderMinutes: null, reminderMinutesList: [], syncTargets: [], recurring: false },
    ...{ instanceStartsAt: startsAt, isException: false, createdAt: "", updatedAt: "", readOnly: false },
    ...{ calendar: { key: "family", name: "Home" }, busyOnly: false },
    createdBy: { kind: "system" as const, id: null, name: "", agentName: null },
  };
  return occurrenceOf({ ...plain, ...more }, "UTC", "Busy");
}

const titles = (lines: readonly Occurrence[]) => lines.map((each) => each.event.title);

describe("the week on a phone", () => {
  test("A series on four days stands once above the days, and keeps the days busy", () => {
    const school = [1, 2, 3, 4].map((day) => event("School", day, "08:00", "13:00"));
    const piano = [2, 4, 5].map((day) => event("Piano", day, "15:00", "16:00"));
    const { above, days } = weekDaysOf([...school, ...piano], first);
    expect(above.map(({ occurrence, days }) => [occurrence.event.title, days.length])).toEqual([["School", 4]]);
    expect(days.map(({ lines }) => titles(lines).join())).toEqual(["", "Piano", "", "Piano", "Piano", "", ""]);
    expect(days.map(({ busy }) => busy.length)).toEqual([1, 2, 1, 2, 1, 0, 0]);
    expect(days.map(({ isFree }) => isFree)).toEqual([false, false, false, false, false, true, true]);
  });

  test("An instance of a series at another time is a line of its day", () => {
    const school = [1, 2, 3, 4].map((day) => event("School", day, "08:00", "13:00"));
    const { above, days } = weekDaysOf([...school, event("School", 5, "08:00", "11:00")], first);
    expect(above[0]?.days).toEqual(["2027-03-01", "2027-03-02", "2027-03-03", "2027-03-04"]);
    expect(titles(days[4]?.lines ?? [])).toEqual(["School"]);
  });

  test("An event of several days stands above the days, even if only one of its days is in the week", () => {
    const trip = event("Trip", 7, "00:00", "2027-03-10T00:00", { allDay: true });
    const { above, days } = weekDaysOf([trip], first);
    expect(above.map(({ days }) => days)).toEqual([["2027-03-07"]]);
    expect(days[6]).toMatchObject({ lines: [], busy: [], isFree: false });
  });

  test("A day lists four events, those of the whole day first, and counts the others", () => {
    const errands = [9, 10, 11, 12, 13].map((hour) =>
      event(`Errand ${hour}`, 3, `${hour}:00`.padStart(5, "0"), "14:00"),
    );
    const bin = event("Bin", 3, "00:00", "2027-03-04T00:00", { allDay: true });
    const { days } = weekDaysOf([...errands, bin], first);
    expect(titles(days[2]?.lines ?? [])).toEqual(["Bin", "Errand 9", "Errand 10", "Errand 11"]);
    expect(days[2]?.more).toBe(2);
  });

  test("An event that ends after midnight is a line of its first day only, but keeps both days busy", () => {
    const { days } = weekDaysOf([event("Party", 5, "20:00", "2027-03-06T02:00")], first);
    expect(days.map(({ lines }) => lines.length)).toEqual([0, 0, 0, 0, 1, 0, 0]);
    expect(days.map(({ busy }) => busy.length)).toEqual([0, 0, 0, 0, 1, 1, 0]);
  });

  test("The bar of a day has the hours from 7 to 21", () => {
    const position = (start: string, end: string) => positionOnBar(event("Work", 3, start, end), "2027-03-03");
    expect(position("07:00", "14:00")).toEqual({ start: 0, size: 50 });
    expect(position("14:00", "23:00")).toEqual({ start: 50, size: 50 });
    expect(position("06:00", "07:00")).toBeNull();
    expect(position("21:00", "22:00")).toBeNull();
  });
});

describe("the numbers of weeks", () => {
  test("The numbers of weeks are those of ISO 8601 if weeks begin on Monday", () => {
    expect(weekNumberOf("2026-07-27", 1)).toBe(31);
    expect(weekNumberOf("2026-12-31", 1)).toBe(53);
    expect(weekNumberOf("2027-01-03", 1)).toBe(53);
    expect(weekNumberOf("2027-01-04", 1)).toBe(1);
    expect(weekNumberOf("2024-12-30", 1)).toBe(1);
  });

  test("The first week has 1 January if weeks do not begin on Monday", () => {
    expect(weekNumberOf("2026-12-27", 7)).toBe(1);
    expect(weekNumberOf("2026-12-26", 7)).toBe(52);
    expect(weekNumberOf("2027-01-02", 6)).toBe(2);
  });

  test("Seven days from the middle of a week have two numbers of weeks", () => {
    expect(weekNumbersOf(["2026-07-27", "2026-08-02"], 1)).toBe("31");
    expect(weekNumbersOf(["2026-07-29", "2026-08-04"], 1)).toBe("31/32");
  });
});

test("Messages about an event have its day, and its hours unless it lasts the whole day", () => {
  const start = midnightOf("2027-03-05");
  const when = (from: number, to: number, allDay = false) =>
    formatWhen({ allDay, start: start + from, end: start + to }, { calendar });
  const [friday, saturday] = [formatDay("2027-03-05"), formatDay("2027-03-06")];
  expect(when(930, 990)).toBe(`${friday}, ${formatTime("15:30")} – ${formatTime("16:30")}`);
  expect(when(930, 930)).toBe(`${friday}, ${formatTime("15:30")}`);
  expect(when(0, 1_440, true)).toBe(friday);
  expect(when(0, 2_880, true)).toBe(`${friday} – ${saturday}`);
  expect(when(1_200, 1_560)).toBe(`${friday}, ${formatTime("20:00")} – ${saturday}, ${formatTime("02:00")}`);
});

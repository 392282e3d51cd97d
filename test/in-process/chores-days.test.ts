/** On which days chores fall, and whose turn it is, as the clock moves: time zone, daylight saving, midnight. */
import { describe, expect, test } from "bun:test";
import { type AssignedSchedule, occurrencesToday } from "#routines/chores/occurrences.ts";
import { countBefore, isDueOn } from "#routines/chores/schedule.ts";
import { serverInProcess } from "../support/home/home.ts";
import { homeWithChores } from "../support/records/chores.ts";

const hour = 3_600_000;
const day = 24 * hour;

/** A household in a time zone, at an instant. */
async function homeAt(timeZone: string, instant: string) {
  const server = serverInProcess();
  server.clock.now = new Date(instant);
  const home = await homeWithChores(server);
  await home.anna.patch("/app/household", { timeZone });
  /** Returns the household's current date, read from a chore that falls on every day. */
  const daily = await home.add({ startDate: "1990-01-01", assignment: "anyone" });
  const todayIs = async () => (await home.find(daily.id)).today[0].date as string;
  const at = (next: string) => {
    home.clock.now = new Date(next);
  };
  return { ...home, daily, todayIs, at };
}

describe("the turns of a chore", () => {
  test("The turns of a chore move on by one member a day, whoever completes the chore", async () => {
    const { add, find, do: complete, ids, clock, date, stars } = await homeWithChores(serverInProcess());
    const { id } = await add({ startDate: date(), assignment: "rotate", stars: 2 });
    const seen: unknown[] = [];
    for (const who of [ids.anna, ids.anna, ids.mia, null, ids.anna]) {
      const before = (await find(id)).today;
      if (who !== null) expect((await complete(id, who)).status).toBe(200);
      seen.push([...before, ...(await find(id)).today].map((row) => [row.memberId, row.completed]));
      clock.advance(day);
    }
    const turn = (whose: string, done = true) => [
      [whose, false],
      [whose, done],
    ];
    const days = [turn(ids.anna), turn(ids.ben), turn(ids.mia), turn(ids.anna, false), turn(ids.ben)];
    expect(seen).toEqual(days);
    expect(await stars()).toEqual([6, 0, 2]);
  });

  const duty: AssignedSchedule = {
    recurrenceRule: "FREQ=DAILY",
    startDate: "2026-11-23",
    assignment: "rotate",
    memberIds: ["A", "B", "C"],
    active: true,
  };
  const turnsOf = (own: Partial<AssignedSchedule>, dates: readonly string[]) =>
    dates.map((date) => occurrencesToday({ ...duty, ...own }, [], date)[0]?.memberId ?? "-").join("");
  const week = ["2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27", "2026-11-28", "2026-11-29"];

  test.each<[string, Partial<AssignedSchedule>, string]>([
    ["every day", {}, "ABCABCA"],
    ["by one alone", { memberIds: ["A"] }, "AAAAAAA"],
    ["by two, every other day", { memberIds: ["A", "B"], recurrenceRule: "FREQ=DAILY;INTERVAL=2" }, "A-B-A-B"],
    ["on some weekdays", { recurrenceRule: "FREQ=WEEKLY;BYDAY=MO,WE,SA,SU" }, "A-B--CA"],
    ["from a start that the rule does not give", { recurrenceRule: "FREQ=WEEKLY;BYDAY=TU,FR" }, "AB--C--"],
    ["until a date", { recurrenceRule: "FREQ=DAILY;UNTIL=20261125T235959Z" }, "ABC----"],
    ["four times", { recurrenceRule: "FREQ=DAILY;COUNT=4" }, "ABCA---"],
    ["before its start", { startDate: "2026-11-26" }, "---ABCA"],
    ["with times of day, which mean nothing", { recurrenceRule: "FREQ=DAILY;BYHOUR=1,2,3;BYMINUTE=0,30" }, "ABCABCA"],
    ["while it is paused", { active: false }, "-------"],
    ["by nobody", { memberIds: [] }, "-------"],
    ["once", { recurrenceRule: null, startDate: "2026-11-25" }, "--AAAAA"],
  ])("The turns of a chore in one week follow its schedule (%s): %j", (_, own, turns) => {
    expect(turnsOf(own, week)).toBe(turns);
  });

  test("The turns of a chore are counted from its start date, even if that date is long ago", () => {
    const startDate = "1950-01-01";
    const sinceThen = (Date.UTC(2026, 10, 23) - Date.UTC(1950, 0, 1)) / day;
    const schedule = { recurrenceRule: "FREQ=DAILY", startDate };
    expect(countBefore(schedule, "2026-11-23")).toBe(sinceThen);
    const first = sinceThen % 3;
    expect(turnsOf({ startDate }, week)).toBe("ABCABCABCABC".slice(first, first + 7));
    expect(isDueOn({ ...schedule, recurrenceRule: "FREQ=MONTHLY;BYMONTHDAY=31" }, "2026-11-30")).toBe(false);
    expect(isDueOn({ ...schedule, recurrenceRule: "FREQ=MONTHLY;BYMONTHDAY=-1" }, "2026-11-30")).toBe(true);
    expect(isDueOn({ startDate: "2024-02-29", recurrenceRule: "FREQ=YEARLY" }, "2028-02-29")).toBe(true);
    expect(isDueOn({ startDate: "2024-02-29", recurrenceRule: "FREQ=YEARLY" }, "2027-02-28")).toBe(false);
  });
});

describe("a chore's day", () => {
  /** The last instant of a date in the household's time zone, and the first instant of the next. */
  const midnights: [zone: string, what: string, before: string, after: string, from: string, to: string][] = [
    ["Europe/Berlin", "in winter", "2026-11-27T22:59:59.999Z", "2026-11-27T23:00:00Z", "2026-11-27", "2026-11-28"],
    ["Europe/Berlin", "in summer", "2026-07-01T21:59:59.999Z", "2026-07-01T22:00:00Z", "2026-07-01", "2026-07-02"],
    [
      "Europe/Berlin",
      "before 23 hours",
      "2026-03-28T22:59:59.999Z",
      "2026-03-28T23:00:00Z",
      "2026-03-28",
      "2026-03-29",
    ],
    ["Europe/Berlin", "after 23 hours", "2026-03-29T21:59:59.999Z", "2026-03-29T22:00:00Z", "2026-03-29", "2026-03-30"],
    ["Europe/Berlin", "after 25 hours", "2026-10-25T22:59:59.999Z", "2026-10-25T23:00:00Z", "2026-10-25", "2026-10-26"],
    [
      "America/Santiago",
      "at a skipped midnight",
      "2026-09-06T03:59:59.999Z",
      "2026-09-06T04:00:00Z",
      "2026-09-05",
      "2026-09-06",
    ],
    [
      "America/Santiago",
      "whose last hour is twice",
      "2026-04-05T03:59:59.999Z",
      "2026-04-05T04:00:00Z",
      "2026-04-04",
      "2026-04-05",
    ],
    [
      "Africa/Cairo",
      "at a skipped midnight",
      "2026-04-23T21:59:59.999Z",
      "2026-04-23T22:00:00Z",
      "2026-04-23",
      "2026-04-24",
    ],
    [
      "Pacific/Apia",
      "before one that never was",
      "2011-12-30T09:59:59.999Z",
      "2011-12-30T10:00:00Z",
      "2011-12-29",
      "2011-12-31",
    ],
    [
      "Asia/Kolkata",
      "at half past UTC",
      "2026-11-27T18:29:59.999Z",
      "2026-11-27T18:30:00Z",
      "2026-11-27",
      "2026-11-28",
    ],
    [
      "Pacific/Kiritimati",
      "14 hours ahead",
      "2026-11-27T09:59:59.999Z",
      "2026-11-27T10:00:00Z",
      "2026-11-27",
      "2026-11-28",
    ],
  ];

  test.each(midnights)(
    "A chore's day ends at the household's midnight: %s, %s",
    async (zone, _, before, after, from, to) => {
      const { daily, todayIs, at, get, do: complete, ids, find } = await homeAt(zone, before);
      const { headers } = await get("/v1/chores");
      expect(await todayIs()).toBe(from);
      expect((await complete(daily.id, ids.mia, to)).body.error).toBe("date: must not be in the future");
      expect((await complete(daily.id, ids.mia, from)).status).toBe(200);
      expect((await find(daily.id)).today).toEqual([{ memberId: ids.mia, date: from, completed: true }]);
      const etag = (await get("/v1/chores")).headers.get("ETag") ?? "";
      expect(etag).not.toBe(headers.get("ETag") ?? "");
      const ask = () => get("/v1/chores", { headers: { "If-None-Match": etag } });
      expect((await ask()).status).toBe(304);
      at(after);
      expect((await ask()).status).toBe(200);
      expect((await find(daily.id)).today).toEqual([{ memberId: null, date: to, completed: false }]);
      expect((await complete(daily.id, ids.mia, to)).status).toBe(200);
    },
  );

  test("The date for chores changes with the household's time zone", async () => {
    const { anna, todayIs } = await homeAt("Pacific/Kiritimati", "2026-11-27T10:30:00Z");
    expect(await todayIs()).toBe("2026-11-28");
    await anna.patch("/app/household", { timeZone: "Pacific/Honolulu" });
    expect(await todayIs()).toBe("2026-11-27");
  });

  test("A chore is due once on a date on which the clock changes, and the turns continue", async () => {
    for (const [from, length] of [
      ["2026-03-27T11:00:00Z", 5],
      ["2026-10-23T10:00:00Z", 5],
    ] as const) {
      const { add, find, at, ids, do: complete } = await homeAt("Europe/Berlin", from);
      const startDate = from.slice(0, 10);
      const { id } = await add({ startDate, assignment: "rotate" });
      const turns: string[] = [];
      for (let hours = 0; hours < length * 24; hours += 6) {
        at(new Date(Date.parse(from) + hours * hour).toISOString());
        const [row] = (await find(id)).today;
        if (row.completed) continue;
        turns.push(row.memberId);
        expect((await complete(id, row.memberId, row.date)).status).toBe(200);
      }
      const { anna, ben, mia } = ids;
      expect(turns.slice(0, 5)).toEqual([anna, ben, mia, anna, ben]);
      expect((await find(id)).completions.map(({ date }: { date: string }) => date)).toEqual(
        turns.map((_, index) => Temporal.PlainDate.from(startDate).add({ days: index }).toString()).reverse(),
      );
    }
  });

  test("A date that a time zone skipped counts as a date of a chore, and can still be completed", async () => {
    const { add, find, at, ids, do: complete } = await homeAt("Pacific/Apia", "2011-12-29T20:00:00Z");
    const { id } = await add({ startDate: "2011-12-29", assignment: "rotate" });
    expect((await find(id)).today).toEqual([{ memberId: ids.anna, date: "2011-12-29", completed: false }]);
    at("2011-12-30T20:00:00Z");
    expect((await find(id)).today).toEqual([{ memberId: ids.mia, date: "2011-12-31", completed: false }]);
    expect((await complete(id, ids.ben, "2011-12-30")).status).toBe(200);
  });
});

describe("a chore that does not repeat", () => {
  test("A chore that does not repeat remains until it is completed, and disappears the next day", async () => {
    const { add, find, do: complete, ids, date, clock } = await homeWithChores(serverInProcess());
    const due = date(1);
    const { id } = await add({ recurrenceRule: null, startDate: due, assignment: "anyone" });
    const rows = async () => (await find(id)).today;
    expect(await rows()).toEqual([]);
    for (let days = 0; days < 3; days++) {
      clock.advance(day);
      expect(await rows()).toEqual([{ memberId: null, date: due, completed: false }]);
    }
    await complete(id, ids.ben, due);
    expect(await rows()).toEqual([]);
    const other = await add({ recurrenceRule: null, startDate: date(), assignment: "anyone" });
    await complete(other.id, ids.ben);
    expect((await find(other.id)).today).toEqual([{ memberId: ids.ben, date: date(), completed: true }]);
    clock.advance(day);
    expect((await find(other.id)).today).toEqual([]);
  });
});

describe("the completions of chores", () => {
  test("The completions of chores are listed for 90 days, but stars are counted for all time", async () => {
    const { add, find, anna, do: complete, ids, date, clock, stars } = await homeWithChores(serverInProcess());
    const { id } = await add({ startDate: date(-400), stars: 2 });
    for (const days of [-91, -2, -90, -400, -1]) {
      await complete(id, ids.ben, date(days));
      clock.advance(1_000);
    }
    await complete(id, ids.mia, date(-2));
    const shown = (chore: { completions: { date: string; memberId: string }[] }) =>
      chore.completions.map((each) => [each.date, each.memberId]);
    const expected = [
      [date(-1), ids.ben],
      [date(-2), ids.mia],
      [date(-2), ids.ben],
      [date(-90), ids.ben],
    ];
    expect(shown(await find(id))).toEqual(expected);
    expect(shown((await anna.patch(`/app/chores/${id}`, { stars: 1 })).body)).toEqual(expected);
    expect(await stars()).toEqual([0, 10, 2]);
    clock.advance(day);
    expect(shown(await find(id))).toEqual(expected.slice(0, 3));
  });
});

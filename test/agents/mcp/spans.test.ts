/** Spans, weekdays, durations and ends of series as people say them. The time is Friday 27 November 2026, 10:00. */
import { describe, expect, test } from "bun:test";
import { readWeekdays } from "#agents/mcp/input/times.ts";
import { undo } from "../../support/mcp/events.ts";
import { mcpHome } from "../../support/mcp/mcp.ts";

describe("the parameter “due” of list_tasks", () => {
  test.each([
    ["this week", ["late", "saturday"], "Mon 23 Nov 2026 – Sun 29 Nov 2026"],
    ["nächste Woche", ["monday", "friday"], "Mon 30 Nov 2026 – Sun 6 Dec 2026"],
    ["december", ["friday", "christmas"], "Tue 1 Dec 2026 – Thu 31 Dec 2026"],
    ["weekend", ["saturday"], "Sat 28 Nov 2026 – Sun 29 Nov 2026"],
    ["next 7 days", ["saturday", "monday", "friday"], "Fri 27 Nov 2026 – Fri 4 Dec 2026"],
    ["in den nächsten zwei Wochen", ["saturday", "monday", "friday"], "Fri 27 Nov 2026 – Fri 11 Dec 2026"],
    ["by friday", ["late", "saturday", "monday", "friday"], "up to Fri 4 Dec 2026"],
    ["overdue", ["late"], null],
    ["tomorrow", ["saturday"], null],
  ])("The words “%s” find the tasks %j, and the answer says the days", async (due, labels, days) => {
    const { use } = await mcpHome();
    const dates = { late: "2026-11-24", saturday: "2026-11-28", monday: "2026-11-30", friday: "2026-12-04" };
    const all = { ...dates, christmas: "2026-12-24" };
    const tasks = Object.entries(all).map(([label, date]) => ({ label, member: "Anna", due: date }));
    await use("create_tasks", { tasks: [...tasks, { label: "some time", member: "Anna" }] });
    const { data, texts } = await use("list_tasks", { due });
    expect(data.tasks.map(({ label }: { label: string }) => label)).toEqual(labels);
    const said = texts[0].match(/^due read as (.*)\.$/gm) ?? [];
    expect(said).toEqual(days === null ? [] : [`due read as ${days}.`]);
  });

  test("Words with two meanings and words for no day are refused", async () => {
    const { use } = await mcpHome();
    expect((await use("list_tasks", { due: "next weekend" })).isError).toBe(true);
    expect((await use("list_tasks", { due: "by soon" })).texts[0]).toStartWith("due: must be a date that exists");
  });
});

const [monday, saturday] = [1, 6];
test.each([
  ["weekdays", [1, 2, 3, 4, 5]],
  ["Every day", [1, 2, 3, 4, 5, 6, 7]],
  ["täglich", [1, 2, 3, 4, 5, 6, 7]],
  ["Mon-Fri", [1, 2, 3, 4, 5]],
  ["Montag bis Donnerstag", [1, 2, 3, 4]],
  ["school days", [1, 2, 3, 4, 5]],
  ["weekends", [saturday, 7]],
  ["Mo, Mi", [monday, 3]],
  ["monday and saturday", [monday, saturday]],
  ["tue", [2]],
])("The weekdays “%s” of a check-in are %j", (text, days) => {
  expect(readWeekdays(text, "days[0]")).toEqual(days);
});

test("The tool save_check_in takes several weekdays in one text, and refuses other words", async () => {
  const { use } = await mcpHome();
  const checkIn = { presetKey: "school", assignees: ["Mia"], times: ["16:00"] };
  const { data } = await use("save_check_in", { ...checkIn, days: "Mon-Fri" });
  expect(data.days).toEqual(["monday", "tuesday", "wednesday", "thursday", "friday"]);
  const twice = await use("save_check_in", { checkInId: data.id, days: ["sat", "weekends", "monday"] });
  expect(twice.data.days).toEqual(["monday", "saturday", "sunday"]);
  for (const days of ["someday", "monday and someday", "every other monday"]) {
    const { texts } = await use("save_check_in", { ...checkIn, days });
    expect(texts[0]).toStartWith("days[0]: must be one of monday, tuesday");
  }
});

test.each([
  ["1h", 60],
  ["1h30", 90],
  ["1:30", 90],
  ["90 min", 90],
  ["1.5 h", 90],
  ["half an hour", 30],
  ["two hours", 120],
  ["eine Stunde", 60],
  ["anderthalb Stunden", 90],
  ["a while", null],
  ["-1h", null],
  ["1.33h", null],
])("The duration “%s” of an event means %p minutes", async (durationMinutes, minutes) => {
  const { use } = await mcpHome();
  const { isError, texts, data } = await use("create_event", { title: "x", starts: "tomorrow 10:00", durationMinutes });
  if (minutes === null) {
    expect([isError, texts[0]]).toEqual([true, "durationMinutes: must be a whole number from 1 to 525600"]);
    return;
  }
  const [start, end] = [data.starts, data.ends].map((wall) => Date.parse(`${wall}:00Z`) / 60_000);
  expect((end ?? 0) - (start ?? 0)).toBe(minutes);
  expect(texts[0]).toContain(`durationMinutes read as ${minutes}.`);
});

describe("the end of a series in words", () => {
  test.each([
    ["every Tuesday until June", "FREQ=WEEKLY;BYDAY=TU;UNTIL=20270630"],
    ["weekly until 18 December", "FREQ=WEEKLY;UNTIL=20261218"],
    ["jeden Dienstag bis Ende Januar", "FREQ=WEEKLY;BYDAY=TU;UNTIL=20270131"],
    ["daily until friday", "FREQ=DAILY;UNTIL=20261204"],
    ["every tuesday, 5 times", "FREQ=WEEKLY;BYDAY=TU;COUNT=5"],
    ["FREQ=DAILY;COUNT=3 until 2026-12-10", "FREQ=DAILY;UNTIL=20261210"],
    ["Montag bis Freitag", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"],
  ])("The repetition “%s” is read as %s", async (repeat, rule) => {
    const { use } = await mcpHome();
    const { texts, data } = await use("create_event", { title: "x", starts: "2026-12-01T16:00", repeat });
    expect(data.repeat).toBe(rule);
    expect(texts[0]).toContain(`repeat read as ${rule}`);
  });

  test.each([
    ["until June", "repeat: “until June” does not say how often", "weekly until 2027-06-30"],
    ["weekly until 2026-11-30", "repeat: must not end before it starts", "Mon 30 Nov 2026 lies before Tue 1 Dec 2026"],
    ["weekly until soon", "repeat: must be a date that exists", "“soon” is not one of these"],
    ["sometimes until June", "repeat: must be daily, weekly", "say one of these words"],
  ])("The repetition “%s” is refused, and nothing is saved", async (repeat, message, repair) => {
    const { use, entries } = await mcpHome();
    const before = entries().length;
    const { isError, texts } = await use("create_event", { title: "x", starts: "2026-12-01T16:00", repeat });
    expect(isError).toBe(true);
    expect(texts[0]).toStartWith(message);
    expect(texts[1]).toContain(repair);
    expect(entries().length).toBe(before);
  });

  test("The tool update_event ends the series of an event by an end alone, and the change can be undone", async () => {
    const home = await mcpHome();
    const repeat = "FREQ=WEEKLY;BYDAY=TU;COUNT=9";
    const { data } = await home.use("create_event", { title: "x", starts: "2026-12-01T16:00", repeat });
    const all = { eventId: data.id, editScope: "all" };
    const changed = await home.use("update_event", { ...all, repeat: "until January" });
    expect(changed.data.repeat).toBe("FREQ=WEEKLY;BYDAY=TU;UNTIL=20270131");
    expect(await undo(home, changed.data.activityId)).toBe(200);
    const again = { ...all, repeat: "bis 15.12.", title: "y" };
    expect((await home.use("update_event", again)).data.repeat).toBe("FREQ=WEEKLY;BYDAY=TU;UNTIL=20261215");
  });
});

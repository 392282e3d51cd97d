/** Warnings in answers about events. The time is Friday 27 November 2026, 10:00 in Berlin. */
import { describe, expect, test } from "bun:test";
import { pastRemark } from "#agents/mcp/output/format.ts";
import { type Mcp, piano, second } from "../../support/mcp/events.ts";
import { mcpHome } from "../../support/mcp/mcp.ts";

const swimming = { title: "Swimming", starts: "2026-12-03T15:30", ends: "2026-12-03T16:30", members: ["Mia"] };
const dentist = { title: "Dentist", starts: "2026-12-03T16:00", members: ["Mia"] };
const leipzig = { title: "Leipzig", starts: "2026-12-04", ends: "2026-12-06", members: ["Ben"] };

/** The lines of an answer that warn. */
async function warnings(
  { use }: Pick<Mcp, "use">,
  tool: string,
  input: object,
  told: { key?: string } = {},
): Promise<string[]> {
  const { texts, isError } = await use(tool, input, told);
  expect(isError).toBeUndefined();
  return texts[0]
    .split("\n")
    .filter((line: string) => /^(- events\[.*: |and |Overlaps|All day|That |The |Kept|Dropped)/.test(line));
}

const short = (line: string) => line.replace(/ · id \w+/, "");

describe("an overlap", () => {
  test("The answers of create_event and update_event name overlapping events with their members", async () => {
    const home = await mcpHome();
    const { data } = await home.use("create_event", swimming);
    const overlap = `Overlaps “Swimming” · Thu 3 Dec 2026, 15:30–16:30 (Europe/Berlin) · Mia · id ${data.id}`;
    expect(await warnings(home, "create_event", dentist)).toEqual([overlap]);
    expect(await warnings(home, "create_event", { ...dentist, members: ["Ben"] })).toEqual([]);
    expect(await warnings(home, "create_event", { ...dentist, starts: "2026-12-03T16:30" })).toEqual([
      expect.stringContaining("Overlaps “Dentist”"),
    ]);
    const { data: tea } = await home.use("create_event", { ...dentist, title: "Tea", starts: "2026-12-10T15:45" });
    const moved = await warnings(home, "update_event", { eventId: tea.id, starts: "2026-12-03" });
    expect(moved[0]).toBe(overlap);
    expect(moved).toHaveLength(3);
    expect(await warnings(home, "update_event", { eventId: tea.id, notes: "Bring cake" })).toEqual([]);
    expect(await warnings(home, "update_event", { eventId: tea.id, members: ["Anna"] })).toEqual([]);
    expect((await warnings(home, "update_event", { eventId: tea.id, everyone: true })).length).toBeGreaterThan(2);
  });

  test("The answer of create_event names overlaps with all-day absences, but not with birthdays", async () => {
    const home = await mcpHome();
    await home.use("create_event", leipzig);
    await home.use("create_event", { title: "Grandma", starts: "2026-12-05", repeat: "yearly" });
    await home.use("create_event", { title: "St Nicholas", starts: "2026-12-05" });
    const dinner = { title: "Dinner", starts: "2026-12-05T18:00" };
    expect(await warnings(home, "create_event", dinner)).toEqual(["All day then: “Leipzig” (Ben)"]);
    expect(await warnings(home, "create_event", { ...dinner, members: ["Mia"] })).toEqual([
      expect.stringContaining("Overlaps “Dinner”"),
    ]);
    await home.use("create_event", { title: "Holidays", starts: "2026-12-05", ends: "2026-12-20" });
    const practice = { title: "Practice", starts: "2026-11-28T09:00", members: ["Ben"], repeat: "weekly" };
    expect(await warnings(home, "create_event", practice)).toEqual([
      "All day then: “Leipzig” (Ben), Fri 4 Dec 2026 – Sun 6 Dec 2026, “Holidays” (everyone), Sat 5 Dec 2026 – Sun 20 Dec 2026",
    ]);
    const trip = { title: "Fair", starts: "2026-12-12", ends: "2026-12-12", members: ["Ben"] };
    expect((await warnings(home, "create_event", trip)).map(short)).toEqual([
      "Overlaps “Practice” · Sat 12 Dec 2026, 09:00–10:00 (Europe/Berlin) · Ben",
    ]);
    expect(await warnings(home, "create_events", { events: [practice, dinner], dryRun: true })).toEqual([
      "- events[1]: All day then: “Leipzig” (Ben), “Holidays” (everyone)",
    ]);
  });

  test("The answer of create_event for a series names the overlaps of the next eight weeks", async () => {
    const home = await mcpHome();
    await home.use("create_event", { ...swimming, repeat: "weekly" });
    const lines = await warnings(home, "create_event", { ...dentist, starts: "2020-12-03T16:00", repeat: "weekly" });
    expect(lines.map(short)).toEqual([
      "That is 6 years ago.",
      "Overlaps “Swimming” · Thu 3 Dec 2026, 15:30–16:30 (Europe/Berlin) · Mia · and 7 more of its times",
    ]);
    const far = { ...dentist, starts: "2027-03-04T16:00", repeat: "FREQ=WEEKLY;COUNT=2" };
    expect(await warnings(home, "create_event", far)).toHaveLength(2);
  });

  test("The answer of create_event names at most five overlaps, and counts the rest", async () => {
    const home = await mcpHome();
    for (let index = 0; index < 8; index++) await home.use("create_event", { ...swimming, title: `Lesson ${index}` });
    const lines = await warnings(home, "create_event", dentist);
    expect(lines).toHaveLength(6);
    expect(lines[5]).toBe("and 3 more");
  });

  test("No overlap is named in a repeated call, nor to an API key without calendar.read", async () => {
    const home = await mcpHome();
    const other = await home.neighbour();
    await home.use("create_event", { ...swimming, members: [] }, { key: other.key.key });
    expect(await warnings(home, "create_event", swimming)).toEqual([]);
    const once = { ...dentist, idempotencyKey: "once" };
    expect(await warnings(home, "create_event", once)).toHaveLength(1);
    expect(await warnings(home, "create_event", once)).toEqual([]);
    const { key } = home.createKey({ scopes: ["calendar.write"] });
    expect(await warnings(home, "create_event", dentist, { key })).toEqual([]);
    expect(await warnings(home, "create_events", { events: [dentist] }, { key })).toEqual([]);
  });
});

describe("clashes", () => {
  test("The parameter “clashes” of list_events and get_agenda adds a list of double-booked members", async () => {
    const home = await mcpHome();
    const none = await home.use("list_events", { clashes: true });
    expect([none.texts[0], none.data.total]).toEqual(["Nobody is double-booked.", 0]);
    await home.use("create_event", swimming);
    await home.use("create_event", { title: "Gym", starts: "2026-12-03T10:00", members: ["Ben"] });
    await home.use("create_event", dentist);
    await home.use("create_event", leipzig);
    await home.use("create_event", { title: "Call", starts: "2026-12-05T10:00", members: ["Ben"] });
    const pairs = [
      "Clashes:",
      "- Mia: “Swimming” 15:30–16:30 and “Dentist” 16:00–17:00 on Thu 3 Dec 2026",
      "- Ben: “Leipzig” all day and “Call” 10:00–11:00 on Sat 5 Dec 2026",
    ];
    const { texts, data } = await home.use("list_events", { clashes: true });
    expect(texts[0].split("\n").slice(0, 3)).toEqual(pairs);
    expect(data.events.map(({ title }: any) => title)).toEqual(["Swimming", "Dentist", "Leipzig", "Call"]);
    const first = await home.use("list_events", { clashes: true, limit: 1 });
    const rest = await home.use("list_events", { clashes: true, cursor: first.data.nextCursor });
    expect(rest.texts[0]).not.toContain("Clashes");
    const ben = await home.use("list_events", { clashes: true, member: "Ben" });
    expect(ben.data.total).toBe(2);
    const agenda = await home.use("get_agenda", { from: "2026-12-03", days: 3, clashes: true });
    for (const line of pairs) expect(agenda.texts[0].split("\n")).toContain(line);
    expect((await home.use("get_agenda", { from: "2026-12-03", days: 3 })).texts[0]).not.toContain("Clashes");
  });

  test("The list of clashes has at most 20 lines, even if everything overlaps", async () => {
    const { use, post } = await mcpHome();
    const often = { startsAt: "2026-12-01T00:00:00Z", endsAt: "2026-12-01T23:00:00Z", recurrenceRule: "FREQ=DAILY" };
    for (let index = 0; index < 30; index++) await post("/v1/events", { title: `x${index}`, ...often });
    const { texts } = await use("list_events", { clashes: true, from: "2026-12-01", to: "2027-03-01" });
    const lines = texts[0].split("\n");
    expect(lines.indexOf("- and more")).toBe(21);
  });
});

describe("the past", () => {
  test.each([
    ["2026-11-27", null],
    ["2026-11-28", null],
    ["2026-11-26", "That was yesterday."],
    ["2026-11-25", "That is 2 days ago."],
    ["2026-11-14", "That is 13 days ago."],
    ["2026-11-13", "That is 2 weeks ago."],
    ["2026-11-06", "That is 3 weeks ago."],
    ["2026-09-27", "That is 2 months ago."],
    ["2025-11-27", "That is a year ago."],
    ["2024-11-29", "That is 2 years ago."],
    ["1926-11-27", "That is 100 years ago."],
  ])("The answer about an event on the past date %s contains the sentence %p", (date, remark) => {
    expect(pastRemark(date, "2026-11-27")).toBe(remark);
  });

  test("An answer says that an event or meal is in the past, except for birthdays", async () => {
    const home = await mcpHome();
    const said = (input: object) => warnings(home, "create_event", { title: "x", ...input });
    expect(await said({ starts: "2025-11-27T18:00" })).toEqual(["That is a year ago."]);
    expect(await said({ starts: "2026-11-26" })).toEqual(["That was yesterday."]);
    expect(await said({ starts: "2026-11-27T08:00" })).toEqual([]);
    expect(await said({ starts: "2026-11-25", ends: "2026-11-27" })).toEqual([]);
    expect(await said({ starts: "1985-05-03", repeat: "yearly" })).toEqual([]);
    const { data } = await home.use("create_event", { title: "Tea", starts: "2026-12-01T18:00" });
    expect(await warnings(home, "update_event", { eventId: data.id, starts: "2026-11-20" })).toEqual([
      "That is 7 days ago.",
    ]);
    const many = [1, 2, 3].map((day) => ({ title: `Day ${day}`, starts: `2025-12-0${day}` }));
    expect(await warnings(home, "create_events", { events: [...many, { title: "Soon", starts: "tomorrow" }] })).toEqual(
      ["- events[0], events[1], events[2]: That is a year ago."],
    );
    await home.use("create_recipe", { name: "Soup", ingredients: ["Salt"] });
    const meal = { mealType: "dinner", recipe: "Soup" };
    expect(await warnings(home, "schedule_meal", { ...meal, date: "2026-11-20" })).toEqual(["That is 7 days ago."]);
    const plan = await home.use("plan_meals", {
      meals: [
        { ...meal, date: "2026-11-19" },
        { ...meal, date: "tomorrow" },
      ],
    });
    expect(plan.texts[0]).toEndWith("\nThu 19 Nov 2026: That is 8 days ago.");
  });
});

describe("a rule that misses its start", () => {
  test("An answer warns if a recurrence rule does not include the start of its event", async () => {
    const home = await mcpHome();
    const off = { title: "Club", starts: "2026-12-01T18:00", repeat: "FREQ=WEEKLY;BYDAY=WE" };
    const remark =
      "The rule does not include the start: besides Tue 1 Dec 2026 it happens on Wednesdays, first Wed 2 Dec 2026.";
    expect(await warnings(home, "create_event", off)).toEqual([remark]);
    expect(await warnings(home, "create_events", { events: [{ ...off, members: ["Mia"] }], dryRun: true })).toEqual([
      `- events[0]: ${remark}`,
    ]);
    const rules = ["weekly", "FREQ=WEEKLY;BYDAY=TU,TH", "FREQ=MONTHLY;BYDAY=1TU", "FREQ=DAILY;BYHOUR=6"];
    for (const [index, repeat] of rules.entries()) {
      expect(await warnings(home, "create_event", { ...off, starts: `2027-06-01T0${index + 1}:00`, repeat })).toEqual(
        index < 3 ? [] : [expect.stringMatching(/besides Tue 1 Jun 2027, 04:00 .* first Tue 1 Jun 2027, 06:00\.$/)],
      );
    }
    const days = { title: "Bins", starts: "2026-12-01", repeat: "FREQ=MONTHLY;BYMONTHDAY=15" };
    expect(await warnings(home, "create_event", days)).toEqual([
      "The rule does not include the start: besides Tue 1 Dec 2026 it happens by the rule, first Tue 15 Dec 2026.",
    ]);
    const eventId = await piano(home);
    const changed = { eventId, editScope: "all", repeat: "FREQ=WEEKLY;BYDAY=WE" };
    expect((await warnings(home, "update_event", changed))[0]).toStartWith("The rule does not include the start");
    expect(await warnings(home, "update_event", { ...changed, repeat: undefined, title: "Flute" })).toEqual([]);
  });
});

describe("moving a series", () => {
  const third = "2026-12-15T16:00";

  async function changedSeries(home: Mcp): Promise<string> {
    const eventId = await piano(home);
    const one = { eventId, editScope: "this" };
    await home.use("update_event", { ...one, ...second, starts: "2026-12-09T15:00" });
    await home.use("update_event", { ...one, instanceStart: third, title: "Exam" });
    await home.use("delete_event", { eventId, scope: "this", instanceStart: "2026-12-22T16:00", confirm: true });
    return eventId;
  }

  test("The answer about moving a series names the moved occurrence that the series overwrites", async () => {
    for (const editScope of ["this_and_future", "all"]) {
      const home = await mcpHome();
      const eventId = await changedSeries(home);
      const move = { eventId, editScope, ...second, starts: "2026-12-08T17:00" };
      expect(await warnings(home, "update_event", move)).toEqual([
        "The time moved to Wed 9 Dec 2026, 15:00 is now Tue 8 Dec 2026, 17:00.",
        "Kept: 1 changed time and 1 skipped time.",
      ]);
    }
  });

  test("The answer about a changed series counts kept and dropped exceptions", async () => {
    const home = await mcpHome();
    const eventId = await changedSeries(home);
    const renamed = await warnings(home, "update_event", {
      eventId,
      editScope: "this_and_future",
      ...second,
      title: "x",
    });
    expect(renamed).toEqual([]);
    const other = await mcpHome();
    const id = await changedSeries(other);
    const move = { eventId: id, editScope: "this_and_future", instanceStart: third, starts: "2026-12-15T18:00" };
    expect(await warnings(other, "update_event", move)).toEqual(["Kept: 1 changed time and 1 skipped time."]);
    const single = { eventId: await changedSeries(await mcpHome()) };
    expect(single.eventId).toHaveLength(5);
    const last = await mcpHome();
    const dropped = { eventId: await changedSeries(last), editScope: "all", clear: ["repeat"] };
    expect(await warnings(last, "update_event", dropped)).toEqual([
      "Dropped, since the series no longer happens then: 3 changed or skipped.",
    ]);
  });
});

/** A refusal names all errors of a call, so that the next call can be right. */
import { describe, expect, test } from "bun:test";
import { mcpGroceries } from "../../support/mcp/lists.ts";
import { mcpHome, tail } from "../../support/mcp/mcp.ts";
import { mcpKitchen } from "../../support/mcp/meals.ts";

test("A call of create_events with ten errors gets all ten in one refusal", async () => {
  const home = await mcpHome();
  const before = home.entries().length;
  const wrong = [
    { title: "Party", starts: "07/08" },
    { title: "Trip", starts: "2026-12-05", members: ["Mai", "Nobody"] },
    { title: "Fair", starts: "2026-12-04", weekday: "saturday" },
    { title: "Swim", starts: "2026-12-06T10:00", repeat: "sometimes" },
    { title: "Choir", starts: "2026-12-07T16:00", colour: "red" },
    { title: "Zoo", starts: "soon" },
    { starts: "2026-12-08" },
    { title: "x".repeat(201), starts: "2026-12-09" },
    { title: "Play", starts: "2026-12-10T16:00", ends: "never" },
  ];
  const { isError, texts } = await home.use("create_events", { events: wrong, allow: true });
  expect(isError).toBe(true);
  expect(texts[0]).toBe("events[4].colour: unknown field");
  const lines = texts[1].split("\n");
  const places = [
    ...["events[6].title", "allow", "events[0].starts", "events[1].members[0]", "events[1].members[1]"],
    ...["events[2].weekday", "events[3].repeat", "events[5].starts", "events[8].ends", "events[7].title"],
  ];
  for (const place of places)
    expect(lines.filter((line: string) => line.startsWith(`Also ${place}: `))).toHaveLength(1);
  expect(lines).toHaveLength(places.length + 2);
  expect(lines.at(-1)).toBe("Nothing was changed.");
  expect(lines.join("\n")).toContain("no such member: “Mai”. Take one of “Anna”, “Ben”, “Mia”");
  expect(home.entries().length).toBe(before);
  const right = [
    { title: "Party", starts: "2026-08-07" },
    { title: "Trip", starts: "2026-12-05", members: ["Mia"] },
    { title: "Fair", starts: "2026-12-05", weekday: "saturday" },
    { title: "Swim", starts: "2026-12-06T10:00", repeat: "weekly" },
    { title: "Choir", starts: "2026-12-07T16:00" },
    { title: "Zoo", starts: "2026-12-11" },
    { title: "Camp", starts: "2026-12-08" },
    { title: "x".repeat(200), starts: "2026-12-09" },
    { title: "Play", starts: "2026-12-10T16:00", ends: "17:00" },
  ];
  expect((await home.use("create_events", { events: right })).isError).toBeUndefined();
});

describe("two faults of a call", () => {
  const cases: readonly [string, object, readonly string[]][] = [
    [
      "create_event",
      { title: "x", starts: "soon", members: ["Nobody"], repeat: "sometimes" },
      ["starts", "members[0]", "repeat"],
    ],
    [
      "create_event",
      { title: "x", starts: "2026-12-04", weekday: "monday", members: ["Nobody"] },
      ["weekday", "members[0]"],
    ],
    [
      "create_tasks",
      {
        tasks: [
          { label: "a", member: "Nobody", due: "soon" },
          { label: "b", member: "No one" },
        ],
      },
      ["tasks[0].member", "tasks[0].due", "tasks[1].member"],
    ],
    [
      "create_tasks",
      {
        tasks: [
          { label: "", member: "Anna" },
          { label: "x".repeat(301), member: "Anna" },
        ],
      },
      ["operations[0].label", "tasks[1].label"],
    ],
    [
      "update_tasks",
      { tasks: [{ taskId: "fffff" }, { taskId: "eeeee", member: "Nobody" }] },
      ["tasks[0].taskId", "tasks[1].taskId", "tasks[1].member"],
    ],
    ["delete_tasks", { taskIds: ["fffff", "eeeee"], confirm: true }, ["taskIds[0]", "taskIds[1]"]],
    [
      "add_list_items",
      {
        items: [
          { text: "a", due: "soon" },
          { text: "b", member: "Nobody" },
          { text: "c", type: "row" },
        ],
      },
      ["items[2].type", "items[0].due", "items[1].member"],
    ],
    [
      "update_list_items",
      {
        list: "Groceries",
        items: [
          { item: "Milk", due: "soon" },
          { item: "Nothing" },
          { item: "Bread", member: "Nobody" },
          { item: "Milk", moveToList: "None" },
        ],
      },
      ["items[1].item", "items[0].due", "items[2].member", "items[3].moveToList"],
    ],
    [
      "update_list_items",
      {
        list: "Groceries",
        items: [
          { item: "Milk", after: "Nothing" },
          { item: "Bread", under: "None" },
        ],
      },
      ["items[0].after", "items[1].under"],
    ],
    ["delete_list_items", { list: "Groceries", items: ["Nothing", "None"] }, ["items[0]", "items[1]"]],
    [
      "save_check_in",
      { presetKey: "energy", assignees: ["Nobody"], days: ["someday"], times: ["late"] },
      ["assignees[0]", "days[0]", "times[0]"],
    ],
    ["save_check_in", { name: "x" }, ["presetKey", "assignees", "days", "times"]],
    [
      "find_free_time",
      { durationMinutes: 30, from: "soon", members: ["Nobody"], earliest: "early" },
      ["from", "members[0]", "earliest"],
    ],
    ["list_events", { from: "soon", to: "later", member: "Nobody" }, ["from", "to", "member"]],
    ["list_tasks", { member: "Nobody", due: "soon" }, ["member", "due"]],
    ["get_agenda", { from: "soon", member: "Nobody" }, ["from", "member"]],
    ["list_activity", { since: "soon", limit: 0 }, ["limit", "since"]],
    ["delete_events", { from: "soon", to: "later", member: "Nobody" }, ["from", "to", "member"]],
    [
      "delete_events",
      { events: [{ eventId: "fffff" }, { eventId: "eeeee" }] },
      ["events[0].eventId", "events[1].eventId"],
    ],
    ["create_list", { name: "x", section: "Nowhere", color: "mauve" }, ["color", "section"]],
    ["manage_list_section", { action: "reorder", order: ["Nowhere", "Elsewhere"] }, ["order[0]", "order[1]"]],
  ];
  test.each(cases)("The tool %s names all errors of the call %j at once", async (name, input, places) => {
    const home = await mcpGroceries();
    await home.use("add_list_items", { items: ["Milk", "Bread"] });
    await expectFaults(home, name, input, places);
  });

  test.each([
    [
      "schedule_meal",
      { date: "soon", mealType: "dinner", recipe: "Nothing", cook: "Nobody" },
      ["date", "cook", "recipe"],
    ],
    [
      "plan_meals",
      {
        meals: [
          { date: "soon", mealType: "dinner", text: "x" },
          { date: "today", mealType: "lunch", recipe: "Nothing" },
          { date: "today", mealType: "dinner" },
        ],
      },
      ["meals[0].date", "meals[1].recipe", "meals[2].recipe"],
    ],
    ["add_groceries", { weekStart: "soon", list: "None" }, ["list", "weekStart"]],
    ["update_recipe", { recipe: "Nothing", prepMinutes: "long" }, ["prepMinutes", "recipe"]],
  ] as [string, object, string[]][])(
    "The tool %s for meals or recipes names all errors of the call %j at once",
    async (name, input, places) => {
      await expectFaults(await mcpKitchen(), name, input, places);
    },
  );

  async function expectFaults(
    home: Pick<Awaited<ReturnType<typeof mcpGroceries>>, "use" | "entries">,
    name: string,
    input: object,
    places: readonly string[],
  ) {
    const before = home.entries().length;
    const { isError, texts } = await home.use(name, input);
    expect([name, isError]).toEqual([name, true]);
    const [first = "", ...others] = places;
    const named = [texts[0], ...(texts[1] ?? "").split("\n").filter((line: string) => line.startsWith("Also "))];
    expect(named.map((line) => /^(?:Also )?([^:]*)/.exec(line)?.[1])).toEqual([first, ...others]);
    expect(home.entries().length).toBe(before);
  }
});

test("An error that many rows of a call have in common is named in one line", async () => {
  const { use } = await mcpHome();
  const tasks = Array.from({ length: 50 }, (_, index) => ({ label: "x", member: "Anna", colour: `c${index}` }));
  const { texts } = await use("create_tasks", { tasks });
  expect(texts[0]).toBe("tasks[0].colour: unknown field");
  expect(texts[1]).toContain(
    "\nAlso tasks[1].colour, tasks[2].colour, tasks[3].colour, tasks[4].colour, tasks[5].colour and 34 more: unknown field.",
  );
  expect(texts[1].split("\n")).toHaveLength(3);
  const extra = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`field${index}`, 1]));
  const many = await use("list_tasks", extra);
  expect(many.texts[1].split("\n")).toHaveLength(12);
  expect(many.texts[1]).toEndWith("\nAnd 19 more.");
});

test("A parameter that has an error is not also reported as missing", async () => {
  const { use, post, members } = await mcpHome();
  const event = await post("/v1/events", {
    ...{ title: "Piano", startsAt: "2026-12-01T16:00:00Z", endsAt: "2026-12-01T17:00:00Z" },
    ...{ recurrenceRule: "FREQ=WEEKLY", memberIds: [members.anna.id] },
  });
  const eventId = tail(event.body.id);
  const { texts } = await use("update_event", {
    eventId,
    editScope: "series",
    instanceStart: "2026-12-08T17:00",
    title: 5,
  });
  expect(texts[0]).toStartWith("editScope: must be one of");
  expect(texts[1].split("\n").filter((line: string) => line.startsWith("Also "))).toEqual([]);
  const meal = await use("schedule_meal", { date: "today", mealType: "dinner", recipe: ["Soup"] });
  expect(meal.texts[1]).not.toContain("Also");
});

test("A refusal of update_event names an unknown event first, and the call's further errors after it", async () => {
  const { use } = await mcpHome();
  const { texts } = await use("update_event", { eventId: "zzzzz", members: ["Nobody"], repeat: "sometimes maybe" });
  expect(texts[0]).toBe("Event not found");
  expect(texts[1]).toContain("Also members[0]: ");
  expect(texts[1]).toContain("Also repeat: ");
});

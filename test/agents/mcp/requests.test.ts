/** The REST operations that each tool call runs in this process: none is repeated or unnecessary. */
import { describe, expect, test } from "bun:test";
import { type Log, silentLog } from "#platform/http/log.ts";
import { serverInProcess } from "../../support/home/home.ts";
import { mcpGroceries, nobody } from "../../support/mcp/lists.ts";

const lessons = { title: "Piano", starts: "2026-12-01T16:00", repeat: "weekly" };

/**
 * A household with a list, a task, a recipe, a check-in, an event and a series. `asked` calls a tool and returns its
 * operations, such as `GET /v1/tasks/:id`.
 */
async function counting() {
  const ran: string[] = [];
  const log: Log = { ...silentLog, request: ({ method, route }) => ran.push(`${method} ${route}`) };
  const home = await mcpGroceries({ server: serverInProcess({}, { log }) });
  const { post, members, use } = home;
  const task = (await post("/v1/tasks", { label: "Tyres", memberId: members.anna.id })).body;
  const recipe = (await post("/v1/recipes", { name: "Lasagne" })).body;
  const schedule = { daysOfWeek: [1], times: [{ time: "19:00" }], assigneeIds: [members.anna.id] };
  const checkIn = (await post("/v1/check-ins", { presetKey: "energy", question: "x", ...schedule })).body;
  const event = (await use("create_event", { title: "Dentist", starts: "2026-12-01T09:00" })).data;
  const series = (await use("create_event", lessons)).data;
  const asked = async (tool: string, input: object, key = home.key.key) => {
    ran.length = 0;
    const { isError, texts } = await use(tool, input, { key });
    const operations = ran.filter((each) => each !== "POST /mcp");
    return { isError, text: texts[0] as string, operations };
  };
  return { ...home, task, recipe, checkIn, event, series, asked };
}

type Home = Awaited<ReturnType<typeof counting>>;
type Case = [tool: string, what: string, input: (home: Home) => object, operations: string[]];

const first = { editScope: "this", instanceStart: "2026-12-08T16:00" };
const [list, recipe, checkIn] = ["lists", "recipes", "check-ins"].map((each) => `/v1/${each}/:id`);
const event = "/v1/events/:id";
const batch = "POST /v1/lists/:id/blocks/batch";

const cases: Case[] = [
  ["list_members", "", () => ({}), ["GET /v1/households/me/members"]],
  ["list_tasks", "of a member", () => ({ member: "Anna", due: "tomorrow" }), ["GET /v1/tasks"]],
  [
    "create_tasks",
    "",
    () => ({ tasks: Array(3).fill({ label: "Water", member: "Anna", due: "friday" }) }),
    ["POST /v1/tasks/batch"],
  ],
  ["update_tasks", "", ({ task }) => ({ tasks: [{ taskId: task.id, completed: true }] }), ["POST /v1/tasks/batch"]],
  [
    "delete_tasks",
    "",
    ({ task }) => ({ taskIds: [task.id], confirm: true }),
    ["POST /v1/tasks/batch", "POST /v1/tasks/batch"],
  ],
  ["get_event", "", ({ event }) => ({ eventId: event.id }), [`GET ${event}`]],
  [
    "update_event",
    "once",
    ({ event }) => ({ eventId: event.id, starts: "2026-12-01T10:00", members: ["Anna"] }),
    [`GET ${event}`, `PATCH ${event}`, "GET /v1/events"],
  ],
  [
    "update_event",
    "one of a series",
    ({ series }) => ({ eventId: series.id, ...first, starts: "2026-12-08T17:00" }),
    [`GET ${event}`, `PATCH ${event}`, "GET /v1/events"],
  ],
  [
    "update_event",
    "all of a series",
    ({ series }) => ({ eventId: series.id, ...first, editScope: "all", starts: "2026-12-08T17:00" }),
    [`GET ${event}`, `PATCH ${event}`, "GET /v1/events"],
  ],
  [
    "delete_event",
    "one of a series",
    ({ series }) => ({ eventId: series.id, scope: "this", instanceStart: first.instanceStart, confirm: true }),
    [`GET ${event}`, `DELETE ${event}`],
  ],
  [
    "delete_event",
    "all of a series",
    ({ series }) => ({ eventId: series.id, scope: "all", confirm: true }),
    [`GET ${event}`, `DELETE ${event}`],
  ],
  ["list_lists", "one by its id", ({ listId }) => ({ list: listId }), ["GET /v1/lists"]],
  ["add_list_items", "by its name", () => ({ list: "Groceries", items: [{ text: "Eggs" }] }), ["GET /v1/lists", batch]],
  [
    "add_list_items",
    "by its id",
    ({ listId }) => ({ list: listId, items: [{ text: "Eggs" }] }),
    [`GET ${list}`, batch],
  ],
  [
    "update_list_items",
    "by names",
    () => ({ list: "Groceries", items: [{ item: "Milk", done: true, member: "Ben", due: "friday" }] }),
    ["GET /v1/lists", batch],
  ],
  [
    "update_list_items",
    "by ids",
    ({ listId, milk }) => ({ list: listId, items: [{ item: milk.id, done: true }] }),
    [`GET ${list}`, batch],
  ],
  [
    "update_list_items",
    "to another list",
    ({ listId }) => ({ list: listId, items: [{ item: "Bread", moveToList: "Groceries" }] }),
    ["GET /v1/lists", batch],
  ],
  [
    "update_list_items",
    "in another order",
    ({ listId }) => ({ list: listId, items: [{ item: "Bread", after: "" }] }),
    [`GET ${list}`, batch],
  ],
  [
    "delete_list_items",
    "by names",
    () => ({ list: "Groceries", items: ["Milk", "Bread"], confirm: true }),
    ["GET /v1/lists", batch],
  ],
  [
    "delete_list_items",
    "by ids",
    ({ listId, milk, oat }) => ({ list: listId, items: [milk.id, oat.id, milk.id], confirm: true }),
    [`GET ${list}`, batch],
  ],
  ["update_list", "its name", ({ listId }) => ({ list: listId, name: "Weekly" }), [`PATCH ${list}/details`]],
  ["update_list", "its looks", ({ listId }) => ({ list: listId, color: "leaf" }), [`PATCH ${list}/details`]],
  [
    "update_list",
    "its section",
    ({ listId, section }) => ({ list: listId, moveToSection: section.id }),
    [`PATCH ${list}/details`],
  ],
  ["update_list", "nothing", ({ listId }) => ({ list: listId }), [`PATCH ${list}/details`]],
  ["delete_list", "by its name", () => ({ list: "Groceries", confirm: true }), ["GET /v1/lists", `DELETE ${list}`]],
  ["delete_list", "by its id", ({ listId }) => ({ list: listId, confirm: true }), [`GET ${list}`, `DELETE ${list}`]],
  [
    "archive_recipe",
    "by its name",
    () => ({ recipe: "lasagne", confirm: true }),
    ["GET /v1/recipes", `DELETE ${recipe}`],
  ],
  [
    "archive_recipe",
    "by its id",
    ({ recipe }) => ({ recipe: recipe.id, confirm: true }),
    [`GET ${recipe}`, `DELETE ${recipe}`],
  ],
  [
    "delete_check_in",
    "",
    ({ checkIn }) => ({ checkInId: checkIn.id, confirm: true }),
    [`GET ${checkIn}`, `DELETE ${checkIn}`],
  ],
  ["undo_change", "", ({ entries }) => ({ activityId: entries()[0]?.id }), ["POST /v1/activity/:id/undo"]],
];

describe("the operations of a call", () => {
  test.each(cases)(
    "An MCP call runs exactly the expected REST operations: %s (%s)",
    async (tool, _, input, operations) => {
      const home = await counting();
      const { isError, text, operations: ran } = await home.asked(tool, input(home));
      expect({ isError, text, ran }).toEqual({ isError: undefined, text: expect.any(String), ran: operations });
    },
  );

  test("The tool undo_change also reads the original series when it undoes the split of a series", async () => {
    const { asked, use, series } = await counting();
    const from = { editScope: "this_and_future", instanceStart: "2026-12-08T16:00" };
    const { data } = await use("update_event", { eventId: series.id, ...from, title: "Violin" });
    const { operations, text } = await asked("undo_change", { activityId: data.activityId });
    expect(operations).toEqual(["POST /v1/activity/:id/undo", `GET ${event}`]);
    expect(text).toContain(`“Piano” is back: id ${series.id}`);
  });
});

describe("a key that may write but not read", () => {
  const both = (path: string, writable = path) => [`GET ${path}`, `PATCH ${writable}`];

  test.each([
    ["delete_event", ({ event }: Home) => ({ eventId: event.id, confirm: true }), both(event)],
    ["archive_recipe", ({ recipe }: Home) => ({ recipe: recipe.id, confirm: true }), both(recipe as string)],
    ["delete_check_in", ({ checkIn }: Home) => ({ checkInId: checkIn.id, confirm: true }), both(checkIn as string)],
    ["delete_list", ({ listId }: Home) => ({ list: listId, confirm: true }), both(list as string, `${list}/settings`)],
  ])(
    "An API key that may not read can use %s, which reads the record's name by a PATCH without fields",
    async (tool, input, reading) => {
      const home = await counting();
      const scopes = ["tasks.write", "calendar.write", "meals.write", "checkins.write", "lists.write"] as const;
      const { key } = home.createKey({ scopes });
      const before = home.entries().length;
      const { isError, operations } = await home.asked(tool, input(home), key);
      expect(isError).toBeUndefined();
      expect(operations.slice(0, 2)).toEqual(reading);
      expect(operations.slice(2).map((each) => each.split(" ", 1)[0])).toEqual(["DELETE"]);
      expect(home.entries().length).toBe(before + 1);
    },
  );

  test("An API key that may write but not read can delete list items by their ids", async () => {
    const { asked, createKey, listId, milk, tree } = await counting();
    const { key } = createKey({ scopes: ["lists.write"] });
    const input = { list: listId, items: [milk.id], confirm: true };
    const { text } = await asked("delete_list_items", input, key);
    expect(text).toStartWith("Deleted “Milk” with what is under it from “Groceries” · activityId ");
    expect(await tree()).toEqual(["Dairy", "Bread"]);
  });
});

describe("a refusal", () => {
  const unknown = { instanceStart: "2026-12-09T16:00" };

  test.each([
    ["update_event", { editScope: "this", title: "x", ...unknown }],
    ["update_event", { editScope: "this_and_future", starts: "2026-12-08T17:00", ...unknown }],
    ["update_event", { editScope: "all", starts: "2026-12-08T17:00", ...unknown }],
    ["delete_event", { scope: "this", ...unknown }],
    ["delete_event", { scope: "this_and_future", confirm: true, ...unknown }],
    ["delete_event", { scope: "all", confirm: true, ...unknown }],
  ])("A time at which a series has no occurrence is refused without asking to confirm: %s %j", async (tool, input) => {
    const { asked, series, entries } = await counting();
    const before = entries().length;
    const { isError, text } = await asked(tool, { eventId: series.id, ...input });
    expect([isError, text]).toEqual([true, "Instance not found"]);
    expect(entries().length).toBe(before);
  });

  test("The tool archive_recipe refuses an archived recipe without asking for a confirmation", async () => {
    const { asked, recipe, delete: remove } = await counting();
    await remove(`/v1/recipes/${recipe.id}`);
    expect((await asked("archive_recipe", { recipe: recipe.id })).text).toBe("Recipe not found");
  });

  test("The tool delete_list_items refuses an unknown item without asking for a confirmation", async () => {
    const { asked, listId, milk } = await counting();
    const { isError, text } = await asked("delete_list_items", { list: listId, items: [milk.id, nobody] });
    expect([isError, text]).toEqual([true, "operations[1].blockId: no such block"]);
  });
});

describe("the household's names and clock", () => {
  test("MCP tools see changed names and time zones at once, even if another process changed them", async () => {
    const { use, as, members, db, id, neighbour } = await counting();
    const isKnown = async (member: string, key?: string) =>
      (await use("list_tasks", { member }, key === undefined ? {} : { key })).isError === undefined;
    expect([await isKnown("Mia"), await isKnown("Lea")]).toEqual([true, false]);
    await as(members.anna).patch(`/app/members/${members.mia.id}`, { name: "Lea" });
    expect([await isKnown("Mia"), await isKnown("Lea")]).toEqual([false, true]);
    db.$client.run("UPDATE member SET name = 'Zoe' WHERE id = ?", [members.mia.id]);
    expect([await isKnown("Lea"), await isKnown("Zoe")]).toEqual([false, true]);
    const other = await neighbour();
    expect([await isKnown("Zoe", other.key.key), await isKnown("Mia", other.key.key)]).toEqual([false, true]);
    expect((await use("list_members")).data.timeZone).toBe("Europe/Berlin");
    await as(members.anna).patch("/app/household", { timeZone: "America/Lima" });
    expect((await use("list_members")).data.timeZone).toBe("America/Lima");
    expect(db.$client.query("SELECT time_zone FROM household WHERE id = ?").get(id)).toEqual({
      time_zone: "America/Lima",
    });
  });
});

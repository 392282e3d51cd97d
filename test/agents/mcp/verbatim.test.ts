/** The first text of a refusal is the sentence with which REST refuses the same, word for word. */
import { expect, test } from "bun:test";
import { catalogue } from "#agents/mcp/catalogue.ts";
import { type Everything, everything } from "../../support/mcp/samples.ts";

type Request = { method: "get" | "post" | "patch" | "delete"; path: string; body?: object };
type Case = { tool: string; input: object; rest: Request };

const nobody = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";
const long = "x".repeat(20_000);
const agreed = { confirm: true };
const early = { startsAt: "2026-12-01T16:00:00Z", endsAt: "2026-12-01T15:00:00Z" };
const wall = { starts: "2026-12-01T17:00", ends: "2026-12-01T16:00" };
const inDays = { starts: "2026-12-02", ends: "2026-12-01" };
const days = { startsAt: "2026-12-02T00:00:00Z", endsAt: "2026-12-01T00:00:00Z", allDay: true };
const dinner = { date: "2026-12-01", mealType: "dinner" };
const cell = { ...dinner, slot: 0 };
const asked = { presetKey: "custom", days: ["friday"], times: ["19:00"], assignees: ["Anna"] };
const asks = { presetKey: "custom", daysOfWeek: [5], times: [{ time: "19:00" }] };

async function idsOf({ get, members }: Everything) {
  const { events } = (await get("/v1/events?from=2026-12-01T00:00:00Z&to=2026-12-03T00:00:00Z")).body;
  const { sections } = (await get("/v1/lists")).body;
  const { tasks } = (await get("/v1/tasks")).body;
  const event = (title: string) => events.find((each: any) => each.title === title).id;
  return {
    once: event("Dentist"),
    series: event("Piano"),
    list: sections[0].lists[0].id,
    task: tasks[0].id,
    anna: members.anna.id,
  };
}

type Ids = Awaited<ReturnType<typeof idsOf>>;

const cases: readonly ((ids: Ids) => Case)[] = [
  () => ({
    tool: "list_events",
    input: { from: "2026-12-02", to: "2026-12-01" },
    rest: { method: "get", path: "/v1/events?from=2026-12-02T00:00:00Z&to=2026-12-01T00:00:00Z" },
  }),
  () => ({ tool: "get_event", input: { eventId: nobody }, rest: { method: "get", path: `/v1/events/${nobody}` } }),
  () => ({ tool: "get_event", input: { eventId: "fffff" }, rest: { method: "get", path: `/v1/events/${nobody}` } }),
  () => ({
    tool: "create_event",
    input: { title: "x", ...wall },
    rest: { method: "post", path: "/v1/events", body: { title: "x", ...early } },
  }),
  () => ({
    tool: "create_event",
    input: { title: "x", ...inDays },
    rest: { method: "post", path: "/v1/events", body: { title: "x", ...days } },
  }),
  () => ({
    tool: "create_event",
    input: { title: null, starts: "today" },
    rest: { method: "post", path: "/v1/events", body: { ...early, title: null } },
  }),
  () => ({
    tool: "create_event",
    input: { title: "x", starts: "today", notes: long },
    rest: { method: "post", path: "/v1/events", body: { ...early, title: "x", notes: long } },
  }),
  () => ({
    tool: "create_event",
    input: { title: "x", starts: "today", members: [nobody] },
    rest: {
      method: "post",
      path: "/v1/events",
      body: { title: "x", startsAt: early.endsAt, endsAt: early.startsAt, memberIds: [nobody] },
    },
  }),
  () => ({
    tool: "create_event",
    input: { title: "x", starts: "today", repeat: "FREQ=NEVER" },
    rest: {
      method: "post",
      path: "/v1/events",
      body: { title: "x", startsAt: early.endsAt, endsAt: early.startsAt, recurrenceRule: "FREQ=NEVER" },
    },
  }),
  () => ({
    tool: "create_events",
    input: {
      events: [
        { title: "x", starts: "today" },
        { title: "x", ...wall },
      ],
    },
    rest: {
      method: "post",
      path: "/v1/events/batch",
      body: {
        events: [
          { title: "x", ...days, endsAt: days.startsAt },
          { title: "x", ...early },
        ],
      },
    },
  }),
  ({ once }) => ({
    tool: "update_event",
    input: { eventId: once, ...wall },
    rest: { method: "patch", path: `/v1/events/${once}`, body: early },
  }),
  ({ once }) => ({
    tool: "update_event",
    input: { eventId: once, title: long },
    rest: { method: "patch", path: `/v1/events/${once}`, body: { title: long } },
  }),
  ({ series }) => ({
    tool: "update_event",
    input: { eventId: series, editScope: "this", title: "x" },
    rest: { method: "patch", path: `/v1/events/${series}`, body: { editScope: "this", title: "x" } },
  }),
  () => ({
    tool: "delete_event",
    input: { eventId: nobody, ...agreed },
    rest: { method: "delete", path: `/v1/events/${nobody}` },
  }),
  ({ series }) => ({
    tool: "delete_event",
    input: { eventId: series, scope: "this", ...agreed },
    rest: { method: "delete", path: `/v1/events/${series}?scope=this` },
  }),
  () => ({ tool: "delete_events", input: {}, rest: { method: "post", path: "/v1/events/batch/delete", body: {} } }),
  () => ({
    tool: "list_tasks",
    input: { member: nobody, cursor: "x" },
    rest: { method: "get", path: "/v1/activity?cursor=x" },
  }),
  () => ({
    tool: "create_tasks",
    input: { tasks: [{ label: long, member: "Anna" }] },
    rest: {
      method: "post",
      path: "/v1/tasks/batch",
      body: { operations: [{ op: "create", label: long, memberId: nobody }] },
    },
  }),
  () => ({
    tool: "create_tasks",
    input: { tasks: [{ label: "x", member: nobody }] },
    rest: {
      method: "post",
      path: "/v1/tasks/batch",
      body: { operations: [{ op: "create", label: "x", memberId: nobody }] },
    },
  }),
  ({ task }) => ({
    tool: "update_tasks",
    input: { tasks: [{ taskId: task, label: long }] },
    rest: {
      method: "post",
      path: "/v1/tasks/batch",
      body: { operations: [{ op: "update", taskId: task, label: long }] },
    },
  }),
  () => ({
    tool: "delete_tasks",
    input: { taskIds: [nobody], ...agreed },
    rest: { method: "post", path: "/v1/tasks/batch", body: { operations: [{ op: "delete", taskId: nobody }] } },
  }),
  () => ({ tool: "list_lists", input: { list: nobody }, rest: { method: "get", path: `/v1/lists/${nobody}` } }),
  () => ({
    tool: "create_list",
    input: { name: long },
    rest: { method: "post", path: "/v1/lists", body: { name: long } },
  }),
  () => ({
    tool: "create_list",
    input: { name: "x", section: nobody },
    rest: { method: "post", path: "/v1/lists", body: { name: "x", sectionId: nobody } },
  }),
  ({ list }) => ({
    tool: "update_list",
    input: { list, name: long },
    rest: { method: "patch", path: `/v1/lists/${list}`, body: { name: long } },
  }),
  () => ({
    tool: "delete_list",
    input: { list: nobody, ...agreed },
    rest: { method: "delete", path: `/v1/lists/${nobody}` },
  }),
  ({ list }) => ({
    tool: "add_list_items",
    input: { list, items: [{ text: long }] },
    rest: {
      method: "post",
      path: `/v1/lists/${list}/blocks/batch`,
      body: { operations: [{ op: "create", type: "task", content: long }] },
    },
  }),
  ({ list }) => ({
    tool: "update_list_items",
    input: { list, items: [{ item: nobody, done: true }] },
    rest: {
      method: "post",
      path: `/v1/lists/${list}/blocks/batch`,
      body: { operations: [{ op: "update", blockId: nobody, done: true }] },
    },
  }),
  ({ list }) => ({
    tool: "delete_list_items",
    input: { list, items: [nobody], ...agreed },
    rest: {
      method: "post",
      path: `/v1/lists/${list}/blocks/batch`,
      body: { operations: [{ op: "delete", blockId: nobody }] },
    },
  }),
  ({ list }) => ({
    tool: "set_list_cover",
    input: { list, photoId: "nothing" },
    rest: { method: "post", path: `/v1/lists/${list}/cover/photos`, body: { photoId: "nothing" } },
  }),
  () => ({
    tool: "manage_list_section",
    input: { action: "create", name: long },
    rest: { method: "post", path: "/v1/lists/sections", body: { name: long } },
  }),
  () => ({ tool: "create_recipe", input: {}, rest: { method: "post", path: "/v1/recipes", body: {} } }),
  () => ({
    tool: "create_recipe",
    input: { name: "x", prepMinutes: 100_000 },
    rest: { method: "post", path: "/v1/recipes", body: { name: "x", prepMinutes: 100_000 } },
  }),
  () => ({
    tool: "update_recipe",
    input: { recipe: nobody, name: "x" },
    rest: { method: "patch", path: `/v1/recipes/${nobody}`, body: { name: "x" } },
  }),
  () => ({
    tool: "archive_recipe",
    input: { recipe: nobody, ...agreed },
    rest: { method: "delete", path: `/v1/recipes/${nobody}` },
  }),
  () => ({ tool: "schedule_meal", input: dinner, rest: { method: "post", path: "/v1/meals/details", body: cell } }),
  () => ({
    tool: "schedule_meal",
    input: { ...dinner, recipe: nobody },
    rest: { method: "post", path: "/v1/meals", body: { ...cell, recipeId: nobody } },
  }),
  () => ({
    tool: "plan_meals",
    input: { meals: [dinner] },
    rest: { method: "post", path: "/v1/meals/batch", body: { meals: [dinner] } },
  }),
  () => ({
    tool: "plan_meals",
    input: { meals: [{ ...dinner, recipe: nobody }] },
    rest: { method: "post", path: "/v1/meals/batch", body: { meals: [{ ...dinner, recipeId: nobody }] } },
  }),
  () => ({ tool: "remove_meal", input: { mealId: nobody }, rest: { method: "delete", path: `/v1/meals/${nobody}` } }),
  () => ({ tool: "add_groceries", input: {}, rest: { method: "post", path: "/v1/meals/grocery", body: {} } }),
  () => ({
    tool: "add_groceries",
    input: { ingredient: "x", list: nobody },
    rest: { method: "post", path: "/v1/meals/grocery/items", body: { ingredient: "x", listId: nobody } },
  }),
  () => ({ tool: "save_check_in", input: {}, rest: { method: "post", path: "/v1/check-ins", body: {} } }),
  () => ({
    tool: "save_check_in",
    input: { ...asked, assignees: undefined },
    rest: { method: "post", path: "/v1/check-ins", body: { ...asks, question: "x" } },
  }),
  ({ anna }) => ({
    tool: "save_check_in",
    input: asked,
    rest: { method: "post", path: "/v1/check-ins", body: { ...asks, assigneeIds: [anna] } },
  }),
  () => ({
    tool: "save_check_in",
    input: { checkInId: nobody, name: "x" },
    rest: { method: "patch", path: `/v1/check-ins/${nobody}`, body: { name: "x" } },
  }),
  () => ({
    tool: "delete_check_in",
    input: { checkInId: nobody, ...agreed },
    rest: { method: "delete", path: `/v1/check-ins/${nobody}` },
  }),
  () => ({ tool: "list_activity", input: { cursor: "x" }, rest: { method: "get", path: "/v1/activity?cursor=x" } }),
  () => ({ tool: "undo_change", input: {}, rest: { method: "post", path: "/v1/activity/undo", body: {} } }),
  () => ({
    tool: "undo_change",
    input: { activityId: nobody },
    rest: { method: "post", path: `/v1/activity/${nobody}/undo` },
  }),
  () => ({
    tool: "get_agenda",
    input: { days: 15 },
    rest: { method: "get", path: "/v1/agenda?from=2026-12-01&days=15" },
  }),
  () => ({
    tool: "search",
    input: { query: "x", limit: 51 },
    rest: { method: "get", path: "/v1/search?query=x&limit=51" },
  }),
  () => ({ tool: "search", input: { query: "" }, rest: { method: "get", path: "/v1/search?query=" } }),
];

/** Tools that read without anything that REST could refuse, or compose answers that REST does not have. */
const withoutRefusal = [
  "list_members",
  "get_today",
  "find_free_time",
  "list_recipes",
  "list_meals",
  "list_chores",
  "list_check_ins",
];

test.each(cases.map((make, index) => [index, make] as const))(
  "An MCP tool refuses in the words and with the code of REST: case %i",
  async (_, make) => {
    const home = await everything();
    const { tool, input, rest } = make(await idsOf(home));
    const { method, path, body } = rest;
    const refused = body === undefined ? await home[method as "get"](path) : await home[method as "post"](path, body);
    const { isError, texts, _meta } = await home.use(tool, input);
    expect([tool, refused.status >= 400, isError]).toEqual([tool, true, true]);
    expect([tool, input, texts[0]]).toEqual([tool, input, refused.body.error]);
    expect(_meta.code).toBe(refused.headers.get("x-error-code"));
  },
);

test("The tests of refusals have a case for every MCP tool whose calls REST can refuse", () => {
  const tested = new Set(cases.map((make) => make({ once: "", series: "", list: "", task: "", anna: "" }).tool));
  const names = catalogue.entries.map(({ tool }) => tool.name);
  expect(names.filter((name) => !tested.has(name) && !withoutRefusal.includes(name))).toEqual([]);
});

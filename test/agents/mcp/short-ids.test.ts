/** Ids as agents see and send them: the last characters of UUIDs, as many as name one record. */
import { describe, expect, test } from "bun:test";
import { catalogue } from "#agents/mcp/catalogue.ts";
import type { Scope } from "#platform/auth/scopes.ts";
import { serverInProcess } from "../../support/home/home.ts";
import { countedDatabase } from "../../support/home/queries.ts";
import { mcpGroceries } from "../../support/mcp/lists.ts";
import { mcpHome, tail } from "../../support/mcp/mcp.ts";
import { everything, toolSamples } from "../../support/mcp/samples.ts";

const first = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";
/** Ids that share so many last characters with the first. */
const sharing = {
  5: "01945d8c-6f00-7cc1-8111-111111ae9d42",
  8: "01945d8c-6f00-7cc1-8222-22223f1e9d42",
  14: "01945d8c-6f00-7cc1-833e-0b5a3f1e9d42",
};

type Home = Awaited<ReturnType<typeof mcpHome>>;

/** Gives a record another id. */
function rename({ db }: Pick<Home, "db">, table: string, from: string, to: string): void {
  db.$client.run(`UPDATE ${table} SET id = ? WHERE id = ?`, [to, from]);
}

async function addTask(home: Pick<Home, "post" | "db">, memberId: string, id: string, label = id): Promise<void> {
  const { body } = await home.post("/v1/tasks", { label, memberId });
  rename(home, "task", body.id, id);
}

async function withTasks(...ids: string[]) {
  const home = await mcpHome({ server: serverInProcess() });
  for (const id of ids) await addTask(home, home.members.anna.id, id);
  const listed = async () => (await home.use("list_tasks")).data.tasks.map(({ id, label }: any) => [label, id]);
  const rename = async (taskId: string, told = {}) => {
    const answer = await home.use("update_tasks", { tasks: [{ taskId, label: "New" }] }, told);
    return { ...answer, data: answer.data?.tasks[0] };
  };
  const labels = async () => (await home.get("/v1/tasks")).body.tasks.map(({ label }: any) => label);
  return { ...home, listed, rename, labels };
}

describe("an id", () => {
  test.each([
    ["alone", [], 5],
    ["with one that shares 5 characters", [sharing[5]], 6],
    ["with one that shares 8", [sharing[8]], 9],
    ["with one that shares 14", [sharing[14]], 15],
    ["with all of them", [sharing[5], sharing[8], sharing[14]], 15],
  ] as const)(
    "The short id of a task (%s) beside tasks with the ids %p is as short as possible, with %i characters",
    async (_, others, length) => {
      const { listed, rename, get } = await withTasks(first, ...others);
      const shown = new Map<string, string>(await listed());
      expect(shown.get(first)).toBe(first.slice(-length));
      for (const [whole, short] of shown) {
        expect(whole).toEndWith(short);
        expect([...shown.keys()].filter((each) => each.endsWith(short))).toEqual([whole]);
        expect(
          short.length === 5 || [...shown.keys()].some((each) => each !== whole && each.endsWith(short.slice(1))),
        ).toBe(true);
        expect((await rename(short)).data.id).toBe(short);
        expect((await get(`/v1/tasks/${whole}`)).body.label).toBe("New");
      }
    },
  );

  test.each([5, 6, 12, 14, 23, 35, 36])(
    "A call may name a task by at least the last 5 characters of the task's id: %i",
    async (length) => {
      const { rename, labels } = await withTasks(first, "01945d8c-6f00-7cc1-8111-111111111111");
      for (const sent of [first.slice(-length), first.slice(-length).toUpperCase()]) {
        expect((await rename(sent)).data).toMatchObject({ id: tail(first), label: "New" });
      }
      expect((await labels()).filter((label: string) => label === "New").length).toBe(1);
    },
  );

  test.each([
    ["its beginning", first.slice(0, 8), "", "send another id, or the title; the task may be deleted."],
    ["an end that no id has", "0e9d42", "", "send another id, or the title; the task may be deleted."],
    ["4 characters", first.slice(-4), ": “9d42”", "did you mean “01945"],
    ["a pattern", "%9d42", ": “%9d42”", "take an id that list_tasks returned, or its whole title."],
    ["a pattern of one character", "_e9d42", ": “_e9d42”", "take an id that list_tasks returned, or its whole title."],
  ])("A task is not found by %s instead of the task's id", async (_, taskId, shown, repair) => {
    const { rename, labels } = await withTasks(first);
    const { isError, texts } = await rename(taskId);
    expect([isError, texts[0]]).toEqual([true, `tasks[0].taskId: no such task${shown}`]);
    expect(texts[1]).toStartWith(`Parameter tasks[0].taskId: ${repair}`);
    expect(await labels()).toEqual([first]);
  });

  test("A short id is refused if it fits two tasks", async () => {
    const home = await withTasks(first);
    await addTask(home, home.members.ben.id, sharing[5]);
    const { isError, texts } = await home.rename(tail(first));
    expect([isError, texts[0]]).toEqual([true, `tasks[0].taskId: “${tail(first)}” ends more than one id`]);
    expect(texts[1]).toContain("Parameter tasks[0].taskId: its short id is longer now. Read it again");
    expect(await home.labels()).not.toContain("New");
    const [, again] = (await home.listed()).find(([label]: string[]) => label === first);
    expect((await home.rename(again)).isError).toBeUndefined();
    expect((await home.get(`/v1/tasks/${first}`)).body.label).toBe("New");
  });

  test("A short id never finds a record of another household", async () => {
    const home = await withTasks(first);
    const other = await home.neighbour();
    await addTask(other, other.members.anna.id, sharing[14], "Theirs");
    expect(await home.listed()).toEqual([[first, tail(first)]]);
    const key = { key: other.key.key };
    expect((await home.use("list_tasks", {}, key)).data.tasks).toMatchObject([{ label: "Theirs", id: tail(first) }]);
    expect((await home.rename(first.slice(-20))).isError).toBeUndefined();
    for (const sent of [first, first.slice(-16)])
      expect((await home.rename(sent, key)).texts[0]).toEndWith("[0].taskId: no such task");
    expect((await home.rename(tail(first), key)).data.label).toBe("New");
    expect((await home.labels()).length).toBe(1);
  });

  test("The id of a record of another kind does not make a short id longer", async () => {
    const home = await withTasks(first);
    const { body } = await home.post("/v1/recipes", { name: "Soup" });
    rename(home, "recipe", body.id, sharing[14]);
    expect((await home.use("list_recipes")).data.recipes[0].id).toBe(tail(first));
    expect(await home.listed()).toEqual([[first, tail(first)]]);
  });

  test("An API key that may only write can use tools of every kind with short ids", async () => {
    const home = await mcpGroceries({ server: serverInProcess() });
    const recipe = (await home.post("/v1/recipes", { name: "Soup" })).body;
    const task = (await home.post("/v1/tasks", { label: "Tyres", memberId: home.members.anna.id })).body;
    const scopes: Scope[] = ["tasks.write", "calendar.write", "meals.write", "checkins.write", "lists.write"];
    const { key } = home.createKey({ scopes });
    const use = async (name: string, input: object) => {
      const { isError, texts, data } = await home.use(name, input, { key });
      expect({ name, texts, isError }).toEqual({ name, texts, isError: undefined });
      return data;
    };
    const [list, milk, oat] = [home.listId, home.milk.id, home.oat.id].map(tail);
    await use("update_tasks", { tasks: [{ taskId: tail(task.id), label: "Wheels" }] });
    await use("update_list_items", { list, items: [{ item: milk, done: true }] });
    await use("add_list_items", { list, items: [{ text: "Almond", under: milk }], allowDuplicates: true });
    await use("delete_list_items", { list, items: [oat], confirm: true });
    await use("update_recipe", { recipe: tail(recipe.id), servings: 4 });
    const meal = await use("schedule_meal", { date: "today", mealType: "dinner", recipe: tail(recipe.id) });
    await use("remove_meal", { mealId: meal.id });
    const event = await use("create_event", {
      title: "x",
      starts: "2026-12-01T10:00",
      members: [tail(home.members.mia.id)],
    });
    const { activityId } = await use("delete_event", { eventId: event.id, confirm: true });
    await use("undo_change", { activityId });
    const section = await use("manage_list_section", {
      action: "rename",
      section: tail(home.section.id),
      name: "Attic",
    });
    expect(section.id).toBe(tail(home.section.id));
    const asked = await home.use("manage_list_section", { action: "delete", section: section.id }, { key });
    expect(asked.texts[0]).toBe(`confirm: must be true to delete the section “${section.id}”`);
    expect(await home.tree()).toEqual([["Milk", "Soy", "Almond"], "Dairy", "Bread"]);
  });
});

describe("a name that looks like an id", () => {
  const decoy = "01945d8c-6f00-7cc1-8111-111111facade";

  test("A list, recipe or item named like a short id is found before the record with that id", async () => {
    const home = await mcpGroceries({ server: serverInProcess() });
    const facade = await home.list("Facade");
    const recipe = (await home.post("/v1/recipes", { name: "Facade" })).body;
    for (const [table, path, name] of [
      ["list", "/v1/lists", "Decoy"],
      ["recipe", "/v1/recipes", "Decoy"],
    ] as const) {
      const { body } = await home.post(path, { name, ...(table === "list" ? { sectionId: home.section.id } : {}) });
      rename(home, table, body.id, decoy);
    }
    const item = await home.block("facade");
    const other = await home.block("Decoy");
    rename(home, "block", other.id, decoy);
    const { data } = await home.use("list_lists", { list: "FACADE" });
    expect(data.lists).toMatchObject([{ name: "Facade", id: tail(facade) }]);
    const planned = await home.use("schedule_meal", { date: "today", mealType: "dinner", recipe: "facade" });
    expect(planned.data.recipe).toBe("Facade");
    const archived = await home.use("archive_recipe", { recipe: "facade", confirm: true });
    expect(archived.data.id).toBe(tail(recipe.id));
    const ticked = await home.use("update_list_items", { list: home.listId, items: [{ item: "facade", done: true }] });
    expect(ticked.data.items).toMatchObject([{ text: "facade", id: tail(item.id) }]);
    for (const allowDuplicates of [true, false]) {
      const items = [{ text: `Paint ${allowDuplicates}`, under: "facade" }];
      const added = await home.use("add_list_items", { list: home.listId, items, allowDuplicates });
      expect(added.isError).toBeUndefined();
    }
    expect(await home.tree()).toContainEqual(["facade", "Paint true", "Paint false"]);
  });

  test("A member named like a short id is found before the member with that id", async () => {
    const home = await mcpHome({ server: serverInProcess() });
    const decade = home.add("Decade", "adult");
    rename(home, "member", home.members.mia.id, "01945d8c-6f00-7cc1-8111-111111decade");
    await home.use("create_tasks", { tasks: [{ label: "x", member: "decade" }] });
    expect((await home.get("/v1/tasks")).body.tasks[0].memberId).toBe(decade.id);
  });

  test("A text that looks like a short id is used as an id if no record has that name", async () => {
    const home = await mcpGroceries({ server: serverInProcess() });
    const list = await home.list("Decoy");
    rename(home, "list", list, decoy);
    expect((await home.use("list_lists", { list: "facade" })).data.lists).toMatchObject([{ name: "Decoy" }]);
    const { result } = await home.ask("resources/read", { uri: "household://list/facade" });
    expect(result.contents[0].text).toStartWith("# Decoy");
    const { texts } = await home.use("list_lists", { list: "decade" });
    expect(texts[0]).toBe("list: no such list: “decade”");
  });
});

test("An answer with 200 tasks needs no more queries for short ids than an answer with one task", async () => {
  const { db, meanwhile } = countedDatabase();
  const home = await mcpHome({ server: serverInProcess({}, { db }) });
  const add = async (count: number) => {
    for (let index = 0; index < count; index++)
      await home.post("/v1/tasks", { label: String(index), memberId: home.members.anna.id });
  };
  const lines: number[] = [];
  const reads = async () => {
    const input = { name: "list_tasks", arguments: {} };
    return meanwhile(async () => {
      const { result } = await home.ask("tools/call", input);
      lines.push(result.content[0].text.split("\n").length);
    });
  };
  await add(1);
  const before = await reads();
  await add(199);
  expect([(await reads()) - before, lines]).toEqual([0, [1, 200]]);
});

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;

/** Returns all values of fields for ids. */
function idsIn(data: unknown): string[] {
  if (typeof data !== "object" || data === null) return [];
  return Object.entries(data).flatMap(([name, value]) =>
    /^(?:id|\w+Id|under)$/.test(name) && typeof value === "string" ? [value] : idsIn(value),
  );
}

describe("the answer", () => {
  test.each([...catalogue.byName.keys()])(
    "The answer of the tool %s contains short ids instead of whole ids",
    async (name) => {
      const home = await everything();
      const input = toolSamples[name]?.(home) ?? {};
      const { isError, texts, data } = await home.use(name, input);
      expect({ texts, isError }).toEqual({ texts, isError: undefined });
      expect(texts.join("\n")).not.toMatch(uuid);
      expect(JSON.stringify(data)).not.toMatch(uuid);
      for (const id of idsIn(data)) {
        expect(id).toMatch(/^[\da-f-]{5,8}$/);
        expect(texts.join("\n") + JSON.stringify(input)).toContain(id);
      }
    },
  );
});

/** Titles of tasks, meals, check-ins and list items, sent where an id is expected. */
import { describe, expect, test } from "bun:test";
import { mcpGroceries } from "../../support/mcp/lists.ts";
import { tail } from "../../support/mcp/mcp.ts";

/** A household with tasks, a chore, check-ins and meals. Its now is Fri 27 Nov 2026. */
async function titledHome() {
  const home = await mcpGroceries();
  const { anna, ben, mia } = home.members;
  const post = async (path: string, body: object) => {
    const answer = await home.as(anna).post(path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.id as string;
  };
  const task = (label: string, dueDate?: string, memberId = ben.id) =>
    post("/v1/tasks", { label, memberId, ...(dueDate ? { dueDate } : {}) });
  const bill = await task("Pay the swimming club", "2026-12-04");
  const bins = [await task("Bins", "2026-12-01"), await task("Bins", "2026-12-08", mia.id)];
  const doneId = await task("Wash the car");
  await home.use("update_tasks", { tasks: [{ taskId: doneId, completed: true }] });
  const car = await task("Wash the car", "2026-12-05");
  const chore = { name: "Feed the guinea pigs", memberIds: [mia.id], startDate: "2026-11-01" };
  await post("/app/chores", { recurrenceRule: "FREQ=DAILY", assignment: "each", stars: 1, ...chore });
  const recipe = await post("/v1/recipes", { name: "Lasagne" });
  const meal = (date: string, mealType: string, recipeId = recipe) => post("/v1/meals", { date, mealType, recipeId });
  const dinner = await meal("2026-11-28", "dinner");
  const soup = await post("/v1/recipes", { name: "Lentil soup" });
  const tonight = await meal("2026-11-27", "dinner", soup);
  return { ...home, bill, bins, doneId, car, dinner, tonight, meal, recipe };
}

const update = (home: Awaited<ReturnType<typeof titledHome>>, taskId: string, told = {}) =>
  home.use("update_tasks", { tasks: [{ taskId, completed: true }] }, told);

describe("a task", () => {
  test("A task is found by its title or by words of it, and an open one before a done one", async () => {
    const home = await titledHome();
    const { data, texts } = await update(home, "the swimming club");
    expect(data.tasks).toMatchObject([{ id: tail(home.bill), completed: true }]);
    expect(texts[0]).toContain("tasks[0].taskId read as “Pay the swimming club”, Ben, due Fri 4 Dec 2026.");
    expect((await update(home, "wash the CAR")).data.tasks).toMatchObject([{ id: tail(home.car) }]);
  });

  test("Tasks with one title are asked back with person, day and short id, and unknown ones with the nearest", async () => {
    const home = await titledHome();
    const [one, two] = home.bins;
    const both = await update(home, "bins");
    expect(both.texts[0]).toBe(
      `tasks[0].taskId: 2 tasks are called “bins”: Ben, due Tue 1 Dec 2026 (${tail(one)}), Mia, due Tue 8 Dec 2026 (${tail(two)})`,
    );
    const unknown = await update(home, "Pay the swiming club");
    expect(unknown.texts[0]).toBe("tasks[0].taskId: no such task: “Pay the swiming club”");
    expect(unknown.texts[1]).toContain(
      `did you mean “Pay the swimming club”, Ben, due Fri 4 Dec 2026 (${tail(home.bill)})`,
    );
    expect(unknown.texts.join()).not.toContain("deleted");
  });

  test("A chore that is named as a task is called a chore, which people tick in the app", async () => {
    const home = await titledHome();
    for (const taskId of ["Feed the guinea pigs", "guinea pigs"]) {
      const { texts, isError } = await update(home, taskId);
      expect(isError).toBe(true);
      expect(texts[0]).toBe("tasks[0].taskId: “Feed the guinea pigs” is a chore: people tick it in the app");
      expect(texts[1]).toStartWith("Parameter tasks[0].taskId: leave it out; no tool can change it.");
    }
    const { key } = home.createKey({ scopes: ["tasks.read", "tasks.write"] });
    expect((await update(home, "guinea pigs", { key })).texts[0]).toStartWith("tasks[0].taskId: no such task");
  });

  test("Words are not enough to delete a task, but its whole title is", async () => {
    const home = await titledHome();
    const words = await home.use("delete_tasks", { taskIds: ["swimming"], confirm: true });
    expect(words.texts[0]).toBe("taskIds[0]: no such task: “swimming”");
    expect(words.texts[1]).toContain(`“Pay the swimming club”, Ben, due Fri 4 Dec 2026 (${tail(home.bill)})`);
    const { data } = await home.use("delete_tasks", { taskIds: ["pay the Swimming club"], confirm: true });
    expect(data.deleted).toEqual([tail(home.bill)]);
  });

  test("A key that may not read tasks sends ids only, and titles of another household are unknown", async () => {
    const home = await titledHome();
    const { key } = home.createKey({ scopes: ["tasks.write"] });
    const blind = await update(home, "Wash the car", { key });
    expect(blind.texts[0]).toBe("tasks[0].taskId: no such task");
    expect(blind.texts[1]).toContain("send its id: this key may not read the tasks");
    expect((await update(home, home.car, { key })).isError).toBeUndefined();
    const other = { key: (await home.neighbour()).key.key };
    expect((await update(home, "Bins", other)).texts[0]).toBe("tasks[0].taskId: no such task: “Bins”");
  });
});

describe("a meal", () => {
  test.each([
    ["Lasagne", "dinner"],
    ["dinner saturday", "dinner"],
    ["Abendessen am Samstag", "dinner"],
    ["saturday's dinner", "dinner"],
    ["dinner tonight", "tonight"],
    ["soup", "tonight"],
  ] as const)("A meal of the next 14 days is found as %p", async (mealId, which) => {
    const home = await titledHome();
    const { data } = await home.use("schedule_meal", { mealId, date: "2026-12-03", mealType: "lunch" });
    expect(data).toMatchObject({ id: tail(home[which]), date: "2026-12-03", mealType: "lunch" });
  });

  test("A meal is taken off the plan by its dish or its place, but not by words of the dish", async () => {
    const home = await titledHome();
    expect((await home.use("remove_meal", { mealId: "soup" })).texts[0]).toBe("Meal not found");
    const { data, texts } = await home.use("remove_meal", { mealId: "dinner tonight" });
    expect(data.id).toBe(tail(home.tonight));
    expect(texts[0]).toContain("mealId read as “Lentil soup”, Fri 27 Nov 2026, dinner.");
    const again = await home.meal("2026-12-02", "lunch");
    const both = await home.use("remove_meal", { mealId: "lasagne" });
    expect(both.texts[0]).toBe(
      `mealId: 2 meals are called “lasagne”: Sat 28 Nov 2026, dinner (${tail(home.dinner)}), Wed 2 Dec 2026, lunch (${tail(again)})`,
    );
    const { key } = home.createKey({ scopes: ["meals.write"] });
    expect((await home.use("remove_meal", { mealId: "Lasagne" }, { key })).texts[0]).toBe("Meal not found");
    expect((await home.use("remove_meal", { mealId: home.dinner }, { key })).isError).toBeUndefined();
  });
});

test("A check-in is found by its name, its question or its preset", async () => {
  const home = await titledHome();
  const made = await home.use("save_check_in", {
    presetKey: "sleep",
    assignees: ["Mia"],
    days: ["Mon"],
    times: ["19:00"],
  });
  for (const checkInId of ["sleep", "the sleep question", "Sleep check-in"]) {
    const { data, isError } = await home.use("save_check_in", { checkInId, active: false });
    expect([isError, data?.id]).toEqual([undefined, made.data.id]);
  }
  const wrong = await home.use("save_check_in", { checkInId: "school", active: false });
  expect(wrong.texts[0]).toBe("Check-in not found");
  expect(wrong.texts.join()).not.toContain("deleted");
  expect((await home.use("delete_check_in", { checkInId: "sleep", confirm: true })).isError).toBeUndefined();
});

describe("an item", () => {
  test("List items and lists are found by words of them, which is said, and several are asked back", async () => {
    const home = await mcpGroceries();
    const packing = await home.list("Packing list for Rome");
    const cream = await home.block("Sun cream, factor 50");
    const paste = await home.block("Toothpaste for Mia");
    const { data, texts } = await home.use("update_list_items", {
      list: "groceries",
      items: [
        { item: "the toothpaste", done: true },
        { item: "factor cream", moveToList: "packing" },
      ],
    });
    expect(data.items).toMatchObject([{ id: tail(paste.id), done: true }, { id: tail(cream.id) }]);
    for (const said of [
      "items[0].item read as “Toothpaste for Mia”.",
      "items[1].item read as “Sun cream, factor 50”.",
      "items[1].moveToList read as “Packing list for Rome”.",
    ])
      expect(texts[0]).toContain(said);
    expect(await home.tree(packing)).toEqual(["Sun cream, factor 50"]);
    const other = await home.block("Toothpaste for Ben");
    const both = await home.use("update_list_items", {
      list: "groceries",
      items: [{ item: "toothpaste", done: true }],
    });
    expect(both.texts[0]).toBe(
      `items[0].item: 2 items have the words “toothpaste”: “Toothpaste for Mia” (${tail(paste.id)}), “Toothpaste for Ben” (${tail(other.id)})`,
    );
    const removed = await home.use("delete_list_items", { list: "groceries", items: ["for Ben"], confirm: true });
    expect(removed.texts[0]).toBe("items[0]: no such item: “for Ben”");
    expect(removed.texts[1]).toContain("“Toothpaste for Ben”");
  });
});

/** Calls whose meaning would be lost without a word, as agents make them. Today is Friday 27 November 2026. */
import { describe, expect, test } from "bun:test";
import { mcpGroceries } from "../../support/mcp/lists.ts";
import { mcpHome, tail } from "../../support/mcp/mcp.ts";

describe("one text in the place of a list", () => {
  test.each([
    ["Milch, Brot, 6 Eier und Klopapier", ["Milch", "Brot", "6 Eier", "Klopapier"]],
    ["tea; coffee; 1,5 kg flour", ["tea", "coffee", "1,5 kg flour"]],
    [["tea, green, loose"], ["tea, green, loose"]],
    ["1,5 kg flour", ["1,5 kg flour"]],
  ])("The items %j are taken as %j", async (items, texts) => {
    const { use } = await mcpGroceries();
    const { data, texts: said } = await use("create_list", { name: "Party", items });
    const { data: read } = await use("list_lists", { list: "Party" });
    expect(read.lists[0].items.map(({ text }: any) => text)).toEqual(texts);
    expect(said[0]).toContain(`On it: ${texts.map((each) => `“${each}”`).join(", ")}.`);
    expect(said[0].includes("items: one text taken as")).toBe(texts.length > 1);
    expect(data.name).toBe("Party");
  });

  test("A text with a single comma is refused with both of its meanings, and nothing is added", async () => {
    const home = await mcpGroceries();
    const was = await home.state();
    const refused = await home.use("add_list_items", { items: "scarf for mum, whisky for dad" });
    expect(refused.texts.slice(0, 2)).toEqual([
      "items: is one text with a comma",
      'Parameter items: send a list: ["scarf for mum","whisky for dad"]. If it is one thing: ["scarf for mum, whisky for dad"].',
    ]);
    const recipe = await home.use("create_recipe", { name: "Soup", ingredients: "2 onions, chopped" });
    expect(recipe.isError).toBe(true);
    expect(await home.state()).toBe(was);
  });
});

describe("an unknown parameter that means something", () => {
  test.each([
    ["add_list_items", { items: ["Hat"], under: "Ben" }, "under", "it belongs into each of items."],
    ["create_event", { title: "x", starts: "today", private: true }, "private", "everybody in the household sees this"],
    ["create_event", { title: "x", starts: "today", hideFrom: ["Ben"] }, "hideFrom", "only a list can be personal"],
    ["create_event", { title: "x", starts: "today", repeat: "weekly", count: 8 }, "count", "say it in repeat, such as"],
    ["create_event", { title: "x", starts: "today 18:00", endTime: "22:30" }, "endTime", "send it as ends."],
  ])("The tool %s with %j says where %p goes", async (tool, input, name, repair) => {
    const { use } = await mcpGroceries();
    const { texts } = await use(tool, input);
    expect(texts[0]).toBe(`${name}: unknown field`);
    expect(texts[1]).toContain(repair);
  });

  test("A wrong name and a missing record are named in one refusal, without a line for nothing", async () => {
    const { use } = await mcpHome();
    const { texts } = await use("save_check_in", { checkInId: "nope", faces: ["a"] });
    expect(texts.join("\n")).toContain("Also checkInId: Check-in not found.");
  });
});

test("An item that goes below a header without being meant for it is said, except on a grocery list", async () => {
  const home = await mcpGroceries();
  const listId = await home.list("Gift ideas");
  for (const content of ["Mia", "Leo"]) await home.block(content, { type: "header" }, listId);
  const { texts } = await home.use("add_list_items", { list: "Gift ideas", items: ["Headphones"] });
  expect(texts[0]).toEndWith("\nAt the end, below “Leo”; under puts items below another header.");
  for (const input of [
    { list: "Gift ideas", items: [{ text: "Book", under: "Mia" }] },
    { list: "Groceries", items: ["Rice"] },
  ])
    expect((await home.use("add_list_items", input)).texts[0]).not.toContain("At the end");
});

test("The call of delete_events with events takes what says nothing about a span, such as false and []", async () => {
  const { use } = await mcpHome();
  const { data } = await use("create_event", { title: "Tea", starts: "2026-12-04T15:00" });
  const filled = { from: "", to: null, member: "", query: "", except: [], seriesOnly: false, dryRun: false };
  const deleted = await use("delete_events", { events: [{ eventId: data.id }], ...filled, confirm: true });
  expect(deleted.texts[0]).toStartWith("Deleted 1 event");
});

test("A check-in is deleted by its whole title only, and a question that a preset does not take is said", async () => {
  const { use } = await mcpHome();
  const given = { presetKey: "vibe", name: "Mood", assignees: ["Mia"], days: ["Monday"], times: ["19:00"] };
  const made = await use("save_check_in", { ...given, question: "How was football?" });
  expect(made.texts[0]).toMatch(/question stays “.+”: only presetKey custom takes another\./);
  const kept = await use("save_check_in", {
    checkInId: "Mood",
    days: [],
    times: [],
    faces: [],
    assignees: [],
    notify: true,
  });
  expect([kept.isError, kept.data.days]).toEqual([undefined, ["monday"]]);
  expect((await use("delete_check_in", { checkInId: "vibe", confirm: true })).isError).toBe(true);
  expect((await use("save_check_in", { checkInId: "vibe", notify: false })).isError).toBeUndefined();
  expect((await use("delete_check_in", { checkInId: "mood", confirm: true })).isError).toBeUndefined();
});

test("Two simultaneous calls that swap the same meals swap them once", async () => {
  const { use } = await mcpHome();
  for (const name of ["Soup", "Stew"]) await use("create_recipe", { name });
  await use("schedule_meal", { date: "saturday", mealType: "dinner", recipe: "Soup" });
  await use("schedule_meal", { date: "sunday", mealType: "dinner", recipe: "Stew" });
  const swap = { date: "sunday", mealType: "dinner", mealId: "Soup", swap: true };
  await Promise.all([use("schedule_meal", swap), use("schedule_meal", swap)]);
  const { data } = await use("list_meals", { weekStart: "2026-11-23" });
  expect(data.meals.map(({ date, recipe }: any) => [date, recipe])).toEqual([
    ["2026-11-28", "Stew"],
    ["2026-11-29", "Soup"],
  ]);
});

test("A dish that is planned once more says where it is planned, too", async () => {
  const { use } = await mcpHome();
  await use("create_recipe", { name: "Roast" });
  const first = await use("schedule_meal", { date: "sunday", mealType: "lunch", recipe: "Roast" });
  const { texts } = await use("schedule_meal", { date: "saturday", mealType: "dinner", recipe: "Roast" });
  expect(texts[0]).toEndWith(
    `\n“Roast” (${tail(first.data.id)}) is also planned for Sun lunch; to move it instead, send its mealId.`,
  );
});

test("A search for recipes with no such word lists what fits its other parameters, and says so", async () => {
  const { use } = await mcpHome();
  for (const [name, prepMinutes] of [
    ["Pancakes", 25],
    ["Roast", 120],
  ] as const)
    await use("create_recipe", { name, prepMinutes });
  const { data, texts } = await use("list_recipes", { query: "vegetarian", maxPrepMinutes: 30, notLately: 14 });
  expect(data.recipes.map(({ name }: any) => name)).toEqual(["Pancakes"]);
  expect(texts[0]).toContain("none has “vegetarian”.\nThese are all that fit the other parameters.");
});

test("The day that since means is said, and the refusal of a later day never offers today", async () => {
  const { use } = await mcpHome();
  expect((await use("undo_change", { since: "monday" })).texts[0]).toContain("since read as Mon 23 Nov 2026.");
  expect((await use("undo_change", { since: "2026-11-26" })).texts[0]).not.toContain("read as");
  expect((await use("undo_change", { since: "tomorrow" })).texts[1]).not.toContain("today");
});

test("Only the first eight unknown titles of a call are compared with all records", async () => {
  const { use } = await mcpHome();
  await use("create_tasks", { tasks: [{ label: "Water the plants", member: "Anna" }] });
  const tasks = Array.from({ length: 30 }, (_, index) => ({ taskId: `Water teh plants ${index}`, label: "x" }));
  const { texts } = await use("update_tasks", { tasks: tasks.slice(0, 11) });
  expect(texts.join("\n").match(/did you mean/gi)).toHaveLength(8);
  const many = await use("update_tasks", { tasks: [...tasks, ...tasks] });
  expect(many.texts.join("\n")).not.toContain("no such task");
});

test("A part of a series that is over is not meant, and “from January on” begins at the first time then", async () => {
  const { use } = await mcpHome();
  const made = await use("create_event", {
    title: "Yoga",
    starts: "2026-10-07T19:00",
    repeat: "weekly",
    members: ["Anna"],
  });
  const change = { editScope: "this_and_future", instanceStart: "2026-11-25", starts: "19:30" };
  const { data } = await use("update_event", { eventId: made.data.id, ...change });
  const later = { editScope: "this_and_future", instanceStart: "2027-01-01", starts: "20:00" };
  const { texts } = await use("update_event", { eventId: "Yoga", ...later });
  expect(data.id).not.toBe(made.data.id);
  expect(texts[0]).toStartWith("Saved as a separate series from here on: “Yoga” · Wed 6 Jan 2027, 20:00–21:00");
  expect(texts[0]).toContain("instanceStart read as Wed 6 Jan 2027, 19:30.");
  const one = await use("update_event", { eventId: data.id, ...later, editScope: "this", instanceStart: "2026-12-03" });
  expect(one.texts[0]).toBe("Instance not found");
});

test("A new grocery list counts an item once if the call has it twice", async () => {
  const { use } = await mcpHome();
  const { texts } = await use("create_list", { name: "Einkauf", items: ["Milch", "2 l Milch", "Brot"] });
  expect(texts[0]).toStartWith("Made the list “Einkauf” with 2 items ");
});

test("The name of a new section of lists may be sent as section", async () => {
  const { use } = await mcpHome();
  const { data } = await use("manage_list_section", { action: "create", section: "School" });
  expect(data.sections).toEqual(["School"]);
});

test("The scope of a change may be said in other words, and the day of a time as its midnight", async () => {
  const { use } = await mcpHome();
  const { data } = await use("create_event", { title: "Yoga", starts: "2026-12-02T19:00", repeat: "weekly" });
  const on = { eventId: data.id, instanceStart: "2026-12-09T00:00:00" };
  const changed = await use("update_event", { ...on, editScope: "nur dieser", title: "Long yoga" });
  expect(changed.texts[0]).toContain("“Long yoga” · Wed 9 Dec 2026, 19:00–20:00");
  expect(changed.texts[0]).toContain("editScope read as this.");
  const deleted = await use("delete_event", { ...on, scope: "this_and_following", confirm: true });
  expect(deleted.isError).toBeUndefined();
  const { data: found } = await use("search", { query: "yoga", types: ["Termine"] });
  expect(found.results).toHaveLength(1);
});

test("A parameter section of update_list is named moveToSection in the refusal", async () => {
  const { use } = await mcpGroceries();
  const { texts } = await use("update_list", { list: "Groceries", section: "Home" });
  expect(texts[1]).toContain("or send it as moveToSection.");
});

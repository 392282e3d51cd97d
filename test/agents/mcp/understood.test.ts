/** Values in another form than the schema's are taken if they can mean only one thing; what was interpreted is said. */
import { describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { coerce } from "#agents/mcp/input/coerce.ts";
import { isEverybody, isMe, resolveId } from "#agents/mcp/input/names.ts";
import { readInput } from "#agents/mcp/input/validate-input.ts";
import { ToolError } from "#agents/mcp/output/tool-error.ts";
import { closed, colorKeys, mealTypes, oneOf } from "#lib/wire.ts";
import { cpuTime } from "../../support/cpu-time.ts";
import { mcpGroceries } from "../../support/mcp/lists.ts";
import { mcpHome } from "../../support/mcp/mcp.ts";
import { mcpKitchen } from "../../support/mcp/meals.ts";

const shape = closed({
  count: Type.Optional(Type.Integer()),
  flag: Type.Optional(Type.Boolean()),
  label: Type.Optional(Type.String()),
  meal: Type.Optional(oneOf(mealTypes)),
  color: Type.Optional(oneOf(colorKeys)),
  scope: Type.Optional(oneOf(["this", "this_and_future"])),
  names: Type.Optional(Type.Array(Type.String())),
  minutes: Type.Optional(Type.Array(Type.Integer())),
  items: Type.Optional(Type.Array(closed({ text: Type.String(), done: Type.Optional(Type.Boolean()) }))),
});

function coerced(input: unknown) {
  const notes: string[] = [];
  return { value: coerce(shape, input, "", { note: (sentence) => notes.push(sentence), refuse() {} }), notes };
}

describe("a value", () => {
  test.each([
    [{ count: "5" }, { count: 5 }],
    [{ count: " -3 " }, { count: -3 }],
    [{ count: "5.0" }, { count: 5 }],
    [{ flag: "false" }, { flag: false }],
    [{ flag: "Yes" }, { flag: true }],
    [{ label: 5 }, { label: "5" }],
    [{ meal: "Dinner" }, { meal: "dinner" }],
    [{ meal: "morning snack" }, { meal: "morning_snack" }],
    [{ meal: "Evening-Snack" }, { meal: "evening_snack" }],
    [{ scope: "This and future" }, { scope: "this_and_future" }],
    [{ names: "Mia" }, { names: ["Mia"] }],
    [{ names: '["Mia", "Ben"]' }, { names: ["Mia", "Ben"] }],
    [{ names: 7 }, { names: ["7"] }],
    [{ minutes: 30 }, { minutes: [30] }],
    [{ minutes: ["30", 60] }, { minutes: [30, 60] }],
    [{ minutes: "[30]" }, { minutes: [30] }],
    [{ items: { text: "Milk" } }, { items: [{ text: "Milk" }] }],
    [{ items: ["Milk", { text: "Eggs", done: "true" }] }, { items: [{ text: "Milk" }, { text: "Eggs", done: true }] }],
    [{ items: '[{"text": "Milk"}]' }, { items: [{ text: "Milk" }] }],
  ])("A tool's parameter with the wrong type and a clear value is converted without a remark: %j", (sent, value) => {
    expect(coerced(sent)).toEqual({ value, notes: [] });
  });

  test.each([
    [{ color: "blue" }, { color: "sky" }, "color read as sky."],
    [{ color: "Rot" }, { color: "coral" }, "color read as coral."],
    [{ color: "grün" }, { color: "leaf" }, "color read as leaf."],
    [{ color: "yellow" }, { color: "sunshine" }, "color read as sunshine."],
    [{ color: "lila" }, { color: "grape" }, "color read as grape."],
    [{ meal: "Abendessen" }, { meal: "dinner" }, "meal read as dinner."],
    [{ meal: "Frühstück" }, { meal: "breakfast" }, "meal read as breakfast."],
    [{ meal: "zweites Frühstück" }, { meal: "morning_snack" }, "meal read as morning_snack."],
  ])("Other words for a colour or kind of meal are accepted, with a remark in the answer: %j", (sent, value, note) => {
    expect(coerced(sent)).toEqual({ value, notes: [note] });
  });

  test.each([
    { count: "five" },
    { count: "1.5" },
    { count: "1e3" },
    { count: "9".repeat(30) },
    { flag: 1 },
    { flag: "maybe" },
    { label: true },
    { label: ["x"] },
    { meal: "snack" },
    { meal: "brunch" },
    { meal: "blue" },
    { color: "dinner" },
    { color: "grey" },
    { names: '["Mia"' },
    { names: {} },
    { minutes: "[[[" },
    { other: "5" },
  ])("A tool's parameter with an unclear value is not converted: %j", (sent) => {
    expect(coerced(sent)).toEqual({ value: sent, notes: [] });
  });

  test.each(["", " ", null])("An optional parameter that is %j counts as absent", (sent) => {
    const names = ["count", "flag", "label", "meal", "color", "scope", "names", "minutes", "items"];
    expect(coerced(Object.fromEntries(names.map((name) => [name, sent])))).toEqual({ value: {}, notes: [] });
    expect(coerced({ items: [{ text: sent, done: sent }] })).toEqual({ value: { items: [{ text: sent }] }, notes: [] });
  });

  test("A parameter that is sent as JSON text is checked like a parameter that is sent directly", () => {
    const hidden = { names: '["\\u0000"]' };
    expect(() => readInput(shape, hidden, () => {})).toThrow(ToolError);
    const nested = { names: "[".repeat(19_000) + "]".repeat(19_000) };
    expect(() => readInput(shape, nested, () => {})).toThrow();
    const [fault] = readInput(shape, JSON.parse('{"items":[{"__proto__":{"done":true}}]}'), () => {}).faults;
    expect(fault?.field).toBe("items[0].text");
  });
});

describe("a name", () => {
  const ids = { find: () => null, short: (id: string) => id };
  const named = (...names: string[]) => names.map((name, index) => ({ id: `id-${index}`, name }));

  function repairFor(known: readonly { id: string; name: string }[], said: string): string {
    try {
      resolveId(known, said, "item", "item", ids);
    } catch (error) {
      if (error instanceof ToolError) return error.repair ?? "";
    }
    throw new Error("It was not refused");
  }

  const groceries = named(...Array.from({ length: 60 }, (_, index) => `Thing ${index}`), "Blueberries", "Straßenkarte");

  test.each([
    ["Blueberry", "did you mean “Blueberries”? Otherwise take one of “Thing 0”, "],
    ["bluberries", "did you mean “Blueberries”?"],
    ["strassenkarte!", "did you mean “Straßenkarte”?"],
    ["Thing 7", ""],
  ])("A refusal of an unknown name suggests similar names first: %p", (said, repair) => {
    if (repair === "") expect(resolveId(groceries, said, "item", "item", ids)).toBe("id-7");
    else expect(repairFor(groceries, said)).toStartWith(`Parameter item: ${repair}`);
  });

  test("A refusal of a name lists the known names if no similar name exists", () => {
    expect(repairFor(groceries, "xyzzy")).toStartWith("Parameter item: take one of “Thing 0”");
    expect(repairFor(groceries, "xyzzy")).toEndWith("and 42 more, or an id.");
  });

  test("The search for similar names among 500 long ones takes less than a second", () => {
    const long = named(...Array.from({ length: 500 }, (_, index) => `${index} ${"straße ".repeat(570)}`));
    const began = cpuTime();
    repairFor(long, "strasse und mehr ".repeat(230));
    expect(cpuTime() - began).toBeLessThan(1_000);
  });

  test.each([
    ["lasagne", "id-0"],
    ["al Forno", "id-0"],
    ["möhren", "id-2"],
  ])("A part of a recipe's name is accepted by tools that delete nothing: %p", (said, id) => {
    const recipes = named("Lasagne al forno", "Spaghetti", "Suppe (Möhren)", "Pasta one", "Pasta two");
    const notes: string[] = [];
    expect(resolveId(recipes, said, "recipe", "recipe", ids, (sentence) => notes.push(sentence))).toBe(id);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toStartWith("recipe read as “");
    expect(() => resolveId(recipes, said, "recipe", "recipe", ids)).toThrow(ToolError);
  });

  test.each(["pasta", "lasa", "sp", "of"])(
    "A part of a name is refused if two names contain that part, or if a word is cut in half: %p",
    (said) => {
      const recipes = named("Lasagne of Rome", "Spaghetti", "Pasta one", "Pasta two");
      expect(() => resolveId(recipes, said, "recipe", "recipe", ids, () => {})).toThrow(ToolError);
    },
  );

  test("Words for everybody or oneself, such as “everyone” and “me”, are understood", () => {
    for (const said of ["everyone", "Alle", "wir", "die ganze Familie", "unsere Familie", "all of us"])
      expect([said, isEverybody(said)]).toEqual([said, true]);
    for (const said of ["me", "Ich", " mir "]) expect([said, isMe(said)]).toEqual([said, true]);
    for (const said of ["Anna", "Alleyn", "weird", "meg"])
      expect([said, isEverybody(said), isMe(said)]).toEqual([said, false, false]);
  });
});

describe("calls over MCP", () => {
  test("The member “everyone” means no filter in a search, and all members in a check-in", async () => {
    const { use } = await mcpHome();
    await use("create_tasks", { tasks: [{ label: "Tyres", member: "Anna", due: "today" }] });
    for (const member of ["everyone", "alle"]) {
      expect((await use("list_tasks", { member })).data.tasks).toHaveLength(1);
      expect((await use("list_events", { member })).isError).toBeUndefined();
      expect((await use("get_agenda", { member })).isError).toBeUndefined();
      expect((await use("find_free_time", { durationMinutes: "30", members: member })).isError).toBeUndefined();
    }
    const checkIn = { presetKey: "vibe", assignees: ["everyone"], days: ["MO", "Freitag"], times: ["7pm", "20 Uhr"] };
    const { data, texts } = await use("save_check_in", checkIn);
    const { data: household } = await use("list_members");
    expect(data.assignees).toEqual(household.members.map(({ name }: { name: string }) => name));
    expect([data.days, data.times]).toEqual([
      ["monday", "friday"],
      ["19:00", "20:00"],
    ]);
    expect(texts[0]).toContain("\ntimes[0] read as 19:00.\ntimes[1] read as 20:00.");
  });

  test("The time of a check-in may be followed by a label", async () => {
    const { use } = await mcpHome();
    const checkIn = { presetKey: "vibe", assignees: "Mia", days: ["monday"] };
    const { data } = await use("save_check_in", { ...checkIn, times: ["19:00 After supper", "7:30 am Breakfast"] });
    expect(data.times).toEqual(["19:00 After supper", "07:30 Breakfast"].toSorted());
  });

  test("A task's due date that is sent with a time of day is stored with the time", async () => {
    const { use } = await mcpHome();
    const { data, texts } = await use("create_tasks", {
      tasks: [{ label: "Tyres", member: "Anna", due: "monday 10:00" }],
    });
    expect(data.tasks[0].due).toBe("2026-11-30T10:00");
    expect(texts[0]).toContain(" · due Mon 30 Nov 2026, 10:00 · ");
    const vague = await use("create_tasks", { tasks: [{ label: "Bins", member: "Anna", due: "monday evening" }] });
    expect(vague.texts[0]).toContain(
      "\ntasks[0].due read as Mon 30 Nov 2026: a task without dueTime has no time of day.",
    );
    await use("create_tasks", { tasks: [{ label: "Late", member: "Ben", due: "2026-11-20" }] });
    const done = await use("create_tasks", { tasks: [{ label: "Done", member: "Ben", due: "2026-11-20" }] });
    await use("update_tasks", { tasks: [{ taskId: done.data.tasks[0].id, completed: "true" }] });
    for (const due of ["overdue", "überfällig"]) {
      const listed = await use("list_tasks", { due });
      expect(listed.data.tasks.map(({ label }: { label: string }) => label)).toEqual(["Late"]);
    }
  });

  test("The words “next week” mean all days of that week as a range", async () => {
    const { use } = await mcpHome();
    for (const [title, starts] of [
      ["This week", "2026-11-28"],
      ["Next week", "2026-12-06"],
      ["Later", "2026-12-07"],
    ])
      await use("create_event", { title, starts });
    for (const from of ["next week", "nächste Woche"]) {
      const { data, texts } = await use("list_events", { from });
      expect(data.events.map(({ title }: { title: string }) => title)).toEqual(["Next week"]);
      expect(texts[0]).toContain("\nfrom read as Mon 30 Nov 2026.");
    }
    const until = await use("list_events", { from: "today", to: "next week" });
    expect(until.data.events).toHaveLength(2);
    const agenda = await use("get_agenda", { from: "next week" });
    expect(agenda.texts[0]).toContain("Mon 30 Nov 2026");
  });

  test("A part of a list's name is accepted, but not accepted to delete the list", async () => {
    const { use } = await mcpGroceries();
    const added = await use("create_list", { name: "Holiday packing", color: "blau" });
    expect(added.texts[0]).toContain("\ncolor read as sky.");
    const { texts } = await use("add_list_items", { list: "packing", items: ["Towels"] });
    expect(texts[0]).toContain("\nlist read as “Holiday packing”.");
    const refused = await use("delete_list", { list: "packing", confirm: true });
    expect(refused.texts).toEqual([
      "list: no such list: “packing”",
      expect.stringMatching(/^Parameter list: did you mean “Holiday packing”\?/),
    ]);
  });

  test("A usual name of a grocery list means the household's one, unless a list has that name", async () => {
    const { use, list } = await mcpGroceries();
    const nameOf = async (said: string) => (await use("add_list_items", { list: said, items: ["Rice"] })).data.list;
    for (const said of ["shopping list", "the Shopping List", "die Einkaufsliste", "Einkäufe"])
      expect([said, await nameOf(said)]).toEqual([said, "Groceries"]);
    expect((await use("add_list_items", { list: "Supermarkt", items: ["Tea"] })).texts[0]).toContain(
      "list read as “Groceries”.",
    );
    expect((await use("delete_list", { list: "shopping list", confirm: true })).isError).toBe(true);
    expect((await use("add_list_items", { list: "wish list", items: ["Tea"] })).isError).toBe(true);
    await list("Supermarkt");
    expect(await nameOf("supermarkt")).toBe("Supermarkt");
  });

  test("A part of a recipe's name is enough to plan a meal, but not to archive the recipe", async () => {
    const { use, recipe } = await mcpKitchen();
    await recipe("Lasagne al forno");
    const { data, texts } = await use("schedule_meal", { date: "freitag", mealType: "Abendessen", recipe: "lasagne" });
    expect(data).toMatchObject({ date: "2026-12-04", mealType: "dinner" });
    expect(texts[0].split("\n").slice(1)).toEqual([
      "mealType read as dinner.",
      "date read as Fri 4 Dec 2026.",
      "recipe read as “Lasagne al forno”.",
    ]);
    expect((await use("archive_recipe", { recipe: "lasagne", confirm: true })).isError).toBe(true);
  });
});

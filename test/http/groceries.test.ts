/** Grocery runs, which add the ingredients of planned meals to a list. */
import { describe, expect, test } from "bun:test";
import { addTasks } from "#lists/blocks/store.ts";
import { findList } from "#lists/lists/rows.store.ts";
import { transact } from "#platform/db/client.ts";
import { refusal } from "../support/home/home.ts";
import {
  contents,
  homeWithMeals,
  homeWithWeek,
  images,
  monday,
  rowsOf,
  weekIngredients as week,
} from "../support/records/meals.ts";

const unknownId = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";

describe("adding a week's groceries", () => {
  test("Adding a week's groceries puts each ingredient on the list once, in the order of the meals", async () => {
    const own = await homeWithWeek();
    const list = await own.list("Weekly shop");
    const header = await own.block(list.id, "For the week", { type: "header" });
    const { length } = own.entries();
    const run = await own.shop({ listId: list.id });
    expect(run).toMatchObject({ listId: list.id, skipped: [] });
    expect(contents(run.added)).toEqual(week);
    expect(run.added[0]).toEqual({
      ...{ listId: list.id, id: expect.any(String), type: "task", content: "Carrots", done: false, dueDate: null },
      ...{ memberId: null, parentId: null, subtasks: [] },
      createdAt: expect.any(String),
      updatedAt: run.added[0].createdAt,
      createdBy: { kind: "api_key", id: own.key.id, name: "Test key", agentName: null },
    });
    expect(await own.items(list.id)).toEqual([header.content, ...week]);
    const [entry] = own.entries();
    expect(own.entries().length).toBe(length + 1);
    expect(entry).toMatchObject({
      ...{ action: "updated", changes: null, subject: { type: "list", id: list.id, label: "Weekly shop" } },
    });
    expect(entry?.summary.replace(" 2026", "")).toBe(
      "added 4 ingredients for the week from Mon 23 Nov to “Weekly shop”",
    );
    const added = rowsOf(own, "block").filter(({ id }) => id !== header.id);
    expect(images(own)).toEqual({ before: null, after: { block: added } });
  });

  test("Adding a week's groceries skips ingredients that are already on the list, ticked off or not", async () => {
    const own = await homeWithWeek();
    const { id: listId } = await own.list("Groceries");
    const carrots = await own.block(listId, "CARROTS");
    const onions = await own.block(listId, "2 onions");
    await own.patch(`/v1/lists/${listId}/blocks/${onions.id}`, { done: true });
    await own.block(listId, "Spaghetti", { type: "header" });
    await own.block(listId, "Crème fraîche", { type: "paragraph" });
    await own.block(listId, "Spaghetti", { parentId: carrots.id });
    const run = await own.shop();
    expect(contents(run.added)).toEqual(["Spaghetti", "Crème fraîche"]);
    expect(run.skipped).toEqual([
      { ingredient: "Carrots", blockId: carrots.id, done: false },
      { ingredient: "2 onions", blockId: onions.id, done: true },
    ]);
    expect(own.entries()[0]?.summary.replace(" 2026", "")).toBe(
      "added 2 ingredients for the week from Mon 23 Nov to “Groceries”, and skipped 2 that were there",
    );
  });

  test("Adding a week's groceries a second time writes nothing, and returns the existing items", async () => {
    const own = await homeWithWeek();
    const first = await own.shop();
    const { length } = own.entries();
    const etag = (await own.get("/v1/lists")).headers.get("ETag");
    const again = await own.shop();
    expect(again).toEqual({
      listId: first.listId,
      added: [],
      skipped: first.added.map(({ id, content }: any) => ({ ingredient: content, blockId: id, done: false })),
    });
    expect(own.entries().length).toBe(length);
    expect((await own.get("/v1/lists")).headers.get("ETag")).toBe(etag);
  });

  test.each([
    ["case", "milk", "MILK"],
    ["blanks", "Olive\u00a0oil", " olive \u2003 oil "],
    ["an accent's form", "Cre\u0300me", "Cr\u00e8me"],
    ["sharp s", "Weißbrot", "WEISSBROT"],
    ["final sigma", "ΚΡΕΑΣ", "κρεας"],
    ["Cyrillic", "Щавель", "ЩАВЕЛЬ"],
    ["full width", "ﾐﾙｸ", "ミルク"],
    ["Hangul parts", "김치", "\u1100\u1175\u11b7\u110e\u1175"],
    ["a ligature", "ﬂour", "Flour"],
  ])("Adding a week's groceries treats ingredients that differ only in %s as equal", async (_, one, other) => {
    const { recipe, plan, list, block, shop } = await homeWithMeals();
    await plan(monday, "lunch", await recipe("x", [one, other]));
    const first = await shop();
    expect(contents(first.added)).toEqual([one.trim()]);
    const { id: listId } = await list("Another");
    const item = await block(listId, other);
    expect(await shop({ listId })).toMatchObject({
      added: [],
      skipped: [{ ingredient: one.trim(), blockId: item.id }],
    });
  });

  test("Ingredients with a different accent, plural or amount are added as separate groceries", async () => {
    const { recipe, plan, shop } = await homeWithMeals();
    const ingredients = ["Pâté", "Pate", "Apple", "Apples", "2 apples", "kapı", "kapi"];
    await plan(monday, "lunch", await recipe("x", ingredients));
    expect(contents((await shop()).added)).toEqual(ingredients);
  });

  test("Ten simultaneous requests for a week's groceries create one list without duplicates", async () => {
    const own = await homeWithWeek();
    const { length } = own.entries();
    const runs = await Promise.all(Array.from({ length: 10 }, () => own.shop()));
    expect(runs.filter(({ added }) => added.length > 0).length).toBe(1);
    expect(new Set(runs.map(({ listId }) => listId)).size).toBe(1);
    expect((await own.lists()).map(({ name }: any) => name)).toEqual(["Groceries"]);
    expect(await own.items(runs[0].listId)).toEqual(week);
    expect(own.entries().length).toBe(length + 1);
  });

  test("Groceries go to the oldest shared list with the name that the household chose", async () => {
    const own = await homeWithWeek();
    const named = async () =>
      (await own.get("/v1/lists")).body.sections.map((each: any) => [
        each.name,
        ...each.lists.map(({ name }: any) => name),
      ]);
    await own.anna.patch("/app/household", { groceryListName: "Einkaufsliste" });
    const first = await own.shop();
    expect(contents(first.added)).toEqual(week);
    expect(await named()).toEqual([["Listen", "Einkaufsliste"]]);
    expect(own.entries()[0]?.summary).toEndWith("to the new list “Einkaufsliste”");
    const { id: other } = await own.list("Groceries");
    expect(await own.shop()).toMatchObject({ listId: first.listId, added: [] });
    await own.anna.patch("/app/household", { groceryListName: " ＧＲＯＣＥＲＩＥＳ " });
    expect(await own.shop()).toMatchObject({ listId: other });
    const one = await own.post("/v1/meals/grocery/items", { ingredient: "Carrots" });
    expect(one.body).toMatchObject({ listId: other, added: false });
    await own.anna.patch("/app/household", { groceryListName: "Saturday market" });
    const batch = { operations: [{ op: "create", type: "task", content: "Figs" }] };
    const { listId } = (await own.post("/v1/lists/groceries/batch", batch)).body;
    expect(await named()).toEqual([
      ["Listen", "Einkaufsliste", "Saturday market"],
      ["Home", "Groceries"],
    ]);
    expect(await own.shop()).toMatchObject({ listId });
  });

  test.each([
    ["grocery", { weekStart: monday }],
    ["grocery/items", { ingredient: "Figs" }],
  ])("Adding groceries by /v1/meals/%s refuses the unknown field “language”", async (path, body) => {
    const own = await homeWithWeek();
    const refused = await own.post(`/v1/meals/${path}`, { ...body, language: "de" });
    expect(refused.body).toEqual(refusal(400, "language: unknown field"));
  });

  test("Adding a week's groceries includes meals with archived recipes", async () => {
    const own = await homeWithWeek();
    await own.delete(`/v1/recipes/${own.soup.id}`);
    expect(contents((await own.shop()).added)).toEqual(week);
  });

  test("Groceries can be added for another week, or for seven days from any date", async () => {
    const { shop } = await homeWithWeek();
    expect(contents((await shop({ weekStart: "2026-11-30" })).added)).toEqual(["Beef"]);
    const { added, skipped } = await shop({ weekStart: "2026-11-24" });
    expect([contents(added), contents(skipped)]).toEqual([
      ["Spaghetti", "2  Onions", "Crème fraîche", "Carrots"],
      [undefined],
    ]);
  });

  test("Adding a week's groceries adds nothing if the list has no room for all ingredients", async () => {
    const own = await homeWithWeek();
    const { id: listId } = await own.list("Long");
    const { work, db } = own;
    transact(db, () => addTasks(work(), findList(work(), listId), Array(997).fill("x")));
    const { length } = own.entries();
    expect(await own.shop({ listId })).toEqual(refusal(422, "A list holds at most 1,000 blocks"));
    expect((await own.items(listId)).length).toBe(997);
    expect(own.entries().length).toBe(length);
    await own.post("/v1/meals/grocery/items", { listId, ingredient: "carrots" });
    await own.patch(`/v1/recipes/${own.pasta.id}`, { ingredients: ["Spaghetti", "2 onions"] });
    expect((await own.shop({ listId })).added.length).toBe(2);
    const full = { listId, ingredient: "Salt" };
    expect((await own.post("/v1/meals/grocery/items", full)).body).toEqual(
      refusal(422, "A list holds at most 1,000 blocks"),
    );
    expect((await own.post("/v1/meals/grocery/items", { listId, ingredient: "X" })).body.added).toBe(false);
  });

  test.each([
    ["grocery", {}, 400, "weekStart: is required"],
    ["grocery", { weekStart: "2026-02-30" }, 400, "weekStart: must be a date that exists, such as 2026-05-01"],
    ["grocery", { weekStart: null }, 400, "weekStart: must be a date that exists, such as 2026-05-01"],
    ["grocery", { weekStart: monday, listId: null }, 400, "listId: must be a UUID"],
    ["grocery", { weekStart: monday, listId: unknownId }, 422, "listId: no such list"],
    ["grocery", { weekStart: "2020-01-01", listId: unknownId }, 422, "listId: no such list"],
    ["grocery/items", {}, 400, "ingredient: is required"],
    ["grocery/items", { ingredient: " \u3000 " }, 400, "ingredient: must be 1 to 200 characters"],
    ["grocery/items", { ingredient: "x".repeat(201) }, 400, "ingredient: must be 1 to 200 characters"],
    ["grocery/items", { ingredient: "Milk", listId: "x" }, 400, "listId: must be a UUID"],
    ["grocery/items", { ingredient: "Milk", listId: unknownId }, 422, "listId: no such list"],
  ])("Adding groceries by /v1/meals/%s is refused for the body %j", async (path, body, status, error) => {
    const { post, entries, lists } = await homeWithWeek();
    const { length } = entries();
    expect((await post(`/v1/meals/${path}`, body)).body).toEqual(refusal(status, error));
    expect(entries().length).toBe(length);
    expect(await lists()).toEqual([]);
  });
});

describe("the list “Groceries”", () => {
  test("The list “Groceries” is the oldest shared list of that name, in upper or lower case", async () => {
    const { list, shop, lists, anna } = await homeWithWeek();
    await list("Groceries", { visibility: "personal" }, anna);
    const oldest = await list("GROCERIES");
    await list("Groceries");
    await list("Groceries for the party");
    expect((await shop({}, anna)).listId).toBe(oldest.id);
    expect((await lists(anna)).length).toBe(4);
  });

  test("The list “Groceries” is created with the items in the first section, in one activity entry", async () => {
    const own = await homeWithWeek();
    await own.post("/v1/lists/sections", { name: "First" });
    await own.post("/v1/lists/sections", { name: "Second" });
    const { length } = own.entries();
    const { listId } = await own.shop();
    const { sections } = (await own.get("/v1/lists")).body;
    expect(sections.map(({ name, lists }: any) => [name, lists.map((each: any) => each.name)])).toEqual([
      ["First", ["Groceries"]],
      ["Second", []],
    ]);
    expect(sections[0].lists[0]).toMatchObject({ visibility: "shared", icon: "📝", remainingCount: 4 });
    expect(own.entries().length).toBe(length + 1);
    expect(own.entries()[0]).toMatchObject({
      action: "created",
      subject: { type: "list", id: listId },
      summary: expect.stringMatching(/^added 4 ingredients for the week from .* to the new list “Groceries”$/),
    });
    expect(images(own)).toEqual({ before: null, after: { list: rowsOf(own, "list"), block: rowsOf(own, "block") } });
  });

  test("The list “Groceries” is created in a new section “Lists” if no section exists", async () => {
    const own = await homeWithMeals();
    const { body } = await own.post("/v1/meals/grocery/items", { ingredient: "Milk" });
    const { sections } = (await own.get("/v1/lists")).body;
    expect(sections).toMatchObject([{ name: "Lists", lists: [{ id: body.listId, name: "Groceries" }] }]);
    expect(own.entries()[0]).toMatchObject({
      action: "created",
      subject: { type: "block", id: body.item.id, label: "Milk" },
      summary: "added “Milk” to the new list “Groceries”",
    });
    expect(images(own)).toEqual({
      before: null,
      after: { listSection: rowsOf(own, "listSection"), list: rowsOf(own, "list"), block: rowsOf(own, "block") },
    });
  });

  test("The list “Groceries” is neither created nor required when there is nothing to add", async () => {
    const { shop, lists, entries, list } = await homeWithMeals();
    const { length } = entries();
    expect(await shop()).toEqual({ listId: null, added: [], skipped: [] });
    expect(await lists()).toEqual([]);
    expect(entries().length).toBe(length);
    const { id } = await list("groceries");
    expect(await shop()).toEqual({ listId: id, added: [], skipped: [] });
    expect(await shop({ listId: id })).toEqual({ listId: id, added: [], skipped: [] });
  });
});

describe("a single ingredient", () => {
  test("A single ingredient is added to the list once, and a second request returns the existing item", async () => {
    const own = await homeWithMeals();
    const { id: listId } = await own.list("Groceries");
    const first = (await own.ben.post("/v1/meals/grocery/items", { ingredient: " Oat  milk " })).body;
    expect(first).toMatchObject({
      ...{ listId, added: true },
      item: { listId, content: "Oat  milk", type: "task", done: false, subtasks: [], createdBy: { name: "Ben" } },
    });
    expect(own.entries()[0]).toMatchObject({
      ...{ action: "created", subject: { type: "block", id: first.item.id }, changes: null },
      summary: "added “Oat  milk” to “Groceries”",
    });
    expect(images(own)).toEqual({ before: null, after: { block: rowsOf(own, "block") } });
    const sub = await own.block(listId, "Two", { parentId: first.item.id });
    const ticked = await own.patch(`/v1/lists/${listId}/blocks/${first.item.id}`, { done: true });
    const { length } = own.entries();
    const again = (await own.post("/v1/meals/grocery/items", { ingredient: "OAT MILK", listId })).body;
    expect(again).toEqual({ listId, added: false, item: ticked.body });
    expect(again.item.subtasks).toMatchObject([{ id: sub.id }]);
    expect(own.entries().length).toBe(length);
    const two = (await own.post("/v1/meals/grocery/items", { ingredient: "Two", listId })).body;
    expect(two.added).toBe(true);
  });

  test("Simultaneous requests add an ingredient only once, even in two spellings", async () => {
    const own = await homeWithWeek();
    const spellings = ["Spaghetti", " SPAGHETTI "];
    const [answers, run] = await Promise.all([
      Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          own.post("/v1/meals/grocery/items", { ingredient: spellings[index % 2] }),
        ),
      ),
      own.shop(),
    ]);
    const added =
      answers.filter(({ body }) => body.added).length +
      contents(run.added).filter((each) => /spagh/i.test(each)).length;
    expect(added).toBe(1);
    expect((await own.lists()).length).toBe(1);
    expect((await own.items(run.listId)).filter((each: string) => /spagh/i.test(each)).length).toBe(1);
  });
});

/**
 * Tests grocery runs, which add the needs of meals to a list: the items that they add, raise, leave and offer again.
 */
import { describe, expect, test } from "bun:test";
import { refusal } from "../support/home/home.ts";
import { images } from "../support/records/meals.ts";
import { friday, homeWithShopping, saturday, sunday } from "../support/records/shopping.ts";

describe("a request to add groceries", () => {
  test("A request to add groceries adds up equal foods of several meals, scaled by servings", async () => {
    const own = await homeWithShopping();
    const bread = await own.cook(friday, ["500 g Mehl", "2 Zwiebeln, gehackt", "Salz"]);
    const cake = await own.cook(saturday, ["300g Mehl", "1 Zwiebel"], 2);
    await own.serve(cake.id, 4);
    const { status, body } = await own.buy({ language: "de" });
    expect(status).toBe(200);
    expect(await own.texts()).toEqual(["1,1 kg Mehl", "4 Zwiebeln", "Salz"]);
    const [flour] = body.lines;
    expect(flour).toEqual({
      ...{ key: "mehl|g", text: "1,1 kg Mehl", amount: 1100, unit: "g", state: "added", was: null },
      blockId: (await own.find("1,1 kg Mehl")).id,
      needs: [bread, cake].map(({ id, date, recipe }, index) => ({
        ...{ mealId: id, recipeId: recipe.id, recipeName: recipe.name, date },
        ...{ line: ["500 g Mehl", "300g Mehl"][index], factor: [1, 2][index], from: 0, amount: [500, 600][index] },
      })),
    });
    expect(body.listId).toBe((await own.lists())[0].id);
    expect(own.entries()[0]?.summary).toBe(
      "added 3 ingredients for the week from Mon 23 Nov to the new list “Groceries”",
    );
  });

  test("A repeated request to add groceries adds no item again and writes nothing", async () => {
    const own = await homeWithShopping();
    await own.cook(friday, ["500 g flour", "Salt"]);
    const first = await own.buy();
    const { length } = own.entries();
    const again = await own.buy();
    expect(again.body.lines.map(({ state, blockId }: any) => [state, blockId])).toEqual(
      first.body.lines.map(({ blockId }: any) => ["there", blockId]),
    );
    expect(again.body.lines[0].was).toBe("500 g flour");
    expect(own.entries().length).toBe(length);
    expect(await own.texts()).toEqual(["500 g flour", "Salt"]);
  });

  test("Two simultaneous requests to add groceries add nothing twice and create only one list", async () => {
    const own = await homeWithShopping();
    await own.cook(friday, ["500 g flour", "2 eggs"]);
    const runs = await Promise.all(Array.from({ length: 10 }, () => own.buy()));
    expect(new Set(runs.map(({ body }) => body.listId)).size).toBe(1);
    expect(runs.filter(({ body }) => body.lines[0].state === "added").length).toBe(1);
    expect(await own.texts()).toEqual(["500 g flour", "2 eggs"]);
  });

  test("A request to add groceries for a later meal increases the amount of an open item", async () => {
    const own = await homeWithShopping();
    await own.cook(friday, ["500 g flour"]);
    await own.buy();
    await own.cook(saturday, ["300 g flour", "2 eggs"]);
    const { body } = await own.buy();
    expect(body.lines.map(({ state, text, was }: any) => [state, text, was])).toEqual([
      ["raised", "800 g flour", "500 g flour"],
      ["added", "2 eggs", null],
    ]);
    expect(await own.texts()).toEqual(["800 g flour", "2 eggs"]);
    expect(own.entries()[0]?.summary).toBe(
      "added 1 and raised 1 ingredient for the week from Mon 23 Nov on “Groceries”",
    );
    const { before, after } = images(own);
    expect([before.block.length, before.groceryItem.length, after.block.length, after.groceryItem.length]).toEqual([
      ...[1, 1, 2, 2],
    ]);
    expect((await own.undo()).status).toBe(200);
    expect(await own.texts()).toEqual(["500 g flour"]);
    expect(await own.states()).toEqual(["raised 800 g flour", "added 2 eggs"]);
  });

  test("A request to add groceries leaves ticked items unchanged, and adds an item for the missing amount", async () => {
    const own = await homeWithShopping();
    await own.cook(friday, ["500 g flour"]);
    await own.buy();
    await own.change("500 g flour", { done: true });
    expect(await own.states()).toEqual(["there 500 g flour"]);
    await own.cook(saturday, ["300 g flour"]);
    expect(await own.states()).toEqual(["added 300 g flour"]);
    expect(await own.texts()).toEqual(["✓ 500 g flour", "300 g flour"]);
  });

  test("A request to add groceries after the servings were raised adds only the missing amount", async () => {
    const own = await homeWithShopping();
    const { id } = await own.cook(friday, ["500 g flour", "Salt"], 2);
    await own.buy();
    await own.serve(id, 3);
    expect(await own.states()).toEqual(["raised 750 g flour", "there Salt"]);
    await own.change("750 g flour", { done: true });
    await own.serve(id, 4);
    expect(await own.states()).toEqual(["added 250 g flour", "there Salt"]);
    await own.serve(id, 2);
    expect(await own.states()).toEqual(["there 500 g flour", "there Salt"]);
  });

  test("A food that was bought last week is added to the groceries again if another meal needs the food", async () => {
    const own = await homeWithShopping();
    await own.cook(friday, ["500 g flour", "Salt"]);
    const soup = await own.recipe("Soup", ["2 carrots"]);
    await own.plan(saturday, "dinner", soup);
    await own.buy();
    for (const text of ["500 g flour", "Salt", "2 carrots"]) await own.change(text, { done: true });
    await own.drop("Salt");
    expect(await own.states()).toEqual(["there 500 g flour", "there Salt", "there 2 carrots"]);
    await own.plan("2026-12-01", "dinner", soup);
    const next = await own.cook("2026-12-02", ["200 g flour", "Salt"]);
    expect(next.date).toBe("2026-12-02");
    expect(await own.states({ weekStart: "2026-11-30" })).toEqual([
      "added 2 carrots",
      "added 200 g flour",
      "added Salt",
    ]);
    expect(await own.texts()).toEqual([...["✓ 500 g flour", "✓ 2 carrots", "2 carrots", "200 g flour", "Salt"]]);
  });

  test("A request to add groceries counts a moved meal only once, and adds a deleted item again", async () => {
    const own = await homeWithShopping();
    const { id } = await own.cook(friday, ["500 g flour", "2 eggs"]);
    await own.buy();
    await own.patch(`/v1/meals/${id}`, { date: sunday, mealType: "lunch", slot: 0 });
    expect(await own.states()).toEqual(["there 500 g flour", "there 2 eggs"]);
    expect((await own.groceries()).items[0].needs[0].date).toBe(sunday);
    await own.drop("2 eggs");
    expect(await own.states()).toEqual(["there 500 g flour", "added 2 eggs"]);
  });

  test("A request to add groceries covers the rest of the week, or the days that the request names", async () => {
    const own = await homeWithShopping();
    await own.cook("2026-11-24", ["1 leek"]);
    await own.cook(friday, ["2 eggs"]);
    await own.cook(sunday, ["3 apples"]);
    expect(await own.states({ dryRun: true })).toEqual(["added 2 eggs", "added 3 apples"]);
    expect(await own.states({ dryRun: true, days: [sunday] })).toEqual(["added 3 apples"]);
    expect(await own.states({ dryRun: true, days: ["2026-11-24", friday] })).toEqual(["added 1 leek", "added 2 eggs"]);
    expect((await own.buy({ days: ["2026-11-30"] })).body).toEqual(refusal(422, "days[0]: must be a day of the week"));
    own.clock.now = new Date("2026-11-28T12:00:00Z");
    expect(await own.states({ dryRun: true })).toEqual(["added 3 apples"]);
  });

  test("A request to add groceries for one recipe can name the servings, and counts the recipe once a day", async () => {
    const own = await homeWithShopping();
    const { id } = await own.recipe("Pancakes", ["250 g flour", "3 eggs"]);
    const of = { weekStart: undefined, recipeId: id };
    expect((await own.buy({ ...of, servings: 4 })).body).toEqual(
      refusal(422, "servings: the recipe does not say for how many it is"),
    );
    await own.patch(`/v1/recipes/${id}/details`, { servings: 2 });
    expect(await own.states({ ...of, servings: 4 })).toEqual(["added 500 g flour", "added 6 eggs"]);
    expect(own.entries()[0]?.summary).toBe("added 2 ingredients of “Pancakes” to the new list “Groceries”");
    expect(await own.states({ ...of, servings: 4 })).toEqual(["there 500 g flour", "there 6 eggs"]);
    expect(await own.states({ ...of, servings: 6 })).toEqual(["raised 750 g flour", "raised 9 eggs"]);
    own.clock.now = new Date("2026-11-28T12:00:00Z");
    expect(await own.states(of)).toEqual(["raised 1 kg flour", "raised 12 eggs"]);
  });

  test("A dry run of adding groceries returns the same as a real request, and writes nothing", async () => {
    const own = await homeWithShopping();
    await own.cook(friday, ["500 g flour"]);
    const { length } = own.entries();
    const { body } = await own.buy({ dryRun: true });
    expect(body).toMatchObject({ listId: null, lines: [{ state: "added", blockId: null, text: "500 g flour" }] });
    expect(own.entries().length).toBe(length);
    expect(await own.lists()).toEqual([]);
  });
});

describe("grocery items that people decide about", () => {
  test("A grocery item that a person wrote covers the need of meals, unless the item is ticked", async () => {
    const own = await homeWithShopping();
    const { id: listId } = await own.list("Groceries");
    await own.block(listId, "Flour");
    await own.block(listId, "Eggs");
    await own.change("Eggs", { done: true });
    await own.cook(friday, ["500 g flour", "2 eggs"]);
    const { body } = await own.buy({ dryRun: true });
    expect(body.lines[0]).toMatchObject({ state: "there", text: "500 g flour", was: "Flour" });
    expect(await own.states()).toEqual(["there 500 g flour", "added 2 eggs"]);
    expect(await own.states({ include: ["flour|g"] })).toEqual(["added 500 g flour", "there 2 eggs"]);
    expect(await own.texts()).toEqual(["Flour", "✓ Eggs", "2 eggs", "500 g flour"]);
  });

  test("A grocery item that a person edited is never rewritten, and counts as covering what meals need", async () => {
    const own = await homeWithShopping();
    await own.cook(friday, ["500 g flour", "2 eggs"]);
    await own.buy();
    await own.change("500 g flour", { content: "2 kg flour" });
    await own.change("2 eggs", { content: "Egg substitute" });
    await own.cook(saturday, ["300 g flour", "1 egg"]);
    expect(await own.states({ dryRun: true })).toEqual(["there 800 g flour", "added 1 egg"]);
    expect(await own.states({ leaveOut: ["flour|g"] })).toEqual(["left_out 800 g flour", "added 1 egg"]);
    expect(await own.texts()).toEqual(["2 kg flour", "Egg substitute", "1 egg"]);
    await own.change("Egg substitute", { content: "2 eggs" });
    expect(await own.states({ include: ["flour|g"] })).toEqual(["added 800 g flour", "there 3 eggs"]);
    expect(await own.texts()).toEqual(["2 kg flour", "2 eggs", "1 egg", "800 g flour"]);
  });

  test("A food that is always at home is not added to the groceries unless the request includes the food", async () => {
    const own = await homeWithShopping();
    const known = await own.anna.call("PUT", "/app/groceries/foods", { body: { text: "Salz", staple: true } });
    expect(known.body).toEqual({ food: "salz", text: "Salz", aisle: null, staple: true });
    await own.cook(friday, ["Salz", "1 Prise Salz", "2 Eier"]);
    expect(await own.states()).toEqual(["staple Salz", "staple 1 Prise Salz", "added 2 Eier"]);
    expect(await own.states({ include: ["salz|-"] })).toEqual(["added Salz", "staple 1 Prise Salz", "there 2 Eier"]);
  });

  test("A grocery line that a request leaves out is not added, and is offered again by the next request", async () => {
    const own = await homeWithShopping();
    await own.cook(friday, ["500 g flour", "2 eggs"]);
    expect(await own.states({ leaveOut: ["egg|"] })).toEqual(["added 500 g flour", "left_out 2 eggs"]);
    expect(await own.states()).toEqual(["there 500 g flour", "added 2 eggs"]);
  });
});

test("The older operation for groceries skips an ingredient that an item of the list already covers", async () => {
  const own = await homeWithShopping();
  await own.cook(friday, ["500 g flour", "Salt"]);
  await own.cook(saturday, ["300 g Flour", "Pepper"]);
  await own.buy({ leaveOut: ["pepper|-"] });
  const { id } = await own.find("800 g flour");
  const run = await own.shop();
  expect(run.added.map(({ content }: any) => content)).toEqual(["Pepper"]);
  expect(run.skipped.slice(0, 2)).toMatchObject([
    { ingredient: "500 g flour", blockId: id, done: false },
    { ingredient: "Salt" },
  ]);
  const one = await own.post("/v1/meals/grocery/items", { ingredient: " 300 G flour" });
  expect(one.body).toMatchObject({ added: false, item: { id, content: "800 g flour" } });
  await own.change("800 g flour", { content: "Flour" });
  expect((await own.post("/v1/meals/grocery/items", { ingredient: "300 g flour" })).body.added).toBe(true);
});

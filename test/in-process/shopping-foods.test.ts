/** Tests the preferences of a household for foods and shops, its units, and how long purchases count. */
import { describe, expect, test } from "bun:test";
import { maintainMeals } from "#kitchen/meals/nightly.ts";
import { aisles } from "#lib/ingredients/aisles.ts";
import { refusal } from "../support/home/home.ts";
import { friday, homeWithShopping, saturday } from "../support/records/shopping.ts";

async function homeWithFoods() {
  const own = await homeWithShopping();
  const remember = (body: object, by: Pick<typeof own.anna, "call"> = own.anna) =>
    by.call("PUT", "/app/groceries/foods", { body });
  return { ...own, remember };
}

describe("a food", () => {
  test("A food has the same aisle and the same mark “always at home” in all its spellings", async () => {
    const own = await homeWithFoods();
    const basil = { food: "basil", text: "Basil", aisle: "produce", staple: false };
    expect((await own.remember({ text: "Basil", aisle: "produce" })).body).toEqual(basil);
    expect((await own.remember({ text: "2 tbsp fresh basil, chopped", staple: true })).body).toEqual({
      ...basil,
      staple: true,
    });
    expect((await own.groceries()).foods).toEqual([{ ...basil, staple: true }]);
    expect((await own.remember({ text: "basil", aisle: null, staple: false })).body).toMatchObject({ aisle: null });
    expect((await own.groceries()).foods).toEqual([]);
    const made = own.entries().slice(0, 3);
    expect(made.map(({ summary }) => summary)).toEqual([
      "no longer always has “Basil”, and put “Basil” back into its usual aisle",
      "always has “Basil”",
      "put “Basil” under “Fruit and vegetables”",
    ]);
    const steps = [[{ ...basil, staple: true }], [basil], []];
    for (const [index, foods] of steps.entries()) {
      expect((await own.undo(made[index]?.id)).status).toBe(200);
      expect((await own.groceries()).foods).toEqual(foods);
    }
  });

  test("A food that is saved again unchanged writes nothing, and an unknown aisle is refused", async () => {
    const own = await homeWithFoods();
    await own.remember({ text: "Salt", staple: true });
    const { length } = own.entries();
    expect((await own.remember({ text: "salt", staple: true })).body.text).toBe("Salt");
    expect((await own.remember({ text: "Salt" })).status).toBe(200);
    expect((await own.remember({ text: "Salt", aisle: "toys" })).body).toEqual(refusal(422, "aisle: no such aisle"));
    for (const body of [{ text: "" }, { text: "x".repeat(201) }, { text: "Salt", staple: 1 }, { staple: true }]) {
      expect((await own.remember(body)).status).toBe(400);
    }
    expect(own.entries().length).toBe(length);
  });

  test("A household stores at most 2,000 foods", async () => {
    const own = await homeWithFoods();
    const insert = own.db.$client.prepare("INSERT INTO food_place VALUES (?, ?, ?, NULL, 1)");
    for (let index = 0; index < 2_000; index++) insert.run(own.id, `food ${index}`, `Food ${index}`);
    const full = refusal(422, "A household remembers at most 2,000 foods");
    expect((await own.remember({ text: "Salt", staple: true })).body).toEqual(full);
    expect(
      (await own.neighbour().then((other) => other.as(other.members.anna).get("/app/groceries"))).body.foods,
    ).toEqual([]);
  });
});

describe("a list that is sorted by aisle", () => {
  test("The grocery list is sorted by aisle, in an order of aisles that can be changed", async () => {
    const own = await homeWithFoods();
    const { id } = await own.list("Groceries");
    const { id: other } = await own.list("Packing");
    expect((await own.groceries()).lists).toEqual([{ listId: id, byAisle: true, aisles: [...aisles], items: [] }]);
    const change = (listId: string, body: object) => own.anna.patch(`/app/groceries/lists/${listId}`, body);
    const order = ["bakery", "dairy", ...aisles.filter((each) => !["bakery", "dairy"].includes(each))];
    expect((await change(id, { aisles: ["bakery", "dairy"] })).body).toEqual({
      ...{ listId: id, byAisle: true, aisles: order, items: [] },
    });
    expect((await change(id, { byAisle: false })).body.aisles).toEqual(order);
    expect((await change(other, { byAisle: true })).body.byAisle).toBe(true);
    expect((await own.groceries()).lists.length).toBe(2);
    expect(
      own
        .entries()
        .slice(0, 3)
        .map(({ summary }) => summary),
    ).toEqual([
      "sorted “Packing” by aisle",
      "no longer sorts “Groceries” by aisle",
      "put the aisles of “Groceries” in another order",
    ]);
    expect((await own.undo()).status).toBe(200);
    expect((await own.groceries()).lists).toEqual([{ listId: id, byAisle: false, aisles: order, items: [] }]);
    expect((await own.undo(own.entries()[2]?.id)).status).toBe(200);
    expect((await own.groceries()).lists[0].byAisle).toBe(true);
    expect((await change(id, { aisles: ["toys"] })).body).toEqual(refusal(422, "aisles[0]: no such aisle"));
    expect((await change(id, { aisles: ["bakery", "bakery"] })).status).toBe(400);
  });

  test("A list that is deleted and restored keeps the list's settings for aisles", async () => {
    const own = await homeWithFoods();
    const { id } = await own.list("Packing");
    await own.anna.patch(`/app/groceries/lists/${id}`, { byAisle: true });
    await own.delete(`/v1/lists/${id}`);
    expect((await own.groceries()).lists).toEqual([]);
    expect((await own.undo()).status).toBe(200);
    expect((await own.groceries()).lists).toMatchObject([{ listId: id, byAisle: true }]);
  });
});

test("A household gets groceries in the household's chosen units", async () => {
  const own = await homeWithFoods();
  await own.cook(friday, ["8 oz flour", "1 cup milk", "2 tbsp oil"]);
  const display = (amounts: string) => own.anna.patch("/v1/households/me/display", { amounts });
  expect((await own.mia.patch("/v1/households/me/display", { amounts: "us" })).status).toBe(403);
  expect(await own.states({ dryRun: true })).toEqual(["added 8 oz flour", "added 1 cup milk", "added 2 tbsp oil"]);
  expect((await display("metric")).body.amounts).toBe("metric");
  expect(await own.states()).toEqual(["added 225 g flour", "added 240 ml milk", "added 2 tbsp oil"]);
  await own.cook(saturday, ["100 g flour"]);
  await display("us");
  expect(await own.states()).toEqual(["raised 11½ oz flour", "there 1 cup milk", "there 2 tbsp oil"]);
  expect(await own.texts()).toEqual(["11½ oz flour", "240 ml milk", "2 tbsp oil"]);
});

test("Amounts of groceries are written in the requested language, or else in the grocery list's language", async () => {
  const own = await homeWithFoods();
  await own.cook(friday, ["1 kg Mehl", "1 Zwiebel"]);
  await own.cook(saturday, ["500 g Mehl", "1 Zwiebel"]);
  expect(await own.states({ dryRun: true, language: "en" })).toEqual(["added 1.5 kg Mehl", "added 2 Zwiebeln"]);
  await own.anna.patch("/app/household", { groceryListName: "Einkauf" });
  const { id: listId } = await own.list("Markt");
  for (const more of [{}, { listId }]) {
    expect(await own.states({ dryRun: true, ...more })).toEqual(["added 1,5 kg Mehl", "added 2 Zwiebeln"]);
  }
});

test("An ingredient with the number 0 at the beginning of its line is still added up", async () => {
  const own = await homeWithFoods();
  await own.cook(friday, ["00 flour 300 g", "1 tsp yeast", "0,0 % beer 1 l", "0 g sugar", "0 eggs"]);
  await own.cook(saturday, ["00 flour 200 g", "200 g sugar"]);
  expect(await own.states()).toEqual([
    ...["added 500 g 00 flour", "added 1 tsp yeast", "added 0,0 % beer 1 l"],
    ...["added 0 g sugar", "added 0 eggs", "added 200 g sugar"],
  ]);
});

test("Numbers in the name of a food stay the same while the amount grows with the servings", async () => {
  const own = await homeWithFoods();
  const recipe = await own.recipe("Scaled", [
    ...["7-Up 1 can", "3,5 % Milch 1 l", "70 % dark chocolate 100 g", "80/20 ground beef 500 g"],
    ...["405er Mehl 500 g", "5-spice powder 1 tsp"],
  ]);
  await own.patch(`/v1/recipes/${recipe.id}/details`, { servings: 2 });
  const { body } = await own.post("/v1/meals/shopping", { recipeId: recipe.id, servings: 4, dryRun: true });
  expect(body.lines.map(({ text }: any) => text)).toEqual([
    ...["7-Up 2 cans", "3,5 % Milch 2 l", "70 % dark chocolate 200 g", "80/20 ground beef 1 kg"],
    ...["405er Mehl 1 kg", "5-spice powder 2 tsp"],
  ]);
});

test("Bought grocery items are stored for 30 days after their meal, and other items without limit", async () => {
  const own = await homeWithFoods();
  await own.cook(friday, ["500 g flour", "2 eggs"]);
  await own.buy();
  await own.change("500 g flour", { done: true });
  const night = async (date: string) => {
    own.clock.now = new Date(`${date}T03:00:00Z`);
    await maintainMeals(
      { ...own, clock: () => own.clock.now, committed: { emit: () => {} } } as never,
      AbortSignal.timeout(60_000),
    );
  };
  await night("2026-12-27");
  expect((await own.groceries()).items.length).toBe(2);
  await night("2026-12-28");
  expect((await own.groceries()).items).toMatchObject([{ rendered: "2 eggs" }]);
  expect(await own.texts()).toEqual(["✓ 500 g flour", "2 eggs"]);
});

test("Bought grocery items are shown for two weeks, but are not added again even after that", async () => {
  const own = await homeWithFoods();
  await own.cook(friday, ["500 g flour", "2 eggs"]);
  await own.buy();
  await own.change("500 g flour", { done: true });
  const shown = async () => (await own.groceries()).items.map(({ rendered }: any) => rendered);
  await own.cook("2026-12-10", ["1 leek"]);
  await own.buy({ weekStart: "2026-12-07" });
  expect(await shown()).toEqual(["500 g flour", "2 eggs", "1 leek"]);
  await own.cook("2026-12-11", ["3 apples"]);
  await own.buy({ weekStart: "2026-12-07" });
  expect(await shown()).toEqual(["2 eggs", "1 leek", "3 apples"]);
  expect(await own.states()).toEqual(["there 500 g flour", "there 2 eggs"]);
});

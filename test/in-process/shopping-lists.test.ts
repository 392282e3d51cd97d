/** Tests that the needs of items stay right when people change lists, the permissions, and hostile input. */
import { describe, expect, test } from "bun:test";
import { addTasks } from "#lists/blocks/store.ts";
import { findList } from "#lists/lists/rows.store.ts";
import { transact } from "#platform/db/client.ts";
import { refusal } from "../support/home/home.ts";
import { monday } from "../support/records/meals.ts";
import { friday, homeWithShopping, saturday, sunday } from "../support/records/shopping.ts";

const unknownId = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";

describe("the removal of a meal's ingredients", () => {
  test("The removal of a deleted meal's ingredients changes only grocery items that are open and unedited", async () => {
    const own = await homeWithShopping();
    const bread = await own.cook(friday, ["500 g flour", "2 onions", "1 leek", "3 eggs"]);
    await own.cook(saturday, ["300 g flour"]);
    await own.buy();
    await own.change("1 leek", { done: true });
    await own.change("3 eggs", { content: "Eggs" });
    await own.delete(`/v1/meals/${bread.id}`);
    expect((await own.remove(bread.id)).body).toEqual({ changed: 1, removed: 1 });
    expect(await own.texts()).toEqual(["300 g flour", "✓ 1 leek", "Eggs"]);
    expect(own.entries()[0]?.summary).toBe("took the ingredients of “Of 500 g flour” off “Groceries”");
    expect((await own.remove(bread.id)).body).toEqual({ changed: 0, removed: 0 });
    expect((await own.undo()).status).toBe(200);
    expect(await own.texts()).toEqual(["800 g flour", "2 onions", "✓ 1 leek", "Eggs"]);
    expect(await own.states()).toEqual(["there 300 g flour"]);
  });

  test("The removal of a meal's ingredients keeps a grocery item to which a person added subtasks", async () => {
    const own = await homeWithShopping();
    const { id } = await own.cook(friday, ["2 onions"]);
    await own.buy();
    const item = await own.find("2 onions");
    await own.block(item.list.id, "the red ones", { parentId: item.id });
    expect((await own.remove(id)).body).toEqual({ changed: 0, removed: 0 });
    expect(await own.texts()).toEqual(["2 onions"]);
    expect(await own.states()).toEqual(["there 2 onions"]);
  });

  test("The removal of a meal's ingredients returns 404 for an unknown meal", async () => {
    const own = await homeWithShopping();
    const { id } = await own.cook(friday, ["2 onions"]);
    const { length } = own.entries();
    expect((await own.remove(id)).body).toEqual({ changed: 0, removed: 0 });
    expect((await own.remove(unknownId)).body).toEqual(refusal(404, "Meal not found"));
    await own.buy();
    const other = await own.neighbour();
    expect((await other.post(`/v1/meals/${id}/shopping/remove`, {})).body).toEqual(refusal(404, "Meal not found"));
    expect(own.entries().length).toBe(length + 1);
  });
});

describe("a dish that is planned again on another day", () => {
  test("A dish that is removed and planned again keeps its grocery items", async () => {
    const own = await homeWithShopping();
    const first = await own.cook(friday, ["500 g flour", "2 eggs", "1 leek"]);
    await own.buy();
    await own.change("2 eggs", { done: true });
    await own.drop("1 leek");
    await own.delete(`/v1/meals/${first.id}`);
    const again = await own.plan(sunday, "dinner", first.recipe);
    expect(await own.states()).toEqual(["there 500 g flour", "there 2 eggs", "added 1 leek"]);
    expect(await own.states()).toEqual(["there 500 g flour", "there 2 eggs", "there 1 leek"]);
    await own.plan(saturday, "dinner", first.recipe);
    expect(await own.states()).toEqual(["raised 1 kg flour", "added 2 eggs", "raised 2 leeks"]);
    expect((await own.remove(again.id)).body).toEqual({ changed: 2, removed: 0 });
    expect(await own.texts()).toEqual(["500 g flour", "✓ 2 eggs", "1 leek", "2 eggs"]);
  });

  test("The grocery items of a dish that was planned again can be removed through the old or the new meal", async () => {
    for (const isOld of [true, false]) {
      const own = await homeWithShopping();
      const first = await own.cook(friday, ["500 g flour"]);
      await own.buy();
      await own.delete(`/v1/meals/${first.id}`);
      const again = await own.plan(sunday, "dinner", first.recipe);
      expect((await own.remove(isOld ? first.id : again.id)).body).toEqual({ changed: 0, removed: 1 });
      expect(await own.states()).toEqual(["added 500 g flour"]);
    }
  });
});

describe("grocery items after a change", () => {
  test("A grocery item that moves to another list keeps its connection with the meals, also after undo", async () => {
    const own = await homeWithShopping();
    await own.cook(friday, ["500 g flour"]);
    await own.buy();
    const { id: targetListId } = await own.list("Market");
    const item = await own.find("500 g flour");
    await own.patch(`/v1/lists/${item.list.id}/blocks/${item.id}/move`, { targetListId });
    expect((await own.groceries()).items).toMatchObject([{ listId: targetListId, state: "open" }]);
    expect(await own.states()).toEqual(["there 500 g flour"]);
    await own.cook(saturday, ["300 g flour"]);
    expect(await own.states({ dryRun: true })).toEqual(["added 300 g flour"]);
    expect(await own.states({ dryRun: true, listId: targetListId })).toEqual(["raised 800 g flour"]);
    const moved = own.entries().find(({ action }) => action === "moved");
    expect((await own.undo(moved?.id)).status).toBe(200);
    expect(await own.states({ dryRun: true })).toEqual(["raised 800 g flour"]);
  });

  test("A batch of changes of grocery items updates the amounts that meals still need, also after undo", async () => {
    const own = await homeWithShopping();
    await own.cook(friday, ["500 g flour", "2 onions", "1 leek"]);
    const listId = (await own.buy()).body.listId;
    const { id: targetListId } = await own.list("Market");
    const idOf = async (text: string) => (await own.find(text)).id;
    const { status } = await own.post(`/v1/lists/${listId}/blocks/batch`, {
      operations: [
        { op: "delete", blockId: await idOf("500 g flour") },
        { op: "move", blockId: await idOf("2 onions"), targetListId },
        { op: "convert", blockId: await idOf("1 leek"), type: "header" },
      ],
    });
    expect(status).toBe(200);
    expect(await own.states({ dryRun: true })).toEqual(["added 500 g flour", "there 2 onions", "added 1 leek"]);
    expect((await own.undo()).status).toBe(200);
    expect(await own.states({ dryRun: true })).toEqual(["there 500 g flour", "there 2 onions", "there 1 leek"]);
    expect((await own.groceries()).items.every((item: any) => item.listId === listId)).toBe(true);
  });

  test("An edit or a tick of a grocery item updates the amounts that meals still need, also after undo", async () => {
    const own = await homeWithShopping();
    await own.cook(friday, ["500 g flour"]);
    await own.buy();
    await own.change("500 g flour", { content: "Spelt" });
    expect((await own.groceries()).items).toMatchObject([{ state: "edited", rendered: "500 g flour" }]);
    await own.undo();
    expect((await own.groceries()).items).toMatchObject([{ state: "open", amount: 500, unit: "g", food: "flour" }]);
    await own.change("500 g flour", { done: true });
    expect((await own.groceries()).items).toMatchObject([{ state: "bought" }]);
    await own.undo();
    await own.cook(saturday, ["300 g flour"]);
    expect(await own.states()).toEqual(["raised 800 g flour"]);
  });

  test("The ticked items of a deleted grocery list stay bought, and the other ingredients are needed again", async () => {
    const own = await homeWithShopping();
    await own.cook(friday, ["500 g flour", "2 onions"]);
    const { listId } = (await own.buy()).body;
    await own.change("2 onions", { done: true });
    await own.delete(`/v1/lists/${listId}`);
    expect(await own.states({ dryRun: true })).toEqual(["added 500 g flour", "there 2 onions"]);
    expect((await own.undo()).status).toBe(200);
    expect(await own.states({ dryRun: true })).toEqual(["there 500 g flour", "there 2 onions"]);
  });

  test("A copy of a grocery list has no connection with the meals of the original", async () => {
    const own = await homeWithShopping();
    await own.cook(friday, ["500 g flour"]);
    const { listId } = (await own.buy()).body;
    const { sectionId } = (await own.lists())[0];
    const copy = await own.anna.post("/app/lists", { name: "Copy", sectionId, copyOf: listId });
    expect(copy.status).toBe(200);
    expect((await own.groceries()).items.length).toBe(1);
  });
});

test("The deletion of a grocery item cannot be undone while the same amount is on the list again", async () => {
  const own = await homeWithShopping();
  await own.cook(friday, ["500 g flour"]);
  await own.buy();
  await own.drop("500 g flour");
  const deleted = own.entries()[0]?.id;
  expect(await own.states()).toEqual(["added 500 g flour"]);
  const since = refusal(422, "This was changed since, so it can't be undone");
  expect((await own.undo(deleted)).body).toEqual(since);
  await own.undo();
  expect((await own.undo(deleted)).status).toBe(200);
  expect(await own.texts()).toEqual(["500 g flour"]);
});

describe("a personal grocery list", () => {
  test("A personal grocery list shows its items and their meals only to the owner of the list", async () => {
    const own = await homeWithShopping();
    const { id: listId } = await own.list("Party", { visibility: "personal" }, own.ben);
    await own.cook(friday, ["500 g flour"]);
    expect(await own.states({ listId }, own.ben)).toEqual(["added 500 g flour"]);
    expect((await own.groceries(own.ben)).items.length).toBe(1);
    expect((await own.groceries()).items).toEqual([]);
    expect((await own.buy({ listId })).body).toEqual(refusal(422, "listId: no such list"));
    expect(await own.states({}, own.anna)).toEqual(["added 500 g flour"]);
    expect(await own.states({}, own.ben)).toEqual(["there 500 g flour"]);
    const path = `/app/groceries/lists/${listId}`;
    expect((await own.anna.patch(path, { byAisle: true })).body).toEqual(refusal(404, "List not found"));
    expect((await own.ben.delete(`/v1/lists/${listId}`)).status).toBe(200);
    expect(await own.states({ dryRun: true }, own.ben)).toEqual(["there 500 g flour"]);
  });
});

describe("refused requests to add groceries", () => {
  test("A request to add groceries must name a week or a recipe, and only fields that fit this choice", async () => {
    const own = await homeWithShopping();
    const { recipe } = await own.cook(friday, ["500 g flour"], 2);
    const { length } = own.entries();
    const one = refusal(422, "weekStart: or recipeId, one of them");
    expect((await own.buy({ weekStart: undefined })).body).toEqual(one);
    expect((await own.buy({ recipeId: recipe.id })).body).toEqual(one);
    expect((await own.buy({ servings: 3 })).body).toEqual(refusal(422, "servings: only with recipeId"));
    const of = { weekStart: undefined, recipeId: recipe.id };
    expect((await own.buy({ ...of, days: [friday] })).body).toEqual(refusal(422, "days: only with weekStart"));
    const unknown = { ...of, recipeId: unknownId };
    expect((await own.buy(unknown)).body).toEqual(refusal(422, "recipeId: no such recipe"));
    expect((await own.buy({ listId: unknownId })).body).toEqual(refusal(422, "listId: no such list"));
    const wrong = { leaveOut: ["flour|g", "egg|"] };
    expect((await own.buy(wrong)).body).toEqual(refusal(422, "leaveOut[1]: no such line"));
    expect((await own.buy({ include: ["egg|"] })).body).toEqual(refusal(422, "include[0]: no such line"));
    for (const bad of [{ servings: 0 }, { days: [] }, { leaveOut: ["x".repeat(301)] }, { weekStart: "2026-02-30" }]) {
      expect((await own.buy(bad)).status).toBe(400);
    }
    expect(own.entries().length).toBe(length);
  });

  test("Requests to add groceries that exceed the limit of a list are refused and change nothing", async () => {
    const own = await homeWithShopping();
    const { id: listId } = await own.list("Groceries");
    await own.cook(friday, ["500 g flour"]);
    await own.buy();
    const fill = Array.from({ length: 998 }, (_, index) => `Item ${index}`);
    transact(own.db, () => addTasks(own.work(), findList(own.work(), listId), fill));
    await own.cook(saturday, ["300 g flour", "2 eggs", "1 leek"]);
    const full = refusal(422, "A list holds at most 1,000 blocks");
    expect((await own.buy({ dryRun: true })).body).toEqual(full);
    expect((await own.buy()).body).toEqual(full);
    expect((await own.texts())[0]).toBe("500 g flour");
    expect(await own.states({ leaveOut: ["leek|"] })).toEqual([
      "raised 800 g flour",
      "added 2 eggs",
      "left_out 1 leek",
    ]);
    expect((await own.texts()).length).toBe(1_000);
  });

  test("A request to add groceries is refused for a key without a scope, or with another household's recipe", async () => {
    const own = await homeWithShopping();
    const { id, recipe } = await own.cook(friday, ["500 g flour"]);
    const { listId } = (await own.buy()).body;
    for (const path of ["/v1/meals/shopping", `/v1/meals/${id}/shopping/remove`]) {
      for (const [scope, missing] of [
        ["meals.write", "lists.write"],
        ["lists.write", "meals.write"],
      ] as const) {
        const { key } = own.createKey({ scopes: [scope, "meals.read", "lists.read"] });
        const body = path.endsWith("remove") ? {} : { weekStart: monday };
        expect((await own.post(path, body, { key })).body).toEqual(refusal(403, `Missing scope: ${missing}`));
      }
    }
    for (const path of ["/app/groceries", `/app/groceries/lists/${listId}`, "/app/groceries/foods"]) {
      const method = path.endsWith("foods") ? "PUT" : path.endsWith("groceries") ? "GET" : "PATCH";
      const body = method === "GET" ? undefined : method === "PUT" ? { text: "Salt", staple: true } : { byAisle: true };
      const { status, body: answer } = await own.call(method, path, body ? { body } : {});
      expect([status, answer.error]).toEqual([403, "Only the app can do this"]);
    }
    const other = await own.neighbour();
    const buy = (body: object) => other.post("/v1/meals/shopping", body);
    expect((await buy({ recipeId: recipe.id })).body).toEqual(refusal(422, "recipeId: no such recipe"));
    expect((await buy({ weekStart: monday, listId })).body).toEqual(refusal(422, "listId: no such list"));
    expect((await buy({ weekStart: monday })).body).toEqual({ listId: null, lines: [] });
    expect((await other.as(other.members.anna).get("/app/groceries")).body).toEqual({
      lists: [],
      foods: [],
      items: [],
    });
  });
});

test("Children and guests may add groceries, sort lists by aisle and save preferences for foods", async () => {
  const own = await homeWithShopping();
  const guest = own.as(own.add("Guest", "guest"));
  const { id } = await own.cook(sunday, ["500 g flour"]);
  expect(await own.states({}, own.mia)).toEqual(["added 500 g flour"]);
  const { listId } = (await own.buy()).body;
  expect((await guest.patch(`/app/groceries/lists/${listId}`, { byAisle: false })).body.byAisle).toBe(false);
  expect((await own.mia.call("PUT", "/app/groceries/foods", { body: { text: "Salt", staple: true } })).status).toBe(
    200,
  );
  expect((await own.remove(id, guest)).body).toEqual({ changed: 0, removed: 1 });
});

test("Ingredients with markup or unusual characters are added to the grocery list like other ingredients", async () => {
  const own = await homeWithShopping();
  const lines = [
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script> 2 eggs",
    "🍅",
    "🥕",
    "(optional)",
    "500 g",
    "½",
    "|",
    "a|g",
    "\u202e2 sggE",
    "0 eggs",
  ];
  await own.cook(friday, lines);
  const { status, body } = await own.buy();
  expect(status).toBe(200);
  expect((await own.texts()).length).toBe(body.lines.length);
  expect(body.lines.every(({ text, key }: any) => text.trim() !== "" && key.length <= 300)).toBe(true);
  expect(await own.texts()).toEqual(expect.arrayContaining(["🍅", "🥕", "(optional)", "500 g"]));
  const keys = body.lines.map(({ key }: any) => key);
  expect(new Set(keys).size).toBe(keys.length);
  const again = await own.states();
  expect(again.filter((line) => !line.startsWith("there "))).toEqual([]);
});

describe("the aisles of grocery items", () => {
  test("The aisles of open grocery items follow the household's choice before the built-in dictionary", async () => {
    const own = await homeWithShopping();
    await own.cook(friday, ["1,5 kg Kartoffeln", "Salz"]);
    const { listId } = (await own.buy({ language: "de" })).body;
    await own.anna.call("PUT", "/app/groceries/foods", { body: { text: "Salz", aisle: "baking" } });
    const shown = async () => {
      const { lists } = await own.groceries();
      const list = lists.find((each: any) => each.listId === listId);
      return [list.byAisle, ...list.items.map(({ aisle }: any) => aisle)];
    };
    expect(await shown()).toEqual([true, "produce", "baking"]);
    await own.block(listId, "Sonntag", { type: "header" });
    expect(await shown()).toEqual([false]);
    const { body } = await own.anna.patch(`/app/groceries/lists/${listId}`, { byAisle: true });
    expect(body.items.map(({ aisle }: any) => aisle)).toEqual(["produce", "baking"]);
  });
});

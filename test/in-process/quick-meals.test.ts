/** Meals without a recipe, and the note, cook and servings of a meal. */
import { describe, expect, test } from "bun:test";
import { sweepQuickRecipes } from "#kitchen/recipes/quick.store.ts";
import { transact } from "#platform/db/client.ts";
import { refusal } from "../support/home/home.ts";
import { changedSince, undo } from "../support/home/undo.ts";
import { homeWithMeals, images, rowsOf } from "../support/records/meals.ts";

const date = "2026-11-27";
const day = 86_400_000;

async function homeWithQuick() {
  const home = await homeWithMeals();
  const quick = (text: string, more: object = {}) =>
    home.post("/v1/meals/quick", { date, mealType: "dinner", text, ...more });
  return { ...home, quick };
}

describe("a quick meal", () => {
  test("A quick meal's text becomes a recipe without ingredients that is not in the recipe box", async () => {
    const home = await homeWithQuick();
    const { status, body } = await home.quick(" Leftovers ", { emoji: "🥡" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ date, mealType: "dinner", slot: 0, quick: true });
    expect(body.recipe).toMatchObject({ name: "Leftovers", emoji: "🥡", kind: "quick", ingredients: [] });
    expect(body.recipe.archivedAt).not.toBeNull();
    expect((await home.get("/v1/recipes")).body.recipes).toEqual([]);
    expect((await home.week()).meals).toEqual([body]);
    expect((await home.shop()).added).toEqual([]);
    expect(home.entries()[0]).toMatchObject({
      action: "created",
      subject: { type: "meal", id: body.id, label: "Leftovers" },
      summary: "planned “Leftovers” for dinner on Fri 27 Nov",
    });
    expect(images(home)).toEqual({ before: null, after: { meal: rowsOf(home, "meal") } });
  });

  test("A quick meal uses the recipe of an earlier quick meal if the texts differ only in case", async () => {
    const home = await homeWithQuick();
    const first = (await home.quick("Leftovers")).body;
    const second = (await home.quick("  LEFTOVERS", { date: "2026-11-28", emoji: "🍕" })).body;
    expect(second.recipe.id).toBe(first.recipe.id);
    expect(second.recipe.name).toBe("Leftovers");
    expect(rowsOf(home, "recipe").length).toBe(1);
  });

  test("The planning of a quick meal can be undone even if the same text was planned again since", async () => {
    const home = await homeWithQuick();
    const [first] = [(await home.quick("Leftovers")).body];
    const entry = home.entries()[0]?.id;
    const { body: second } = await home.quick("Leftovers", { date: "2026-11-28" });
    expect((await undo(home, entry)).status).toBe(200);
    expect((await home.week()).meals.map(({ id }: any) => id)).toEqual([second.id]);
    expect((await undo(home)).status).toBe(200);
    expect((await home.week()).meals.map(({ id }: any) => id)).toEqual([first.id, second.id]);
  });

  test("A quick meal is stored as a recipe that can be neither changed nor planned by its id", async () => {
    const { quick, post, patch, get } = await homeWithQuick();
    const { recipe } = (await quick("Leftovers")).body;
    const again = { date: "2026-11-28", mealType: "dinner", recipeId: recipe.id };
    expect((await post("/v1/meals", again)).body).toEqual(refusal(422, "recipeId: no such recipe"));
    expect((await patch(`/v1/recipes/${recipe.id}`, { name: "x" })).status).toBe(404);
    expect((await patch(`/v1/recipes/${recipe.id}/details`, { servings: 1 })).status).toBe(404);
    expect((await get(`/v1/recipes/${recipe.id}`)).body.kind).toBe("quick");
  });

  test("A quick meal gets a free place of its meal of the day, and is refused if all places are taken", async () => {
    const { quick, db } = await homeWithQuick();
    await quick("Leftovers", { slot: 1 });
    expect((await quick("Takeaway")).body.slot).toBe(0);
    expect((await quick("Bread")).body).toEqual(refusal(409, "Dinner is full"));
    expect(db.$client.query("SELECT name FROM recipe WHERE name = 'Bread'").all()).toEqual([]);
  });

  test.each([
    [{ text: "" }, 400, "text: must be 1 to 100 characters"],
    [{ text: "x".repeat(101) }, 400, "text: must be 1 to 100 characters"],
    [{ text: "\u200b\u2060" }, 400, "text: must have a letter or a number"],
    [{ text: "--- !" }, 400, "text: must have a letter or a number"],
    [{ emoji: "" }, 400, "emoji: must be 1 to 8 characters"],
    [{ mealType: "morning_snack", slot: 1 }, 422, "slot: a snack has only slot 0"],
  ])("A quick meal is refused with %j", async (more, status, error) => {
    const { quick, week } = await homeWithQuick();
    expect((await quick("Leftovers", more)).body).toEqual(refusal(status, error));
    expect((await week()).meals).toEqual([]);
  });

  test("A quick meal can be planned in one batch with recipes", async () => {
    const home = await homeWithQuick();
    const soup = await home.recipe("Soup");
    const meals = [
      { date, mealType: "dinner", text: "Leftovers" },
      { date, mealType: "dinner", recipeId: soup.id },
    ];
    const { body } = await home.post("/v1/meals/batch", { meals });
    expect(body.meals.map(({ quick, recipe }: any) => [quick, recipe.name])).toEqual([
      [true, "Leftovers"],
      [undefined, "Soup"],
    ]);
    expect(home.entries()[0]?.summary).toBe("added 2 meals: “Leftovers” and “Soup”");
    await home.post("/v1/meals/batch", { meals: [{ date: "2026-11-28", mealType: "dinner", text: "Takeaway" }] });
    expect(home.entries()[0]?.summary).toBe("planned “Takeaway” for dinner on Sat 28 Nov");
    const unseen = { date, mealType: "lunch", text: "\u200b" };
    expect((await home.post("/v1/meals/batch", { meals: [unseen] })).body).toEqual(
      refusal(400, "meals[0].text: must have a letter or a number"),
    );
    const both = { date, mealType: "lunch", text: "x", recipeId: soup.id };
    expect((await home.post("/v1/meals/batch", { meals: [both] })).body).toEqual(
      refusal(422, "meals[0].text: or recipeId, one of them"),
    );
    const only = { date, mealType: "lunch", emoji: "🍕", recipeId: soup.id };
    expect((await home.post("/v1/meals/batch", { meals: [only] })).body).toEqual(
      refusal(422, "meals[0].emoji: only with text"),
    );
  });

  test("A household has at most 500 different texts of quick meals a year", async () => {
    const { quick, db, server } = await homeWithQuick();
    const { recipe } = (await quick("Leftovers")).body;
    const copy = db.$client.prepare(
      "INSERT INTO recipe (household_id, id, name, emoji, ingredients, instructions, archived_at, kind, created_at, updated_at, created_by) SELECT household_id, ?, ?, emoji, ingredients, instructions, archived_at, kind, created_at, updated_at, created_by FROM recipe WHERE id = ?",
    );
    for (let index = 1; index < 500; index++) copy.run(Bun.randomUUIDv7(), `Meal ${index}`, recipe.id);
    const full = refusal(422, "A household has at most 500 quick meals a year");
    expect((await quick("One more", { date: "2026-11-28" })).body).toEqual(full);
    expect((await quick("meal 7", { date: "2026-11-28" })).status).toBe(200);
    server.clock.advance(366 * day);
    expect((await quick("One more", { date: "2027-11-28" })).status).toBe(200);
  });

  test("A quick meal that was planned long ago can still be restored the night after its deletion", async () => {
    const home = await homeWithQuick();
    const { id } = (await home.quick("Leftovers")).body;
    home.server.clock.advance(60 * day);
    await home.delete(`/v1/meals/${id}`);
    home.server.clock.advance(day);
    expect(transact(home.db, () => sweepQuickRecipes({ ...home.work(), now: home.server.clock.now }))).toBe(0);
    expect((await undo(home)).status).toBe(200);
    expect((await home.cells())[0]).toEndWith("Leftovers");
  });

  test("A quick meal's text is deleted 30 days after its last use, but not while a planned meal has the text", async () => {
    const home = await homeWithQuick();
    const { id } = (await home.quick("Leftovers")).body;
    await home.quick("Takeaway");
    await home.delete(`/v1/meals/${id}`);
    const entry = home.entries()[0]?.id;
    const sweep = () => transact(home.db, () => sweepQuickRecipes({ ...home.work(), now: home.server.clock.now }));
    home.server.clock.advance(29 * day);
    expect(sweep()).toBe(0);
    home.server.clock.advance(2 * day);
    expect(sweep()).toBe(1);
    expect((await home.cells())[0]).toEndWith("Takeaway");
    expect((await undo(home, entry)).body).toEqual(changedSince);
  });
});

describe("the note, cook and servings of a meal", () => {
  async function homeWithDinner() {
    const home = await homeWithMeals();
    const meal = await home.plan(date, "dinner", await home.recipe("Lasagne"));
    const change = (patch: object) => home.patch(`/v1/meals/${meal.id}/details`, patch);
    return { ...home, meal, change };
  }

  test("The note, the cook and the servings of a meal are stored, and a change can be undone", async () => {
    const home = await homeWithDinner();
    const { ben } = home.members;
    const before = rowsOf(home, "meal");
    const { body } = await home.change({ note: " With salad ", cookId: ben.id, servings: 6 });
    expect(body).toEqual({ ...home.meal, note: "With salad", cookId: ben.id, servings: 6 });
    expect(home.entries()[0]?.summary).toBe("changed the note, cook and servings of “Lasagne” at dinner on Fri 27 Nov");
    expect(images(home)).toEqual({ before: { meal: before }, after: { meal: rowsOf(home, "meal") } });
    expect((await undo(home)).status).toBe(200);
    expect((await home.week()).meals).toEqual([home.meal]);
  });

  test("The note, the cook and the servings can be sent with a new meal, alone or in a batch", async () => {
    const home = await homeWithDinner();
    const more = { note: "With salad", cookId: home.members.ben.id, servings: 6 };
    const soup = await home.recipe("Soup");
    const one = await home.post("/v1/meals/details", { date, mealType: "lunch", recipeId: soup.id, ...more });
    expect(one.body).toMatchObject({ ...more, recipe: { name: "Soup" } });
    expect(home.entries()[0]?.summary).toBe("added “Soup” to lunch on Fri 27 Nov");
    const quick = { date, mealType: "lunch", text: "Leftovers", ...more };
    expect((await home.post("/v1/meals/batch", { meals: [quick] })).body.meals).toMatchObject([more]);
    const wrong = { ...quick, date: "2026-11-28", cookId: soup.id };
    expect((await home.post("/v1/meals/batch", { meals: [wrong] })).body).toEqual(
      refusal(422, "meals[0].cookId: no such member"),
    );
    const neither = { date, mealType: "breakfast" };
    expect((await home.post("/v1/meals/details", neither)).body).toEqual(refusal(400, "recipeId: is required"));
  });

  test("The activity entry about a meal's note, cook and servings names the cook", async () => {
    const home = await homeWithDinner();
    await home.change({ cookId: home.members.ben.id });
    expect(home.entries()[0]?.summary).toBe("set who cooks dinner on Fri 27 Nov: Ben");
    await home.change({ cookId: null });
    expect(home.entries()[0]?.summary).toBe("left open who cooks dinner on Fri 27 Nov");
    const { length } = home.entries();
    await home.change({ cookId: null, note: null });
    expect(home.entries().length).toBe(length);
  });

  test("The note, the cook and the servings can be sent together with a new date of a meal", async () => {
    const home = await homeWithDinner();
    await home.plan(date, "lunch", await home.recipe("Soup"));
    const moved = await home.change({ mealType: "lunch", note: "With salad" });
    expect(moved.body).toMatchObject({ date, mealType: "lunch", slot: 1, note: "With salad" });
    expect(home.entries()[0]).toMatchObject({
      action: "moved",
      changes: { slot: { from: 0, to: 1 }, note: { from: null, to: "With salad" } },
    });
    expect((await home.change({ note: null })).body).toMatchObject({ mealType: "lunch", slot: 1 });
    expect((await home.change({ slot: 0, note: "x" })).body).toEqual(refusal(409, "Meal slot is taken"));
    const snack = { mealType: "evening_snack", slot: 1 };
    expect((await home.change(snack)).body).toEqual(refusal(422, "slot: a snack has only slot 0"));
    expect((await home.change({ date: "2026-11-30" })).body).toMatchObject({ date: "2026-11-30", slot: 0 });
    expect(home.entries()[0]?.summary).toBe("moved “Lasagne” from lunch on Fri 27 Nov to lunch on Mon 30 Nov");
  });

  test("The note, the cook and the servings stay with a meal that is moved or swapped", async () => {
    const home = await homeWithDinner();
    await home.change({ note: "With salad" });
    const other = await home.plan("2026-11-28", "dinner", await home.recipe("Soup"));
    await home.patch(`/v1/meals/${home.meal.id}`, { date, mealType: "lunch", slot: 0 });
    await home.anna.post("/app/meals/swap", { a: home.meal.id, b: other.id });
    const moved = (await home.week()).meals.find(({ id }: any) => id === home.meal.id);
    expect(moved).toMatchObject({ date: "2026-11-28", note: "With salad" });
  });

  test.each([
    [{ note: "" }, 400, "note: must be 1 to 200 characters or null"],
    [{ note: "x".repeat(201) }, 400, "note: must be 1 to 200 characters or null"],
    [{ servings: 0 }, 400, "servings: must be a whole number from 1 to 100 or null"],
    [{ cookId: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42" }, 422, "cookId: no such member"],
  ])("The note, the cook and the servings of a meal are refused if they are %j", async (patch, status, error) => {
    const { change, week, meal } = await homeWithDinner();
    expect((await change(patch)).body).toEqual(refusal(status, error));
    expect((await week()).meals).toEqual([meal]);
  });

  test("A meal loses its cook if the cook is removed from the household", async () => {
    const home = await homeWithDinner();
    await home.change({ cookId: home.members.ben.id });
    const entry = home.entries()[0]?.id;
    await home.change({ cookId: null });
    await home.change({ cookId: home.members.ben.id });
    expect((await home.anna.call("DELETE", `/app/members/${home.members.ben.id}`)).status).toBe(200);
    expect((await home.week()).meals[0].cookId).toBeNull();
    expect((await undo(home, entry)).body).toEqual(changedSince);
  });

  test("The note and servings of a deleted meal are restored, and the cook if the cook is still a member", async () => {
    const home = await homeWithDinner();
    const soup = await home.plan(date, "lunch", await home.recipe("Soup"));
    await home.change({ note: "With salad", cookId: home.members.ben.id });
    await home.patch(`/v1/meals/${soup.id}/details`, { cookId: home.members.mia.id });
    await home.delete(`/v1/meals/${home.meal.id}`);
    const entry = home.entries()[0]?.id;
    await home.delete(`/v1/meals/${soup.id}`);
    const other = home.entries()[0]?.id;
    await home.anna.call("DELETE", `/app/members/${home.members.ben.id}`);
    const { status, body } = await undo(home, entry);
    expect([status, body.notRestored]).toEqual([200, ["The cook of “Lasagne”: no longer in the household"]]);
    expect((await home.week()).meals).toMatchObject([{ id: home.meal.id, note: "With salad", cookId: null }]);
    expect((await undo(home, other)).body.notRestored).toEqual([]);
    expect((await home.week()).meals[0]).toMatchObject({ id: soup.id, cookId: home.members.mia.id });
  });
});

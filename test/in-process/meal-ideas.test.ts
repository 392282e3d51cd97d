/** Tests suggestions for a meal, and the recipes that members love. */
import { describe, expect, test } from "bun:test";
import { refusal } from "../support/home/home.ts";
import { undo } from "../support/home/undo.ts";
import { tablet } from "../support/records/check-ins.ts";
import { homeWithMeals, images } from "../support/records/meals.ts";

const thursday = "2026-12-03";
const saturday = "2026-12-05";

async function homeWithIdeas() {
  const home = await homeWithMeals();
  const ideas = async (more: string = `date=${thursday}&mealType=dinner`) =>
    (await home.get(`/v1/recipes/suggestions?${more}`)).body.suggestions.map(({ recipe, reason }: any) => ({
      name: recipe.name,
      ...reason,
    }));
  const like = (recipe: { id: string }, ...members: { id: string }[]) =>
    Promise.all(members.map(({ id }) => home.anna.post(`/app/recipes/${recipe.id}/likes`, { memberId: id })));
  const ago = (days: number) => Temporal.PlainDate.from(thursday).subtract({ days }).toString();
  return { ...home, ideas, like, ago };
}

describe("suggested recipes", () => {
  test("Suggested recipes begin with the recipes that were not eaten for the longest time", async () => {
    const home = await homeWithIdeas();
    for (const [name, days] of [
      ["Curry", 20],
      ["Lasagne", 90],
      ["Roast", 200],
      ["Stew", 150],
    ] as const) {
      await home.plan(home.ago(days), "dinner", await home.recipe(name));
    }
    await home.recipe("New soup");
    expect(await home.ideas()).toEqual([
      { name: "Roast", kind: "not_lately", days: 200 },
      { name: "Stew", kind: "not_lately", days: 150 },
      { name: "Lasagne", kind: "not_lately", days: 90 },
      { name: "New soup", kind: "never" },
      { name: "Curry", kind: "not_lately", days: 20 },
    ]);
  });

  test("Suggested recipes leave out recipes that are planned within ten days before or after the date", async () => {
    const home = await homeWithIdeas();
    for (const days of [-11, -10, 0, 10, 11]) {
      await home.plan(home.ago(days), "lunch", await home.recipe(`${days} days ago`));
    }
    expect((await home.ideas()).map(({ name }: any) => name)).toEqual(["-11 days ago", "11 days ago"]);
  });

  test("Suggested recipes prefer dishes that members love, usual dishes of the meal, and quick dishes on weekdays", async () => {
    const home = await homeWithIdeas();
    const { anna, ben, mia } = home.members;
    const made = async (name: string, mealType: string, more: object = {}, days = 15) => {
      const recipe = await home.recipe(name, [], more);
      await home.plan(home.ago(days), mealType, recipe);
      return recipe;
    };
    await made("At lunch", "lunch");
    await made("At dinner", "dinner");
    await made("Quick", "lunch", { prepMinutes: 30 }, 14);
    await home.like(await made("Loved", "lunch"), anna);
    await home.like(await made("Loved by all", "breakfast"), anna, ben, mia);
    expect(await home.ideas()).toEqual([
      { name: "Loved by all", kind: "liked", memberIds: expect.any(Array) },
      { name: "At dinner", kind: "not_lately", days: 15 },
      { name: "Loved", kind: "liked", memberIds: [anna.id] },
      { name: "Quick", kind: "quick" },
      { name: "At lunch", kind: "not_lately", days: 15 },
    ]);
    const atWeekend = await home.ideas(`date=${saturday}&mealType=dinner`);
    expect(atWeekend.find(({ name }: any) => name === "Quick")).toMatchObject({ kind: "not_lately", days: 16 });
  });

  test("Suggested recipes can be limited by a tag, a preparation time and a number", async () => {
    const home = await homeWithIdeas();
    for (const [name, prepMinutes] of [
      ["A", 10],
      ["B", 60],
      ["C", null],
    ] as const) {
      const { id } = await home.recipe(name, [], { prepMinutes });
      if (name !== "A") await home.patch(`/v1/recipes/${id}/details`, { tags: ["Kids"] });
    }
    const named = async (more: string) =>
      (await home.ideas(`date=${saturday}&mealType=dinner${more}`)).map(({ name }: any) => name).join("");
    expect(await named("&tag=kids")).toBe("BC");
    expect(await named("&maxPrepMinutes=10")).toBe("A");
    expect(await named("&limit=2")).toBe("AB");
  });

  test("Suggested recipes never include archived recipes, quick meals or recipes of another household", async () => {
    const home = await homeWithIdeas();
    const { id } = await home.recipe("Old");
    await home.delete(`/v1/recipes/${id}`);
    await home.post("/v1/meals/quick", { date: home.ago(50), mealType: "dinner", text: "Leftovers" });
    await (await home.neighbour()).post("/v1/recipes", { name: "Theirs" });
    expect(await home.ideas()).toEqual([]);
  });

  test("Suggested recipes are returned for the first and the last date of the calendar", async () => {
    const home = await homeWithIdeas();
    await home.recipe("Soup");
    for (const date of ["0001-01-01", "9999-12-31"]) {
      const { status } = await home.get(`/v1/recipes/suggestions?date=${date}&mealType=dinner`);
      expect({ date, status }).toEqual({ date, status: 200 });
    }
  });
});

describe("a recipe that members love", () => {
  test("A recipe shows the members who love the recipe, and undo restores the members shown before", async () => {
    const home = await homeWithIdeas();
    const { id } = await home.recipe("Lasagne");
    const { mia } = home.members;
    const { body } = await home.mia.post(`/app/recipes/${id}/likes`, { memberId: mia.id });
    expect(body.likes).toEqual([mia.id]);
    expect(home.entries()[0]).toMatchObject({ summary: "loves “Lasagne”", subject: { type: "recipe", id } });
    const { length } = home.entries();
    await home.mia.post(`/app/recipes/${id}/likes`, { memberId: mia.id });
    expect(home.entries().length).toBe(length);
    expect(images(home).after.recipeLike).toEqual([expect.objectContaining({ recipeId: id, memberId: mia.id })]);
    const likes = async () => (await home.get(`/v1/recipes/${id}`)).body.likes;
    expect((await undo(home)).status).toBe(200);
    expect(await likes()).toEqual([]);
    expect((await undo(home)).body.restored).toEqual([{ type: "recipe", id }]);
    expect(await likes()).toEqual([mia.id]);
    expect((await home.mia.delete(`/app/recipes/${id}/likes/${mia.id}`)).body.likes).toEqual([]);
    expect(home.entries()[0]?.summary).toBe("no longer loves “Lasagne”");
  });

  test("A recipe is marked as loved by adults for any member, and by children only for themselves", async () => {
    const home = await homeWithIdeas();
    const { id } = await home.recipe("Lasagne");
    const { anna, mia } = home.members;
    await home.anna.post(`/app/recipes/${id}/likes`, { memberId: mia.id });
    expect(home.entries()[0]?.summary).toBe("noted that Mia loves “Lasagne”");
    expect((await home.mia.post(`/app/recipes/${id}/likes`, { memberId: anna.id })).status).toBe(403);
    const device = (await tablet(home)).for(mia);
    expect((await device.call("DELETE", `/app/recipes/${id}/likes/${mia.id}`)).body.likes).toEqual([]);
    expect((await device.post(`/app/recipes/${id}/likes`, { memberId: mia.id })).body.likes).toEqual([mia.id]);
    expect((await device.post(`/app/recipes/${id}/likes`, { memberId: anna.id })).status).toBe(403);
  });

  test("A recipe is no longer marked as loved by a member who was removed", async () => {
    const home = await homeWithIdeas();
    const recipe = await home.recipe("Lasagne");
    await home.like(recipe, home.members.ben, home.members.mia);
    await home.anna.call("DELETE", `/app/members/${home.members.ben.id}`);
    expect((await home.get(`/v1/recipes/${recipe.id}`)).body.likes).toEqual([home.members.mia.id]);
  });

  test("A recipe can be marked as loved only if it is in the recipe box and the member exists", async () => {
    const home = await homeWithIdeas();
    const { id } = await home.recipe("Lasagne");
    const unknown = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";
    const like = (recipe: string, memberId: string) => home.anna.post(`/app/recipes/${recipe}/likes`, { memberId });
    expect((await like(unknown, home.members.anna.id)).body).toEqual(refusal(404, "Recipe not found"));
    expect((await like(id, unknown)).body).toEqual(refusal(422, "memberId: no such member"));
  });
});

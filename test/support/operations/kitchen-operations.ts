/** Sample calls for the operations of recipes and meals. `operations.ts` includes them. */

import { setPhoto } from "#kitchen/recipes/store.ts";
import { dateIn } from "#lib/time.ts";
import { transact } from "#platform/db/client.ts";
import type { Home } from "../home/home.ts";
import type { Sample } from "./operations.ts";
import { listId, mealId, pixel, recipeId } from "./sample-records.ts";

/** Adds a weekly meal on a date that no other sample uses, because a test may add several. Returns its id. */
async function repeatId(home: Home): Promise<string> {
  const { length } = home.entries();
  const date = new Date(Date.UTC(2027, 0, 1 + length)).toISOString().slice(0, 10);
  const meal = { date, mealType: "breakfast", recipeId: await recipeId(home) };
  const path = `/app/meals/${(await home.post("/v1/meals", meal)).body.id}/repeat`;
  return (await home.as(home.members.anna).post(path, { everyWeeks: 1 })).body.repeat.id;
}

/** Returns today's date in the household. Groceries cannot be bought for past days. */
const today = (home: Home) => dateIn("Europe/Berlin", home.clock.now);

async function shoppedMealId(home: Home): Promise<string> {
  const id = await mealId(home, { date: today(home), mealType: "dinner" });
  await home.post("/v1/meals/shopping", { weekStart: today(home), listId: await listId(home) });
  return id;
}

export const kitchenSamples: Record<string, (home: Home) => Sample | Promise<Sample>> = {
  addToGroceries: () => ({
    path: "/v1/lists/groceries/batch",
    body: { operations: [{ op: "create", type: "task", content: "Milk" }] },
  }),
  listRecipes: () => ({ path: "/v1/recipes" }),
  createRecipe: () => ({ path: "/v1/recipes", body: { name: "Lasagne", ingredients: ["Tomatoes"] } }),
  readRecipe: async (home) => ({ path: `/v1/recipes/${await recipeId(home)}` }),
  updateRecipe: async (home) => ({ path: `/v1/recipes/${await recipeId(home)}`, body: { prepMinutes: 60 } }),
  updateRecipeDetails: async (home) => ({
    path: `/v1/recipes/${await recipeId(home)}/details`,
    body: { servings: 4, tags: ["quick"], groups: [], notes: "", sourceName: null, sourceUrl: "https://example.com/1" },
  }),
  createRecipeWithDetails: () => ({
    path: "/v1/recipes/details",
    body: { name: "Lasagne", ingredients: ["Tomatoes"], servings: 4, tags: ["quick"] },
  }),
  uploadRecipePhoto: async (home) => ({ path: `/v1/recipes/${await recipeId(home)}/photo`, file: pixel }),
  deleteRecipePhoto: async (home) => {
    const id = await recipeId(home);
    transact(home.db, () => setPhoto(home.work(), id, "0123456789abcdef0123456789abcdef.webp"));
    return { path: `/v1/recipes/${id}/photo` };
  },
  suggestRecipes: async (home) => {
    await recipeId(home);
    return { path: "/v1/recipes/suggestions?date=2026-11-27&mealType=dinner&limit=2" };
  },
  likeRecipe: async (home) => ({
    path: `/app/recipes/${await recipeId(home)}/likes`,
    body: { memberId: home.members.anna.id },
    isOwnOnly: true,
  }),
  unlikeRecipe: async (home) => {
    const path = `/app/recipes/${await recipeId(home)}/likes`;
    const memberId = home.members.anna.id;
    await home.as(home.members.anna).post(path, { memberId });
    return { path: `${path}/${memberId}`, isOwnOnly: true };
  },
  archiveRecipe: async (home) => ({ path: `/v1/recipes/${await recipeId(home)}` }),
  listMeals: () => ({ path: "/v1/meals?weekStart=2026-11-23" }),
  createMeal: async (home) => ({
    path: "/v1/meals",
    body: { date: "2026-11-27", mealType: "dinner", recipeId: await recipeId(home) },
  }),
  moveMeal: async (home) => ({
    path: `/v1/meals/${await mealId(home)}`,
    body: { date: "2026-11-28", mealType: "lunch", slot: 1 },
  }),
  createQuickMeal: () => ({
    path: "/v1/meals/quick",
    body: { date: "2026-11-27", mealType: "dinner", text: "Leftovers" },
  }),
  createMealWithDetails: async (home) => ({
    path: "/v1/meals/details",
    body: {
      ...{ date: "2026-11-27", mealType: "dinner", recipeId: await recipeId(home), note: "With salad", servings: 6 },
      cookId: home.members.ben.id,
    },
  }),
  updateMealDetails: async (home) => ({
    path: `/v1/meals/${await mealId(home)}/details`,
    body: { note: "With salad", cookId: home.members.ben.id, servings: 6 },
  }),
  repeatMeal: async (home) => ({
    path: `/app/meals/${await mealId(home)}/repeat`,
    body: { everyWeeks: 2, until: "2027-01-31" },
  }),
  listMealRepeats: async (home) => {
    await repeatId(home);
    return { path: "/app/meal-repeats" };
  },
  stopRepeatingMeal: async (home) => ({ path: `/app/meal-repeats/${await repeatId(home)}?meals=remove` }),
  deleteMeal: async (home) => ({ path: `/v1/meals/${await mealId(home)}` }),
  addGroceries: async (home) => {
    await mealId(home);
    return { path: "/v1/meals/grocery", body: { weekStart: "2026-11-23", listId: await listId(home) } };
  },
  addGroceryItem: async (home) => ({
    path: "/v1/meals/grocery/items",
    body: { ingredient: "Milk", listId: await listId(home) },
  }),
  shopForMeals: async (home) => {
    await mealId(home, { date: today(home), mealType: "dinner" });
    return { path: "/v1/meals/shopping", body: { weekStart: today(home), listId: await listId(home), leaveOut: [] } };
  },
  removeMealFromShopping: async (home) => ({ path: `/v1/meals/${await shoppedMealId(home)}/shopping/remove` }),
  readGroceries: async (home) => {
    await shoppedMealId(home);
    return { path: "/app/groceries" };
  },
  updateGroceryList: async (home) => ({
    path: `/app/groceries/lists/${await listId(home)}`,
    body: { byAisle: true, aisles: ["dairy", "produce"] },
  }),
  updateFood: () => ({ path: "/app/groceries/foods", body: { text: "Basil", aisle: "produce", staple: true } }),
  readMeal: async (home) => ({ path: `/app/meals/${await mealId(home)}` }),
  swapMeals: async (home) => {
    const a = await mealId(home);
    return { path: "/app/meals/swap", body: { a, b: await mealId(home, { date: "2026-11-28", mealType: "lunch" }) } };
  },
  swapPlannedMeals: async (home) => {
    const a = await mealId(home);
    return { path: "/v1/meals/swap", body: { a, b: await mealId(home, { date: "2026-11-28", mealType: "lunch" }) } };
  },
  createMeals: async (home) => ({
    path: "/v1/meals/batch",
    body: { meals: [{ date: "2026-11-27", mealType: "dinner", recipeId: await recipeId(home) }] },
  }),
};

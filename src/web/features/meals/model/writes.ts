import { send } from "#web/sync/api/client.ts";
import { Failure } from "#web/sync/api/failures.ts";
import { namesActor, write } from "#web/sync/write.ts";
import type { Recipe } from "../../recipes/model/source.ts";
import { unsavedRecipe } from "../../recipes/model/writes.ts";
import { placing, planning } from "./effects.ts";
import { type Cell, formatCell, freeSlot, type PlanPosition } from "./plan.ts";
import { type Meal, mealsSource } from "./source.ts";

/** Meal to be planned. `id` is provisional until the server responds. */
export type NewMeal = Cell & {
  readonly id: string;
  readonly recipe: Recipe;
  readonly note?: string | null | undefined;
  readonly servings?: number | null | undefined;
};

/** Returns the meal to show until the server responds. Returns null if the cell is full. */
export function unsavedMeal(
  { id, date, mealType, recipe, note = null, servings = null }: NewMeal,
  meals: readonly Meal[],
): Meal | null {
  const slot = freeSlot(meals, { date, mealType });
  const { createdAt, updatedAt, createdBy } = unsaved;
  if (slot === null) return null;
  const quick = recipe.kind === "quick" && { quick: true as const };
  return { id, date, mealType, slot, recipe, note, servings, ...quick, createdAt, updatedAt, createdBy };
}

const unsaved = {
  createdAt: "",
  updatedAt: "",
  createdBy: { kind: "system", id: null, name: "", agentName: null },
} as const;

/**
 * Returns `meals` together with the meals of `made`. A meal of `made` is left out if its cell is full or if `meals`
 * already contains it.
 */
export function withNew(meals: readonly Meal[], made: readonly NewMeal[]): readonly Meal[] {
  const known = [...meals];
  for (const each of made) {
    const meal = known.some(({ id }) => id === each.id) ? null : unsavedMeal(each, known);
    if (meal) known.push(meal);
  }
  return known;
}

export const planMeal = write({
  name: "meals.plan",
  invalidates: ["meal"],
  send: ({ date, mealType, recipe }: NewMeal, headers, api) => {
    const meal = { date, mealType, recipeId: recipe.id };
    return send(
      namesActor(headers) ? api.app.wall.meals.post(meal, { headers }) : api.v1.meals.post(meal, { headers }),
    );
  },
  label: () => null,
  effects: (made) => planning((meals) => withNew(meals, [made])),
  createdId: (meal: Meal) => meal.id,
  successMessage: ({ meals }, { recipe, ...cell }) => meals.planned(recipe.name, formatCell(cell)),
});

/** Planned meal without a recipe. `id` is provisional until the server responds. */
export type QuickMeal = Cell & { readonly id: string; readonly text: string; readonly emoji: string };

export const planQuickMeal = write({
  name: "meals.plan-quick",
  invalidates: ["meal"],
  send: ({ date, mealType, text, emoji }: QuickMeal, headers, api) =>
    send(api.v1.meals.quick.post({ date, mealType, text, emoji }, { headers })),
  label: () => null,
  effects: ({ text, emoji, ...made }) =>
    planning((meals) => {
      const recipe = { ...unsavedRecipe("", { name: text, emoji }), kind: "quick" as const, archivedAt: "" };
      return withNew(meals, [{ ...made, recipe }]);
    }),
  createdId: (meal: Meal) => meal.id,
  successMessage: ({ meals }, { text, ...cell }) => meals.planned(text, formatCell(cell)),
});

export type MealDetails = {
  readonly note: string | null;
  readonly cookId: string | null;
  readonly servings: number | null;
};

export const changeDetails = write({
  name: "meals.details",
  invalidates: ["meal"],
  send: ({ meal: { id }, patch }: { meal: Meal; patch: Partial<MealDetails> }, headers, api) =>
    send(api.v1.meals({ id }).details.patch(patch, { headers })),
  label: ({ meal }) => meal.recipe.name,
  effects: ({ meal: { id }, patch }) =>
    planning((meals) => meals.map((each) => (each.id === id ? { ...each, ...patch } : each))),
  successMessage: ({ meals }, { meal }) => meals.detailsChanged(meal.recipe.name),
});

/**
 * Repeats a meal every `everyWeeks` weeks, up to the day `until`. If `until` is null, the repetition does not end. Only
 * adults may repeat meals.
 */
export const repeatMeal = write({
  name: "meals.repeat",
  invalidates: ["meal"],
  send: ({ meal: { id }, everyWeeks, until }: { meal: Meal; everyWeeks: number; until: string | null }, headers, api) =>
    send(api.app.meals({ id }).repeat.post({ everyWeeks, ...(until !== null && { until }) }, { headers })),
  label: ({ meal }) => meal.recipe.name,
  successMessage: ({ meals }, { meal }) => meals.repeatsNow(meal.recipe.name),
});

/**
 * Ends the repetition `id` of a meal. `meals` says whether later meals that are already planned are kept or removed.
 */
export const stopRepeat = write({
  name: "meals.stop-repeat",
  invalidates: ["meal"],
  send: ({ id, meals }: { id: string; meals: "keep" | "remove"; name: string }, headers, api) =>
    send(api.app["meal-repeats"]({ id }).delete(undefined, { headers, query: { meals } })),
  label: ({ name }) => name,
  effects: ({ id }) =>
    planning((meals) => meals.map((each) => (each.repeatId === id ? { ...each, repeatId: null } : each))),
  successMessage: ({ meals }, { name }) => meals.stopped(name),
  treat404AsDone: true,
});

/**
 * Moves a meal to another cell. If another meal has taken the place in that cell, retries with a free place of the
 * cell.
 */
export const moveMeal = write({
  name: "meals.move",
  invalidates: ["meal"],
  send: async ({ meal, to }: { meal: Meal; to: PlanPosition }, headers, api) => {
    const patch = (place: PlanPosition) => send(api.v1.meals({ id: meal.id }).patch(place, { headers }));
    try {
      return await patch(to);
    } catch (error) {
      if (!(error instanceof Failure && error.status === 409)) throw error;
      const { meals } = await mealsSource.fetch({ weekStart: to.date }, api);
      const slot = freeSlot(meals, to);
      if (slot === null) throw error;
      return patch({ ...to, slot });
    }
  },
  label: ({ meal }) => meal.recipe.name,
  effects: ({ meal, to }) => planning(placing([{ ...meal, ...to }])),
  successMessage: ({ meals }, { meal, to }) => meals.moved(meal.recipe.name, formatCell(to)),
});

export const swapMeals = write({
  name: "meals.swap",
  invalidates: ["meal"],
  send: ({ a, b }: { a: Meal; b: Meal }, headers, api) =>
    send(api.app.meals.swap.post({ a: a.id, b: b.id }, { headers })),
  label: () => null,
  effects: ({ a, b }) =>
    planning(
      placing([
        { ...a, ...placeOf(b) },
        { ...b, ...placeOf(a) },
      ]),
    ),
  successMessage: ({ meals }, { a, b }) => meals.swapped(a.recipe.name, b.recipe.name),
});

function placeOf({ date, mealType, slot }: PlanPosition): PlanPosition {
  return { date, mealType, slot };
}

export const removeMeal = write({
  name: "meals.remove",
  invalidates: ["meal"],
  send: ({ meal: { id } }: { meal: Meal }, headers, api) => send(api.v1.meals({ id }).delete(undefined, { headers })),
  label: ({ meal }) => meal.recipe.name,
  effects: ({ meal }) => planning((meals) => meals.filter(({ id }) => id !== meal.id)),
  successMessage: ({ meals }, { meal }) => meals.removed(meal.recipe.name),
  treat404AsDone: true,
});

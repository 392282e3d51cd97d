import { addDays } from "#lib/days.ts";
import { send } from "#web/sync/api/client.ts";
import { Failure } from "#web/sync/api/failures.ts";
import { provisionalId } from "#web/sync/ids.ts";
import { write } from "#web/sync/write.ts";
import { planning } from "./effects.ts";
import { freeSlot, isSameCell } from "./plan.ts";
import { type Meal, mealsSource } from "./source.ts";
import { type NewMeal, withNew } from "./writes.ts";

/**
 * Choice of the meals to copy to another week. `meals` are the meals that are copied. `full` is the number of meals
 * that are not copied because their cell in the other week is full. `archived` is the number of meals that are not
 * copied because their recipe is archived.
 */
export type Copied = { readonly meals: readonly NewMeal[]; readonly full: number; readonly archived: number };

/**
 * Returns the meals of a week (`former`) that can be copied to the next week. `present` are the meals that are already
 * in the next week. A meal that is already there is not copied again.
 */
export function copyOf(former: readonly Meal[], present: readonly Meal[]): Copied {
  const active = former.filter(({ quick, recipe }) => quick || recipe.archivedAt === null);
  const made = active.map(({ date, mealType, recipe, note, servings }) => ({
    id: provisionalId(),
    date: addDays(date, 7),
    mealType,
    recipe,
    note,
    servings,
  }));
  const missing = made.filter(
    (each) => !present.some((meal) => isSameCell(meal, each) && meal.recipe.id === each.recipe.id),
  );
  const meals = fitting(missing, present);
  return { meals, full: missing.length - meals.length, archived: former.length - active.length };
}

function fitting(missing: readonly NewMeal[], present: readonly Meal[]): readonly NewMeal[] {
  const after = withNew(present, missing);
  return missing.filter(({ id }) => after.some((meal) => meal.id === id));
}

/** Copies the meals of a week. If a cell is already full on the server, retries with the meals that still fit. */
export const copyWeek = write({
  name: "meals.copy-week",
  invalidates: ["meal"],
  send: async ({ weekStart, meals }: { weekStart: string; meals: readonly NewMeal[] }, headers, api, setRealId) => {
    const plan = async (some: readonly NewMeal[], key: string) => {
      const body = some.map(({ date, mealType, recipe, note = null, servings = null }) => ({
        date,
        mealType,
        ...(note !== null && { note }),
        ...(servings !== null && { servings }),
        ...(recipe.kind === "quick" ? { text: recipe.name, emoji: recipe.emoji } : { recipeId: recipe.id }),
      }));
      const sent = await send(
        api.v1.meals.batch.post({ meals: body }, { headers: { ...headers, "Idempotency-Key": key } }),
      );
      for (const [index, { id }] of some.entries()) {
        const real = sent.answer.meals[index]?.id;
        if (real) setRealId(id, real);
      }
      return sent;
    };
    const key = headers["Idempotency-Key"] ?? "";
    try {
      return await plan(meals, key);
    } catch (error) {
      if (!(error instanceof Failure && error.status === 409)) throw error;
      const week = await mealsSource.fetch({ weekStart }, api);
      const some = meals.filter((meal) => freeSlot(week.meals, meal) !== null);
      const rest = fitting(some, week.meals);
      if (rest.length === 0) throw error;
      return plan(rest, `${key}-rest`);
    }
  },
  label: () => null,
  effects: ({ meals: made }) => planning((meals) => withNew(meals, made)),
});

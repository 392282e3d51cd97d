import { namedMealsBetween } from "#kitchen/meals/meal-rows.store.ts";
import { activeRecipeRows, ingredientsOf, type RecipeRow, tagsOf } from "#kitchen/recipes/recipe-rows.store.ts";
import { addDays } from "#lib/days.ts";
import { type Phrase, type Sentence, say, sayDate } from "#lib/sentence.ts";
import type { MealType } from "#lib/wire.ts";
import { cachedIndex, toSearchable } from "../index-cache.ts";
import { type Find, finder, type SearchContext, whenCreated, whenOnDate } from "../search-context.ts";

export function findRecipes(context: SearchContext): Find {
  const texts = cachedIndex(context.work, "recipes", activeRecipeRows, (row) => ({
    title: row.name,
    more: [...ingredientsOf(row), row.instructions, ...tagsOf(row), row.notes],
  }));
  return finder({
    texts,
    when: ({ createdAt }) => whenCreated(createdAt),
    display: (row) => ({ title: row.name, line: recipeLine(row) }),
  });
}

/** Returns a line such as `75 minutes, 3 ingredients`. */
function recipeLine(row: RecipeRow): Sentence {
  const { prepMinutes } = row;
  const { length } = ingredientsOf(row);
  const time = prepMinutes === 1 ? say`1 minute` : say`${prepMinutes ?? 0} minutes`;
  const ingredients = length === 1 ? say`1 ingredient` : say`${length} ingredients`;
  if (length === 0) return prepMinutes === null ? say`Recipe` : time;
  return prepMinutes === null ? ingredients : say`${time}, ${ingredients}`;
}

const mealLines: Readonly<Record<MealType, (date: Phrase) => Sentence>> = {
  breakfast: (date) => say`Breakfast on ${date}`,
  morning_snack: (date) => say`Morning snack on ${date}`,
  lunch: (date) => say`Lunch on ${date}`,
  afternoon_snack: (date) => say`Afternoon snack on ${date}`,
  dinner: (date) => say`Dinner on ${date}`,
  evening_snack: (date) => say`Evening snack on ${date}`,
};

const daysBack = 30;
const lastDate = "9999-12-31";

export function findMeals(context: SearchContext): Find {
  const { work, today } = context;
  const first = addDays(today, -daysBack);
  const meals = namedMealsBetween(work, first, lastDate);
  return finder({
    texts: toSearchable(meals, ({ recipeName }) => ({ title: recipeName })),
    when: ({ date }) => whenOnDate(date, today),
    display: ({ recipeName, mealType, date }) => ({
      title: recipeName,
      line: mealLines[mealType](sayDate(date, today)),
    }),
  });
}

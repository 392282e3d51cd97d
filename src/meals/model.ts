/** The kinds that describe planned meals. */
import { Type } from "@sinclair/typebox";
import { Recipe } from "../recipes/model.ts";
import { closed, Day, integer, oneOf, recordFields, Uuid } from "../wire.ts";
import { mealTypes } from "./cell.ts";

/** Which meal of the day. */
export const MealTypeName = oneOf(mealTypes, { examples: ["dinner"] });
/** Which of the two meals of a cell, side by side. */
export const Slot = integer(0, 1, { description: "1 for breakfast, lunch and dinner only" });
/** Any day: it need not be the household's first day of the week. */
export const WeekStart = Type.String({ ...Day, description: "The first of seven days, whatever its weekday" });

/** The body of a new meal. */
export const NewMeal = closed({ date: Day, mealType: MealTypeName, recipeId: Uuid, slot: Type.Optional(Slot) });

/** A recipe in a cell of the plan. */
export const Meal = closed(
  { id: Uuid, date: Day, mealType: MealTypeName, slot: Slot, recipe: Recipe, ...recordFields },
  { title: "Meal" },
);

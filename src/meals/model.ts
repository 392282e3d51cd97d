/** The kinds that describe planned meals. */
import { type Static, Type } from "@sinclair/typebox";
import { Block } from "../lists/model.ts";
import { Recipe } from "../recipes/model.ts";
import { closed, Day, integer, nullable, oneOf, recordFields, Uuid } from "../wire.ts";
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
/** See {@link Meal}. */
export type Meal = Static<typeof Meal>;

/** What a grocery run put on a list. */
export const GroceryRun = closed({
  listId: nullable(Uuid),
  added: Type.Array(Block),
  skipped: Type.Array(closed({ ingredient: Type.String(), blockId: Uuid, done: Type.Boolean() })),
});
/** See {@link GroceryRun}. */
export type GroceryRun = Static<typeof GroceryRun>;

/** What became of one ingredient: `item` is on the list, whether `added` or not. */
export const GroceryItem = closed({ listId: Uuid, added: Type.Boolean(), item: Block });
/** See {@link GroceryItem}. */
export type GroceryItem = Static<typeof GroceryItem>;

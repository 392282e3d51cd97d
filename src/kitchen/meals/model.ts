import { type Static, Type } from "@sinclair/typebox";
import { closed, Day, integer, MealTypeName, nullable, recordFields, Text, Uuid } from "#lib/wire.ts";
import { Block } from "#lists/model.ts";
import { Recipe, RecipeEmoji, Servings } from "../recipes/model.ts";

export const Slot = integer(0, 1, { description: "1 for breakfast, lunch and dinner only" });
export const WeekStart = Type.String({ ...Day, description: "The first of seven days, whatever its weekday" });

export const NewMeal = closed({ date: Day, mealType: MealTypeName, recipeId: Uuid, slot: Type.Optional(Slot) });

export const QuickText = Text(1, 100, { examples: ["Leftovers"] });

export const MealNote = Text(1, 200, { examples: ["With salad"] });

export const mealDetails = {
  note: Type.Optional(nullable(MealNote)),
  cookId: Type.Optional(nullable(Uuid)),
  servings: Type.Optional(Servings),
};

export const MealPatch = closed({
  date: Type.Optional(Day),
  mealType: Type.Optional(MealTypeName),
  slot: Type.Optional(Slot),
  ...mealDetails,
});

/** The body of a request that plans a meal. It has either a `recipeId` or a `text`. */
export const NewMealWithDetails = closed({
  ...NewMeal.properties,
  recipeId: Type.Optional(Uuid),
  text: Type.Optional(QuickText),
  emoji: Type.Optional(RecipeEmoji),
  ...mealDetails,
});

export const Meal = closed(
  {
    id: Uuid,
    date: Day,
    mealType: MealTypeName,
    slot: Slot,
    recipe: Recipe,
    quick: Type.Optional(
      Type.Literal(true, { description: "A meal without a recipe: `recipe` has its text as `name`, and nothing else" }),
    ),
    note: Type.Optional(nullable(MealNote)),
    cookId: Type.Optional(nullable({ ...Uuid, description: "The member who cooks" })),
    servings: Type.Optional(Servings),
    repeatId: Type.Optional(nullable({ ...Uuid, description: "Null: it does not repeat" })),
    ...recordFields,
  },
  { title: "Meal" },
);
export type Meal = Static<typeof Meal>;

export const MealRepeat = closed(
  {
    id: Uuid,
    recipe: closed({ id: Uuid, name: Type.String(), emoji: Type.String() }),
    mealType: MealTypeName,
    everyWeeks: Type.Integer(),
    startDate: Day,
    until: nullable(Day),
  },
  { title: "MealRepeat" },
);

export const GroceryRun = closed({
  listId: nullable(Uuid),
  added: Type.Array(Block),
  skipped: Type.Array(closed({ ingredient: Type.String(), blockId: Uuid, done: Type.Boolean() })),
});
export type GroceryRun = Static<typeof GroceryRun>;

export const GroceryItem = closed({ listId: Uuid, added: Type.Boolean(), item: Block });
export type GroceryItem = Static<typeof GroceryItem>;

import { type Static, Type } from "@sinclair/typebox";
import { closed, Day, integer, MealTypeName, nullable, recordFields, Text, Uuid } from "#lib/wire.ts";
import { Block } from "#lists/model.ts";
import { Ingredient, Recipe, RecipeEmoji, Servings } from "../recipes/model.ts";

const Slot = integer(0, 1, { description: "1 for breakfast, lunch and dinner only" });
export const WeekStart = Type.String({ ...Day, description: "The first of seven days, whatever its weekday" });

export const MealPosition = closed({ date: Day, mealType: MealTypeName, slot: Slot });

export const NewRecipeMeal = closed({ date: Day, mealType: MealTypeName, recipeId: Uuid, slot: Type.Optional(Slot) });
const { recipeId: _, ...newPosition } = NewRecipeMeal.properties;

const QuickText = Text(1, 100, { examples: ["Leftovers"] });

const MealNote = Text(1, 200, { examples: ["With salad"] });

const MealDetails = closed({
  note: Type.Optional(nullable(MealNote)),
  cookId: Type.Optional(nullable(Uuid)),
  servings: Type.Optional(Servings),
});
export type MealDetails = Static<typeof MealDetails>;

export const NewQuickMeal = closed({ ...newPosition, text: QuickText, emoji: Type.Optional(RecipeEmoji) });

export const MealPatch = closed({ ...Type.Partial(MealPosition).properties, ...MealDetails.properties });
export type MealPatch = Static<typeof MealPatch>;

/** The body of a request that plans a meal. It has either a `recipeId` or a `text`. */
export const NewMeal = closed({
  ...NewRecipeMeal.properties,
  recipeId: Type.Optional(Uuid),
  text: Type.Optional(QuickText),
  emoji: Type.Optional(RecipeEmoji),
  ...MealDetails.properties,
});
export type NewMeal = Static<typeof NewMeal>;

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
export type MealRepeat = Static<typeof MealRepeat>;

export const NewMealRepeat = closed({ everyWeeks: integer(1, 4), until: Type.Optional(nullable(Day)) });
export type NewMealRepeat = Static<typeof NewMealRepeat>;

const listId = { listId: Type.Optional(Uuid) };

/** Two meals that change places. */
export const MealPair = closed({ a: Uuid, b: Uuid });
export const SwappedMeals = closed({ meals: Type.Array(Meal, { description: "`a` and `b` after the swap" }) });
export const examplePair = {
  a: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42",
  b: "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d43",
};

export const MealsForGroceries = closed({ weekStart: WeekStart, ...listId });
export type MealsForGroceries = Static<typeof MealsForGroceries>;

export const ItemForGroceries = closed({ ingredient: Ingredient, ...listId });
export type ItemForGroceries = Static<typeof ItemForGroceries>;

export const GroceryRun = closed({
  listId: nullable(Uuid),
  added: Type.Array(Block),
  skipped: Type.Array(closed({ ingredient: Type.String(), blockId: Uuid, done: Type.Boolean() })),
});
export type GroceryRun = Static<typeof GroceryRun>;

export const GroceryItem = closed({ listId: Uuid, added: Type.Boolean(), item: Block });
export type GroceryItem = Static<typeof GroceryItem>;

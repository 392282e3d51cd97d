import { type Static, Type } from "@sinclair/typebox";
import type { GroceryLanguage } from "#lib/grocery-list.ts";
import { aisles } from "#lib/ingredients/aisles.ts";
import { closed, Day, integer, nullable, oneOf, Text, Uuid } from "#lib/wire.ts";
import { WeekStart } from "../meals/model.ts";
import { Ingredient } from "../recipes/model.ts";

const Keys = Type.Optional(
  Type.Array(Text(1, 300, { examples: ["mehl|g"] }), { maxItems: 5_000, description: "Keys of lines" }),
);
const AisleName = Text(1, 40, { description: `One of ${aisles.join(", ")}`, examples: ["produce"] });

/** The ingredients to add to a list: those of the meals of a week, or those of a recipe. */
export const ShoppingOrder = closed({
  weekStart: Type.Optional(WeekStart),
  days: Type.Optional(
    Type.Array(Day, { minItems: 1, maxItems: 7, uniqueItems: true, description: "Else from today on" }),
  ),
  recipeId: Type.Optional(Uuid),
  servings: Type.Optional(integer(1, 100, { description: "Else as the recipe says" })),
  listId: Type.Optional(Uuid),
  language: Type.Optional(
    oneOf(["en", "de"] satisfies GroceryLanguage[], { description: "Else that of the household's grocery list" }),
  ),
  leaveOut: Keys,
  include: Keys,
});
export type ShoppingOrder = Static<typeof ShoppingOrder>;

const Unit = Type.String({
  description: "`g`, `ml`, `cm`, a counted unit such as `clove`, or empty for whole things",
  examples: ["g"],
});
const Amount = nullable(Type.Number({ description: "Null: the lines have no amount", examples: [800] }));

export const GroceryNeed = closed(
  {
    mealId: nullable({ ...Uuid, description: "Null: a recipe that was added without a meal" }),
    recipeId: Uuid,
    recipeName: Type.String({ examples: ["Lasagne"] }),
    date: Type.String({ ...Day, description: "Of the meal, or the day on which the recipe was added" }),
    line: Type.String({ description: "As the recipe writes it", examples: ["500 g Mehl"] }),
    factor: Type.Number({ description: "By which the line is multiplied", examples: [1] }),
    from: Type.Number({ description: "Where the part begins within what the meal needs of the food", examples: [0] }),
    amount: Amount,
  },
  { title: "GroceryNeed" },
);
export type GroceryNeed = Static<typeof GroceryNeed>;

export const ShoppingLine = closed(
  {
    key: Type.String({ description: "Food and kind of unit", examples: ["mehl|g"] }),
    text: Type.String({
      description: "Of the item, after the run if it is `added` or `raised`; else of what is needed",
      examples: ["800 g Mehl"],
    }),
    amount: Amount,
    unit: Unit,
    needs: Type.Array(GroceryNeed, { description: "What the amount is for" }),
    state: oneOf(["added", "raised", "there", "staple", "left_out"]),
    blockId: nullable({ ...Uuid, description: "The item; null if there is none, and in a dry run if it is `added`" }),
    was: nullable(Type.String({ description: "The item's text before the run", examples: ["500 g Mehl"] })),
  },
  { title: "ShoppingLine" },
);
export type ShoppingLine = Static<typeof ShoppingLine>;

export const ShoppingRun = closed({ listId: nullable(Uuid), lines: Type.Array(ShoppingLine) });
export type ShoppingRun = Static<typeof ShoppingRun>;

export const ShoppingRemoval = closed({
  changed: Type.Integer({ description: "Items with a lower amount" }),
  removed: Type.Integer({ description: "Deleted items" }),
});

/** A change of the settings of a food, which `text` names. */
export const FoodPatch = closed({
  text: Ingredient,
  aisle: Type.Optional(nullable(AisleName)),
  staple: Type.Optional(Type.Boolean()),
});
export type FoodPatch = Static<typeof FoodPatch>;

export const FoodPreference = closed(
  {
    food: Type.String({ description: "Equal for texts that name the same food", examples: ["basilikum"] }),
    text: Type.String({ examples: ["Basilikum"] }),
    aisle: nullable(oneOf(aisles)),
    staple: Type.Boolean({ description: "Always at home" }),
  },
  { title: "FoodPlace", description: "`aisle` is null if the household chose none" },
);
export type FoodPreference = Static<typeof FoodPreference>;

export const GroceryListPatch = closed({
  byAisle: Type.Optional(Type.Boolean()),
  aisles: Type.Optional(Type.Array(AisleName, { maxItems: aisles.length, uniqueItems: true })),
});
export type GroceryListPatch = Static<typeof GroceryListPatch>;

export const GroceryListSettings = closed(
  {
    listId: Uuid,
    byAisle: Type.Boolean({
      description: "Show the items by aisle; by default for grocery lists that have no headings of their own",
    }),
    aisles: Type.Array(oneOf(aisles), { description: "All of them, in the order of the shop" }),
    items: Type.Array(closed({ blockId: Uuid, aisle: oneOf(aisles) }), {
      description: "Where the open tasks stand; empty unless `byAisle`",
    }),
  },
  { title: "GroceryListSettings" },
);
export type GroceryListSettings = Static<typeof GroceryListSettings>;

const GroceryItemFacts = closed(
  {
    blockId: Uuid,
    listId: Uuid,
    food: Type.String(),
    unit: Unit,
    amount: Amount,
    rendered: Type.String({ description: "The text that a run gave it" }),
    state: oneOf(["open", "edited", "bought"], {
      description: "`edited`: a person changed the text, so it is theirs; `bought`: ticked off, perhaps deleted since",
    }),
    text: nullable(Type.String({ description: "Of the item; null if it was deleted", examples: ["500 g Mehl"] })),
    needs: Type.Array(GroceryNeed),
  },
  { title: "GroceryItemFacts", description: "What an item that a run added is for" },
);

export const Groceries = closed(
  {
    lists: Type.Array(GroceryListSettings, {
      description: "Of grocery lists, and of lists with settings of their own",
    }),
    foods: Type.Array(FoodPreference),
    items: Type.Array(GroceryItemFacts),
  },
  { title: "Groceries" },
);
export type Groceries = Static<typeof Groceries>;

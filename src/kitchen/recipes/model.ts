import { type Static, Type } from "@sinclair/typebox";
import { closed, Day, integer, MealTypeName, nullable, oneOf, recordFields, Text, Uuid } from "#lib/wire.ts";
import {
  maxGroups,
  maxIngredients,
  maxInstructions,
  maxLine,
  maxName,
  maxNotes,
  maxPrepMinutes,
  maxServings,
  maxTagLength,
  maxTags,
} from "./limits.ts";

export const RecipeName = Text(1, maxName, { examples: ["Lasagne"] });
export const RecipeEmoji = Text(1, 8, { examples: ["🍝"] });
export const PrepMinutes = nullable(
  integer(0, maxPrepMinutes, { description: "Minutes; null: not known", examples: [45] }),
);
export const Ingredient = Text(1, maxLine, { examples: ["Tomatoes"] });
export const Ingredients = Type.Array(Ingredient, { maxItems: maxIngredients });
export const Instructions = Text(0, maxInstructions);
export const Servings = nullable(integer(1, maxServings, { description: "Null: not known", examples: [4] }));
export const Tags = Type.Array(Text(1, maxTagLength, { examples: ["quick"] }), { maxItems: maxTags });
export const RecipeGroups = Type.Array(
  closed(
    { title: Text(1, maxLine, { examples: ["For the sauce"] }), at: integer(0, maxIngredients - 1) },
    { title: "IngredientGroup" },
  ),
  { maxItems: maxGroups, description: "Headings, each before the ingredient with the index `at`" },
);
export const RecipeNotes = Text(0, maxNotes, { description: "The household's own notes" });

export const NewRecipe = closed({
  name: RecipeName,
  emoji: Type.Optional(RecipeEmoji),
  prepMinutes: Type.Optional(PrepMinutes),
  ingredients: Type.Optional(Ingredients),
  instructions: Type.Optional(Instructions),
});

export const RecipePatch = closed(Type.Partial(NewRecipe).properties);

const details = {
  servings: Type.Optional(Servings),
  tags: Type.Optional(Tags),
  groups: Type.Optional(RecipeGroups),
  notes: Type.Optional(RecipeNotes),
  sourceName: Type.Optional(nullable(Text(1, maxLine))),
  sourceUrl: Type.Optional(nullable(Text(1, 2_000))),
};

export const NewRecipeWithDetails = closed({ ...NewRecipe.properties, ...details });
export type NewRecipeWithDetails = Static<typeof NewRecipeWithDetails>;

export const RecipePatchWithDetails = closed({ ...RecipePatch.properties, ...details });
export type RecipePatchWithDetails = Static<typeof RecipePatchWithDetails>;

export const Recipe = closed(
  {
    id: Uuid,
    name: Type.String({ examples: ["Lasagne"] }),
    emoji: Type.String({ examples: ["🍝"] }),
    prepMinutes: PrepMinutes,
    ingredients: Type.Array(Type.String({ examples: ["Tomatoes"] })),
    instructions: Type.String({ examples: ["Layer it, and bake it for 35 minutes."] }),
    archivedAt: nullable(
      Type.String({ format: "date-time", description: "Null: it is in the recipe box", examples: [null] }),
    ),
    kind: Type.Optional(
      oneOf(["recipe", "quick"], {
        description: "`quick`: a meal without a recipe, such as leftovers; always archived",
      }),
    ),
    servings: Type.Optional(Servings),
    tags: Type.Optional(Tags),
    groups: Type.Optional(RecipeGroups),
    notes: Type.Optional(RecipeNotes),
    source: Type.Optional(
      nullable(
        closed({
          name: nullable(Type.String({ examples: ["chefkoch.de"] })),
          url: nullable(Type.String({ examples: ["https://www.chefkoch.de/rezepte/1.html"] })),
        }),
      ),
    ),
    photo: Type.Optional(
      nullable(closed({ url: Type.String({ examples: ["/covers/0f1e2d3c4b5a69788796a5b4c3d2e1f0.webp"] }) })),
    ),
    likes: Type.Optional(Type.Array(Uuid, { description: "The members who love it" })),
    lastEaten: Type.Optional(
      nullable({ ...Day, description: "The last date up to today for which it was planned; not in meals" }),
    ),
    timesEaten: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: "Meals of the last 365 days, today included; not in meals",
        examples: [3],
      }),
    ),
    ...recordFields,
  },
  { title: "Recipe" },
);

export type Recipe = Static<typeof Recipe>;

export const SuggestionQuery = closed({
  date: Day,
  mealType: MealTypeName,
  limit: integer(1, 20, { default: 6 }),
  tag: Type.Optional(Text(1, 30)),
  maxPrepMinutes: Type.Optional(integer(0, 1_440)),
});
export type SuggestionQuery = Static<typeof SuggestionQuery>;

export const Suggestion = closed(
  {
    recipe: Recipe,
    score: Type.Number({ description: "By which a surprise may be drawn", examples: [2.5] }),
    reason: closed({
      kind: oneOf(["not_lately", "never", "liked", "quick"]),
      days: Type.Optional(Type.Integer({ description: "Since the last meal, for `not_lately`", examples: [49] })),
      memberIds: Type.Optional(Type.Array(Uuid, { description: "Who loves it, for `liked`" })),
    }),
  },
  { title: "Suggestion" },
);
export type Suggestion = Static<typeof Suggestion>;

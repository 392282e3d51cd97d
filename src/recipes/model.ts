/** The kinds that describe recipes. */
import { type Static, Type } from "@sinclair/typebox";
import { closed, integer, nullable, recordFields, Text, Uuid } from "../wire.ts";

/** A recipe's name. */
export const RecipeName = Text(1, 200, { examples: ["Lasagne"] });
/** What stands for a recipe where there is little room. */
export const RecipeEmoji = Text(1, 8, { examples: ["🍝"] });
/** How long a recipe takes. */
export const PrepMinutes = nullable(integer(0, 1_440, { description: "Minutes; null: not known", examples: [45] }));
/** One line of what a recipe takes, amount and all. */
export const Ingredient = Text(1, 200, { examples: ["Tomatoes"] });
/** What a recipe takes, in the order it is written in. */
export const Ingredients = Type.Array(Ingredient, { maxItems: 100 });
/** How a recipe is made. */
export const Instructions = Text(0, 5_000);

/** A recipe, archived or not. */
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
    ...recordFields,
  },
  { title: "Recipe" },
);
/** See {@link Recipe}. */
export type Recipe = Static<typeof Recipe>;

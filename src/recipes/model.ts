import { type Static, Type } from "@sinclair/typebox";
import { closed, integer, nullable, recordFields, Text, Uuid } from "../wire.ts";

export const RecipeName = Text(1, 200, { examples: ["Lasagne"] });
export const RecipeEmoji = Text(1, 8, { examples: ["🍝"] });
export const PrepMinutes = nullable(integer(0, 1_440, { description: "Minutes; null: not known", examples: [45] }));
export const Ingredient = Text(1, 200, { examples: ["Tomatoes"] });
export const Ingredients = Type.Array(Ingredient, { maxItems: 100 });
export const Instructions = Text(0, 5_000);

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
export type Recipe = Static<typeof Recipe>;

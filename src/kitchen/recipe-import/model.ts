import { type Static, Type } from "@sinclair/typebox";
import { closed, nullable, oneOf, Text, Uuid } from "#lib/wire.ts";
import { maxLine } from "../recipes/limits.ts";
import { NewRecipeWithDetails, PrepMinutes, RecipeGroups, Servings } from "../recipes/model.ts";

export const Url = Text(1, 2_000, {
  description: "An address without `https://` in front gets it; `http://` is tried as `https://`",
  examples: ["https://www.chefkoch.de/rezepte/1/lasagne.html"],
});

export const RecipeWarning = closed(
  {
    kind: oneOf([
      "lines_cut",
      "ingredients_moved",
      "steps_moved",
      "text_left_out",
      "no_ingredients",
      "no_steps",
      "read_from_text",
    ]),
    count: Type.Integer({ minimum: 1, description: "Of lines; `text_left_out`: of characters" }),
    text: Type.String({ examples: ["2 lines were too long: their ends are in the notes"] }),
  },
  { title: "RecipeWarning" },
);
export type RecipeWarning = Static<typeof RecipeWarning>;

const DraftRecipe = closed(
  {
    name: Type.String(),
    prepMinutes: PrepMinutes,
    servings: Servings,
    ingredients: Type.Array(Type.String()),
    groups: RecipeGroups,
    instructions: Type.String({ description: "A step a line" }),
    tags: Type.Array(Type.String()),
    notes: Type.String({ description: "What does not fit elsewhere" }),
    sourceName: nullable(Type.String()),
    sourceUrl: nullable(Type.String()),
  },
  { title: "RecipeDraftFields", description: "Within the bounds of a recipe" },
);
export type DraftRecipe = Static<typeof DraftRecipe>;

const lineKinds = ["name", "group", "ingredient", "step", "nothing"] as const;

export const RecipeDraft = closed(
  {
    id: nullable({ ...Uuid, description: "Null with an error" }),
    url: nullable(Type.String({ description: "The address that was asked for" })),
    recipe: nullable(DraftRecipe),
    photoUrl: nullable(
      Type.String({ description: "Only for people of the household, for as long as the draft lives" }),
    ),
    split: nullable(
      closed({
        lines: Type.Array(closed({ text: Type.String(), kind: oneOf(lineKinds) })),
        divider: Type.Integer({ minimum: 0, description: "The index of the first line of the steps" }),
        isCertain: Type.Boolean({ description: "The text says itself where the steps start" }),
      }),
    ),
    warnings: Type.Array(RecipeWarning),
    sameAs: Type.Array(closed({ id: Uuid, name: Type.String() }), {
      description: "Recipes of the household with the same name or address; at most 5",
    }),
    error: nullable(closed({ code: Type.String(), text: Type.String() })),
  },
  { title: "RecipeDraft" },
);
export type RecipeDraft = Static<typeof RecipeDraft>;

export const RecipeDrafts = closed({ drafts: Type.Array(RecipeDraft) });

/** The body of a request for drafts. It has exactly one of these fields. */
export const DraftSource = closed({
  url: Type.Optional(Url),
  urls: Type.Optional(Type.Array(Url, { minItems: 1, maxItems: 25, description: "2 are fetched at a time" })),
  text: Type.Optional(
    Type.String({ minLength: 1, description: "At most 100,000 characters: the name, the ingredients, then the steps" }),
  ),
});

export type DraftSource = Static<typeof DraftSource>;

const sharedFields = Type.Pick(NewRecipeWithDetails, [
  "name",
  "emoji",
  "prepMinutes",
  "servings",
  "ingredients",
  "groups",
  "instructions",
  "tags",
  "notes",
]);

export const SavedFields = closed({
  ...sharedFields.properties,
  sourceName: Type.Optional(nullable(Text(1, maxLine, { examples: ["chefkoch.de"] }))),
  sourceUrl: Type.Optional(nullable(Text(1, 2_000, { examples: ["https://www.chefkoch.de/rezepte/1/lasagne.html"] }))),
});

import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { closed, Deleted, Uuid } from "#lib/wire.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import {
  NewRecipe,
  NewRecipeWithDetails,
  Recipe,
  RecipePatch,
  RecipePatchWithDetails,
  Suggestion,
  SuggestionQuery,
} from "./model.ts";
import { archiveRecipe, createRecipe, listRecipes, readRecipe, updateRecipe } from "./store.ts";
import { suggestRecipes } from "./suggestions.store.ts";

const operation = operationsOf("Recipes");
const recipeId = closed({ id: Uuid });
const noSuchRecipe = { 404: ["Recipe not found"] };
const wrongDetails = {
  400: ["sourceUrl: must be a web address", "tags[0]: must not have a comma"],
  422: ["groups[0].at: no such ingredient", "groups[1].at: must be after groups[0].at"],
};
const aboutTags = "Tags that differ only in case are one: the first spelling in the recipe box wins.";

export const recipes = new Elysia({ prefix: "/v1/recipes" })
  .use(context)
  .get(
    "",
    ({ call }) => call.read((work) => ({ recipes: listRecipes(work) })),
    operation({
      id: "listRecipes",
      summary: "List the recipes",
      description: "By name, whatever the case. Archived ones are left out.",
      access: "meals.read",
      answer: closed({ recipes: Type.Array(Recipe) }),
    }),
  )
  .post(
    "",
    ({ call, body }) => call.write((work) => createRecipe(work, body)),
    operation({
      id: "createRecipe",
      summary: "Add a recipe",
      description: "Each ingredient is a plain line, which grocery runs put on the list as it is.",
      access: "meals.write",
      body: NewRecipe,
      answer: Recipe,
      example: {
        name: "Lasagne",
        emoji: "🍝",
        prepMinutes: 75,
        ingredients: ["Lasagne sheets", "Tomatoes", "Mozzarella"],
      },
    }),
  )
  .get(
    "/suggestions",
    ({ call, query }) => call.read((work) => suggestRecipes(work, query)),
    operation({
      id: "suggestRecipes",
      summary: "Suggest recipes for a meal",
      description:
        "The best first, always in the same order: what was not eaten for long, what members love, what is usual at this " +
        "meal, and on Monday to Friday what takes at most 30 minutes. Recipes that are planned within ten days before or " +
        "after `date` are left out. `tag` and `maxPrepMinutes` keep only recipes that have the tag, or take no longer.",
      access: "meals.read",
      query: SuggestionQuery,
      answer: closed({ suggestions: Type.Array(Suggestion) }),
    }),
  )
  .get(
    "/:id",
    ({ call, params }) => call.read((work) => readRecipe(work, params.id)),
    operation({
      id: "readRecipe",
      summary: "Read a recipe",
      description: "Also an archived one, whose `archivedAt` is set.",
      access: "meals.read",
      params: recipeId,
      answer: Recipe,
      refusals: noSuchRecipe,
    }),
  )
  .patch(
    "/:id",
    ({ call, params, body }) => call.write((work) => updateRecipe(work, params.id, body)),
    operation({
      id: "updateRecipe",
      summary: "Change a recipe",
      description: "Omitted fields stay. Planned meals show the changed recipe.",
      access: "meals.write",
      params: recipeId,
      body: RecipePatch,
      answer: Recipe,
      example: { prepMinutes: 60 },
      refusals: noSuchRecipe,
    }),
  )
  .post(
    "/details",
    ({ call, body }) => call.write((work) => createRecipe(work, body)),
    operation({
      id: "createRecipeWithDetails",
      summary: "Add a recipe with its details",
      description: `As \`POST /v1/recipes\`, with more fields. ${aboutTags}`,
      access: "meals.write",
      body: NewRecipeWithDetails,
      answer: Recipe,
      example: { name: "Lasagne", ingredients: ["Lasagne sheets"], servings: 4, tags: ["quick"] },
      refusals: wrongDetails,
    }),
  )
  .patch(
    "/:id/details",
    ({ call, params, body }) => call.write((work) => updateRecipe(work, params.id, body)),
    operation({
      id: "updateRecipeDetails",
      summary: "Change a recipe and its details",
      description:
        `Omitted fields stay. ${aboutTags} A group stays before its ingredient when the ingredients change, and is ` +
        "dropped with it.",
      access: "meals.write",
      params: recipeId,
      body: RecipePatchWithDetails,
      answer: Recipe,
      example: { servings: 4, tags: ["quick"], notes: "Half the salt." },
      refusals: { ...noSuchRecipe, ...wrongDetails },
    }),
  )
  .delete(
    "/:id",
    ({ call, params }) => call.write((work) => archiveRecipe(work, params.id)),
    operation({
      id: "archiveRecipe",
      summary: "Archive a recipe",
      description: "It leaves the recipe box. Planned meals keep it.",
      access: "meals.write",
      isForAdults: true,
      params: recipeId,
      writes: true,
      answer: Deleted,
      refusals: noSuchRecipe,
    }),
  );

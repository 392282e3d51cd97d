/** The recipe box, as the server has it. */
import { api, read } from "../../../sync/api/client.ts";
import { source } from "../../../sync/source.ts";

/** All recipes that are not archived, by name. */
export const recipesSource = source("recipes", ["recipe"], () => read(api.v1.recipes.get()));

export type Recipes = Awaited<ReturnType<typeof recipesSource.fetch>>;
export type Recipe = Recipes["recipes"][number];
/** The fields that the form writes. */
export type RecipeFields = Pick<Recipe, "name" | "emoji" | "prepMinutes" | "ingredients" | "instructions">;

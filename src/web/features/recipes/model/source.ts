import { api, read } from "../../../sync/api/client.ts";
import { source } from "../../../sync/source.ts";

/** Without archived recipes, by name. */
export const recipesSource = source("recipes", ["recipe"], () => read(api.v1.recipes.get()));

export type Recipes = Awaited<ReturnType<typeof recipesSource.fetch>>;
export type Recipe = Recipes["recipes"][number];
export type RecipeFields = Pick<Recipe, "name" | "emoji" | "prepMinutes" | "ingredients" | "instructions">;

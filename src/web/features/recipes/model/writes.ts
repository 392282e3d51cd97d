import { send } from "#web/sync/api/client.ts";
import { type Effect, on } from "#web/sync/source.ts";
import { type Reversal, write } from "#web/sync/write.ts";
import { planning } from "../../meals/model/effects.ts";
import { type Recipe, type RecipeDetails, type RecipeFields, recipesSource } from "./source.ts";

export const defaultEmoji = "🍽️";

/** Returns a recipe that the server does not have yet. `id` is provisional. */
export function unsavedRecipe(id: string, fields: Partial<RecipeFields> & { name: string }): Recipe {
  return {
    emoji: defaultEmoji,
    prepMinutes: null,
    ingredients: [],
    instructions: "",
    ...fields,
    id,
    archivedAt: null,
    createdAt: "",
    updatedAt: "",
    createdBy: { kind: "system", id: null, name: "", agentName: null },
  };
}

function byName(a: Recipe, b: Recipe): number {
  return a.name.localeCompare(b.name, "en", { sensitivity: "accent" });
}

/**
 * Returns the cache updates for a change of a recipe. The recipe is changed in the cached recipes and in the cached
 * planned meals.
 */
function changing(id: string, change: (recipe: Recipe) => Recipe): readonly Effect[] {
  const apply = (recipe: Recipe) => (recipe.id === id ? change(recipe) : recipe);
  return [
    on(recipesSource, ({ recipes }) => ({
      recipes: recipes
        .map(apply)
        .filter(({ archivedAt }) => archivedAt === null)
        .sort(byName),
    })),
    ...planning((meals) => meals.map((meal) => ({ ...meal, recipe: apply(meal.recipe) }))),
  ];
}

type Input = RecipeFields & RecipeDetails;

export const createRecipe = write({
  name: "recipes.create",
  invalidates: ["recipe"],
  send: ({ id: _, ...fields }: Partial<Input> & { id: string; name: string }, headers, api) =>
    send(api.v1.recipes.details.post(fields, { headers })),
  label: ({ name }) => name,
  effects: ({ id, ...fields }) => [
    on(recipesSource, ({ recipes }) => ({
      recipes: [...recipes.filter((each) => each.id !== id), changed(unsavedRecipe(id, fields), fields)].sort(byName),
    })),
  ],
  createdId: (recipe: Recipe) => recipe.id,
  successMessage: ({ recipes }, { name }) => recipes.added(name),
});

/** Changes a recipe. `label` is the recipe's name, for the toast. */
export const updateRecipe = write({
  name: "recipes.update",
  invalidates: ["recipe", "meal"],
  send: ({ id, patch }: { id: string; patch: Partial<Input>; label: string }, headers, api) =>
    send(api.v1.recipes({ id }).details.patch(patch, { headers })),
  label: ({ label }) => label,
  effects: ({ id, patch }) => changing(id, (recipe) => changed(recipe, patch)),
  successMessage: ({ recipes }, { label }) => recipes.changed(label),
});

function changed(recipe: Recipe, { sourceName, sourceUrl, ...patch }: Partial<Input>): Recipe {
  const { name, url } = recipe.source ?? { name: null, url: null };
  const source = { name: sourceName === undefined ? name : sourceName, url: sourceUrl === undefined ? url : sourceUrl };
  return { ...recipe, ...patch, source: source.name === null && source.url === null ? null : source };
}

type Like = { readonly id: string; readonly memberId: string; readonly name: string };

export const likeRecipe = write({
  name: "recipes.like",
  invalidates: ["recipe"],
  send: ({ id, memberId }: Like, headers, api) => send(api.app.recipes({ id }).likes.post({ memberId }, { headers })),
  label: ({ name }) => name,
  effects: ({ id, memberId }) =>
    changing(id, (recipe) => ({ ...recipe, likes: [...new Set([...(recipe.likes ?? []), memberId])] })),
  successMessage: ({ recipes }, { name }) => recipes.liked(name),
  reverse: (variables): Reversal => ({ write: unlikeRecipe, variables }),
  tick: ({ id }) => id,
});

export const unlikeRecipe = write({
  name: "recipes.unlike",
  invalidates: ["recipe"],
  send: ({ id, memberId }: Like, headers, api) =>
    send(api.app.recipes({ id }).likes({ memberId }).delete(undefined, { headers })),
  label: ({ name }) => name,
  effects: ({ id, memberId }) =>
    changing(id, (recipe) => ({ ...recipe, likes: recipe.likes?.filter((each) => each !== memberId) })),
  successMessage: ({ recipes }, { name }) => recipes.unliked(name),
  reverse: (variables): Reversal => ({ write: likeRecipe, variables }),
  tick: ({ id }) => id,
});

export const archiveRecipe = write({
  name: "recipes.archive",
  invalidates: ["recipe", "meal"],
  send: ({ id }: { id: string; label: string; at: string }, headers, api) =>
    send(api.v1.recipes({ id }).delete(undefined, { headers })),
  label: ({ label }) => label,
  effects: ({ id, at }) => changing(id, (recipe) => ({ ...recipe, archivedAt: at })),
  successMessage: ({ recipes }, { label }) => recipes.archived(label),
  treat404AsDone: true,
});

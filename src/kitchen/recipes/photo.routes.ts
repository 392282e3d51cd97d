import { Elysia } from "elysia";
import { closed, Uuid } from "#lib/wire.ts";
import type { Deps } from "#platform/deps.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import { writeWithoutPicture, writeWithPicture } from "#platform/http/pictures.ts";
import { imageRefusals, oneImage } from "#platform/images/bounds.ts";
import { encodeCover } from "#platform/images/to-webp.ts";
import { Recipe } from "./model.ts";
import { findRecipe } from "./recipe-rows.store.ts";
import { setPhoto } from "./store.ts";

const operation = operationsOf("Recipes");
const recipeId = closed({ id: Uuid });
const noRecipe = { 404: ["Recipe not found"] };

export function recipePhotos(deps: Deps) {
  return new Elysia({ prefix: "/v1/recipes/:id/photo" })
    .use(context)
    .post(
      "",
      async ({ call, params: { id }, body }) => {
        // Check that the recipe exists first, because decoding is slow.
        call.read((work) => findRecipe(work, id));
        const encoded = await encodeCover(body);
        return writeWithPicture(deps, call, encoded, (work, file) => setPhoto(work, id, file));
      },
      operation({
        id: "uploadRecipePhoto",
        summary: "Give a recipe a photo",
        description: "One picture in the field `file`, as for a list's cover. It replaces the previous photo.",
        access: "meals.write",
        params: recipeId,
        upload: oneImage,
        answer: Recipe,
        refusals: { ...noRecipe, ...imageRefusals },
      }),
    )
    .delete(
      "",
      ({ call, params }) => writeWithoutPicture(deps, call, (work) => setPhoto(work, params.id, null)),
      operation({
        id: "deleteRecipePhoto",
        summary: "Remove a recipe's photo",
        description: "Deletes the picture.",
        access: "meals.write",
        params: recipeId,
        writes: true,
        answer: Recipe,
        refusals: noRecipe,
      }),
    );
}

import { Elysia } from "elysia";
import { closed, Uuid } from "#lib/wire.ts";
import { requireFiles } from "#platform/db/client.ts";
import type { Deps } from "#platform/deps.ts";
import { context, operation } from "#platform/http/operation.ts";
import { imageRefusals, oneImage } from "#platform/images/bounds.ts";
import { removePicture, replacePicture } from "#platform/images/files.ts";
import { encodeCover } from "#platform/images/to-webp.ts";
import { Recipe } from "./model.ts";
import { setPhoto } from "./photo.store.ts";
import { findRecipe } from "./recipe-rows.store.ts";

const recipeId = closed({ id: Uuid });
const noRecipe = { 404: ["Recipe not found"] };

export function recipePhotos({ db, config }: Deps) {
  return new Elysia({ prefix: "/v1/recipes/:id/photo" })
    .use(context)
    .post(
      "",
      async ({ call, params: { id }, body }) => {
        // Check that the recipe exists first, because decoding is slow.
        call.read((work) => findRecipe(work, id));
        const encoded = await encodeCover(body);
        // If the data folder was deleted, storing the picture would create the folder again.
        requireFiles(db);
        return replacePicture(config.dataDir, call.caller.householdId, encoded, (file) => {
          let replaced: string | null = null;
          // The result of `call.write` is saved for repeated requests, so this returns only the recipe.
          const answer = call.write((work) => {
            const change = setPhoto(work, id, file);
            replaced = change.orphan;
            return change.answer;
          });
          return { answer, replaced };
        });
      },
      operation({
        id: "uploadRecipePhoto",
        tag: "Recipes",
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
      async ({ call, params }) => {
        let orphan: string | null = null;
        const answer = call.write((work) => {
          const change = setPhoto(work, params.id, null);
          orphan = change.orphan;
          return change.answer;
        });
        if (orphan !== null) await removePicture(config.dataDir, call.caller.householdId, orphan);
        return answer;
      },
      operation({
        id: "deleteRecipePhoto",
        tag: "Recipes",
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

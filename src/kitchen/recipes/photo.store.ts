import { say } from "#lib/sentence.ts";
import type { Work } from "#platform/work.ts";
import { findRecipe, presentRecipe, type RecipeWithHistory } from "./recipe-rows.store.ts";
import { recordUpdate, write } from "./store.ts";

/** The result of changing a photo. The caller deletes the file `orphan` after the transaction. */
export type PhotoChange = { readonly answer: RecipeWithHistory; readonly orphan: string | null };

/** Sets the photo of a recipe; null removes the photo. Must run in a transaction. @throws ApiError 404. */
export function setPhoto(work: Work, id: string, photoFile: string | null): PhotoChange {
  const before = findRecipe(work, id);
  const orphan = before.photoFile;
  if (photoFile === orphan) return { answer: presentRecipe(work, before), orphan: null };
  const after = write(work, before, { photoFile, photoSource: null });
  const summary =
    photoFile === null
      ? say`took the photo off the recipe “${before.name}”`
      : say`gave the recipe “${before.name}” a new photo`;
  return { answer: recordUpdate(work, before, after, summary), orphan };
}

import { foldText } from "#lib/case-folding.ts";
import { withFieldPath } from "#lib/errors.ts";
import { say } from "#lib/sentence.ts";
import type { PictureChange } from "#platform/images/files.ts";
import type { Work } from "#platform/work.ts";
import { maxNotes } from "../recipes/limits.ts";
import { activeRecipeRows, findRecipe, type RecipeWithHistory } from "../recipes/recipe-rows.store.ts";
import { createRecipe, type NewRecipe, updateRecipe } from "../recipes/store.ts";

const maxDuplicates = 5;

/** Returns recipes with the same name or from the same address, at most 5. Archived recipes are left out. */
export function findDuplicates(work: Work, name: string, sourceUrl: string | null): { id: string; name: string }[] {
  const folded = foldText(name);
  const same = activeRecipeRows(work).filter((row) => {
    return (sourceUrl !== null && row.sourceUrl === sourceUrl) || foldText(row.name) === folded;
  });
  return same.slice(0, maxDuplicates).map(({ id, name: known }) => ({ id, name: known }));
}

/** Adds a recipe. Its `photoFile` must be stored. @throws ApiError as {@link createRecipe}, with the path `fields` */
export function saveImported(work: Work, input: NewRecipe): RecipeWithHistory {
  const { name } = input;
  const source = sourceOf(input);
  const summary = source ? say`imported the recipe “${name}” from ${source}` : say`imported the recipe “${name}”`;
  return withFieldPath("fields", () => createRecipe(work, input, summary));
}

/**
 * Replaces a recipe by an imported one. Keeps the emoji and every field that is empty in `input`; the imported notes
 * are added to the old ones. The caller deletes the file `orphan` of the previous photo after the transaction.
 * @throws ApiError 404 also for an archived recipe; else as {@link saveImported}
 */
export function replaceByImported(work: Work, id: string, input: NewRecipe): PictureChange<RecipeWithHistory> {
  const before = findRecipe(work, id);
  const { name, prepMinutes = null, servings = null, ingredients = [], groups = [], instructions, tags = [] } = input;
  const { sourceName = null, sourceUrl = null, photoFile = null, photoSource = null } = input;
  const source = sourceOf(input);
  const photo = photoFile === null ? null : { photoFile, photoSource };
  const patch = {
    name,
    ...(prepMinutes !== null ? { prepMinutes } : {}),
    ...(servings !== null ? { servings } : {}),
    ...(ingredients.length > 0 || groups.length > 0 ? { ingredients, groups } : {}),
    ...(instructions ? { instructions } : {}),
    ...(tags.length > 0 ? { tags } : {}),
    ...(source ? { sourceName, sourceUrl } : {}),
    notes: joinNotes(before.notes, input.notes ?? ""),
  };
  const summary = source
    ? say`imported the recipe “${name}” again from ${source}`
    : say`imported the recipe “${name}” again`;
  const answer = withFieldPath("fields", () => updateRecipe(work, id, patch, { photo, summary }));
  return { answer, orphan: photo && before.photoFile };
}

function sourceOf({ sourceUrl, sourceName }: NewRecipe): string | null {
  return URL.parse(sourceUrl ?? "")?.hostname.replace(/^www\./, "") || sourceName || null;
}

function joinNotes(known: string, more: string): string {
  if (known.includes(more)) return known;
  const both = [known, more].filter((each) => each !== "").join("\n");
  return [...both].length > maxNotes ? known : both;
}

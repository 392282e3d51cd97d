import { withFieldPath } from "../errors.ts";
import { foldText } from "../lib/case-folding.ts";
import { say } from "../lib/sentence.ts";
import { boxedRows, type RecipeWithHistory } from "../recipes/recipe-rows.store.ts";
import { createRecipe, type NewRecipe } from "../recipes/store.ts";
import type { Work } from "../work.ts";

const maxSame = 5;

/** Recipes of the box with the same name, or from the same address. */
export function findSame(work: Work, name: string, sourceUrl: string | null): { id: string; name: string }[] {
  const wanted = foldText(name);
  const same = boxedRows(work).filter((row) => {
    return (sourceUrl !== null && row.sourceUrl === sourceUrl) || foldText(row.name) === wanted;
  });
  return same.slice(0, maxSame).map(({ id, name: known }) => ({ id, name: known }));
}

/** `photoFile` is stored already. @throws ApiError as {@link createRecipe}, for a field within `fields` */
export function saveImported(work: Work, input: NewRecipe): RecipeWithHistory {
  const { name, sourceUrl, sourceName } = input;
  const source = URL.parse(sourceUrl ?? "")?.hostname.replace(/^www\./, "") || sourceName;
  const summary = source ? say`imported the recipe “${name}” from ${source}` : say`imported the recipe “${name}”`;
  return withFieldPath("fields", () => createRecipe(work, input, summary));
}

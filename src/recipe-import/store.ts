import { record } from "../activity/record.ts";
import { withFieldPath } from "../errors.ts";
import { foldText } from "../lib/case-folding.ts";
import { say } from "../lib/sentence.ts";
import { checkDetails } from "../recipes/details.store.ts";
import { boxedRows, presentRecipe, type RecipeWithHistory } from "../recipes/recipe-rows.store.ts";
import { insertRow, type NewRecipe } from "../recipes/store.ts";
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

/** `photoFile` is stored already. @throws ApiError 400 for a source that is no web address; 422 for misplaced groups. */
export function saveImported(work: Work, input: NewRecipe): RecipeWithHistory {
  const wanted = withFieldPath("fields", () => checkDetails(input, input.ingredients?.length ?? 0));
  const row = insertRow(work, wanted, "recipe");
  const { id, name, sourceUrl, sourceName } = row;
  const source = URL.parse(sourceUrl ?? "")?.hostname.replace(/^www\./, "") || sourceName;
  record(work, {
    action: "created",
    subject: { type: "recipe", id, label: name },
    summary: source ? say`imported the recipe “${name}” from ${source}` : say`imported the recipe “${name}”`,
    changes: null,
    before: null,
    after: { recipe: [row] },
  });
  return presentRecipe(work, row);
}

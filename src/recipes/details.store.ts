import { changesBetween, record } from "../activity/record.ts";
import { invalid, unprocessable } from "../errors.ts";
import { foldText } from "../lib/case-folding.ts";
import { type Sentence, say } from "../lib/sentence.ts";
import type { Work } from "../work.ts";
import {
  findRecipe,
  type Group,
  groupsOf,
  ingredientsOf,
  presentRecipe,
  type RecipeRow,
  type RecipeWithHistory,
  tagsOf,
} from "./recipe-rows.store.ts";
import { about, imageOf, type RecipeDetails, write } from "./store.ts";
import { changedSummary } from "./summary.ts";

/** @throws ApiError 404 also for an archived recipe; 400 for a source that is no web address; 422 for misplaced groups. */
export function changeDetails(work: Work, id: string, patch: RecipeDetails): RecipeWithHistory {
  const before = findRecipe(work, id);
  const { servings, notes, sourceName, sourceUrl } = before;
  const known = { servings, notes, sourceName, sourceUrl, tags: tagsOf(before), groups: groupsOf(before) };
  const wanted = checkDetails(patch, ingredientsOf(before).length);
  const changes = changesBetween<RecipeDetails>(known, wanted);
  if (!changes) return presentRecipe(work, before);
  const { tags, groups, ...rest } = { ...known, ...wanted };
  write(work, before, { ...rest, tags: JSON.stringify(tags), groups: JSON.stringify(groups) });
  return recordUpdate(work, before, changedSummary(before.name, before.name, changes), changes);
}

/** Returns them without repeated tags. @throws ApiError 400; 422 */
export function checkDetails<Details extends RecipeDetails>(patch: Details, ingredients: number): Details {
  if (patch.groups) requirePlaces(patch.groups, ingredients);
  if (patch.sourceUrl) requireWebAddress(patch.sourceUrl);
  return patch.tags ? { ...patch, tags: withoutRepeats(patch.tags) } : patch;
}

/** Delete the `orphan` file after the transaction. */
export type PhotoChange = { readonly answer: RecipeWithHistory; readonly orphan: string | null };

/** Null removes the photo. Must be in a transaction. @throws ApiError 404. */
export function setPhoto(work: Work, id: string, photoFile: string | null): PhotoChange {
  const before = findRecipe(work, id);
  const orphan = before.photoFile;
  if (photoFile === orphan) return { answer: presentRecipe(work, before), orphan: null };
  write(work, before, { photoFile, photoSource: null });
  const summary =
    photoFile === null
      ? say`took the photo off the recipe “${before.name}”`
      : say`gave the recipe “${before.name}” a new photo`;
  return { answer: recordUpdate(work, before, summary, null), orphan };
}

function recordUpdate(
  work: Work,
  before: RecipeRow,
  summary: Sentence,
  changes: ReturnType<typeof changesBetween>,
): RecipeWithHistory {
  const after = findRecipe(work, before.id);
  record(work, {
    ...about(after),
    action: "updated",
    summary,
    changes,
    before: imageOf(before),
    after: imageOf(after),
  });
  return presentRecipe(work, after);
}

function requirePlaces(groups: readonly Group[], ingredients: number): void {
  for (const [index, { at }] of groups.entries()) {
    if (at >= ingredients) throw unprocessable(`groups[${index}].at`, "no such ingredient");
    const last = groups[index - 1]?.at ?? -1;
    if (at <= last) throw unprocessable(`groups[${index}].at`, `must be after groups[${index - 1}].at`);
  }
}

function requireWebAddress(text: string): void {
  const url = URL.parse(text);
  if (!url || !["http:", "https:"].includes(url.protocol) || url.username || url.password) {
    throw invalid("sourceUrl", "must be a web address");
  }
}

/** The first spelling wins. */
function withoutRepeats(tags: readonly string[]): string[] {
  const byText = new Map<string, string>();
  for (const tag of tags) {
    const text = foldText(tag);
    if (!byText.has(text)) byText.set(text, tag);
  }
  return [...byText.values()];
}

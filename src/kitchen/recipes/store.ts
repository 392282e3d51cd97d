/**
 * The recipe box contains the recipes that are not archived. Archived recipes stay in the database, because meals refer
 * to them.
 */

import { foldText } from "#lib/case-folding.ts";
import { invalid, notFound, raise, unprocessable } from "#lib/errors.ts";
import { type Sentence, say } from "#lib/sentence.ts";
import { newRecordFields } from "#platform/activity/actors.ts";
import { type Changes, changesBetween, type Entry, record } from "#platform/activity/record.ts";
import type { PictureChange } from "#platform/images/files.ts";
import type { Work } from "#platform/work.ts";
import type { NewRecipeWithDetails, RecipePatchWithDetails } from "./model.ts";
import {
  activeRecipeRows,
  compareByName,
  findRecipe,
  type Group,
  groupsOf,
  ingredientsOf,
  presentRecipe,
  presentRecipes,
  type RecipeRow,
  type RecipeWithHistory,
  recipes,
  tagsOf,
  withHistory,
} from "./recipe-rows.store.ts";
import { changedSummary } from "./summary.ts";

const defaultEmoji = "🍽️";

/** Returns the recipes that are not archived. They are sorted by name, ignoring case, and then by id. */
export function listRecipes(work: Work): RecipeWithHistory[] {
  return withHistory(work, presentRecipes(work, activeRecipeRows(work).sort(compareByName)).recipes);
}

/** Returns one recipe, which may be archived. @throws ApiError 404. */
export function readRecipe(work: Work, id: string): RecipeWithHistory {
  return presentRecipe(work, recipes.find(work, id) ?? raise(notFound("Recipe")));
}

/** A new recipe. Its `photoFile` must already be stored. `photoSource` is the address from which the photo came. */
export type NewRecipe = NewRecipeWithDetails & Partial<Pick<RecipeRow, "photoFile" | "photoSource">>;

/** Adds a recipe. Two recipes may have the same name. @throws ApiError as {@link updateRecipe}. */
export function createRecipe(
  work: Work,
  input: NewRecipe,
  summary: Sentence = say`added the recipe “${input.name}”`,
): RecipeWithHistory {
  const after = insertRow(work, { ...input, ...checkDetails(work, input, input.ingredients ?? []) }, "recipe");
  record(work, { ...about(after), action: "created", summary, after: { recipe: [after] } });
  return presentRecipe(work, after);
}

/** Inserts a recipe. The row for a meal without a recipe is archived from its creation on. Does not record activity. */
export function insertRow(work: Work, input: NewRecipe, kind: RecipeRow["kind"]): RecipeRow {
  const { ingredients = [], tags = [], groups = [] } = input;
  const fields = newRecordFields(work);
  return recipes.insert(work, {
    ...input,
    emoji: input.emoji ?? defaultEmoji,
    instructions: input.instructions ?? "",
    notes: input.notes ?? "",
    kind,
    archivedAt: kind === "quick" ? fields.createdAt : null,
    ingredients: JSON.stringify(ingredients),
    tags: JSON.stringify(tags),
    groups: JSON.stringify(groups),
    ...fields,
  });
}

/**
 * Changes a recipe. If the patch has no groups, each group stays before its ingredient. The caller deletes the file of
 * a replaced photo.
 * @throws ApiError 404 also if archived; 400 for a source that is no web address; 422 for groups at wrong positions.
 */
export function updateRecipe(
  work: Work,
  id: string,
  patch: RecipePatchWithDetails,
  { photo, summary }: { photo?: Pick<RecipeRow, "photoFile" | "photoSource"> | null; summary?: Sentence } = {},
): RecipeWithHistory {
  const before = findRecipe(work, id);
  const known = { ...before, ingredients: ingredientsOf(before), tags: tagsOf(before), groups: groupsOf(before) };
  const normalized = { ...patch, ...checkDetails(work, patch, patch.ingredients ?? known.ingredients, id) };
  const changes = changesBetween<RecipePatchWithDetails>(known, normalized);
  if (!changes && !photo) return presentRecipe(work, before);
  const { ingredients, tags } = { ...known, ...normalized };
  const groups = normalized.groups ?? regroup(known.groups, known.ingredients, ingredients);
  const after = write(work, before, {
    ...normalized,
    ...photo,
    ingredients: JSON.stringify(ingredients),
    tags: JSON.stringify(tags),
    groups: JSON.stringify(groups),
  });
  const words = summary ?? changedSummary(before.name, after.name, changes ?? {});
  return recordUpdate(work, before, after, words, changes);
}

function recordUpdate(
  work: Work,
  before: RecipeRow,
  after: RecipeRow,
  summary: Sentence,
  changes: Changes | null = null,
): RecipeWithHistory {
  record(work, {
    ...about(after),
    action: "updated",
    summary,
    changes,
    before: { recipe: [before] },
    after: { recipe: [after] },
  });
  return presentRecipe(work, after);
}

function checkDetails(
  work: Work,
  { tags, groups, sourceUrl }: RecipePatchWithDetails,
  ingredients: readonly string[],
  id: string | null = null,
): Pick<RecipePatchWithDetails, "tags"> {
  if (groups) requireGroupPositions(groups, ingredients.length);
  if (sourceUrl) requireWebAddress(sourceUrl);
  return tags ? { tags: unifyTags(work, tags, id) } : {};
}

/** Returns the groups for changed ingredients: each stays before its ingredient, and is removed together with it. */
function regroup(groups: readonly Group[], before: readonly string[], after: readonly string[]): Group[] {
  const kept = new Map<number, Group>();
  for (const { title, at } of groups) {
    const line = before[at];
    const repeats = before.slice(0, at).filter((each) => each === line).length;
    const places = after.flatMap((each, index) => (each === line ? [index] : []));
    const place = places[repeats] ?? places.at(-1);
    if (place !== undefined && !kept.has(place)) kept.set(place, { title, at: place });
  }
  return [...kept.values()].sort((one, other) => one.at - other.at);
}

/** Sets the photo of a recipe; null removes the photo. Must run in a transaction. @throws ApiError 404. */
export function setPhoto(work: Work, id: string, photoFile: string | null): PictureChange<RecipeWithHistory> {
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

/** Archives a recipe. Planned meals keep the recipe. @throws ApiError 404 also if the recipe is already archived. */
export function archiveRecipe(work: Work, id: string): { id: string; deleted: true } {
  const before = findRecipe(work, id);
  const after = write(work, before, { archivedAt: work.now.toISOString() });
  record(work, {
    ...about(before),
    action: "archived",
    summary: say`archived the recipe “${before.name}”`,
    before: { recipe: [before] },
    after: { recipe: [after] },
  });
  return { id, deleted: true };
}

const write = (work: Work, row: RecipeRow, change: Partial<RecipeRow>): RecipeRow =>
  recipes.update(work, row, { ...change, updatedAt: work.now.toISOString() });

export function about({ id, name }: RecipeRow): Pick<Entry, "subject"> {
  return { subject: { type: "recipe", id, label: name } };
}

function requireGroupPositions(groups: readonly Group[], ingredients: number): void {
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

/** Returns tags in the spelling that older recipes use. Tags that differ only in case are the same tag. */
function unifyTags(work: Work, tags: readonly string[], id: string | null): string[] {
  const comma = tags.findIndex((tag) => tag.includes(","));
  if (comma >= 0) throw invalid(`tags[${comma}]`, "must not have a comma");
  if (tags.length === 0) return [];
  const others = activeRecipeRows(work).filter((row) => row.id !== id && row.tags !== "[]");
  others.sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
  const known = new Map<string, string>();
  for (const tag of [...others.flatMap(tagsOf), ...tags]) {
    const text = foldText(tag);
    if (!known.has(text)) known.set(text, tag);
  }
  return [...new Set(tags.map((tag) => known.get(foldText(tag)) ?? tag))];
}

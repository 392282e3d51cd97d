/**
 * Adds the ingredients of meals and recipes to grocery lists. Reads the lists in the transaction that changes them, so
 * that nothing is added twice.
 */

import { readHousehold } from "#accounts/households/store.ts";
import { addDays } from "#lib/days.ts";
import { noSuch, notFound, raise, unprocessable } from "#lib/errors.ts";
import { type GroceryLanguage, languageOfGroceries } from "#lib/grocery-list.ts";
import type { Display } from "#lib/ingredients/amounts.ts";
import { maxItemLength } from "#lib/ingredients/merge.ts";
import { readLine } from "#lib/ingredients/read.ts";
import { type Phrase, say, sayDate } from "#lib/sentence.ts";
import {
  changeItemRow,
  groceryItems,
  type Item,
  imageOf,
  insertItemRow,
  reassignNeeds,
  removeItemRow,
  removeItemsOfOpenTasks,
} from "#lists/blocks/grocery-items.store.ts";
import type { Need } from "#lists/blocks/needs.ts";
import { requireRoomFor } from "#lists/blocks/positions.store.ts";
import { type BlockRow, blockRowsAtLevel, findBlock } from "#lists/blocks/rows.store.ts";
import { addTasks, removeBlockRow, write } from "#lists/blocks/store.ts";
import { addGroceryList, findTargetList } from "#lists/grocery-list.store.ts";
import { aboutList, type ListRow, listRows } from "#lists/lists/rows.store.ts";
import { type Image, mergeImages, record } from "#platform/activity/record.ts";
import { todayOf, type Work } from "#platform/work.ts";
import { lastDate, weekEndOf } from "../meals/cell.ts";
import { mealDates, mealRowsBetween, meals, weekRows } from "../meals/meal-rows.store.ts";
import { ingredientsOf, type RecipeRow, recipeNames, recipesOf, requireRecipe } from "../recipes/recipe-rows.store.ts";
import { listFoods } from "./foods.store.ts";
import type { GroceryNeed, ShoppingOrder, ShoppingRun } from "./model.ts";
import { type PlannedLine, planRun, type RecipeLine, removeMealNeeds } from "./plan.ts";
import { shoppingSummary } from "./summary.ts";

type OrderLines = { readonly lines: readonly RecipeLine[]; readonly purpose: Phrase };

function displayOf(work: Work, language?: GroceryLanguage): Display {
  const { amounts, groceryListName } = readHousehold(work);
  return { system: amounts, style: language ?? languageOfGroceries(groceryListName) };
}

/**
 * Returns the recipe lines to add.
 * @throws ApiError 422 unless either a week or a recipe is named, with only its fields.
 */
function linesForOrder(work: Work, { weekStart, recipeId, servings, days }: ShoppingOrder): OrderLines {
  const today = todayOf(work);
  if ((weekStart === undefined) === (recipeId === undefined)) {
    throw unprocessable("weekStart", "or recipeId, one of them");
  }
  if (recipeId !== undefined) {
    if (days) throw unprocessable("days", "only with weekStart");
    const recipe = requireRecipe(work, recipeId, "recipeId");
    if (servings !== undefined && recipe.servings === null) {
      throw unprocessable("servings", "the recipe does not say for how many it is");
    }
    const source = { mealId: null, recipeId, date: today };
    return { lines: linesOf(recipe, source, servings ?? null), purpose: say`of “${recipe.name}”` };
  }
  if (servings !== undefined) throw unprocessable("servings", "only with recipeId");
  const first = weekStart as string;
  const planned = weekRows(work, first).filter(({ date }) => (days ? days.includes(date) : date >= today));
  const wrong = days?.findIndex((day) => day < first || day > weekEndOf(first)) ?? -1;
  if (wrong >= 0) throw unprocessable(`days[${wrong}]`, "must be a day of the week");
  const recipes = recipesOf(work, planned);
  const lines = planned.flatMap((meal) => {
    const recipe = recipes.get(meal.recipeId);
    return recipe ? linesOf(recipe, { mealId: meal.id, recipeId: meal.recipeId, date: meal.date }, meal.servings) : [];
  });
  return { lines, purpose: say`for the week from ${sayDate(first, today)}` };
}

function linesOf(
  recipe: RecipeRow,
  source: Pick<Need, "mealId" | "recipeId" | "date">,
  servings: number | null,
): RecipeLine[] {
  const factor = servings === null || recipe.servings === null ? 1 : servings / recipe.servings;
  return ingredientsOf(recipe).map((line) => ({ ...source, line, factor }));
}

function ownItems(work: Work, list: ListRow | null, items: readonly Item[]): BlockRow[] {
  if (!list) return [];
  const ours = new Set(items.flatMap(({ row, state }) => (state === "open" ? [row.blockId] : [])));
  return blockRowsAtLevel(work, list.id, null).filter(({ id, type, done, content }) => {
    return type === "task" && done === 0 && !ours.has(id) && content.length <= maxItemLength;
  });
}

/** Returns all texts that {@link shop} will parse for a request. */
export function textsToParse(work: Work, order: ShoppingOrder): Set<string> {
  const items = groceryItems(work);
  const own = ownItems(work, findTargetList(work, order.listId), items);
  const lines = items.flatMap(({ state, needs }) => (state === "open" ? needs.map(({ line }) => line) : []));
  return new Set([
    ...linesForOrder(work, order).lines.map(({ line }) => line),
    ...own.map(({ content }) => content),
    ...lines,
  ]);
}

/**
 * Plans the items that an order for groceries adds or changes, but does not write them. Needs of a deleted meal are
 * moved to the meal that replaces it, in the returned items only. `reassignedItems` are the items with such needs. The
 * caller must still change their rows in the database.
 */
function planShopping(work: Work, order: ShoppingOrder) {
  const { lines: recipeLines, purpose } = linesForOrder(work, order);
  const list = findTargetList(work, order.listId);
  const tracked = groceryItems(work);
  const replacements = replacementMeals(work, tracked);
  const current = reassignNeeds(tracked, replacements);
  const reassigned = new Set(current.filter((item, index) => item !== tracked[index]));
  const sources = new Set(recipeLines.map(({ mealId, recipeId }) => mealId ?? recipeId));
  // Of the bought items, only those that were bought for the recipe lines count.
  const items = current.filter(
    (item) =>
      item.state !== "bought" ||
      reassigned.has(item) ||
      item.needs.some(({ mealId, recipeId }) => sources.has(mealId ?? recipeId)),
  );
  const ownTasks = new Map(ownItems(work, list, items).map((row) => [readLine(row.content).key, row]));
  const staples = new Set(listFoods(work).flatMap(({ food, staple }) => (staple ? [food] : [])));
  const { leaveOut = [], include = [], language } = order;
  const choice = { leaveOut: new Set(leaveOut), include: new Set(include) };
  const state = { items, listId: list?.id ?? null, ownTasks, staples };
  const planned = planRun(recipeLines, state, choice, displayOf(work, language), readLine);
  const keys = new Set(planned.lines.map(({ key }) => key));
  requireLineKeys("leaveOut", leaveOut, keys);
  requireLineKeys("include", include, keys);
  return { ...planned, list, items, reassignedItems: [...reassigned], purpose };
}

/**
 * Maps deleted meals to the next meal of the same recipe that has no items yet: usually the same dish on another day.
 */
function replacementMeals(work: Work, items: readonly Item[]): Map<string, string> {
  const recipes = new Map<string, string>();
  for (const { needs } of items) {
    for (const { mealId, recipeId } of needs) if (mealId !== null) recipes.set(mealId, recipeId);
  }
  const present = mealDates(work, recipes.keys());
  const deletedMeals = [...recipes].filter(([id]) => !present.has(id)).sort(([one], [other]) => (one < other ? -1 : 1));
  if (deletedMeals.length === 0) return new Map();
  const free = mealRowsBetween(work, todayOf(work), lastDate).filter(({ id }) => !recipes.has(id));
  const replacements = new Map<string, string>();
  for (const [id, recipeId] of deletedMeals) {
    const replacement = free.findIndex((meal) => meal.recipeId === recipeId);
    const [meal] = replacement < 0 ? [] : free.splice(replacement, 1);
    if (meal) replacements.set(id, meal.id);
  }
  return replacements;
}

function requireLineKeys(field: string, given: readonly string[], keys: ReadonlySet<string>): void {
  const wrong = given.findIndex((key) => !keys.has(key));
  if (wrong >= 0) throw noSuch(`${field}[${wrong}]`, "line");
}

/** Returns what {@link shop} would return, without changing anything. Items that would be added have no id yet. */
export function previewShopping(work: Work, order: ShoppingOrder): ShoppingRun {
  const { list, lines } = planShopping(work, order);
  requireRoomFor(work, list?.id ?? "", lines.filter(({ state }) => state === "added").length);
  return { listId: list?.id ?? null, lines: presentLines(work, lines) };
}

/** Adds the requested ingredients to a list. @throws ApiError 422 for an unknown list or line, or a full list. */
export function shop(work: Work, order: ShoppingOrder): ShoppingRun {
  const { list: known, lines, releasedItems, items, reassignedItems, purpose } = planShopping(work, order);
  const added = lines.filter(({ state }) => state === "added");
  const raised = lines.filter(({ state }) => state === "raised");
  if (added.length + raised.length === 0) return { listId: known?.id ?? null, lines: presentLines(work, lines) };
  const { list, createdRows } = known ? { list: known, createdRows: {} } : addGroceryList(work);
  const named = { name: list.name, isNew: !known };
  const itemOf = ({ blockId }: PlannedLine) =>
    items.find(({ row }) => row.blockId === blockId) ?? raise(new Error(`No item ${blockId}`));
  const higher = raised.map((line) => rewriteItem(work, itemOf(line), line));
  const texts = added.map(({ text }) => text);
  const blocks = addTasks(work, list, texts);
  const rows = blocks.map(({ id: blockId, listId }, index) => {
    const { food, unit, amount, text, needs } = added[index] as PlannedLine;
    return { blockId, listId, food, unit, amount, rendered: text, needs: JSON.stringify(needs) };
  });
  for (const row of rows) insertItemRow(work, row);
  for (const { row } of releasedItems) removeItemRow(work, row);
  const written = new Set([...raised.map(({ blockId }) => blockId), ...releasedItems.map(({ row }) => row.blockId)]);
  const renamed = reassignedItems.filter(({ row }) => !written.has(row.blockId));
  const reassignedRows = renamed.map(({ row, needs }) => ({ ...row, needs: JSON.stringify(needs) }));
  for (const row of reassignedRows) changeItemRow(work, row);
  const rowsAfter = [...rows, ...reassignedRows];
  const rowsBefore = [...releasedItems, ...renamed].map(({ row }) => row);
  record(work, {
    ...aboutList(list),
    action: known ? "updated" : "created",
    summary: shoppingSummary({ added: added.length, raised: raised.length }, purpose, named),
    before: joinImages([...higher.map(({ before }) => before), imageOf([], rowsBefore)]),
    after: joinImages([createdRows, ...higher.map(({ after }) => after), imageOf(blocks, rowsAfter)]),
  });
  const ids = new Map(added.map(({ key }, index) => [key, blocks[index]?.id ?? null]));
  const done = lines.map((line) => (line.state === "added" ? { ...line, blockId: ids.get(line.key) ?? null } : line));
  return { listId: list.id, lines: presentLines(work, done) };
}

type RowChange = { readonly before: Image; readonly after: Image };

function rewriteItem(
  work: Work,
  { row }: Item,
  { text, amount, needs }: Pick<PlannedLine, "text" | "amount" | "needs">,
): RowChange {
  const block = findBlock(work, row.listId, row.blockId);
  const changed = text === block.content ? block : write(work, block, { content: text });
  const after = { ...row, amount, rendered: text, needs: JSON.stringify(needs) };
  changeItemRow(work, after);
  return { before: imageOf([block], [row]), after: imageOf([changed], [after]) };
}

function joinImages(images: readonly Image[]): Image | null {
  const joined = images.reduce(mergeImages, {});
  return Object.keys(joined).length === 0 ? null : joined;
}

function presentLines(work: Work, lines: readonly PlannedLine[]): ShoppingRun["lines"] {
  const present = presenterOf(work, lines);
  return lines.map(({ food: _, needs, ...line }) => ({ ...line, needs: needs.map(present) }));
}

/** Returns a function that converts a need for the API, with the meal's current date: the meal may have been moved. */
function presenterOf(work: Work, items: readonly Pick<Item, "needs">[]): (need: Need) => GroceryNeed {
  const names = recipeNames(work);
  const ids = items.flatMap(({ needs }) => needs.flatMap(({ mealId }) => mealId ?? []));
  const dates = mealDates(work, ids);
  return (need) => ({
    ...need,
    date: (need.mealId && dates.get(need.mealId)) || need.date,
    recipeName: names.get(need.recipeId) ?? "",
  });
}

const lastOf = (dates: readonly string[]) => dates.toSorted().at(-1) ?? "";

const shownDays = 14;

/**
 * Returns the items that the app needs for previews while offline. Leaves out bought items whose meals are all two
 * weeks or more before the latest meal.
 */
export function listItems(work: Work) {
  const items = groceryItems(work);
  const dateOf = ({ needs }: Item) => lastOf(needs.map(({ date }) => date));
  const latest = lastOf(items.map(dateOf));
  const first = latest && addDays(latest, -shownDays);
  const shown = items.filter((item) => item.state !== "bought" || dateOf(item) > first);
  const present = presenterOf(work, shown);
  return shown.map(({ row: { needs: _, ...row }, needs, state, text }) => ({
    ...row,
    state,
    text,
    needs: needs.map(present),
  }));
}

/**
 * Reduces or deletes the open items that the app added for the meal. Also works after the meal was deleted.
 * @throws ApiError 404 if neither the meal nor an item for it exists.
 */
export function removeShopping(work: Work, mealId: string): { changed: number; removed: number } {
  const tracked = groceryItems(work);
  const trackedFor = (id: string) => tracked.filter(({ needs }) => needs.some((need) => need.mealId === id));
  const own = trackedFor(mealId);
  const left =
    own.length > 0 ? undefined : [...replacementMeals(work, tracked)].find(([, replacement]) => replacement === mealId);
  const source = left?.[0] ?? mealId;
  const items = left ? trackedFor(source) : own;
  const meal = meals.find(work, mealId);
  const recipeId = meal?.recipeId ?? items[0]?.needs.find((need) => need.mealId === source)?.recipeId;
  if (recipeId === undefined) throw notFound("Meal");
  const lists = new Map(listRows(work).map((list) => [list.id, list]));
  const done = items.flatMap((item) => {
    const list = lists.get(item.row.listId);
    return item.state === "open" && list ? [{ list, ...removeFromItem(work, list, item, source) }] : [];
  });
  const removed = done.filter(({ before, after }) => before.block && !after.block).length;
  const changed = done.filter(({ after }) => after.block).length;
  const [first] = done.toSorted((one, other) => Number(isShared(other.list)) - Number(isShared(one.list)));
  if (!first) return { changed: 0, removed: 0 };
  record(work, {
    ...aboutList(first.list),
    action: "updated",
    summary: say`took the ingredients of “${recipeNames(work).get(recipeId) ?? ""}” off “${first.list.name}”`,
    before: joinImages(done.map(({ before }) => before)),
    after: joinImages(done.map((each) => each.after)),
  });
  return { changed, removed };
}

const isShared = ({ visibility }: ListRow) => visibility === "shared";

function removeFromItem(work: Work, list: ListRow, item: Item, mealId: string): RowChange {
  const left = removeMealNeeds(item, mealId, displayOf(work), readLine);
  if (left) return rewriteItem(work, item, left);
  const block = findBlock(work, list.id, item.row.blockId);
  const rows = removeItemsOfOpenTasks(work, [block]);
  // Subtasks that people added under the item must stay, and so the item stays too.
  if (blockRowsAtLevel(work, list.id, block.id).length > 0) return { before: imageOf([], rows), after: {} };
  removeBlockRow(work, block);
  return { before: imageOf([block], rows), after: {} };
}

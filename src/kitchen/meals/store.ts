import { requireMember } from "#accounts/members/store.ts";
import { hasWords } from "#lib/case-folding.ts";
import { conflict, invalid, mapWithFieldPath, raise, unprocessable } from "#lib/errors.ts";
import { type Sentence, say } from "#lib/sentence.ts";
import { newRecordFields } from "#platform/activity/actors.ts";
import { changesBetween, type Entry, type Image, record } from "#platform/activity/record.ts";
import { equal, updateIn } from "#platform/db/statements.ts";
import { meal } from "#platform/db/tables.ts";
import { todayOf, type Work } from "#platform/work.ts";
import { findOrAddQuickRecipe, markUsed } from "../recipes/quick.store.ts";
import { type RecipeRow, requireRecipe } from "../recipes/recipe-rows.store.ts";
import { type Cell, type MealPosition, mealFullMessage, slotsOf } from "./cell.ts";
import {
  findMeal,
  type MealRow,
  meals,
  mealsAt,
  presentMeal,
  presentMeals,
  recipeNameOf,
  requireMeal,
} from "./meal-rows.store.ts";
import type { Meal, MealDetails, MealPatch, NewMeal } from "./model.ts";
import {
  addedSummary,
  addedTogether,
  deletedSummary,
  detailsSummary,
  movedSummary,
  swappedSummary,
} from "./summary.ts";

const removeCook = updateIn(meal, ["updatedAt"], equal(meal.cookId, "memberId"), { cookId: null });

/**
 * Plans a meal. A day has one slot for a snack, and two slots for each other meal type.
 * @throws ApiError 422 for a second slot of a snack, or a wrong recipe; 409 if no free slot exists.
 */
export const createMeal = (work: Work, input: NewMeal): Meal => recordAdded(work, [addMeal(work, input)])[0] as Meal;

/**
 * Adds meals in the given order, each in the next free slot.
 * @throws ApiError as {@link createMeal}, with the index of the meal: `meals[1].recipeId: no such recipe`.
 */
export function createMeals(work: Work, inputs: readonly NewMeal[]): { meals: Meal[] } {
  const added = mapWithFieldPath("meals", inputs, (input) => addMeal(work, input));
  return { meals: recordAdded(work, added) };
}

type AddedMeal = { readonly row: MealRow; readonly recipe: RecipeRow };

function recordAdded(work: Work, added: readonly AddedMeal[]): Meal[] {
  const [first] = added;
  if (!first) throw new Error("A batch has at least one meal");
  const rows = added.map(({ row }) => row);
  const named = { ...first.row, recipeName: first.recipe.name };
  record(work, {
    ...about(first.row, first.recipe.name),
    action: "created",
    summary:
      added.length === 1
        ? addedSummary(named, first.recipe.kind === "quick", todayOf(work))
        : addedTogether(added.map(({ recipe }) => recipe.name)),
    after: imageOf(...rows),
  });
  return presentMeals(work, rows);
}

function addMeal(work: Work, input: NewMeal): AddedMeal {
  if (input.slot !== undefined) requireSlot({ ...input, slot: input.slot });
  const recipe = recipeFor(work, input);
  if (input.cookId) requireMember(work, input.cookId, "cookId");
  return { row: insertRow(work, { ...input, recipeId: recipe.id, slot: freeSlot(work, input) }), recipe };
}

type NewRow = MealPosition & MealDetails & Pick<MealRow, "recipeId"> & Partial<Pick<MealRow, "repeatId">>;

/** Inserts a meal. Does not record activity. */
export const insertRow = (work: Work, values: NewRow): MealRow =>
  meals.insert(work, { ...values, ...newRecordFields(work) });

function recipeFor(work: Work, { recipeId, text, emoji }: NewMeal): RecipeRow {
  if (text === undefined && emoji !== undefined) throw unprocessable("emoji", "only with text");
  if (text !== undefined && recipeId !== undefined) throw unprocessable("text", "or recipeId, one of them");
  if (text !== undefined && !hasWords(text)) throw invalid("text", "must have a letter or a number");
  if (text !== undefined) return findOrAddQuickRecipe(work, { text, emoji });
  if (recipeId === undefined) throw invalid("recipeId", "is required", "required");
  return requireRecipe(work, recipeId, "recipeId");
}

/**
 * Changes a meal. If the patch has another date or meal type but no slot, the meal takes the first free slot there.
 * @throws ApiError 404; 409 if no free slot exists; 422 for an unknown cook, or a second slot for a snack.
 */
export function updateMeal(work: Work, id: string, patch: MealPatch): Meal {
  const before = findMeal(work, id);
  const cookName = patch.cookId ? requireMember(work, patch.cookId, "cookId").name : null;
  const { date, mealType, slot, ...details } = patch;
  const to = newPosition(work, before, { date, mealType, slot });
  const moves = changesBetween<MealPosition>(before, to);
  const detailChanges = changesBetween<MealDetails>(before, details);
  if (!moves && !detailChanges) return presentMeal(work, before);
  const after = meals.update(work, before, { ...to, ...details, updatedAt: work.now.toISOString() });
  const recipeName = recipeNameOf(work, after);
  const moved = moves && movedSummary({ ...before, recipeName }, after, todayOf(work));
  const changed = detailChanges && detailsSummary({ ...after, recipeName }, detailChanges, cookName, todayOf(work));
  record(work, {
    ...about(after, recipeName),
    action: moved ? "moved" : "updated",
    summary: moved && changed ? say`${moved}, and ${changed}` : ((moved ?? changed) as Sentence),
    changes: { ...moves, ...detailChanges },
    before: imageOf(before),
    after: imageOf(after),
  });
  return presentMeal(work, after);
}

function newPosition(work: Work, before: MealRow, patch: Partial<MealPosition>): MealPosition {
  const { date = before.date, mealType = before.mealType, slot } = patch;
  if (date === before.date && mealType === before.mealType && (slot ?? before.slot) === before.slot)
    return { date, mealType, slot: before.slot };
  if (slot !== undefined) requireSlot({ date, mealType, slot });
  return { date, mealType, slot: freeSlot(work, { date, mealType, slot }) };
}

/** Removes a member as the cook of all meals. The caller records the change. */
export function removeCookFromMeals(work: Work, memberId: string): void {
  removeCook(work, { memberId, updatedAt: work.now.toISOString() });
}

export function deleteMeal(work: Work, id: string): { id: string; deleted: true } {
  const before = findMeal(work, id);
  const name = recipeNameOf(work, before);
  meals.remove(work, id);
  markUsed(work, before.recipeId);
  record(work, {
    ...about(before, name),
    action: "deleted",
    summary: deletedSummary({ ...before, recipeName: name }, todayOf(work)),
    before: imageOf(before),
  });
  return { id, deleted: true };
}

/** Slot that holds one of two meals for a moment while they are swapped. Two meals can never be in the same slot. */
const temporarySlot = -1;

/** Swaps two meals. @throws ApiError 422 for an unknown meal, or the same meal twice. */
export function swapMeals(work: Work, ids: { readonly a: string; readonly b: string }): { meals: Meal[] } {
  const [a, b] = [requireMeal(work, ids.a, "a"), requireMeal(work, ids.b, "b")];
  if (a.id === b.id) throw unprocessable("b", "must be another meal");
  placeMeal(work, a, { ...a, slot: temporarySlot });
  const movedB = placeMeal(work, b, a);
  const after = [placeMeal(work, a, b), movedB];
  const [nameOfA, nameOfB] = [recipeNameOf(work, a), recipeNameOf(work, b)];
  record(work, {
    ...about(a, nameOfA),
    action: "moved",
    summary: swappedSummary({ ...a, recipeName: nameOfA }, { ...b, recipeName: nameOfB }, todayOf(work)),
    before: imageOf(a, b),
    after: imageOf(...after),
  });
  return { meals: presentMeals(work, after) };
}

const slotTaken = () => conflict("slot_taken", "Meal slot is taken");

function requireSlot({ mealType, slot }: MealPosition): void {
  if (!slotsOf(mealType).includes(slot)) throw unprocessable("slot", "a snack has only slot 0");
}

function freeSlot(work: Work, { date, mealType, slot }: Cell & { readonly slot?: number | undefined }): number {
  const occupied = new Set(mealsAt(work, { date, mealType }).map((each) => each.slot));
  if (slot !== undefined && occupied.has(slot)) throw slotTaken();
  const free = slot ?? slotsOf(mealType).find((each) => !occupied.has(each));
  return free ?? raise(conflict("meal_full", mealFullMessage(mealType)));
}

const placeMeal = (work: Work, row: MealRow, { date, mealType, slot }: MealPosition): MealRow =>
  meals.update(work, row, { date, mealType, slot, updatedAt: work.now.toISOString() });

export const imageOf = (...rows: MealRow[]): Image => ({ meal: rows });

export function about({ id }: MealRow, recipeName: string): Pick<Entry, "subject"> {
  return { subject: { type: "meal", id, label: recipeName } };
}

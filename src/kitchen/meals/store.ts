import { requireMember } from "#accounts/members/store.ts";
import { hasWords } from "#lib/case-folding.ts";
import { conflict, invalid, raise, unprocessable } from "#lib/errors.ts";
import { newRecordFields } from "#platform/activity/actors.ts";
import { changesBetween, type Entry, type Image, record } from "#platform/activity/record.ts";
import { byId, updateIn } from "#platform/db/statements.ts";
import { meal } from "#platform/db/tables.ts";
import { todayOf, type Work } from "#platform/work.ts";
import { findOrAddQuickRecipe, markUsed } from "../recipes/quick.store.ts";
import { type RecipeRow, requireRecipe } from "../recipes/recipe-rows.store.ts";
import { type Cell, type MealPosition, mealFullMessage, slotsOf } from "./cell.ts";
import {
  findMeal,
  type MealRow,
  meals,
  occupiedSlots,
  presentMeal,
  presentMeals,
  recipeNameOf,
  requireMeal,
} from "./meal-rows.store.ts";
import type { Meal, MealDetails, NewMeal } from "./model.ts";
import { addedSummary, deletedSummary, movedSummary, swappedSummary } from "./summary.ts";

const setPosition = updateIn(meal, ["date", "mealType", "slot", "updatedAt"], byId(meal));

/**
 * Plans a meal. A day has one slot for a snack, and two slots for each other meal type.
 * @throws ApiError 422 for a second slot of a snack, or a wrong recipe; 409 if no free slot exists.
 */
export function createMeal(work: Work, input: NewMeal): Meal {
  const added = addMeal(work, input);
  const { row, recipeName } = added;
  record(work, {
    ...about(row, recipeName),
    action: "created",
    summary: addedSummary({ ...row, recipeName }, isQuick(added), todayOf(work)),
    after: imageOf(row),
  });
  return presentMeal(work, row);
}

export type AddedMeal = { readonly row: MealRow; readonly recipeName: string; readonly kind: RecipeRow["kind"] };

export const isQuick = ({ kind }: AddedMeal) => kind === "quick";

/** Plans a meal like {@link createMeal}, but does not record activity. The caller records the change. */
export function addMeal(work: Work, input: NewMeal): AddedMeal {
  if (input.slot !== undefined) requireSlot({ ...input, slot: input.slot });
  const { id: recipeId, name, kind } = recipeFor(work, input);
  if (input.cookId) requireMember(work, input.cookId, "cookId");
  const row = insertRow(work, { ...input, recipeId, slot: freeSlot(work, input) });
  return { row, recipeName: name, kind };
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
 * Moves a meal to another date, meal type or slot.
 * @throws ApiError 404; 422 for a second slot of a snack; 409 if the slot is taken.
 */
export function moveMeal(work: Work, id: string, to: MealPosition): Meal {
  const before = findMeal(work, id);
  requireSlot(to);
  const changes = changesBetween<MealPosition>(before, to);
  if (!changes) return presentMeal(work, before);
  if (occupiedSlots(work, to).has(to.slot)) throw slotTaken();
  const after = placeMeal(work, before, to);
  const name = recipeNameOf(work, after);
  record(work, {
    ...about(after, name),
    action: "moved",
    summary: movedSummary({ ...before, recipeName: name }, after, todayOf(work)),
    changes,
    before: imageOf(before),
    after: imageOf(after),
  });
  return presentMeal(work, after);
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

/**
 * Swaps the dates, meal types and slots of two meals.
 * @throws ApiError 422 for an unknown meal, or the same meal twice.
 */
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

export function requireSlot({ mealType, slot }: MealPosition): void {
  if (!slotsOf(mealType).includes(slot)) throw unprocessable("slot", "a snack has only slot 0");
}

export function freeSlot(work: Work, { date, mealType, slot }: Cell & { readonly slot?: number | undefined }): number {
  const occupied = occupiedSlots(work, { date, mealType });
  if (slot !== undefined && occupied.has(slot)) throw slotTaken();
  const free = slot ?? slotsOf(mealType).find((each) => !occupied.has(each));
  return free ?? raise(conflict("meal_full", mealFullMessage(mealType)));
}

/** Moves a meal to a free slot, and returns the moved meal. Does not record activity. */
export function placeMeal(work: Work, row: MealRow, { date, mealType, slot }: MealPosition): MealRow {
  const moved = { ...row, date, mealType, slot, updatedAt: work.now.toISOString() };
  setPosition(work, moved);
  return moved;
}

export function imageOf(...rows: MealRow[]): Image {
  return { meal: rows };
}

export function about({ id }: MealRow, recipeName: string): Pick<Entry, "subject"> {
  return { subject: { type: "meal", id, label: recipeName } };
}

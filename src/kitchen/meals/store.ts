import { and, eq, sql } from "drizzle-orm";
import { requireMember } from "#accounts/members/store.ts";
import { hasWords } from "#lib/case-folding.ts";
import { conflict, invalid, unprocessable } from "#lib/errors.ts";
import { dateIn } from "#lib/time.ts";
import { actorId } from "#platform/activity/actors.ts";
import { changesBetween, type Entry, type Image, record } from "#platform/activity/record.ts";
import { insertParams, preparedWrite, updateParams } from "#platform/db/prepare.ts";
import { meal } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { findOrAddQuickRecipe, markUsed } from "../recipes/quick.store.ts";
import { type RecipeRow, requireRecipe } from "../recipes/recipe-rows.store.ts";
import { type Cell, type MealPosition, mealFullMessage, slotsOf } from "./cell.ts";
import {
  findMeal,
  type Meal,
  type MealRow,
  occupiedSlots,
  presentMeal,
  presentMeals,
  recipeNameOf,
  requireMeal,
} from "./meal-rows.store.ts";
import { addedSummary, deletedSummary, movedSummary, swappedSummary } from "./summary.ts";

const ofHousehold = eq(meal.householdId, sql.placeholder("householdId"));
const isOne = and(ofHousehold, eq(meal.id, sql.placeholder("id")));

const insertMeal = preparedWrite((db) =>
  db.insert(meal).values({
    ...insertParams("id", "householdId", "date", "mealType", "slot", "recipeId", "repeatId", "createdBy"),
    ...insertParams("note", "cookId", "servings"),
    createdAt: sql.placeholder("now"),
    updatedAt: sql.placeholder("now"),
  }),
);

const setPosition = preparedWrite((db) =>
  db
    .update(meal)
    .set({ ...updateParams("date", "mealType", "slot"), updatedAt: sql`${sql.placeholder("now")}` })
    .where(isOne),
);

export const removeMeal = preparedWrite((db) => db.delete(meal).where(isOne));

export type MealDetails = {
  readonly note?: string | null;
  readonly cookId?: string | null;
  readonly servings?: number | null;
};

/** The properties of a new meal. A meal has either a recipe or a text. */
export type NewMeal = Cell &
  MealDetails & {
    readonly recipeId?: string;
    readonly text?: string;
    readonly emoji?: string;
    readonly slot?: number;
  };

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
    summary: addedSummary({ ...row, recipeName }, isQuick(added), today(work)),
    changes: null,
    before: null,
    after: imageOf(row),
  });
  return presentMeal(work, row);
}

export type AddedMeal = { readonly row: MealRow; readonly recipeName: string; readonly kind: RecipeRow["kind"] };

export const isQuick = ({ kind }: AddedMeal) => kind === "quick";

/** Plans a meal like {@link createMeal}, but does not record activity. The caller records the change. */
export function addMeal(work: Work, input: NewMeal): AddedMeal {
  const { date, mealType, note = null, cookId = null, servings = null } = input;
  if (input.slot !== undefined) requireSlot({ date, mealType, slot: input.slot });
  const { id: recipeId, name, kind } = recipeFor(work, input);
  if (cookId !== null) requireMember(work, cookId, "cookId");
  const slot = freeSlot(work, input);
  const row = insertRow(work, { date, mealType, slot, recipeId, note, cookId, servings });
  return { row, recipeName: name, kind };
}

type NewRow = MealPosition & MealDetails & { readonly recipeId: string; readonly repeatId?: string };

/** Inserts a meal. Does not record activity. */
export function insertRow(work: Work, meal: NewRow): MealRow {
  const { date, mealType, slot, recipeId, repeatId = null, note = null, cookId = null, servings = null } = meal;
  const { householdId, now } = work;
  const id = Bun.randomUUIDv7("hex", now);
  insertMeal(work.db, {
    id,
    householdId,
    date,
    mealType,
    slot,
    recipeId,
    repeatId,
    note,
    cookId,
    servings,
    now: now.toISOString(),
    createdBy: actorId(work),
  });
  return findMeal(work, id);
}

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
  placeMeal(work, id, to);
  const after = findMeal(work, id);
  const name = recipeNameOf(work, after);
  record(work, {
    ...about(after, name),
    action: "moved",
    summary: movedSummary({ ...before, recipeName: name }, after, today(work)),
    changes,
    before: imageOf(before),
    after: imageOf(after),
  });
  return presentMeal(work, after);
}

export function deleteMeal(work: Work, id: string): { id: string; deleted: true } {
  const before = findMeal(work, id);
  const name = recipeNameOf(work, before);
  removeMeal(work.db, { householdId: work.householdId, id });
  markUsed(work, before.recipeId);
  record(work, {
    ...about(before, name),
    action: "deleted",
    summary: deletedSummary({ ...before, recipeName: name }, today(work)),
    changes: null,
    before: imageOf(before),
    after: null,
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
  placeMeal(work, a.id, { ...a, slot: temporarySlot });
  placeMeal(work, b.id, a);
  placeMeal(work, a.id, b);
  const after = [findMeal(work, a.id), findMeal(work, b.id)];
  const [nameOfA, nameOfB] = [recipeNameOf(work, a), recipeNameOf(work, b)];
  record(work, {
    ...about(a, nameOfA),
    action: "moved",
    summary: swappedSummary({ ...a, recipeName: nameOfA }, { ...b, recipeName: nameOfB }, today(work)),
    changes: null,
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
  if (free === undefined) throw conflict("meal_full", mealFullMessage(mealType));
  return free;
}

export function placeMeal({ db, householdId, now }: Work, id: string, { date, mealType, slot }: MealPosition): void {
  setPosition(db, { householdId, id, date, mealType, slot, now: now.toISOString() });
}

export function today({ timeZone, now }: Work): string {
  return dateIn(timeZone, now);
}

export function imageOf(...rows: MealRow[]): Image {
  return { meal: rows };
}

export function about({ id }: MealRow, recipeName: string): Pick<Entry, "subject"> {
  return { subject: { type: "meal", id, label: recipeName } };
}

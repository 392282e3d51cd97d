import { and, eq, sql } from "drizzle-orm";
import { requireMember } from "#accounts/members/store.ts";
import { type Sentence, say } from "#lib/sentence.ts";
import { changesBetween, record } from "#platform/activity/record.ts";
import { preparedWrite, updateParams } from "#platform/db/prepare.ts";
import { meal } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import type { MealPosition } from "./cell.ts";
import { findMeal, type Meal, type MealRow, presentMeal, recipeNameOf } from "./meal-rows.store.ts";
import { about, freeSlot, imageOf, type MealDetails, placeMeal, requireSlot, today } from "./store.ts";
import { detailsSummary, movedSummary } from "./summary.ts";

const changeDetails = preparedWrite((db) =>
  db
    .update(meal)
    .set({ ...updateParams("note", "cookId", "servings"), updatedAt: sql`${sql.placeholder("now")}` })
    .where(and(eq(meal.householdId, sql.placeholder("householdId")), eq(meal.id, sql.placeholder("id")))),
);

const removeCook = preparedWrite((db) =>
  db
    .update(meal)
    .set({ cookId: null, updatedAt: sql`${sql.placeholder("now")}` })
    .where(and(eq(meal.householdId, sql.placeholder("householdId")), eq(meal.cookId, sql.placeholder("memberId")))),
);

export type MealPatch = MealDetails & Partial<MealPosition>;

/**
 * Changes the details of a meal. Moves the meal if the patch has another date, meal type or slot. If the patch has
 * another date or meal type but no slot, the meal takes the first free slot there. (A meal type has one or two slots a
 * day.)
 * @throws ApiError 404; 409 if no free slot exists; 422 for an unknown cook, or a second slot for a snack.
 */
export function updateMealDetails(work: Work, id: string, patch: MealPatch): Meal {
  const { db, householdId, now } = work;
  const before = findMeal(work, id);
  const cookName = patch.cookId ? requireMember(work, patch.cookId, "cookId").name : null;
  const { date, mealType, slot, ...details } = patch;
  const to = newPosition(work, before, { date, mealType, slot });
  const [moves, detailChanges] = [
    changesBetween<MealPosition>(before, to),
    changesBetween<MealDetails>(before, details),
  ];
  if (!moves && !detailChanges) return presentMeal(work, before);
  if (moves) placeMeal(work, id, to);
  const { note, cookId, servings } = { ...before, ...details };
  changeDetails(db, { householdId, id, note, cookId, servings, now: now.toISOString() });
  const after = findMeal(work, id);
  const recipeName = recipeNameOf(work, after);
  const moved = moves && movedSummary({ ...before, recipeName }, after, today(work));
  const changed = detailChanges && detailsSummary({ ...after, recipeName }, detailChanges, cookName, today(work));
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
  if (date === before.date && mealType === before.mealType && (slot ?? before.slot) === before.slot) return before;
  if (slot !== undefined) requireSlot({ date, mealType, slot });
  return { date, mealType, slot: freeSlot(work, { date, mealType, slot }) };
}

/** Removes a member as the cook of all meals. The caller records the change. */
export function removeCookFromMeals({ db, householdId, now }: Work, memberId: string): void {
  removeCook(db, { householdId, memberId, now: now.toISOString() });
}

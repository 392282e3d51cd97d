import { requireMember } from "#accounts/members/store.ts";
import { type Sentence, say } from "#lib/sentence.ts";
import { changesBetween, record } from "#platform/activity/record.ts";
import { equal, updateIn } from "#platform/db/statements.ts";
import { meal } from "#platform/db/tables.ts";
import { todayOf, type Work } from "#platform/work.ts";
import type { MealPosition } from "./cell.ts";
import { findMeal, type MealRow, meals, presentMeal, recipeNameOf } from "./meal-rows.store.ts";
import type { Meal, MealDetails, MealPatch } from "./model.ts";
import { about, freeSlot, imageOf, requireSlot } from "./store.ts";
import { detailsSummary, movedSummary } from "./summary.ts";

const removeCook = updateIn(meal, ["updatedAt"], equal(meal.cookId, "memberId"), { cookId: null });

/**
 * Changes the details of a meal. Moves the meal if the patch has another date, meal type or slot. If the patch has
 * another date or meal type but no slot, the meal takes the first free slot there. (A meal type has one or two slots a
 * day.)
 * @throws ApiError 404; 409 if no free slot exists; 422 for an unknown cook, or a second slot for a snack.
 */
export function updateMealDetails(work: Work, id: string, patch: MealPatch): Meal {
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

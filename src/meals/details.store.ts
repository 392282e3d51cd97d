import { and, eq, sql } from "drizzle-orm";
import { changesBetween, record } from "../activity/record.ts";
import { preparedWrite, updateParams } from "../db/prepare.ts";
import { meal } from "../db/tables.ts";
import { requireMember } from "../members/store.ts";
import type { Work } from "../work.ts";
import { findMeal, type Meal, presentMeal, recipeNameOf } from "./meal-rows.store.ts";
import { about, imageOf, type MealDetails, today } from "./store.ts";
import { detailsSummary } from "./summary.ts";

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

/** @throws ApiError 404; 422 for an unknown cook. */
export function updateMealDetails(work: Work, id: string, patch: MealDetails): Meal {
  const { db, householdId, now } = work;
  const before = findMeal(work, id);
  const cookName = patch.cookId ? requireMember(work, patch.cookId, "cookId").name : null;
  const changes = changesBetween<MealDetails>(before, patch);
  if (!changes) return presentMeal(work, before);
  const { note, cookId, servings } = { ...before, ...patch };
  changeDetails(db, { householdId, id, note, cookId, servings, now: now.toISOString() });
  const after = findMeal(work, id);
  const recipeName = recipeNameOf(work, after);
  record(work, {
    ...about(after, recipeName),
    action: "updated",
    summary: detailsSummary({ ...after, recipeName }, changes, cookName, today(work)),
    changes,
    before: imageOf(before),
    after: imageOf(after),
  });
  return presentMeal(work, after);
}

/** The caller records the change. */
export function removeCookFromMeals({ db, householdId, now }: Work, memberId: string): void {
  removeCook(db, { householdId, memberId, now: now.toISOString() });
}

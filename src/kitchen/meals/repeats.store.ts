/** Meals that repeat. The meals are planned four weeks ahead: when the repeat is created, and again every night. */
import { asc, desc, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { addDays, weekdayOf } from "#lib/days.ts";
import { conflict, limitReached, notFound, raise, unprocessable } from "#lib/errors.ts";
import { newRecordFields } from "#platform/activity/actors.ts";
import { record } from "#platform/activity/record.ts";
import { byId, equal, param, records, selectFrom, updateIn } from "#platform/db/statements.ts";
import { meal, mealRepeat } from "#platform/db/tables.ts";
import { todayOf, type Work } from "#platform/work.ts";
import { markUsed } from "../recipes/quick.store.ts";
import { recipes, recipesOf } from "../recipes/recipe-rows.store.ts";
import { slotsOf } from "./cell.ts";
import {
  activeRepeatRows,
  findMeal,
  type MealRow,
  meals,
  mealsAt,
  presentMeals,
  type RepeatRow,
  recipeNameOf,
} from "./meal-rows.store.ts";
import type { Meal, MealRepeat, NewMealRepeat } from "./model.ts";
import { about, imageOf, insertRow } from "./store.ts";
import { plannedSummary, repeatedSummary, stoppedSummary } from "./summary.ts";

const maxRepeats = 50;
const daysAhead = 28;

const repeats = records(mealRepeat);
const repeatById = selectFrom(mealRepeat, repeats.columns, { where: [byId(mealRepeat), isNull(mealRepeat.deletedAt)] });
const setPlannedThrough = updateIn(mealRepeat, ["plannedThrough"], byId(mealRepeat));
const isOfRecipe = equal(meal.recipeId, "recipeId");

const laterMeals = selectFrom(meal, meals.columns, {
  where: [isOfRecipe, isNotNull(meal.repeatId), gt(meal.date, param("today"))],
  orderBy: [asc(meal.date)],
});

const repeatsOfRecipe = selectFrom(mealRepeat, ["id", "mealId", "deletedAt"], {
  where: equal(mealRepeat.recipeId, "recipeId"),
});

/** Reads the meal from which a repeat was made, or, if it was deleted, the last meal that the repeat planned. */
const repeatedDetails = selectFrom(meal, ["note", "servings"], {
  where: [isOfRecipe, sql`(${equal(meal.id, "mealId")} or ${equal(meal.repeatId, "repeatId")})`],
  orderBy: [desc(equal(meal.id, "mealId")), desc(meal.date)],
  limit: 1,
});

export const listRepeats = (work: Work): MealRepeat[] => presentRepeats(work, activeRepeatRows(work));

function presentRepeats(work: Work, rows: readonly RepeatRow[]): MealRepeat[] {
  const found = recipesOf(work, rows);
  return rows.map(({ id, recipeId, mealType, everyWeeks, startDate, untilDate }) => {
    const { name = "", emoji = "" } = found.get(recipeId) ?? {};
    return { id, recipe: { id: recipeId, name, emoji }, mealType, everyWeeks, startDate, until: untilDate };
  });
}

/**
 * Makes a meal repeat and plans its next meals. `planned` are the meals that were added.
 * @throws ApiError 404; 409 if the meal repeats already; 422 for an archived recipe, an end that is too early, or the
 * 51st repeat.
 */
export function repeatMeal(work: Work, mealId: string, { everyWeeks, until = null }: NewMealRepeat) {
  const before = findMeal(work, mealId);
  const { date, mealType, recipeId } = before;
  const active = activeRepeatRows(work);
  if (active.some(({ id }) => id === before.repeatId)) throw conflict("conflict", "This meal repeats already");
  if (isArchived(work, recipeId)) throw unprocessable(null, "This recipe is archived");
  if (until !== null && until < date) throw unprocessable("until", "must not lie before the meal");
  if (until !== null && until <= todayOf(work)) throw unprocessable("until", "must be after today");
  if (active.length >= maxRepeats) throw limitReached("A household has at most 50 repeating meals");
  const made = repeats.insert(work, {
    mealId,
    recipeId,
    mealType,
    everyWeeks,
    startDate: date,
    untilDate: until,
    plannedThrough: date,
    ...newRecordFields(work),
  });
  const after = meals.update(work, before, { repeatId: made.id, updatedAt: made.updatedAt });
  const planned = planAhead(work, made);
  const repeat = findRepeat(work, made.id);
  const recipeName = recipeNameOf(work, after);
  record(work, {
    ...about(after, recipeName),
    action: "updated",
    summary: repeatedSummary({ ...after, recipeName }, everyWeeks),
    before: imageOf(before),
    after: { ...imageOf(after, ...planned), mealRepeat: [repeat] },
  });
  const [meal, ...others] = presentMeals(work, [after, ...planned]) as [Meal, ...Meal[]];
  return { repeat: presentRepeats(work, [repeat])[0] as MealRepeat, meal, planned: others };
}

/** Stops a repeat. `fate` is about the meals that the repeat planned for days after today. @throws ApiError 404. */
export function stopRepeating(work: Work, id: string, fate: "keep" | "remove"): { id: string; deleted: true } {
  const before = findRepeat(work, id);
  const removed = fate === "keep" ? [] : mealsPlannedBy(work, before);
  for (const each of removed) meals.remove(work, each.id);
  const now = work.now.toISOString();
  const stopped = repeats.update(work, before, { deletedAt: now, updatedAt: now });
  markUsed(work, before.recipeId);
  const name = recipes.find(work, before.recipeId)?.name ?? "";
  record(work, {
    subject: { type: "meal", id: before.mealId, label: name },
    action: "updated",
    summary: stoppedSummary(name, before.mealType),
    before: { ...(removed.length > 0 && imageOf(...removed)), mealRepeat: [before] },
    after: { mealRepeat: [stopped] },
  });
  return { id, deleted: true };
}

/**
 * Returns the meals after today that were planned by the repeat, or by stopped repeats of the same recipe for the same
 * meal type and weekday. Leaves out meals from which a repeat was made, because a person planned them.
 */
function mealsPlannedBy(work: Work, { id, recipeId, mealType, startDate }: RepeatRow): MealRow[] {
  const made = repeatsOfRecipe.all(work, { recipeId });
  const own = new Set(made.map(({ mealId }) => mealId));
  const stopped = new Set(made.flatMap((each) => (each.deletedAt === null ? [] : [each.id])));
  const weekday = weekdayOf(startDate);
  return laterMeals
    .all(work, { recipeId, today: todayOf(work) })
    .filter(
      (each) =>
        !own.has(each.id) &&
        (each.repeatId === id ||
          (stopped.has(each.repeatId ?? "") && each.mealType === mealType && weekdayOf(each.date) === weekday)),
    );
}

/** Plans the next meals of all repeats and returns their number. Records one activity entry if any meal was added. */
export function planRepeats(work: Work): number {
  const planned = activeRepeatRows(work).flatMap((each) => planAhead(work, each));
  const [first] = planned;
  if (!first) return 0;
  const named = planned.map((row) => ({ ...row, recipeName: recipeNameOf(work, row) }));
  record(work, {
    ...about(first, named[0]?.recipeName ?? ""),
    action: "created",
    summary: plannedSummary(named, todayOf(work)),
    after: imageOf(...planned),
  });
  return planned.length;
}

function isArchived(work: Work, recipeId: string): boolean {
  const recipe = recipes.find(work, recipeId);
  return !recipe || (recipe.archivedAt !== null && recipe.kind === "recipe");
}

/** Plans the next meals. Skips dates without a free slot or with this recipe. Does nothing for an archived recipe. */
function planAhead(work: Work, repeat: RepeatRow): MealRow[] {
  const { id, mealId, recipeId, mealType, plannedThrough } = repeat;
  if (isArchived(work, recipeId)) return [];
  const last = addDays(todayOf(work), daysAhead);
  if (last <= plannedThrough) return [];
  const details = repeatedDetails.get(work, { recipeId, mealId, repeatId: id });
  const planned = datesOf(repeat, todayOf(work), last).flatMap((date) => {
    const there = mealsAt(work, { date, mealType });
    const slot = slotsOf(mealType).find((each) => there.every((other) => other.slot !== each));
    if (slot === undefined || there.some((other) => other.recipeId === recipeId)) return [];
    return [insertRow(work, { date, mealType, slot, recipeId, repeatId: id, ...details })];
  });
  setPlannedThrough(work, { id, plannedThrough: last });
  return planned;
}

/** Returns the repeat's dates. Leaves out those up to `plannedThrough`, for which the meals were planned before. */
function datesOf({ startDate, everyWeeks, untilDate, plannedThrough }: RepeatRow, first: string, last: string) {
  const start = Temporal.PlainDate.from(startDate);
  const weeks = Math.max(0, Math.floor(start.until(plannedThrough, { largestUnit: "days" }).days / 7));
  const dates: string[] = [];
  for (let week = Math.ceil(weeks / everyWeeks) * everyWeeks; ; week += everyWeeks) {
    const date = start.add({ weeks: week }).toString();
    if (date > last || (untilDate !== null && date > untilDate)) return dates;
    if (date > plannedThrough && date >= first) dates.push(date);
  }
}

const findRepeat = (work: Work, id: string): RepeatRow => repeatById.get(work, { id }) ?? raise(notFound("Meal"));

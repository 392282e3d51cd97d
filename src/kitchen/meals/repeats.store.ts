/** Meals that repeat. The meals are planned four weeks ahead: when the repeat is created, and again every night. */

import { and, asc, desc, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { conflict, limitReached, notFound, unprocessable } from "#lib/errors.ts";
import { addDays, weekdayOf } from "#lib/time.ts";
import type { MealType } from "#lib/wire.ts";
import { actorId } from "#platform/activity/actors.ts";
import { type Entry, record } from "#platform/activity/record.ts";
import { fields, insertParams, prepared, preparedWrite, updateParams } from "#platform/db/prepare.ts";
import { meal, mealRepeat } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { markUsed } from "../recipes/quick.store.ts";
import { recipeRows } from "../recipes/recipe-rows.store.ts";
import { slotsOf } from "./cell.ts";
import {
  activeRepeatRows,
  findMeal,
  type Meal,
  type MealRow,
  mealsAt,
  presentMeals,
  type RepeatRow,
  recipeNameOf,
  repeatFields,
} from "./meal-rows.store.ts";
import { about, imageOf, insertRow, removeMeal, today } from "./store.ts";
import { plannedSummary, repeatedSummary, stoppedSummary } from "./summary.ts";

const maxRepeats = 50;
const daysAhead = 28;

const ofHousehold = eq(mealRepeat.householdId, sql.placeholder("householdId"));
const isOne = and(ofHousehold, eq(mealRepeat.id, sql.placeholder("id")));

const repeatById = prepared((db) =>
  db
    .select(repeatFields)
    .from(mealRepeat)
    .where(and(isOne, isNull(mealRepeat.deletedAt))),
);

const insertRepeat = preparedWrite((db) =>
  db.insert(mealRepeat).values({
    ...insertParams("id", "householdId", "mealId", "recipeId", "mealType", "everyWeeks", "startDate", "untilDate"),
    ...insertParams("plannedThrough", "createdBy"),
    createdAt: sql.placeholder("now"),
    updatedAt: sql.placeholder("now"),
  }),
);

const setPlannedThrough = preparedWrite((db) => db.update(mealRepeat).set(updateParams("plannedThrough")).where(isOne));

const stopRepeat = preparedWrite((db) =>
  db
    .update(mealRepeat)
    .set({ deletedAt: sql`${sql.placeholder("now")}`, updatedAt: sql`${sql.placeholder("now")}` })
    .where(isOne),
);

const setRepeat = preparedWrite((db) =>
  db
    .update(meal)
    .set({ ...updateParams("repeatId"), updatedAt: sql`${sql.placeholder("now")}` })
    .where(and(eq(meal.householdId, sql.placeholder("householdId")), eq(meal.id, sql.placeholder("id")))),
);

const laterMeals = prepared((db) =>
  db
    .select(fields(meal, "id", "date", "mealType", "repeatId"))
    .from(meal)
    .where(
      and(
        eq(meal.householdId, sql.placeholder("householdId")),
        eq(meal.recipeId, sql.placeholder("recipeId")),
        isNotNull(meal.repeatId),
        gt(meal.date, sql.placeholder("today")),
      ),
    )
    .orderBy(asc(meal.date)),
);

const repeatsOfRecipe = prepared((db) =>
  db
    .select(fields(mealRepeat, "id", "mealId", "deletedAt"))
    .from(mealRepeat)
    .where(and(ofHousehold, eq(mealRepeat.recipeId, sql.placeholder("recipeId")))),
);

/**
 * Reads the details of the meal from which a repeat was made. If that meal was deleted, reads the details of the last
 * meal that the repeat planned.
 */
const repeatedDetails = prepared((db) =>
  db
    .select(fields(meal, "note", "servings"))
    .from(meal)
    .where(
      and(
        eq(meal.householdId, sql.placeholder("householdId")),
        eq(meal.recipeId, sql.placeholder("recipeId")),
        sql`(${meal.id} = ${sql.placeholder("mealId")} or ${meal.repeatId} = ${sql.placeholder("repeatId")})`,
      ),
    )
    .orderBy(desc(sql`${meal.id} = ${sql.placeholder("mealId")}`), desc(meal.date))
    .limit(1),
);

export type Repeat = {
  readonly id: string;
  readonly recipe: { readonly id: string; readonly name: string; readonly emoji: string };
  readonly mealType: MealType;
  readonly everyWeeks: number;
  readonly startDate: string;
  readonly until: string | null;
};

export function listRepeats(work: Work): Repeat[] {
  return presentRepeats(work, activeRepeatRows(work));
}

function presentRepeats(work: Work, rows: readonly RepeatRow[]): Repeat[] {
  const recipes = recipeRows(
    work,
    rows.map(({ recipeId }) => recipeId),
  );
  return rows.map(({ id, recipeId, mealType, everyWeeks, startDate, untilDate }) => {
    const { name = "", emoji = "" } = recipes.get(recipeId) ?? {};
    return { id, recipe: { id: recipeId, name, emoji }, mealType, everyWeeks, startDate, until: untilDate };
  });
}

export type NewRepeat = { readonly everyWeeks: number; readonly until?: string | null };

/** The result of making a meal repeat. `planned` are the meals that were added. */
export type RepeatResult = { readonly repeat: Repeat; readonly meal: Meal; readonly planned: Meal[] };

/**
 * Makes a meal repeat and plans its next meals.
 * @throws ApiError 404; 409 if the meal repeats already; 422 for an archived recipe, an end that is too early, or the
 * 51st repeat.
 */
export function repeatMeal(work: Work, mealId: string, { everyWeeks, until = null }: NewRepeat): RepeatResult {
  const { db, householdId, now } = work;
  const before = findMeal(work, mealId);
  const { date, mealType, recipeId } = before;
  const active = activeRepeatRows(work);
  if (active.some(({ id }) => id === before.repeatId)) throw conflict("conflict", "This meal repeats already");
  if (isArchived(work, recipeId)) throw unprocessable(null, "This recipe is archived");
  if (until !== null && until < date) throw unprocessable("until", "must not lie before the meal");
  if (until !== null && until <= today(work)) throw unprocessable("until", "must be after today");
  if (active.length >= maxRepeats) throw limitReached("A household has at most 50 repeating meals");
  const id = Bun.randomUUIDv7("hex", now);
  insertRepeat(db, {
    id,
    householdId,
    mealId,
    recipeId,
    mealType,
    everyWeeks,
    startDate: date,
    untilDate: until,
    plannedThrough: date,
    now: now.toISOString(),
    createdBy: actorId(work),
  });
  setRepeat(db, { householdId, id: mealId, repeatId: id, now: now.toISOString() });
  const planned = planAhead(work, findRepeat(work, id));
  const after = findMeal(work, mealId);
  const repeat = findRepeat(work, id);
  const recipeName = recipeNameOf(work, after);
  record(work, {
    ...about(after, recipeName),
    action: "updated",
    summary: repeatedSummary({ ...after, recipeName }, everyWeeks),
    changes: null,
    before: imageOf(before),
    after: { ...imageOf(after, ...planned), mealRepeat: [repeat] },
  });
  const [meal, ...others] = presentMeals(work, [after, ...planned]) as [Meal, ...Meal[]];
  return { repeat: presentRepeats(work, [repeat])[0] as Repeat, meal, planned: others };
}

/**
 * Stops a repeat. `meals` says whether the meals that it planned for days after today are kept or deleted.
 * @throws ApiError 404.
 */
export function stopRepeating(work: Work, id: string, meals: "keep" | "remove"): { id: string; deleted: true } {
  const { db, householdId, now } = work;
  const before = findRepeat(work, id);
  const removed = meals === "keep" ? [] : mealsPlannedBy(work, before);
  for (const each of removed) removeMeal(db, { householdId, id: each.id });
  const stopped = { ...before, deletedAt: now.toISOString(), updatedAt: now.toISOString() };
  stopRepeat(db, { householdId, id, now: stopped.deletedAt });
  markUsed(work, before.recipeId);
  const name = recipeRows(work, [before.recipeId]).get(before.recipeId)?.name ?? "";
  record(work, {
    subject: { type: "meal", id: before.mealId, label: name },
    action: "updated",
    summary: stoppedSummary(name, before.mealType),
    changes: null,
    before: { ...(removed.length > 0 ? imageOf(...removed) : {}), mealRepeat: [before] },
    after: { mealRepeat: [stopped] },
  });
  return { id, deleted: true };
}

/**
 * Returns the meals after today that a repeat planned. Includes meals that were planned by stopped repeats of the same
 * recipe for the same meal type and weekday. Leaves out meals from which a repeat was made, because a person planned
 * them.
 */
function mealsPlannedBy(work: Work, { id, recipeId, mealType, startDate }: RepeatRow): MealRow[] {
  const { db, householdId } = work;
  const repeats = repeatsOfRecipe.all(db, { householdId, recipeId });
  const own = new Set(repeats.map(({ mealId }) => mealId));
  const stopped = new Set(repeats.flatMap((each) => (each.deletedAt === null ? [] : [each.id])));
  const weekday = weekdayOf(startDate);
  const isPlanned = (each: Pick<MealRow, "id" | "date" | "mealType" | "repeatId">) =>
    !own.has(each.id) &&
    (each.repeatId === id ||
      (stopped.has(each.repeatId ?? "") && each.mealType === mealType && weekdayOf(each.date) === weekday));
  const later = laterMeals.all(db, { householdId, recipeId, today: today(work) });
  return later.filter(isPlanned).map((each) => findMeal(work, each.id));
}

/**
 * Plans the next meals of all repeats and returns the number of added meals. Records one activity entry if any meal was
 * added.
 */
export function planRepeats(work: Work): number {
  const planned = activeRepeatRows(work).flatMap((each) => planAhead(work, each));
  const [first] = planned;
  if (!first) return 0;
  const named = planned.map((row) => ({ ...row, recipeName: recipeNameOf(work, row) }));
  record(work, {
    ...about(first, named[0]?.recipeName ?? ""),
    action: "created",
    summary: plannedSummary(named, today(work)),
    changes: null,
    before: null,
    after: imageOf(...planned),
  } satisfies Entry);
  return planned.length;
}

function isArchived(work: Work, recipeId: string): boolean {
  const recipe = recipeRows(work, [recipeId]).get(recipeId);
  return !recipe || (recipe.archivedAt !== null && recipe.kind === "recipe");
}

/**
 * Plans the next meals of a repeat. Skips a date if its meal type has no free slot or if the recipe is already planned
 * there. Does nothing for an archived recipe.
 */
function planAhead(work: Work, repeat: RepeatRow): MealRow[] {
  const { id, mealId, recipeId, mealType, plannedThrough } = repeat;
  if (isArchived(work, recipeId)) return [];
  const last = addDays(today(work), daysAhead);
  if (last <= plannedThrough) return [];
  const { householdId } = work;
  const details = repeatedDetails.get(work.db, { householdId, recipeId, mealId, repeatId: id });
  const planned = datesOf(repeat, today(work), last).flatMap((date) => {
    const there = mealsAt(work, { date, mealType });
    const slot = slotsOf(mealType).find((each) => there.every((other) => other.slot !== each));
    if (slot === undefined || there.some((other) => other.recipeId === recipeId)) return [];
    return [insertRow(work, { date, mealType, slot, recipeId, repeatId: id, ...details })];
  });
  setPlannedThrough(work.db, { householdId, id, plannedThrough: last });
  return planned;
}

/**
 * Returns the dates of a repeat from `first` to `last`. Leaves out dates up to `plannedThrough`, for which the meals
 * were planned before.
 */
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

function findRepeat({ db, householdId }: Work, id: string): RepeatRow {
  const row = repeatById.get(db, { householdId, id });
  if (!row) throw notFound("Meal");
  return row;
}

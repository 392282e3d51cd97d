import { and, eq, isNull, sql } from "drizzle-orm";
import { foldText } from "#lib/case-folding.ts";
import { addDays, weekdayOf } from "#lib/time.ts";
import type { MealType } from "#lib/wire.ts";
import { fields, prepared } from "#platform/db/prepare.ts";
import { meal, recipe, recipeLike } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { presentRecipes, type RecipeWithHistory, recipeRows, tagsOf, withHistory } from "./recipe-rows.store.ts";

const daysApart = 10;
/** The number of days before the date of the suggestions. Only meals from this period influence the suggestions. */
const daysBack = 3 * 365;

const activeRecipes = prepared((db) =>
  db
    .select(fields(recipe, "id", "name", "prepMinutes", "tags"))
    .from(recipe)
    .where(and(eq(recipe.householdId, sql.placeholder("householdId")), isNull(recipe.archivedAt))),
);

const history = prepared((db) =>
  db
    .select({
      ...fields(meal, "recipeId"),
      times: sql<number>`sum(${meal.date} < ${sql.placeholder("date")})`.as("times"),
      timesAtMeal: sql<number>`sum(${meal.date} < ${sql.placeholder("date")}
        and ${meal.mealType} = ${sql.placeholder("mealType")})`.as("timesAtMeal"),
      last: sql<string | null>`max(case when ${meal.date} < ${sql.placeholder("date")} then ${meal.date} end)`.as(
        "last",
      ),
      isNear: sql<number>`max(${meal.date} >= ${sql.placeholder("near")})`.as("isNear"),
    })
    .from(meal)
    .where(
      and(
        eq(meal.householdId, sql.placeholder("householdId")),
        // The `+` makes SQLite use the index by recipe alone, which is three times as fast as the index by date.
        sql`+${meal.date} between ${sql.placeholder("first")} and ${sql.placeholder("last")}`,
      ),
    )
    .groupBy(meal.recipeId),
);

const allLikes = prepared((db) =>
  db
    .select(fields(recipeLike, "recipeId", "memberId"))
    .from(recipeLike)
    .where(eq(recipeLike.householdId, sql.placeholder("householdId")))
    .orderBy(recipeLike.createdAt, recipeLike.memberId),
);

export type SuggestionQuery = {
  readonly date: string;
  readonly mealType: MealType;
  readonly limit: number;
  readonly tag?: string;
  readonly maxPrepMinutes?: number;
};

export type Suggestions = {
  readonly suggestions: { readonly recipe: RecipeWithHistory; readonly score: number; readonly reason: Reason }[];
};

/**
 * Suggests recipes for a date, the best first. Leaves out recipes that are planned within ten days before or after the
 * date.
 */
export function suggestRecipes(work: Work, query: SuggestionQuery): Suggestions {
  const isWeekday = weekdayOf(query.date) <= 5;
  const ranked = rank(candidatesFor(work, query), isWeekday).slice(0, query.limit);
  const rows = recipeRows(
    work,
    ranked.map(({ id }) => id),
  );
  const recipes = withHistory(work, presentRecipes(work, [...rows.values()]).recipes);
  const byId = new Map(recipes.map((each) => [each.id, each]));
  return {
    suggestions: ranked.flatMap(({ id, score, reason }) => {
      const found = byId.get(id);
      return found ? [{ recipe: found, score, reason }] : [];
    }),
  };
}

function candidatesFor({ db, householdId }: Work, query: SuggestionQuery): Candidate[] {
  const { date, mealType, tag, maxPrepMinutes } = query;
  const near = daysFrom(date, -daysApart);
  const params = { date, mealType, near, first: daysFrom(date, -daysBack), last: daysFrom(date, daysApart) };
  const historyByRecipe = new Map(history.all(db, { householdId, ...params }).map((each) => [each.recipeId, each]));
  const likes = Map.groupBy(allLikes.all(db, { householdId }), ({ recipeId }) => recipeId);
  const foldedTag = tag === undefined ? null : foldText(tag);
  return activeRecipes.all(db, { householdId }).flatMap((row): Candidate[] => {
    const { id, name, prepMinutes } = row;
    const past = historyByRecipe.get(id);
    if (past?.isNear) return [];
    if (maxPrepMinutes !== undefined && (prepMinutes === null || prepMinutes > maxPrepMinutes)) return [];
    if (foldedTag !== null && !tagsOf(row).some((each) => foldText(each) === foldedTag)) return [];
    const memberIds = (likes.get(id) ?? []).map(({ memberId }) => memberId);
    const sinceLast = past?.last ? daysBetween(past.last, date) : null;
    const share = past?.times ? past.timesAtMeal / past.times : 0;
    return [{ id, name, prepMinutes, likes: memberIds, sinceLast, share }];
  });
}

function daysFrom(date: string, days: number): string {
  const moved = addDays(date, days);
  return moved.startsWith("+") ? "9999-12-31" : moved;
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}

/**
 * A recipe with the facts that decide its score. `sinceLast` is the number of days since the recipe was last planned,
 * or null if the recipe was never planned. `share` is the share of the recipe's meals that had this meal type, from 0
 * to 1.
 */
type Candidate = {
  readonly id: string;
  readonly name: string;
  readonly prepMinutes: number | null;
  readonly likes: readonly string[];
  readonly sinceLast: number | null;
  readonly share: number;
};

type Reason = {
  readonly kind: "not_lately" | "never" | "liked" | "quick";
  readonly days?: number;
  readonly memberIds?: string[];
};

type Ranked = { readonly id: string; readonly score: number; readonly reason: Reason };

const maxPauseDays = 180;
const daysPerPoint = 60;
const pointsIfNeverPlanned = 2;
const pointsPerLike = 0.5;
const maxPointsForLikes = 2;
const pointsIfQuick = 0.5;
const quickMinutes = 30;

const byName = new Intl.Collator("en", { sensitivity: "accent" });

function rank(candidates: readonly Candidate[], isWeekday: boolean): Ranked[] {
  return candidates
    .map((candidate) => ({ name: candidate.name, ...scoreCandidate(candidate, isWeekday) }))
    .sort(
      (one, other) => other.score - one.score || byName.compare(one.name, other.name) || (one.id < other.id ? -1 : 1),
    )
    .map(({ name: _, ...ranked }) => ranked);
}

function scoreCandidate({ id, prepMinutes, likes, sinceLast, share }: Candidate, isWeekday: boolean): Ranked {
  const forPause = sinceLast === null ? pointsIfNeverPlanned : Math.min(sinceLast, maxPauseDays) / daysPerPoint;
  const forLikes = Math.min(likes.length * pointsPerLike, maxPointsForLikes);
  const isQuick = prepMinutes !== null && prepMinutes <= quickMinutes;
  const forTime = isQuick && isWeekday ? pointsIfQuick : 0;
  const score = forPause + forLikes + share + forTime;
  return { id, score, reason: reasonOf({ forPause, forLikes, forTime }, sinceLast, likes) };
}

type Points = { readonly forPause: number; readonly forLikes: number; readonly forTime: number };

/** Returns the reason for suggesting a recipe, which is the fact that gave it the most points. */
function reasonOf({ forPause, forLikes, forTime }: Points, sinceLast: number | null, likes: readonly string[]): Reason {
  if (forLikes > forPause && forLikes >= forTime) return { kind: "liked", memberIds: [...likes] };
  if (forTime > forPause) return { kind: "quick" };
  return sinceLast === null ? { kind: "never" } : { kind: "not_lately", days: sinceLast };
}

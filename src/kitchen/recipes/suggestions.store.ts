import { asc, sql } from "drizzle-orm";
import { foldText } from "#lib/case-folding.ts";
import { weekdayOf } from "#lib/days.ts";
import { param, selectFrom } from "#platform/db/statements.ts";
import { meal, recipe, recipeLike } from "#platform/db/tables.ts";
import type { Work } from "#platform/work.ts";
import { addDaysWithin } from "../meals/cell.ts";
import type { Suggestion, SuggestionQuery } from "./model.ts";
import { compareByName, isActive, presentRecipes, recipeRows, tagsOf, withHistory } from "./recipe-rows.store.ts";

const daysApart = 10;
/** The number of days before the date of the suggestions. Only meals from this period influence the suggestions. */
const daysBack = 3 * 365;

const activeRecipes = selectFrom(recipe, ["id", "name", "prepMinutes", "tags"], { where: isActive });

const isBefore = sql`${meal.date} < ${param("date")}`;

const history = selectFrom(meal, ["recipeId"], {
  computed: {
    times: sql<number>`sum(${isBefore})`,
    timesAtMeal: sql<number>`sum(${isBefore} and ${meal.mealType} = ${param("mealType")})`,
    last: sql<string | null>`max(case when ${isBefore} then ${meal.date} end)`,
    isNear: sql<number>`max(${meal.date} >= ${param("near")})`,
  },
  // The `+` makes SQLite use the index by recipe alone, which is three times as fast as the index by date.
  where: sql`+${meal.date} between ${param("first")} and ${param("last")}`,
  groupBy: [meal.recipeId],
});

const allLikes = selectFrom(recipeLike, ["recipeId", "memberId"], {
  orderBy: [asc(recipeLike.createdAt), asc(recipeLike.memberId)],
});

/** Suggests recipes, the best first. Leaves out recipes that are planned within ten days before or after the date. */
export function suggestRecipes(work: Work, query: SuggestionQuery): { suggestions: Suggestion[] } {
  const isWeekday = weekdayOf(query.date) <= 5;
  const ranked = rank(candidatesFor(work, query), isWeekday).slice(0, query.limit);
  const ids = ranked.map(({ id }) => id);
  const rows = recipeRows(work, ids);
  const recipes = withHistory(work, presentRecipes(work, [...rows.values()]).recipes);
  const byId = new Map(recipes.map((each) => [each.id, each]));
  return {
    suggestions: ranked.flatMap(({ id, score, reason }) => {
      const found = byId.get(id);
      return found ? [{ recipe: found, score, reason }] : [];
    }),
  };
}

function candidatesFor(work: Work, query: SuggestionQuery): Candidate[] {
  const { date, mealType, tag, maxPrepMinutes } = query;
  const near = addDaysWithin(date, -daysApart);
  const params = { date, mealType, near, first: addDaysWithin(date, -daysBack), last: addDaysWithin(date, daysApart) };
  const historyByRecipe = new Map(history.all(work, params).map((each) => [each.recipeId, each]));
  const likes = Map.groupBy(allLikes.all(work), ({ recipeId }) => recipeId);
  const foldedTag = tag === undefined ? null : foldText(tag);
  return activeRecipes.all(work).flatMap((row): Candidate[] => {
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

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}

/**
 * A recipe that may be suggested. `sinceLast` is in days, or null if the recipe was never planned. `share` is the share
 * of the recipe's meals that had this meal type, from 0 to 1.
 */
type Candidate = {
  readonly id: string;
  readonly name: string;
  readonly prepMinutes: number | null;
  readonly likes: readonly string[];
  readonly sinceLast: number | null;
  readonly share: number;
};

type Reason = Suggestion["reason"];

const maxPauseDays = 180;
const daysPerPoint = 60;
const pointsIfNeverPlanned = 2;
const pointsPerLike = 0.5;
const maxPointsForLikes = 2;
const pointsIfQuick = 0.5;
const quickMinutes = 30;

function rank(candidates: readonly Candidate[], isWeekday: boolean) {
  return candidates
    .map((candidate) => ({ ...candidate, ...scoreOf(candidate, isWeekday) }))
    .sort((one, other) => other.score - one.score || compareByName(one, other));
}

function scoreOf({ prepMinutes, likes, sinceLast, share }: Candidate, isWeekday: boolean): Omit<Suggestion, "recipe"> {
  const forPause = sinceLast === null ? pointsIfNeverPlanned : Math.min(sinceLast, maxPauseDays) / daysPerPoint;
  const forLikes = Math.min(likes.length * pointsPerLike, maxPointsForLikes);
  const isQuick = prepMinutes !== null && prepMinutes <= quickMinutes;
  const forTime = isQuick && isWeekday ? pointsIfQuick : 0;
  const score = forPause + forLikes + share + forTime;
  return { score, reason: reasonOf({ forPause, forLikes, forTime }, sinceLast, likes) };
}

type Points = { readonly forPause: number; readonly forLikes: number; readonly forTime: number };

/** Returns the reason for suggesting a recipe, which is the fact that gave it the most points. */
function reasonOf({ forPause, forLikes, forTime }: Points, sinceLast: number | null, likes: readonly string[]): Reason {
  if (forLikes > forPause && forLikes >= forTime) return { kind: "liked", memberIds: [...likes] };
  if (forTime > forPause) return { kind: "quick" };
  return sinceLast === null ? { kind: "never" } : { kind: "not_lately", days: sinceLast };
}

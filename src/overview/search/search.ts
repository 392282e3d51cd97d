import { englishOf, mapTexts } from "#lib/sentence.ts";
import type { Work } from "#platform/work.ts";
import { allowsTypos, peopleRank } from "./match.ts";
import type { ResultType, SearchResult } from "./model.ts";
import {
  createSearchContext,
  type Display,
  type Find,
  type Hit,
  type Match,
  matchExactly,
  matchWithTypos,
  type SearchContext,
} from "./search-context.ts";
import { findEvents } from "./sources/calendar.ts";
import { findMeals, findRecipes } from "./sources/kitchen.ts";
import { findBlocks, findLists } from "./sources/lists.ts";
import { findMembers } from "./sources/people.ts";
import { findCheckIns, findChores, findTasks } from "./sources/routines.ts";

const sources: Readonly<Record<ResultType, (context: SearchContext) => Find>> = {
  event: findEvents,
  task: findTasks,
  chore: findChores,
  check_in: findCheckIns,
  list: findLists,
  block: findBlocks,
  recipe: findRecipes,
  meal: findMeals,
  member: findMembers,
};

type SearchQuery = { readonly query: string; readonly types: readonly ResultType[]; readonly limit: number };

/** The search also looks for texts with typing errors if at most this many exact results were found. */
const maxHitsForTypos = 4;

export type TypedHit = Hit & { readonly type: ResultType };

/** Searches the household. `hidden` lists requested types that the caller may not see. Must run in a transaction. */
export function search<Result>(
  work: Work,
  { query, types, limit }: SearchQuery,
  canSee: (type: ResultType) => boolean,
  present: (hit: TypedHit, shown: Display) => Result,
) {
  const context = createSearchContext(work, query);
  const finders = types.filter(canSee).map((type) => ({ type, find: sources[type](context) }));
  const findAll = (match: Match) =>
    finders.flatMap(({ type, find }) => find(match).map((hit): TypedHit => ({ type, ...hit })));
  const found = findAll(matchExactly(context));
  if (found.length <= maxHitsForTypos && allowsTypos(context.query)) {
    const known = new Set(found.map(({ id }) => id));
    found.push(...findAll(matchWithTypos(context)).filter(({ id }) => !known.has(id)));
  }
  const results = limitPeopleHits(found.sort(compareHits), limit).slice(0, limit);
  return {
    results: results.map((hit) => present(hit, hit.display())),
    hidden: types.filter((type) => !canSee(type)),
  };
}

/**
 * Sorts by rank (`Rank` in `match.ts`). Within a rank, records of today and later come first, the soonest first; then
 * earlier ones, the newest first. The app groups by type, in `src/web/features/search/use-groups.tsx`.
 */
function compareHits(one: Hit, other: Hit): number {
  if (one.rank !== other.rank) return one.rank - other.rank;
  const [a, b] = [one.when, other.when];
  if (a.isAhead !== b.isAhead) return a.isAhead ? -1 : 1;
  if (a.at !== b.at) return a.isAhead ? a.at - b.at : b.at - a.at;
  return one.id < other.id ? 1 : -1;
}

/**
 * Limits the results that match only by a member's name. Each type of record gets at most a third of the results, so
 * that, for example, events leave room for tasks and chores. `hits` must be sorted.
 */
function limitPeopleHits(hits: readonly TypedHit[], limit: number): TypedHit[] {
  const maxOfType = Math.ceil(limit / 3);
  const counts = new Map<ResultType, number>();
  return hits.filter(({ type, rank }) => {
    if (rank !== peopleRank) return true;
    const count = (counts.get(type) ?? 0) + 1;
    counts.set(type, count);
    return count <= maxOfType;
  });
}

export function toResult({ type, id }: TypedHit, { title, line, ...others }: Display): SearchResult {
  return { type, id, title: inOneLine(englishOf(title)).trim(), line: inOneLine(line.english).trim(), ...others };
}

export function toResultInParts(hit: TypedHit, shown: Display) {
  const { title, line } = shown;
  const parts = {
    title: typeof title === "string" ? null : mapTexts(title.arg, inOneLine),
    line: mapTexts(line.arg, inOneLine),
  };
  return { ...toResult(hit, shown), parts };
}

function inOneLine(text: string): string {
  return text.replace(/\s*[\r\n\u0085\u2028\u2029]+\s*/gu, " ");
}

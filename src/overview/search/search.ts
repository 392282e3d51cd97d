import { englishOf, mapTexts } from "#lib/sentence.ts";
import type { Work } from "#platform/work.ts";
import { mayHaveErrors, peopleRank } from "./match.ts";
import type { SearchResult } from "./model.ts";
import { compareHits, type Display, type Hit } from "./result.ts";
import { createSearchContext, type Find, matchTyped, matchWithErrors, type SearchContext } from "./search-context.ts";
import { findEvents } from "./sources/calendar.ts";
import { findCheckIns, findChores, findTasks } from "./sources/duties.ts";
import { findMeals, findRecipes } from "./sources/kitchen.ts";
import { findBlocks, findLists } from "./sources/lists.ts";
import { findMembers } from "./sources/people.ts";
import type { ResultType } from "./types.ts";

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

export type SearchQuery = { readonly query: string; readonly types: readonly ResultType[]; readonly limit: number };

/** With more hits, the query is taken as it was typed. */
const maxHitsToForgive = 4;

type Sees = (type: ResultType) => boolean;

/** `hidden` lists requested types without permission. Needs a snapshot. */
export function search(work: Work, query: SearchQuery, sees: Sees) {
  return find(work, query, sees, toResult);
}

/** With the titles and lines in parts. */
export function searchInParts(work: Work, query: SearchQuery, sees: Sees) {
  return find(work, query, sees, (hit, shown) => {
    const { title, line } = shown;
    const parts = {
      title: typeof title === "string" ? null : mapTexts(title.arg, inOneLine),
      line: mapTexts(line.arg, inOneLine),
    };
    return { ...toResult(hit, shown), parts };
  });
}

function find<Result>(
  work: Work,
  { query, types, limit }: SearchQuery,
  sees: Sees,
  present: (hit: Hit, shown: Display) => Result,
) {
  const context = createSearchContext(work, query);
  const finders = types.filter(sees).map((type) => sources[type](context));
  const found = finders.flatMap((find) => find(matchTyped(context)));
  if (found.length <= maxHitsToForgive && mayHaveErrors(context.query)) {
    const known = new Set(found.map(({ id }) => id));
    const near = finders.flatMap((find) => find(matchWithErrors(context)));
    found.push(...near.filter(({ id }) => !known.has(id)));
  }
  const results = shareOfPeople(found.sort(compareHits), limit).slice(0, limit);
  return {
    results: results.map((hit) => present(hit, hit.display())),
    hidden: types.filter((type) => !sees(type)),
  };
}

/** Otherwise, the events of a busy member would leave no room for their tasks and chores. `hits` are in order. */
function shareOfPeople(hits: readonly Hit[], limit: number): Hit[] {
  const maxOfType = Math.ceil(limit / 3);
  const counts = new Map<ResultType, number>();
  return hits.filter(({ type, rank }) => {
    if (rank !== peopleRank) return true;
    const count = (counts.get(type) ?? 0) + 1;
    counts.set(type, count);
    return count <= maxOfType;
  });
}

function toResult({ type, id }: Hit, { title, line, ...rest }: Display): SearchResult {
  return { type, id, title: inOneLine(englishOf(title)).trim(), line: inOneLine(line.english).trim(), ...rest };
}

function inOneLine(text: string): string {
  return text.replace(/\s*[\r\n\u0085\u2028\u2029]+\s*/gu, " ");
}

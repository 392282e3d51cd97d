import type { Work } from "../work.ts";
import { compareHits, type Hit } from "./result.ts";
import { createSearchContext, type SearchContext } from "./search-context.ts";
import { findEvents } from "./sources/calendar.ts";
import { findCheckIns, findChores, findTasks } from "./sources/duties.ts";
import { findMeals, findRecipes } from "./sources/kitchen.ts";
import { findBlocks, findLists } from "./sources/lists.ts";
import { findMembers } from "./sources/people.ts";
import type { ResultType } from "./types.ts";

const sources: Readonly<Record<ResultType, (context: SearchContext) => Hit[]>> = {
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

/** `hidden` lists requested types without permission. Needs a snapshot. */
export function search(work: Work, { query, types, limit }: SearchQuery, sees: (type: ResultType) => boolean) {
  const context = createSearchContext(work, query);
  const found = types.filter(sees).flatMap((type) => sources[type](context));
  const results = found.sort(compareHits).slice(0, limit);
  return {
    results: results.map(({ type, id, display }) => ({ type, id, ...inOneLine(display()) })),
    hidden: types.filter((type) => !sees(type)),
  };
}

function inOneLine<Shown extends { readonly title: string; readonly line: string }>(shown: Shown): Shown {
  const join = (text: string) => text.replace(/\s*[\r\n\u0085\u2028\u2029]+\s*/gu, " ").trim();
  return { ...shown, title: join(shown.title), line: join(shown.line) };
}

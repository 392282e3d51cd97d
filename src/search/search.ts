/** The search over everything that a household has (contract section 9). */
import type { Work } from "../work.ts";
import { type Found, inOrder } from "./result.ts";
import { type Sought, soughtIn } from "./search-context.ts";
import { findEvents } from "./sources/calendar.ts";
import { findCheckIns, findChores, findTasks } from "./sources/duties.ts";
import { findMeals, findRecipes } from "./sources/kitchen.ts";
import { findBlocks, findLists } from "./sources/lists.ts";
import { findMembers } from "./sources/people.ts";
import type { FoundType } from "./types.ts";

const sources: Readonly<Record<FoundType, (sought: Sought) => Found[]>> = {
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

/** What is looked for, where, and how much of it is answered at most. */
export type SearchQuery = { readonly query: string; readonly types: readonly FoundType[]; readonly limit: number };

/**
 * The best of what fits, among the types that the caller `sees`; `hidden` names the others that were asked for. Must be in a
 * snapshot.
 */
export function search(work: Work, { query, types, limit }: SearchQuery, sees: (type: FoundType) => boolean) {
  const sought = soughtIn(work, query);
  const found = types.filter(sees).flatMap((type) => sources[type](sought));
  const results = found.sort(inOrder).slice(0, limit);
  return {
    results: results.map(({ type, id, show }) => ({ type, id, ...inOneLine(show()) })),
    hidden: types.filter((type) => !sees(type)),
  };
}

/** Titles and lines are one line each, whatever line breaks people have written into them. */
function inOneLine<Shown extends { readonly title: string; readonly line: string }>(shown: Shown): Shown {
  const join = (text: string) => text.replace(/\s*[\r\n\u0085\u2028\u2029]+\s*/gu, " ").trim();
  return { ...shown, title: join(shown.title), line: join(shown.line) };
}

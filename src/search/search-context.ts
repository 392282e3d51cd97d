import { formatList } from "../lib/english.ts";

import { dateIn } from "../lib/time.ts";
import { listMembers, type Member } from "../members/store.ts";
import type { Work } from "../work.ts";
import type { Searchable } from "./index-cache.ts";
import { type Query, queryOf, type Rank, rankOf } from "./match.ts";

export type SearchContext = {
  readonly work: Work;
  readonly query: Query;
  readonly today: string;
  readonly members: readonly Member[];
};

export function createSearchContext(work: Work, text: string): SearchContext {
  return { work, query: queryOf(text), today: dateIn(work.timeZone, work.now), members: listMembers(work) };
}

export function matching<Row>({ query }: SearchContext, things: readonly Searchable<Row>[]) {
  const found: { readonly row: Row; readonly rank: Rank }[] = [];
  for (const thing of things) {
    const rank = rankOf(query, thing);
    if (rank !== null) found.push({ row: thing.row, rank });
  }
  return found;
}

/** `nobody` if none is a member. */
export function namesOf({ members }: SearchContext, ids: readonly string[]): string {
  const names = ids.flatMap((id) => members.find((each) => each.id === id)?.name ?? []);
  return names.length === 0 ? "nobody" : formatList(names);
}

/** What a search goes by: shared by all places where it looks. */
import { formatList } from "../lib/english.ts";
import { dateIn } from "../lib/time.ts";
import { listMembers, type Member } from "../members/store.ts";
import type { Work } from "../work.ts";
import type { Searchable } from "./index-cache.ts";
import { type Query, queryOf, type Rank, rankOf } from "./match.ts";

/** One search. */
export type Sought = {
  readonly work: Work;
  readonly query: Query;
  /** The household's. */
  readonly today: string;
  readonly members: readonly Member[];
};

/** A search for a text, as of now. */
export function soughtIn(work: Work, text: string): Sought {
  return { work, query: queryOf(text), today: dateIn(work.timeZone, work.now), members: listMembers(work) };
}

/** Those of some things that fit, each with how well. */
export function fitting<Row>({ query }: Sought, things: readonly Searchable<Row>[]) {
  const found: { readonly row: Row; readonly rank: Rank }[] = [];
  for (const thing of things) {
    const rank = rankOf(query, thing);
    if (rank !== null) found.push({ row: thing.row, rank });
  }
  return found;
}

/** `Anna and Ben`, in the order given; `nobody` where none of them is in the household. */
export function namesOf({ members }: Sought, ids: readonly string[]): string {
  const names = ids.flatMap((id) => members.find((each) => each.id === id)?.name ?? []);
  return names.length === 0 ? "nobody" : formatList(names);
}

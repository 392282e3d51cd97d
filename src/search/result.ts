/** What a search has found, and its order. Pure. */
import type { Rank } from "./match.ts";
import type { FoundType } from "./types.ts";

/** When something is, or was made: milliseconds. What is ahead is today or later. */
export type When = { readonly at: number; readonly isAhead: boolean };

/** One thing that was found. */
export type Found = {
  readonly type: FoundType;
  readonly id: string;
  readonly rank: Rank;
  readonly when: When;
  /** How it reads; only asked for where it is shown. */
  readonly show: () => Shown;
};

/** How it reads: what it is called, and one line to tell it by. `listId`: of a block, the list that it is on. */
export type Shown = { readonly title: string; readonly line: string; readonly listId?: string };

/** The best first; of those alike what is ahead, the soonest first, then all else, the newest first. */
export function inOrder(one: Found, other: Found): number {
  if (one.rank !== other.rank) return one.rank - other.rank;
  const [a, b] = [one.when, other.when];
  if (a.isAhead !== b.isAhead) return a.isAhead ? -1 : 1;
  if (a.at !== b.at) return a.isAhead ? a.at - b.at : b.at - a.at;
  return one.id < other.id ? 1 : -1;
}

/** When something is by its date; `today` is the household's. */
export function onDate(date: string, today: string): When {
  return { at: Date.parse(`${date}T00:00:00Z`), isAhead: date >= today };
}

/** Of something that has no time of its own: when it was made. */
export function madeAt(createdAt: string): When {
  return { at: Date.parse(createdAt), isAhead: false };
}

import type { Sentence } from "#lib/sentence.ts";
import type { Rank } from "./match.ts";
import type { ResultType } from "./types.ts";

/** Time of a record in milliseconds. `isAhead` is true for today and later. */
export type When = { readonly at: number; readonly isAhead: boolean };

export type Hit = {
  readonly type: ResultType;
  readonly id: string;
  readonly rank: Rank;
  readonly when: When;
  /** Called only for returned results. */
  readonly display: () => Display;
};

/** Texts of a result. `title` is a sentence if the household did not write it. */
export type Display = { readonly title: string | Sentence; readonly line: Sentence; readonly listId?: string };

export function whenOnDate(date: string, today: string): When {
  return { at: Date.parse(`${date}T00:00:00Z`), isAhead: date >= today };
}

/** Returns the time of a record without a date. */
export function whenCreated(createdAt: string): When {
  return { at: Date.parse(createdAt), isAhead: false };
}

import type { Sentence } from "#lib/sentence.ts";
import type { Rank } from "./match.ts";

/** Time of a record in milliseconds. `isAhead` is true for today and later. */
export type When = { readonly at: number; readonly isAhead: boolean };

export type Hit = {
  readonly id: string;
  readonly rank: Rank;
  readonly when: When;
  /** Returns the texts of a hit. Called only for hits that are returned to the caller. */
  readonly display: () => Display;
};

/**
 * Texts of a result. `title` is a `Sentence` if the server composed the title, and a string if the household wrote the
 * title.
 */
export type Display = { readonly title: string | Sentence; readonly line: Sentence; readonly listId?: string };

export function whenOnDate(date: string, today: string): When {
  return { at: Date.parse(`${date}T00:00:00Z`), isAhead: date >= today };
}

/** Returns the time of creation, for records that have no date. */
export function whenCreated(createdAt: string): When {
  return { at: Date.parse(createdAt), isAhead: false };
}

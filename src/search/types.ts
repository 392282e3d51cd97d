/** What can be searched for, and what a key needs to find it. Pure. */
import type { Scope } from "../auth/scopes.ts";
import { invalid } from "../errors.ts";
import { type SearchedType, subjects, subjectTypes } from "../traits.ts";

/** A kind of things that can be found, named as the feed names its subjects. */
export type FoundType = SearchedType;

/** All of them, in the order in which `hidden` names them. */
export const types: readonly FoundType[] = subjectTypes.filter((type): type is FoundType => {
  return subjects[type].search !== null;
});

/** The scope that a key needs to find things of a type; null: every valid key may. */
export function scopeOf(type: FoundType): Scope | null {
  return subjects[type].search.scope;
}

const longestQuote = 40;

/**
 * The types that a caller names, separated by commas, in their own order; left out: all of them.
 * @throws ApiError 400 naming what is none.
 */
export function parseTypes(text: string | undefined): readonly FoundType[] {
  if (text === undefined) return types;
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !(types as readonly string[]).includes(name));
  if (unknown !== undefined) {
    throw invalid(`types: “${[...unknown].slice(0, longestQuote).join("")}” is none of ${types.join(", ")}`);
  }
  return types.filter((type) => names.includes(type));
}

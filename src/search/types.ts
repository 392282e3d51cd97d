/** The types that search covers, and the scopes that they need. Pure. */
import type { Scope } from "../auth/scopes.ts";
import { invalid } from "../errors.ts";
import { type SearchedType, subjects, subjectTypes } from "../traits.ts";

/** A subject type of the feed that search covers. */
export type FoundType = SearchedType;

/** All types, in the order in which `hidden` lists them. */
export const types: readonly FoundType[] = subjectTypes.filter((type): type is FoundType => {
  return subjects[type].search !== null;
});

/** The scope that a key needs to find things of a type; null: every valid key may. */
export function scopeOf(type: FoundType): Scope | null {
  return subjects[type].search.scope;
}

const longestQuote = 40;

/**
 * The types in a comma-separated text, in the order of `types`; all types if there is no text.
 * @throws ApiError 400 that quotes the first unknown type.
 */
export function parseTypes(text: string | undefined): readonly FoundType[] {
  if (text === undefined) return types;
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !(types as readonly string[]).includes(name));
  if (unknown !== undefined) {
    throw invalid("types", `“${[...unknown].slice(0, longestQuote).join("")}” is none of ${types.join(", ")}`);
  }
  return types.filter((type) => names.includes(type));
}

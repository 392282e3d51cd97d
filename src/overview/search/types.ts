import { invalid } from "#lib/errors.ts";
import type { Scope } from "#platform/auth/scopes.ts";
import { type SearchedType, subjects, subjectTypes } from "#server/traits.ts";

export type ResultType = SearchedType;

/** In the order of `hidden`. */
export const types: readonly ResultType[] = subjectTypes.filter((type): type is ResultType => {
  return subjects[type].search !== null;
});

/** Null: no scope needed. */
export function scopeOf(type: ResultType): Scope | null {
  return subjects[type].search.scope;
}

const longestQuote = 40;

/** @throws ApiError 400 that quotes the first unknown type. */
export function parseTypes(text: string | undefined): readonly ResultType[] {
  if (text === undefined) return types;
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !(types as readonly string[]).includes(name));
  if (unknown !== undefined) {
    throw invalid("types", `“${[...unknown].slice(0, longestQuote).join("")}” is not one of ${types.join(", ")}`);
  }
  return types.filter((type) => names.includes(type));
}

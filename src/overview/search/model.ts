import { type Static, Type } from "@sinclair/typebox";
import { invalid } from "#lib/errors.ts";
import { closed, nullable, oneOf, SentenceInParts, Uuid } from "#lib/wire.ts";
import type { Scope } from "#platform/auth/scopes.ts";
import { type SubjectType, traits } from "#platform/traits.ts";

/** Types of search results. In a response, `hidden` lists types in this order. */
export const types = [
  "event",
  "task",
  "chore",
  "check_in",
  "list",
  "block",
  "recipe",
  "meal",
  "member",
] as const satisfies readonly SubjectType[];

export type ResultType = (typeof types)[number];

const resultFields = {
  type: oneOf(types),
  id: Uuid,
  title: Type.String({ examples: ["Piano"] }),
  line: Type.String({
    description: "One line of details: time and place, members, list",
    examples: ["Tue 1 Dec, 16:00 to 16:45, every week"],
  }),
  listId: Type.Optional({ ...Uuid, description: "Only for a block: its list" }),
};

export const SearchResult = closed(resultFields, { title: "SearchResult" });
/** A search result whose sentences are split into parts, which the app needs to show them in other languages. */
export const SearchResultInParts = closed(
  {
    ...resultFields,
    parts: closed({ title: nullable(SentenceInParts), line: SentenceInParts }),
  },
  { title: "SearchResultInParts" },
);
export type SearchResult = Static<typeof SearchResult>;

/** Returns the scope that an API key needs for a type, or null if no scope is needed. */
export function scopeOf(type: ResultType): Scope | null {
  return traits().subjects[type].search?.scope ?? null;
}

const longestQuote = 40;

/** Parses a comma-separated list of types. @throws ApiError 400 that quotes the first unknown type */
export function parseTypes(text: string | undefined): readonly ResultType[] {
  if (text === undefined) return types;
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !(types as readonly string[]).includes(name));
  if (unknown !== undefined) {
    throw invalid("types", `“${[...unknown].slice(0, longestQuote).join("")}” is not one of ${types.join(", ")}`);
  }
  return types.filter((type) => names.includes(type));
}

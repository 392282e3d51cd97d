import { type Static, Type } from "@sinclair/typebox";
import { closed, nullable, oneOf, SentenceInParts, Uuid } from "#lib/wire.ts";
import { types } from "./types.ts";

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

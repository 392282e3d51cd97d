/** What a search answers. */
import { type Static, Type } from "@sinclair/typebox";
import { closed, oneOf, Uuid } from "../wire.ts";
import { types } from "./types.ts";

/** One thing that a search found. */
export const SearchResult = closed(
  {
    type: oneOf(types),
    id: Uuid,
    title: Type.String({ examples: ["Piano"] }),
    line: Type.String({
      description: "One line to tell it by: when and where, whose, on which list",
      examples: ["Tue 1 Dec, 16:00 to 16:45, every week"],
    }),
    listId: Type.Optional({ ...Uuid, description: "Of a block: the list that it is on" }),
  },
  { title: "SearchResult" },
);
/** See {@link SearchResult}. */
export type SearchResult = Static<typeof SearchResult>;

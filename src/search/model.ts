import { type Static, Type } from "@sinclair/typebox";
import { closed, oneOf, Uuid } from "../wire.ts";
import { types } from "./types.ts";

export const SearchResult = closed(
  {
    type: oneOf(types),
    id: Uuid,
    title: Type.String({ examples: ["Piano"] }),
    line: Type.String({
      description: "One line of details: time and place, members, list",
      examples: ["Tue 1 Dec, 16:00 to 16:45, every week"],
    }),
    listId: Type.Optional({ ...Uuid, description: "Only for a block: its list" }),
  },
  { title: "SearchResult" },
);
export type SearchResult = Static<typeof SearchResult>;

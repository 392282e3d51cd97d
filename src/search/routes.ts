import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { context, operation } from "../http/operation.ts";
import { closed, integer, oneOf, Text } from "../wire.ts";
import { SearchResult } from "./model.ts";
import { search as find } from "./search.ts";
import { type FoundType, parseTypes, scopeOf, types } from "./types.ts";

/** One search over all of it (contract section 9). */
export const search = new Elysia({ prefix: "/v1/search" }).use(context).get(
  "",
  ({ call, query: { types: named, ...query } }) => {
    const sees = (type: FoundType) => {
      const scope = scopeOf(type);
      return scope === null || call.hasScope(scope);
    };
    return call.read((work) => find(work, { ...query, types: parseTypes(named) }, sees));
  },
  operation({
    id: "search",
    tag: "Overview",
    summary: "Search everything",
    description:
      "Finds what has every word of `query` in its title or text, whatever the case and accents, also within longer words. " +
      "What is called so comes first, then titles that begin so, that have words which begin so, that have the words at all, " +
      "then other texts; of those alike what is ahead, the soonest first, then the newest. Texts are an event's place and " +
      "notes, a check-in's question, an item's further lines, a recipe's ingredients and instructions. An event stands for its " +
      "series. Left out are archived recipes and meals more than 30 days ago. A key finds what its scopes let it read; " +
      "`hidden` names the others of the types that were asked for.",
    access: "any",
    query: closed({
      query: Text(1, 200, { examples: ["piano"] }),
      types: Type.Optional(
        Type.String({
          description: `Separated by commas, of: ${types.map((type) => `\`${type}\``).join(", ")}. All, if left out`,
          examples: ["event,task"],
        }),
      ),
      limit: integer(1, 50, { default: 20 }),
    }),
    answer: closed({ results: Type.Array(SearchResult), hidden: Type.Array(oneOf(types, { examples: ["recipe"] })) }),
    refusals: { 400: [`types: “song” is none of ${types.join(", ")}`] },
  }),
);

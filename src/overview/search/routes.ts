import { type Static, Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { readAfterLoading } from "#lib/concurrency.ts";
import { closed, integer, oneOf, Text } from "#lib/wire.ts";
import { context, operationsOf } from "#platform/http/operation.ts";
import type { RequestContext } from "#platform/http/request-context.ts";
import { parseTypes, type ResultType, SearchResult, SearchResultInParts, scopeOf, types } from "./model.ts";
import { search as searchAll, toResult, toResultInParts } from "./search.ts";

const operation = operationsOf("Overview");
const query = closed({
  query: Text(1, 200, { examples: ["piano"] }),
  types: Type.Optional(
    Type.String({
      description: `Separated by commas: ${types.map((type) => `\`${type}\``).join(", ")}. Default: all`,
      examples: ["event,task"],
    }),
  ),
  limit: integer(1, 50, { default: 20 }),
});
const hidden = Type.Array(oneOf(types, { examples: ["recipe"] }));
const refusals = { 400: [`types: “song” is not one of ${types.join(", ")}`] };

function find<Result>(
  call: RequestContext,
  { types: named, ...given }: Static<typeof query>,
  present: (...found: Parameters<typeof toResult>) => Result,
) {
  const canSee = (type: ResultType) => {
    const scope = scopeOf(type);
    return scope === null || call.hasScope(scope);
  };
  return readAfterLoading(call.caller.householdId, () =>
    call.read((work) => searchAll(work, { ...given, types: parseTypes(named) }, canSee, present)),
  );
}

export const searchInApp = new Elysia({ prefix: "/app/search" }).use(context).get(
  "",
  ({ call, query }) => find(call, query, toResultInParts),
  operation({
    id: "searchInParts",
    summary: "Search everything, with each line in parts",
    description:
      "As `GET /v1/search`. `parts` are for an app that words results in another language; a `title` of null is the household's " +
      "own words.",
    access: "app",
    query,
    answer: closed({ results: Type.Array(SearchResultInParts), hidden }),
    refusals,
  }),
);

export const search = new Elysia({ prefix: "/v1/search" }).use(context).get(
  "",
  ({ call, query }) => find(call, query, toResult),
  operation({
    id: "search",
    summary: "Search everything",
    description:
      "Finds records with every word of `query` in the title or text. Case and accents do not matter; words also match inside " +
      "longer words. Order: titles that equal the query, that begin with it, whose words begin with its words, that contain " +
      "them, then texts, then events, open tasks and chores of a member whose name has the words; within each, coming records " +
      "with the soonest first, then others with the newest first. If that is fewer than five, records follow in which a word of " +
      "at least four letters differs by one: missing, added, swapped with its neighbour or, from five letters on, another. Texts are an " +
      "event's place and notes, a check-in's question, an item's further lines, a recipe's ingredients and instructions. A " +
      "series is found once. Archived recipes and meals of more than 30 days ago are left out. A key finds what its scopes " +
      "let it read; `hidden` lists the other requested types.",
    access: "any",
    query,
    answer: closed({ results: Type.Array(SearchResult), hidden }),
    refusals,
  }),
);

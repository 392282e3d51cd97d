/** What planned meals take, put on a shopping list. */

import { Type } from "@sinclair/typebox";
import type { GroceryItem, GroceryRun } from "../../../meals/model.ts";
import { closed, isUuid } from "../../../wire.ts";
import {
  count,
  dayParameter,
  flag,
  idempotencyKeyParameter,
  item,
  text,
  textOrNull,
  textParameter,
} from "../../input/parameters.ts";
import { quoted } from "../../output/format.ts";
import { pageOf } from "../../output/paging.ts";
import { wrongParameter } from "../../output/tool-error.ts";
import type { RestAnswer } from "../../rest-client.ts";
import { tool } from "../../tool.ts";
import { knownLists } from "../lists/list-lookup.ts";
import { weekOf } from "./meals.ts";

type Item = { readonly id: string; readonly text: string; readonly state: "added" | "there" | "ticked off" };

const addGroceries = tool({
  name: "add_groceries",
  title: "Buy what the planned meals take",
  group: "meals",
  profile: "standard",
  does: "adds",
  scopes: ["meals.write", "lists.write"],
  description:
    "Puts what a week's planned meals take, or one ingredient, on a list; what is on it already is skipped, ticked off or not.",
  input: closed({
    weekStart: Type.Optional(dayParameter("First of seven days")),
    ingredient: Type.Optional(textParameter(200, "Or one thing")),
    list: Type.Optional(textParameter(200, "Name or id; left out: Groceries")),
    idempotencyKey: idempotencyKeyParameter,
  }),
  output: closed({
    id: textOrNull,
    activityId: textOrNull,
    total: count,
    truncated: flag,
    items: Type.Array(item({ id: text, text, state: text })),
  }),
  names: { listId: "list" },
  repairs: {
    "no_such_reference listId": "Parameter list: take a name or id that list_lists answered.",
    limit_reached: "Nothing was added. Parameter list: take another, or make room with delete_list_items.",
  },
  async run(context, { weekStart, ingredient, list, idempotencyKey }) {
    if ((weekStart === undefined) === (ingredient === undefined)) throw oneOfBoth(weekStart);
    const target = list === undefined ? {} : { listId: await knownLists(context).listId(list) };
    const options = { idempotencyKey };
    const saved =
      ingredient === undefined
        ? await context.rest<GroceryRun>(
            "POST",
            "/v1/meals/grocery",
            { weekStart: await weekOf(context, weekStart), ...target },
            options,
          )
        : runOf(await context.rest<GroceryItem>("POST", "/v1/meals/grocery/items", { ingredient, ...target }, options));
    return told(saved, list ?? "Groceries");
  },
});

/** In their order within a profile. */
export const groceryTools = [addGroceries];

const oneOfBoth = (weekStart: string | undefined) =>
  weekStart === undefined
    ? wrongParameter("weekStart", "is required, or ingredient", oneOfBothRepair, "required")
    : wrongParameter("ingredient", "can't go with weekStart", oneOfBothRepair);

const oneOfBothRepair =
  "Parameter weekStart: say it for a week's meals. Parameter ingredient: say it instead for one thing.";

function runOf({ body: { listId, added, item }, ...answered }: RestAnswer<GroceryItem>): RestAnswer<GroceryRun> {
  const there = { ingredient: item.content, blockId: item.id, done: item.done };
  return { ...answered, body: { listId, added: added ? [item] : [], skipped: added ? [] : [there] } };
}

function told({ body, activityId, isReplay }: RestAnswer<GroceryRun>, list: string) {
  const items: Item[] = [
    ...body.added.map(({ id, content }) => ({ id, text: content, state: "added" as const })),
    ...body.skipped.map(({ blockId, ingredient, done }) => ({
      id: blockId,
      text: ingredient,
      state: done ? ("ticked off" as const) : ("there" as const),
    })),
  ];
  const lineOf = (item: Item) => `- ${quoted(item.text)} · ${states[item.state]} · id ${item.id}`;
  const page = pageOf(items, undefined, "", (item) => ({ line: lineOf(item), fields: item }));
  const [added, skipped] = [body.added.length, body.skipped.length];
  const shown = items.slice(0, page.items.length);
  const named = [...shown.slice(0, added), ...shown.slice(added, added + mostThere)];
  const there = shown.length - named.length;
  const rest = items.length - shown.length;
  const lines = [
    `${isReplay ? "Added before" : "Added"} to ${isUuid(list.trim()) ? "the list" : quoted(list)}: ${added}; there already: ${skipped}` +
      (body.listId === null ? "" : ` · list id ${body.listId}`) +
      (activityId === null ? "" : ` · activityId ${activityId}`),
    ...named.map(lineOf),
    ...(there > 0 ? [`- and ${there} more that are on it already`] : []),
    ...(rest > 0 ? [`${rest} more are not shown: see list_lists.`] : []),
    ...(items.length === 0 ? ["Nothing to add: no meal is planned then, or none has ingredients."] : []),
  ];
  const { total, truncated } = page.paging;
  return {
    text: lines.join("\n"),
    data: { id: body.listId, activityId, total, truncated, items: page.items },
  };
}

/** So many of what is on the list already are named in the text; the fields have them all. */
const mostThere = 5;

const states = { added: "added", there: "on it already", "ticked off": "on it already, ticked off; stays so" };

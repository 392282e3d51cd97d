import { Type } from "@sinclair/typebox";
import { groceryListNames } from "../../../lib/grocery-list.ts";
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
import { ifReadable, type RestAnswer } from "../../rest-client.ts";
import { tool } from "../../tool.ts";
import { type ListLookup, listLookup } from "../lists/list-lookup.ts";
import { weekOf } from "./meals.ts";

type Item = { readonly id: string; readonly text: string; readonly state: "added" | "there" | "ticked off" };

const addGroceries = tool({
  name: "add_groceries",
  title: "Buy what the planned meals need",
  group: "meals",
  profile: "standard",
  does: "adds",
  scopes: ["meals.write", "lists.write"],
  description:
    "Puts what a week's planned meals need, or one ingredient, on a list; items already on it, done or not, are skipped.",
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
    "no_such_reference listId": "Parameter list: take a name or id that list_lists returned.",
    limit_reached: "Nothing was added. Parameter list: take another, or make room with delete_list_items.",
  },
  async run(context, { weekStart, ingredient, list, idempotencyKey }) {
    if ((weekStart === undefined) === (ingredient === undefined)) throw exactlyOneError(weekStart);
    const lookup = listLookup(context);
    const target = list === undefined ? {} : { listId: await lookup.listId(list) };
    const options = { idempotencyKey };
    const saved =
      ingredient === undefined
        ? await context.rest<GroceryRun>(
            "POST",
            "/v1/meals/grocery",
            { weekStart: await weekOf(context, weekStart), ...target },
            options,
          )
        : toGroceryRun(
            await context.rest<GroceryItem>("POST", "/v1/meals/grocery/items", { ingredient, ...target }, options),
          );
    return groceryResult(saved, list ?? (await nameOf(lookup, saved.body.listId)));
  },
});

/** The household may call its grocery list otherwise. */
async function nameOf(lookup: ListLookup, listId: string | null): Promise<string> {
  const found = listId === null ? null : await ifReadable(lookup.list(listId));
  return found?.name ?? groceryListNames.en.list;
}

export const groceryTools = [addGroceries];

const exactlyOneError = (weekStart: string | undefined) =>
  weekStart === undefined
    ? wrongParameter("weekStart", "is required, or ingredient", exactlyOneRepair, "required")
    : wrongParameter("ingredient", "must be left out with weekStart", exactlyOneRepair);

const exactlyOneRepair =
  "Parameter weekStart: send it for a week's meals. Parameter ingredient: send it instead for one thing.";

function toGroceryRun({ body: { listId, added, item }, ...answered }: RestAnswer<GroceryItem>): RestAnswer<GroceryRun> {
  const existing = { ingredient: item.content, blockId: item.id, done: item.done };
  return { ...answered, body: { listId, added: added ? [item] : [], skipped: added ? [] : [existing] } };
}

function groceryResult({ body, activityId, isReplay }: RestAnswer<GroceryRun>, list: string) {
  const items: Item[] = [
    ...body.added.map(({ id, content }) => ({ id, text: content, state: "added" as const })),
    ...body.skipped.map(({ blockId, ingredient, done }) => ({
      id: blockId,
      text: ingredient,
      state: done ? ("ticked off" as const) : ("there" as const),
    })),
  ];
  const lineOf = (item: Item) => `- ${quoted(item.text)} · ${stateTexts[item.state]} · id ${item.id}`;
  const page = pageOf(items, undefined, "", (item) => ({ line: lineOf(item), fields: item }));
  const [added, skipped] = [body.added.length, body.skipped.length];
  const shown = items.slice(0, page.items.length);
  const named = [...shown.slice(0, added), ...shown.slice(added, added + maxNamedSkipped)];
  const unnamed = shown.length - named.length;
  const omitted = items.length - shown.length;
  const lines = [
    `${isReplay ? "Added before" : "Added"} to ${isUuid(list.trim()) ? "the list" : quoted(list)}: ${added}; there already: ${skipped}` +
      (body.listId === null ? "" : ` · list id ${body.listId}`) +
      (activityId === null ? "" : ` · activityId ${activityId}`),
    ...named.map(lineOf),
    ...(unnamed > 0 ? [`- and ${unnamed} more that are on it already`] : []),
    ...(omitted > 0 ? [`${omitted} more are not shown: see list_lists.`] : []),
    ...(items.length === 0 ? ["Nothing to add: no meal is planned then, or none has ingredients."] : []),
  ];
  const { total, truncated } = page.paging;
  return {
    text: lines.join("\n"),
    data: { id: body.listId, activityId, total, truncated, items: page.items },
  };
}

/** Limits the text only; the fields contain all items. */
const maxNamedSkipped = 5;

const stateTexts = { added: "added", there: "on it already", "ticked off": "on it already, stays ticked off" };

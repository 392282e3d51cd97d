import type { ShoppingRun } from "#kitchen/groceries/model.ts";
import type { GroceryItem, GroceryRun } from "#kitchen/meals/model.ts";
import { closed } from "#lib/wire.ts";
import { allOptional, Field, items, Param, textFields } from "../../input/parameters.ts";
import { activityText } from "../../output/answers.ts";
import { firstOf, quoted } from "../../output/format.ts";
import { runAll, wrongChoice } from "../../output/tool-error.ts";
import { ifReadable, type RestAnswer } from "../../rest-client.ts";
import { type Context, toolsOf } from "../../tool.ts";
import { type ListLookup, listLookup } from "../lists/list-lookup.ts";
import { weekOf } from "./meals.ts";

type State = "added" | "raised" | "there" | "ticked off";
type GroceryLine = { readonly id: string; readonly text: string; readonly state: State };
/** Changes of a grocery list. `notes` are lines about ingredients for which the list has no item. */
type GroceryChanges = {
  readonly listId: string | null;
  readonly items: readonly GroceryLine[];
  readonly notes: readonly string[];
};

const addGroceries = toolsOf("meals")({
  name: "add_groceries",
  title: "Shop for what the planned meals need",
  profile: "core",
  does: "adds",
  scopes: ["meals.write", "lists.write"],
  description:
    "Puts what a week's planned meals need, or one ingredient, on a list; items already on it, done or not, are skipped.",
  input: allOptional({
    weekStart: Param.day("First of seven days"),
    ingredient: Param.text(200, "Or one thing"),
    list: Param.text(200, "Name or id; else the groceries"),
    sum: Param.flag("With weekStart: from today on, equal foods added up"),
    idempotencyKey: Param.idempotencyKey,
  }),
  output: closed({
    id: Field.optionalText,
    activityId: Field.optionalText,
    total: Field.count,
    truncated: Field.flag,
    items: items(textFields("id", "text", "state")),
  }),
  names: { listId: "list" },
  repairs: {
    "no_such_reference listId": "Parameter list: take a name or id that list_lists returned.",
    limit_reached: "Nothing was added. Parameter list: take another, or make room with delete_list_items.",
  },
  async run(context, { weekStart, ingredient, list, sum = false, idempotencyKey }) {
    if (weekStart === undefined) {
      if (ingredient === undefined) throw wrongChoice("weekStart", "is required", exactlyOneRepair, "required");
      if (sum) throw wrongChoice("sum", "only with weekStart", exactlyOneRepair);
    } else if (ingredient !== undefined)
      throw wrongChoice("ingredient", "must be left out with weekStart", exactlyOneRepair);
    const lookup = listLookup(context);
    const [listId, first] = await runAll(
      () => (list === undefined ? undefined : lookup.listId(list, "list", context.note)),
      () => (weekStart === undefined ? undefined : weekOf(context, weekStart)),
    );
    const week = { weekStart: first };
    const post = <Body>(path: string, body: object) =>
      context.rest<Body>("POST", `/v1/meals/${path}`, { ...body, listId }, { idempotencyKey });
    const saved = sum
      ? changesOfSums(await post<ShoppingRun>("shopping", week))
      : ingredient === undefined
        ? changesOfRun(await post<GroceryRun>("grocery", week))
        : changesOfRun(toGroceryRun(await post<GroceryItem>("grocery/items", { ingredient })));
    return groceryResult(context, saved, await listText(context, lookup, listId ?? saved.body.listId));
  },
});

async function listText(context: Context, lookup: ListLookup, listId: string | null): Promise<string> {
  if (listId === null) return quoted(context.household.groceryListName);
  const found = await ifReadable(lookup.list(listId));
  return found === null ? "the list" : quoted(found.name);
}

export const groceryTools = [addGroceries];

const exactlyOneRepair =
  "Parameter weekStart: send it for a week's meals. Parameter ingredient: send it instead for one thing.";

function toGroceryRun({ body: { listId, added, item }, ...saved }: RestAnswer<GroceryItem>): RestAnswer<GroceryRun> {
  const existing = { ingredient: item.content, blockId: item.id, done: item.done };
  return { ...saved, body: { listId, added: added ? [item] : [], skipped: added ? [] : [existing] } };
}

function changesOfRun({
  body: { listId, added, skipped },
  ...saved
}: RestAnswer<GroceryRun>): RestAnswer<GroceryChanges> {
  const items = [
    ...added.map(({ id, content: text }): GroceryLine => ({ id, text, state: "added" })),
    ...skipped.map(({ blockId: id, ingredient: text, done }): GroceryLine => {
      return { id, text, state: done ? "ticked off" : "there" };
    }),
  ];
  return { ...saved, body: { listId, items, notes: [] } };
}

/** Returns the needed items: first new ones, then those with a raised amount, then those whose amount was enough. */
function changesOfSums({ body: { listId, lines }, ...saved }: RestAnswer<ShoppingRun>): RestAnswer<GroceryChanges> {
  const of = (state: ShoppingRun["lines"][number]["state"]) => lines.filter((line) => line.state === state);
  const items = (["added", "raised", "there"] as const).flatMap((state) =>
    of(state).flatMap(({ blockId: id, text }): GroceryLine[] => (id === null ? [] : [{ id, text, state }])),
  );
  const bought = of("there").filter(({ blockId }) => blockId === null);
  const notes = [
    ...textsOf("Bought before, so not added", bought),
    ...textsOf("Always at home, so not added", of("staple")),
  ];
  return { ...saved, body: { listId, items, notes } };
}

function textsOf(what: string, lines: ShoppingRun["lines"]): string[] {
  if (lines.length === 0) return [];
  return [
    `${what}: ${firstOf(
      lines.map(({ text }) => quoted(text)),
      maxNamedSkipped,
    )}`,
  ];
}

function groceryResult(context: Context, { body, activityId, isReplay }: RestAnswer<GroceryChanges>, list: string) {
  const listId = body.listId === null ? null : context.shortId("list", body.listId);
  const items = body.items.map((each) => ({ ...each, id: context.shortId("block", each.id) }));
  const lineOf = (item: GroceryLine) => `- ${quoted(item.text)} · ${stateTexts[item.state]} · id ${item.id}`;
  const page = context.page(items, undefined, "", (item) => ({ line: lineOf(item), fields: item }));
  const counted = (...states: readonly State[]) => items.filter(({ state }) => states.includes(state)).length;
  const [added, raised, skipped] = [counted("added"), counted("raised"), counted("there", "ticked off")];
  const changed = added + raised;
  const shown = items.slice(0, page.items.length);
  const named = [...shown.slice(0, changed), ...shown.slice(changed, changed + maxNamedSkipped)];
  const unnamed = shown.length - named.length;
  const omitted = items.length - shown.length;
  const lines = [
    `${isReplay ? "Added before" : "Added"} to ${list}: ${added};${raised > 0 ? ` raised: ${raised};` : ""} there already: ${skipped}` +
      (listId === null ? "" : ` · list id ${listId}`) +
      activityText(activityId),
    ...named.map(lineOf),
    ...(unnamed > 0 ? [`- and ${unnamed} more that are on it already`] : []),
    ...(omitted > 0 ? [`${omitted} more are not shown: see list_lists.`] : []),
    ...body.notes,
    ...(items.length + body.notes.length === 0
      ? ["Nothing to add: no meal is planned then, or none has ingredients."]
      : []),
  ];
  const { total, truncated } = page.paging;
  return { text: lines.join("\n"), data: { id: listId, activityId, total, truncated, items: page.items } };
}

/** Maximum number of skipped items that the text names. The structured fields contain all skipped items. */
const maxNamedSkipped = 5;

const stateTexts = {
  added: "added",
  raised: "raised to this, was on it with less",
  there: "on it already",
  "ticked off": "on it already, stays ticked off",
};

import { foldText } from "../../../../lib/case-folding.ts";
import { isGroceryList } from "../../../../lib/grocery-list.ts";
import { splitIngredients } from "../../../../meals/grocery.ts";
import type { Language } from "../../../i18n/catalogue.ts";
import { api, read, type Sent, send } from "../../../sync/api/client.ts";
import { on, source } from "../../../sync/source.ts";
import { write } from "../../../sync/write.ts";
import type { Recipe } from "../../recipes/model/source.ts";

/** Limit of one batch request. */
const batchSize = 50;

/** The server uses the oldest shared list with such a name, too. */
export const groceriesSource = source("meals.groceries", ["list", "section", "block"], async () => {
  const { sections } = await read(api.v1.lists.get());
  const [list] = sections
    .flatMap(({ lists }) => lists)
    .filter(({ name, visibility }) => visibility === "shared" && isGroceryList(name))
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id));
  const items = list?.blocks.flatMap(({ type, content, done }) => (type === "task" ? { content, done } : [])) ?? [];
  return { listId: list?.id ?? null, items };
});

export type Groceries = Awaited<ReturnType<typeof groceriesSource.fetch>>;

export type Line = { readonly ingredient: string; readonly recipes: readonly string[] };
/** `present`: on the list already, ticked (`done`) or not. */
export type Preview = { readonly missing: readonly Line[]; readonly present: readonly (Line & { done: boolean })[] };

export function preview(recipes: readonly Pick<Recipe, "name" | "ingredients">[], { items }: Groceries): Preview {
  const { missing, present } = splitIngredients(
    recipes.flatMap(({ ingredients }) => ingredients),
    items,
  );
  const line = (ingredient: string): Line => {
    const text = foldText(ingredient);
    const users = recipes.filter(({ ingredients }) => ingredients.some((each) => foldText(each) === text));
    return { ingredient, recipes: [...new Set(users.map(({ name }) => name))] };
  };
  return {
    missing: missing.map(line),
    present: present.map(({ ingredient, item }) => ({ ...line(ingredient), done: item.done })),
  };
}

/** `entries`: ids in the activity feed, in order, for Undo. */
export type GroceriesResult = {
  readonly listId: string | null;
  readonly added: number;
  readonly entries: readonly string[];
};

type Variables = {
  readonly weekStart: string | null;
  readonly ingredients: readonly string[];
  /** Of a list that has to be created. */
  readonly language: Language;
};

/** With `weekStart`, the server reads the plan when the request arrives; otherwise adds `ingredients`. */
export const addGroceries = write({
  name: "meals.groceries",
  invalidates: ["list", "section", "block"],
  send: async (variables: Variables, headers): Promise<Sent<GroceriesResult>> => {
    const { weekStart, language } = variables;
    if (weekStart === null) return addSome(variables, headers);
    const { answer, activityId } = await send(api.v1.meals.grocery.post({ weekStart, language }, { headers }));
    const entries = activityId === null ? [] : [activityId];
    return { answer: { listId: answer.listId, added: answer.added.length, entries }, activityId };
  },
  effects: ({ ingredients }) => [
    on(groceriesSource, (groceries) => {
      const { missing } = splitIngredients([...ingredients], [...groceries.items]);
      const items = missing.map((content) => ({ content, done: false }));
      return items.length === 0 ? groceries : { ...groceries, items: [...groceries.items, ...items] };
    }),
  ],
});

/** Compares with the current list on each attempt, so a retry adds nothing twice without an idempotency key. */
async function addSome(
  { ingredients, language }: Variables,
  headers: Record<string, string>,
): Promise<Sent<GroceriesResult>> {
  const { "Idempotency-Key": _, ...others } = headers;
  const before = await groceriesSource.fetch({});
  const { missing } = splitIngredients([...ingredients], [...before.items]);
  const [first, ...rest] = missing;
  const entries: string[] = [];
  const note = ({ activityId }: Sent<unknown>) => {
    if (activityId !== null) entries.push(activityId);
  };
  let { listId } = before;
  if (listId === null && first !== undefined) {
    const sent = await send(api.v1.meals.grocery.items.post({ ingredient: first, language }, { headers: others }));
    note(sent);
    listId = sent.answer.listId;
  }
  const left = before.listId === null ? rest : missing;
  for (let at = 0; listId !== null && at < left.length; at += batchSize) {
    const operations = left
      .slice(at, at + batchSize)
      .map((content) => ({ op: "create" as const, type: "task" as const, content }));
    note(await send(api.v1.lists({ id: listId }).blocks.batch.post({ operations }, { headers: others })));
  }
  return { answer: { listId, added: missing.length, entries }, activityId: entries.at(-1) ?? null };
}

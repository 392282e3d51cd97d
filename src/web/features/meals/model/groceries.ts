import { foldText } from "../../../../lib/case-folding.ts";
import { isGroceryList } from "../../../../lib/grocery-list.ts";
import { splitIngredients } from "../../../../meals/grocery.ts";
import type { Language } from "../../../i18n/catalogue.ts";
import { api, read, type Sent, send } from "../../../sync/api/client.ts";
import { on, source } from "../../../sync/source.ts";
import { write } from "../../../sync/write.ts";
import type { Recipe } from "../../recipes/model/source.ts";

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

export type GroceriesResult = { readonly listId: string | null; readonly added: number };

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
  send: async ({ weekStart, ingredients, language }: Variables, headers): Promise<Sent<GroceriesResult>> => {
    const { answer, activityId } = await (weekStart === null
      ? send(api.app.meals.grocery.post({ ingredients: [...ingredients], language }, { headers }))
      : send(api.v1.meals.grocery.post({ weekStart, language }, { headers })));
    return { answer: { listId: answer.listId, added: answer.added.length }, activityId };
  },
  effects: ({ ingredients }) => [
    on(groceriesSource, (groceries) => {
      const { missing } = splitIngredients([...ingredients], [...groceries.items]);
      const items = missing.map((content) => ({ content, done: false }));
      return items.length === 0 ? groceries : { ...groceries, items: [...groceries.items, ...items] };
    }),
  ],
});

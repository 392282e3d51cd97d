import { type PlannedLine, planRun, type RecipeLine } from "#kitchen/groceries/plan.ts";
import type { UnitSystem } from "#lib/ingredients/amounts.ts";
import { readIngredient } from "#lib/ingredients/foods.ts";
import type { TrackedItem } from "#lists/blocks/needs.ts";
import { currentServerLanguage } from "#web/i18n/locale.ts";
import { read, type Sent, send } from "#web/sync/api/client.ts";
import type { Operations } from "#web/sync/api/operations.ts";
import { on, source } from "#web/sync/source.ts";
import { write } from "#web/sync/write.ts";
import type { List } from "../../lists/model/source.ts";
import type { Recipe } from "../../recipes/model/source.ts";
import type { Meal } from "./source.ts";

/**
 * Data that the screens of groceries need. For each list, they say whether the list is sorted by aisle, and in which
 * order the aisles come. For each food, they contain the aisle, and say whether the food is a staple. They also contain
 * the items that were added to lists for meals or recipes.
 */
export const groceriesSource = source(
  "meals.groceries",
  ["list", "section", "block", "meal", "recipe", "household"],
  (_, api) => read(api.app.groceries.get()),
);

export type Groceries = Awaited<ReturnType<typeof groceriesSource.fetch>>;

/** Meals or recipe for which groceries are bought: the meals on some days of a week, or a single recipe. */
export type Shopping =
  | {
      readonly kind: "week";
      readonly weekStart: string;
      readonly days: readonly string[];
      readonly meals: readonly Meal[];
    }
  | { readonly kind: "recipe"; readonly recipe: Recipe; readonly servings: number | null; readonly today: string };

export type ShoppingLine = PlannedLine;

function wantedFor(shopping: Shopping): RecipeLine[] {
  if (shopping.kind === "recipe") {
    const { recipe, servings, today } = shopping;
    return linesOf(recipe, { mealId: null, recipeId: recipe.id, date: today }, servings);
  }
  const { days, meals } = shopping;
  return meals
    .filter(({ date }) => days.includes(date))
    .flatMap(({ id, date, recipe, servings }) =>
      linesOf(recipe, { mealId: id, recipeId: recipe.id, date }, servings ?? null),
    );
}

type Source = Pick<RecipeLine, "mealId" | "recipeId" | "date">;

function linesOf({ ingredients, servings: known }: Recipe, of: Source, servings: number | null): RecipeLine[] {
  const factor = servings && known ? servings / known : 1;
  return ingredients.map((line) => ({ ...of, line, factor }));
}

/**
 * Data in the app's cache from which the groceries are computed. `list` is null if the household has no grocery list.
 */
type Known = { readonly list: List | null; readonly groceries: Groceries };

/**
 * Returns for each grocery what the server will do: add an item to the list, raise the amount of an item, or nothing.
 * The server may act differently if the list in the app's cache is outdated.
 */
export function preview(shopping: Shopping, { list, groceries }: Known, system: UnitSystem) {
  const blocks = new Map(list?.blocks.map((block) => [block.id, block] as const));
  const textOf = ({ blockId, listId, text }: Groceries["items"][number]) =>
    blocks.get(blockId)?.content ?? (listId === list?.id ? null : text);
  const items = groceries.items.map((item): TrackedItem => {
    const { state, needs, text: _, ...row } = item;
    return { row, needs, state, text: textOf(item) };
  });
  const ours = new Set(items.filter(({ state }) => state === "open").map(({ row }) => row.blockId));
  const own = (list?.blocks ?? []).filter(({ id, type, done }) => type === "task" && !done && !ours.has(id));
  const present = {
    items,
    listId: list?.id ?? null,
    ownTasks: new Map(own.map((block) => [readIngredient(block.content).key, block])),
    staples: new Set(groceries.foods.flatMap(({ food, staple }) => (staple ? [food] : []))),
  };
  const none = { leaveOut: new Set<string>(), include: new Set<string>() };
  const display = { system, style: currentServerLanguage() };
  const { lines } = planRun(wantedFor(shopping), present, none, display, readIngredient);
  return { listId: list?.id ?? null, lines };
}

export type ShoppingResult = { readonly listId: string | null; readonly added: number; readonly raised: number };

type Order = {
  readonly weekStart?: string;
  readonly days?: string[];
  readonly recipeId?: string;
  readonly servings?: number;
  readonly leaveOut: string[];
  readonly include: string[];
  readonly language: ReturnType<typeof currentServerLanguage>;
};

export function orderOf(shopping: Shopping, leaveOut: string[], include: string[]): Order {
  const choice = { leaveOut, include, language: currentServerLanguage() };
  if (shopping.kind === "week") return { weekStart: shopping.weekStart, days: [...shopping.days], ...choice };
  const { recipe, servings } = shopping;
  return { recipeId: recipe.id, ...(servings !== null && { servings }), ...choice };
}

/**
 * Adds groceries to a list. The server may add an item for a grocery, or raise the amount of an existing item. `lines`
 * are the groceries that the user chose. Until the server responds, the app treats `lines` as groceries that are on the
 * list.
 */
export const shopForMeals = write({
  name: "meals.shop",
  invalidates: ["list", "section", "block"],
  send: async (
    { order }: { order: Order; lines: readonly ShoppingLine[] },
    headers,
    api,
  ): Promise<Sent<ShoppingResult>> => {
    const { answer, activityId } = await send(api.v1.meals.shopping.post(await withKnownKeys(api, order), { headers }));
    const count = (state: string) => answer.lines.filter((line) => line.state === state).length;
    return { answer: { listId: answer.listId, added: count("added"), raised: count("raised") }, activityId };
  },
  label: () => null,
  effects: ({ lines }) => [
    on(groceriesSource, (groceries) => {
      const ids = new Set(lines.map(({ blockId }) => blockId));
      const others = groceries.items.filter(({ blockId }) => !ids.has(blockId));
      const made = lines.map(({ blockId, key, food, unit, amount, text, needs }) => {
        const named = needs.map((need) => ({ ...need, recipeName: "" }));
        const about = { food, unit, amount, rendered: text, state: "open" as const, needs: named };
        return { blockId: blockId ?? key, listId: "", text: null, ...about };
      });
      return { ...groceries, items: [...others, ...made] };
    }),
  ],
});

/**
 * Returns `order` without the keys of groceries that no longer exist on the server, because the server would refuse
 * such keys. If the plan has changed since the user chose a grocery, the grocery may no longer exist.
 */
async function withKnownKeys(api: Operations, order: Order): Promise<Order> {
  if (order.leaveOut.length + order.include.length === 0) return order;
  const { leaveOut: _, include: __, ...rest } = order;
  const { lines } = await read(api.v1.meals.shopping.post({ ...rest, dryRun: true }));
  const known = new Set(lines.map(({ key }) => key));
  const left = (keys: readonly string[]) => keys.filter((key) => known.has(key));
  return { ...rest, leaveOut: left(order.leaveOut), include: left(order.include) };
}

export const takeOffList = write({
  name: "meals.shop-remove",
  invalidates: ["list", "block"],
  send: ({ id }: { id: string; name: string }, headers, api) =>
    send(api.v1.meals({ id }).shopping.remove.post(undefined, { headers })),
  label: ({ name }) => name,
  successMessage: ({ meals }, { name }) => meals.offList(name),
  treat404AsDone: true,
});

export const setStaple = write({
  name: "meals.staple",
  invalidates: ["list"],
  lists: () => [],
  send: ({ text, staple }: { text: string; food: string; staple: boolean }, headers, api) =>
    send(api.app.groceries.foods.put({ text, staple }, { headers })),
  label: () => null,
  effects: ({ text, food, staple }) => [
    on(groceriesSource, (groceries) => ({
      ...groceries,
      foods: [
        ...groceries.foods.filter((each) => each.food !== food),
        { food, text, aisle: groceries.foods.find((each) => each.food === food)?.aisle ?? null, staple },
      ],
    })),
  ],
  successMessage: ({ meals }, { text, staple }) => {
    const name = readIngredient(text).line.food || text;
    return staple ? meals.isStaple(name) : meals.isNoStaple(name);
  },
});

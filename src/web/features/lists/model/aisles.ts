import { useEffect } from "preact/hooks";
import type { Aisle, aisleOf } from "../../../../ingredients/aisles.ts";
import { readIngredient } from "../../../../ingredients/foods.ts";
import { api, send } from "../../../sync/api/client.ts";
import { on } from "../../../sync/source.ts";
import { createStore, useStore } from "../../../sync/store.ts";
import { useSource } from "../../../sync/use-source.ts";
import { write } from "../../../sync/write.ts";
import { groceriesSource } from "../../meals/model/shopping.ts";
import type { Block, List } from "./source.ts";

/** Loaded with the first list that is sorted by aisle. */
const dictionary = createStore<{ readonly aisleOf: typeof aisleOf } | null>(null);

export type Aisles = { readonly order: readonly Aisle[]; readonly aisleOf: (text: string) => Aisle };

export type AisleGroup = { readonly aisle: Aisle; readonly blocks: readonly Block[] };

/** Null: the list is not sorted by aisle. */
export function useAisles({ id }: Pick<List, "id">): Aisles | null {
  const { data } = useSource(groceriesSource, {});
  const loaded = useStore(dictionary);
  const settings = data?.lists.find(({ listId }) => listId === id);
  const byAisle = settings?.byAisle ?? false;
  useEffect(() => {
    if (!byAisle || loaded) return;
    void import("../../../../ingredients/aisles.ts").then((file) => dictionary.set({ aisleOf: file.aisleOf }));
  }, [byAisle, loaded]);
  if (!data || !settings?.byAisle || !loaded) return null;
  const chosen = new Map(data.foods.flatMap(({ food, aisle }) => (aisle === null ? [] : [[food, aisle] as const])));
  return {
    order: settings.aisles,
    aisleOf: (text) => (chosen.size > 0 ? chosen.get(readIngredient(text).key) : undefined) ?? loaded.aisleOf(text),
  };
}

/** Tasks under their aisles; headings and lines are left out, notes come last. */
export function groupsOf(blocks: readonly Block[], { order, aisleOf: find }: Aisles): readonly AisleGroup[] {
  const byAisle = Map.groupBy(blocks, ({ type, content }) => (type === "task" ? find(content) : null));
  const notes = (byAisle.get(null) ?? []).filter(({ type }) => type === "paragraph");
  const groups = order.map((aisle) => ({ aisle, blocks: byAisle.get(aisle) ?? [] }));
  return groups
    .map((group, index) => (index === groups.length - 1 ? { ...group, blocks: [...group.blocks, ...notes] } : group))
    .filter((group) => group.blocks.length > 0);
}

type ListChange = { readonly byAisle?: boolean; readonly aisles?: Aisle[] };

export const setAisles = write({
  name: "lists.aisles",
  invalidates: ["list"],
  send: ({ id, change }: { id: string; name: string; change: ListChange }, headers) =>
    send(api.app.groceries.lists({ id }).patch(change, { headers })),
  effects: ({ id, change }) => [
    on(groceriesSource, (groceries) => ({
      ...groceries,
      lists: groceries.lists.map((each) => (each.listId === id ? { ...each, ...change } : each)),
    })),
  ],
  successMessage: ({ lists }, { name }) => lists.aisles.changed(name),
});

export const setAisle = write({
  name: "lists.aisle",
  invalidates: ["list"],
  send: ({ text, aisle }: { text: string; aisle: Aisle | null }, headers) =>
    send(api.app.groceries.foods.put({ text, aisle }, { headers })),
  effects: ({ text, aisle }) => [
    on(groceriesSource, (groceries) => {
      const food = readIngredient(text).key;
      const known = groceries.foods.find((each) => each.food === food);
      const others = groceries.foods.filter((each) => each !== known);
      return { ...groceries, foods: [...others, { food, text, staple: known?.staple ?? false, aisle }] };
    }),
  ],
  successMessage: ({ lists }, { text, aisle }) =>
    aisle === null ? null : lists.aisles.put(text, lists.aisles.names[aisle]),
});

import type { Aisle } from "#lib/ingredients/aisles.ts";
import { send } from "#web/sync/api/client.ts";
import { on } from "#web/sync/source.ts";
import { useSource } from "#web/sync/use-source.ts";
import { write } from "#web/sync/write.ts";
import { groceriesSource } from "../../meals/model/shopping.ts";
import type { Block, List } from "./source.ts";

export type Aisles = { readonly order: readonly Aisle[]; readonly aisleOf: (block: { readonly id: string }) => Aisle };

export type AisleGroup = { readonly aisle: Aisle; readonly blocks: readonly Block[] };

/**
 * Returns the aisles by which a list is sorted. Returns null if the list is not sorted by aisle, or while the data
 * load. The server chooses the aisle of an item. An item that the server has not stored yet is therefore in the aisle
 * “Other”.
 */
export function useAisles({ id }: Pick<List, "id">): Aisles | null {
  const { data } = useSource(groceriesSource, {});
  const settings = data?.lists.find(({ listId }) => listId === id);
  if (!settings?.byAisle) return null;
  const known = new Map(settings.items.map(({ blockId, aisle }) => [blockId, aisle]));
  return { order: settings.aisles, aisleOf: (block) => known.get(block.id) ?? "other" };
}

/** Groups the items of a list by aisle. Headings and dividers are left out; notes come last. */
export function groupsOf(blocks: readonly Block[], { order, aisleOf: find }: Aisles): readonly AisleGroup[] {
  const byAisle = Map.groupBy(blocks, (block) => (block.type === "task" ? find(block) : null));
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
  lists: () => [],
  send: ({ id, change }: { id: string; name: string; change: ListChange }, headers, api) =>
    send(api.app.groceries.lists({ id }).patch(change, { headers })),
  label: ({ name }) => name,
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
  lists: () => [],
  send: ({ text, aisle }: { blockId: string; text: string; aisle: Aisle }, headers, api) =>
    send(api.app.groceries.foods.put({ text, aisle }, { headers })),
  label: () => null,
  effects: ({ blockId, aisle }) => [
    on(groceriesSource, (groceries) => ({
      ...groceries,
      lists: groceries.lists.map((list) => ({
        ...list,
        items: list.items.map((each) => (each.blockId === blockId ? { blockId, aisle } : each)),
      })),
    })),
  ],
  successMessage: ({ lists }, { text, aisle }) => lists.aisles.put(text, lists.aisles.names[aisle]),
});

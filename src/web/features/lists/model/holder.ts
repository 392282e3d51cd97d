import { cachedData, queryClient } from "#web/page/sync.ts";
import { read } from "#web/sync/api/client.ts";
import { source } from "#web/sync/source.ts";
import { useSource } from "#web/sync/use-source.ts";
import { type ById, isServerId, listSource } from "./source.ts";
import { findBlock } from "./tree.ts";

/** Id of the list that contains an item. Null if the viewer can see no item with this id. */
const holderSource = source("lists.holder", ["list", "block"], ({ id }: ById, api) =>
  read(api.app.lists.holder.get({ query: { blockId: id } })),
);

/**
 * Returns the id of the list that contains the item `id`. Until the server has responded, searches the lists in the
 * cache, and returns undefined if none of them contains the item. Returns null if the server knows no list with the
 * item, or if `id` is null or provisional.
 */
export function useHolder(id: string | null): string | null | undefined {
  const { data } = useSource(holderSource, id !== null && isServerId(id) ? { id } : null);
  if (id === null || !isServerId(id)) return null;
  return data === undefined ? cachedHolder(id) : data.listId;
}

function cachedHolder(id: string): string | undefined {
  const cached = queryClient.getQueryCache().findAll({ queryKey: [listSource.name] });
  // A component that reads no list yet has a query without parameters.
  const ids = cached.flatMap(({ queryKey }) => (queryKey[1] as ById | null)?.id ?? []);
  return ids.find((listId) => findBlock(cachedData(listSource, { id: listId })?.blocks ?? [], id));
}

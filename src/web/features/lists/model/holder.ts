import { cachedData, queryClient } from "#web/page/sync.ts";
import { read } from "#web/sync/api/client.ts";
import { isProvisional } from "#web/sync/ids.ts";
import { source } from "#web/sync/source.ts";
import { useSource } from "#web/sync/use-source.ts";
import { type ById, listSource, orNull } from "./source.ts";
import { findBlock } from "./tree.ts";

/** The id of the list that has an item. Null if the viewer sees no such item. */
const holderSource = source("lists.holder", ["list", "block"], ({ id }: ById, api) =>
  orNull(read(api.app.lists.blocks({ id }).get())),
);

/**
 * Returns the id of the list that has an item. Null if no list has the item, and undefined until the app knows. While
 * the server is unreachable, looks in the lists that this device has read.
 */
export function useHolder(id: string | null): string | null | undefined {
  const { data } = useSource(holderSource, id === null || isProvisional(id) ? null : { id });
  if (id === null) return null;
  return data === undefined ? cachedHolder(id) : (data?.listId ?? null);
}

function cachedHolder(id: string): string | undefined {
  const cached = queryClient.getQueryCache().findAll({ queryKey: [listSource.name] });
  const ids = cached.map(({ queryKey }) => (queryKey[1] as ById).id);
  return ids.find((listId) => findBlock(cachedData(listSource, { id: listId })?.blocks ?? [], id));
}

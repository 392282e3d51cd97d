import { hashKey, type Query, useQuery } from "@tanstack/react-query";
import { createContext } from "preact";
import { useSyncExternalStore } from "preact/compat";
import { useCallback, useContext, useMemo, useRef } from "preact/hooks";
import type { Operations } from "./api/operations.ts";
import type { Revisions } from "./api/revision.ts";
import type { Cache } from "./cache.ts";
import type { Sync } from "./create-sync.ts";
import type { Outbox } from "./outbox.ts";
import type { Signing } from "./signing.ts";
import { type Effect, fold, type Source, share } from "./source.ts";
import { useIsHiddenAsStale } from "./stale-reads.ts";

/** Provides the sync of the page (its cached data and its queue of writes) to the components of the app. */
export const SyncContext = createContext<Sync>(null as never);

export type Read<Data> = {
  /** Data with the effects of pending writes. Undefined while there are no data to show. */
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly refetch: () => void;
};

type Folded = { readonly data: unknown; readonly effects: readonly Effect[]; readonly shown: unknown };

export function createReading(
  api: Operations,
  { readAtRevision }: Revisions,
  { queryClient }: Cache,
  { effectsOn }: Outbox,
  signing: Signing,
) {
  const foldedByQuery = new WeakMap<Query, Folded>();

  function queryOf<Params, Data>(each: Source<Params, Data>, params: Params) {
    const queryKey = [each.name, params];
    const queryHash = hashKey(queryKey);
    const fetch = async () => {
      const data = await each.fetch(params, api);
      await each.received?.(data, signing);
      return data;
    };
    const meta = { kinds: each.kinds, list: params === null ? undefined : each.list?.(params) };
    const initial = params === null ? undefined : each.initial?.(params);
    const queryFn = () => readAtRevision(queryHash, fetch);
    return { queryKey, queryHash, queryFn, meta, ...(initial === undefined ? {} : { initialData: initial }) };
  }

  return {
    queryOf,
    /**
     * Fetches the data of a source if they were never fetched, or if they have become stale since.
     * @throws Failure, Unreachable
     */
    readAhead<Params, Data>(each: Source<Params, Data>, params: Params): Promise<Data> {
      const { initialData: _, ...query } = queryOf(each, params);
      return queryClient.fetchQuery<Data>({ ...query, staleTime: Number.POSITIVE_INFINITY, retry: false });
    },
    /**
     * Returns the cached data of a source with the effects of pending writes. Returns undefined if no data are cached.
     */
    cachedData<Params, Data>(each: Source<Params, Data>, params: Params): Data | undefined {
      const data = queryClient.getQueryData<Data>([each.name, params]);
      return data === undefined ? undefined : fold(each.name, params, data, effectsOn(each.name));
    },
    /**
     * Returns `data`, the cached data of a query, with the effects of pending writes. Parts that have not changed since
     * the last call are the same objects as before. So when the server confirms a write, no row is rendered again.
     */
    foldedOf<Data>(hash: string, name: string, params: unknown, data: Data): Data {
      const query = queryClient.getQueryCache().get(hash);
      const effects = effectsOn(name);
      const last = query && foldedByQuery.get(query);
      if (last?.data === data && last.effects === effects) return last.shown as Data;
      const folded = fold(name, params, data, effects);
      const shown = last ? share(last.shown, folded) : folded;
      if (query) foldedByQuery.set(query, { data, effects, shown });
      return shown;
    },
  };
}

/**
 * Returns the data of a source, and fetches them if necessary. If `params` is null, fetches nothing. If `keepsFormer`
 * is true, returns the data of the previous `params` until the new data arrive.
 */
export function useSource<Params, Data>(
  each: Source<Params, Data>,
  params: Params | null,
  { keepsFormer = false } = {},
): Read<Data> {
  const { cache, outbox, staleReads, reading } = useContext(SyncContext);
  const stable = useStable(params);
  const options = useMemo(() => reading.queryOf(each, stable as Params), [reading, each, stable]);
  const { queryHash } = options;
  const query = useQuery<Data>(
    {
      ...options,
      enabled: params !== null,
      ...(keepsFormer ? { placeholderData: (former: Data | undefined) => former as never } : {}),
    },
    cache.queryClient,
  );
  const isHiddenAsStale = useIsHiddenAsStale(staleReads, queryHash);
  const former = useRef<Data>(undefined);
  if (!isHiddenAsStale) former.current = keepsFormer ? query.data : undefined;
  const data = isHiddenAsStale ? former.current : query.data;
  const shown = useSyncExternalStore(outbox.pending.watch, () =>
    data === undefined ? undefined : reading.foldedOf(queryHash, each.name, stable, data),
  );
  const { refetch: fetchAgain } = query;
  const refetch = useCallback(() => void fetchAgain(), [fetchAgain]);
  return { data: shown, error: isHiddenAsStale ? null : query.error, refetch };
}

/**
 * Returns the data of a source for several sets of parameters, which are the elements of `list`. `max` is the maximum
 * length of `list`. `max` must be the same at each render, because {@link useSource} is a hook and is called `max`
 * times.
 */
export function useSources<Params, Data>(
  each: Source<Params, Data>,
  list: readonly Params[],
  max: number,
): Read<Data>[] {
  const reads: Read<Data>[] = [];
  // biome-ignore lint/correctness/useHookAtTopLevel: the number of rounds is constant
  for (let index = 0; index < max; index++) reads.push(useSource(each, list[index] ?? null));
  return reads.slice(0, list.length);
}

/** Returns the previous value if the new value is equal, so that memoized components are not rendered again. */
export function useStable<Value>(value: Value): Value {
  const last = useRef(value);
  last.current = share(last.current, value);
  return last.current;
}

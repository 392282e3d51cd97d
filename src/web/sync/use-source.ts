import { hashKey, type Query, useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "preact/compat";
import { useCallback, useMemo, useRef } from "preact/hooks";
import { readAtRevision } from "./api/revision.ts";
import { queryClient } from "./client.ts";
import { effectsOn, outbox } from "./outbox.ts";
import { useIsOvertaken } from "./overtaken.ts";
import { type Effect, fold, type Source, share } from "./source.ts";

export type Read<Data> = {
  /** Includes the effects of pending writes. Undefined while there is nothing to show. */
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly refetch: () => void;
};

function queryOf<Params, Data>(each: Source<Params, Data>, params: Params) {
  const queryKey = [each.name, params];
  const queryHash = hashKey(queryKey);
  const queryFn = () => readAtRevision(queryHash, () => each.fetch(params));
  return { queryKey, queryHash, queryFn, meta: { kinds: each.kinds } };
}

/** Fetches what no screen has read or what has changed since. @throws Failure, Unreachable */
export async function readAhead<Params, Data>(each: Source<Params, Data>, params: Params): Promise<void> {
  await queryClient.fetchQuery({ ...queryOf(each, params), staleTime: Number.POSITIVE_INFINITY, retry: false });
}

/** Null `params` disable it. `keepsFormer` shows the data of the former `params` until the new ones arrive. */
export function useSource<Params, Data>(
  each: Source<Params, Data>,
  params: Params | null,
  { keepsFormer = false } = {},
): Read<Data> {
  const stable = useShared(params);
  const options = useMemo(() => queryOf(each, stable as Params), [each, stable]);
  const { queryHash } = options;
  const query = useQuery<Data>({
    ...options,
    enabled: params !== null,
    ...(keepsFormer ? { placeholderData: (former: Data | undefined) => former as never } : {}),
  });
  const isOvertaken = useIsOvertaken(queryHash);
  const former = useRef<Data>(undefined);
  if (!isOvertaken) former.current = keepsFormer ? query.data : undefined;
  const data = isOvertaken ? former.current : query.data;
  const shown = useSyncExternalStore(outbox.pending.watch, () =>
    data === undefined ? undefined : foldedOf(queryHash, each.name, stable, data),
  );
  const { refetch: fetchAgain } = query;
  const refetch = useCallback(() => void fetchAgain(), [fetchAgain]);
  return { data: shown, error: isOvertaken ? null : query.error, refetch };
}

/** `max` is a constant, because each read is a hook. */
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

/** For memoized components. */
export function useShared<Value>(value: Value): Value {
  const last = useRef(value);
  last.current = share(last.current, value);
  return last.current;
}

type Folded = { readonly data: unknown; readonly effects: readonly Effect[]; readonly shown: unknown };
const foldedByQuery = new WeakMap<Query, Folded>();

/** Structurally shared: a confirmed effect changes no reference, so no row renders again. */
function foldedOf<Data>(hash: string, name: string, params: unknown, data: Data): Data {
  const query = queryClient.getQueryCache().get(hash);
  const effects = effectsOn(name);
  const last = query && foldedByQuery.get(query);
  if (last?.data === data && last.effects === effects) return last.shown as Data;
  const folded = fold(name, params, data, effects);
  const shown = last ? share(last.shown, folded) : folded;
  if (query) foldedByQuery.set(query, { data, effects, shown });
  return shown;
}

/** A source, in a component. */
import { hashKey, type Query, useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "preact/compat";
import { useMemo, useRef } from "preact/hooks";
import { queryClient } from "./client.ts";
import { effectsOn, outbox } from "./outbox.ts";
import { useIsOvertaken } from "./overtaken.ts";
import { type Effect, fold, type Source, share } from "./source.ts";

/** What a screen has of a source at a moment. */
export type Read<Data> = {
  /** With all writes folded in that are still on their way; undefined while there is nothing to show. */
  readonly data: Data | undefined;
  /** Why there is nothing, or nothing newer; null while all is well. */
  readonly error: Error | null;
  readonly refetch: () => void;
};

/**
 * Reads a source and keeps it current. Null `params` disable it. `keepsFormer` shows the data of the former `params` until
 * those of the new ones are there. The component renders only if its own data change, not at each write.
 */
export function useSource<Params, Data>(
  each: Source<Params, Data>,
  params: Params | null,
  { keepsFormer = false } = {},
): Read<Data> {
  const stable = useShared(params);
  const queryKey = useMemo(() => [each.name, stable], [each.name, stable]);
  const queryHash = useMemo(() => hashKey(queryKey), [queryKey]);
  const query = useQuery<Data>({
    queryKey,
    queryHash,
    queryFn: () => each.fetch(params as Params),
    meta: { kinds: each.kinds },
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
  return { data: shown, error: isOvertaken ? null : query.error, refetch: () => void query.refetch() };
}

/** `value` with all parts that did not change since the last render as the same objects, for memoized components. */
export function useShared<Value>(value: Value): Value {
  const last = useRef(value);
  last.current = share(last.current, value);
  return last.current;
}

type Folded = { readonly data: unknown; readonly effects: readonly Effect[]; readonly shown: unknown };
const foldedByQuery = new WeakMap<Query, Folded>();

/** Cached and structurally shared: an effect that is confirmed by the server changes no reference, so no row renders again. */
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

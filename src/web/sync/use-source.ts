/** A source, in a component. */
import { hashKey, useQuery } from "@tanstack/react-query";
import { useMemo, useRef } from "preact/hooks";
import { effectsOf, outbox } from "./outbox.ts";
import { useIsOvertaken } from "./overtaken.ts";
import { fold, type Source } from "./source.ts";
import { useStore } from "./store.ts";

/** What a screen has of a source at a moment. */
export type Read<Data> = {
  /** With all writes folded in that are still on their way; undefined while there is nothing to show. */
  readonly data: Data | undefined;
  /** Why there is nothing, or nothing newer; null while all is well. */
  readonly error: Error | null;
  readonly refetch: () => void;
};

/**
 * Reads a source and keeps it current; null `params` ask nothing. What other `params` had answered is shown meanwhile if
 * `keepsFormer`.
 */
export function useSource<Params, Data>(
  each: Source<Params, Data>,
  params: Params | null,
  { keepsFormer = false } = {},
): Read<Data> {
  const queryKey = [each.name, params];
  const query = useQuery<Data>({
    queryKey,
    queryFn: () => each.fetch(params as Params),
    meta: { kinds: each.kinds },
    enabled: params !== null,
    ...(keepsFormer ? { placeholderData: (former: Data | undefined) => former as never } : {}),
  });
  const isOvertaken = useIsOvertaken(hashKey(queryKey));
  const former = useRef<Data>(undefined);
  if (!isOvertaken) former.current = keepsFormer ? query.data : undefined;
  const data = isOvertaken ? former.current : query.data;
  const pending = useStore(outbox.pending);
  const hash = JSON.stringify(params);
  const folded = useMemo(
    () => (data === undefined ? undefined : fold(each.name, JSON.parse(hash), data, effectsOf(pending))),
    [data, pending, each.name, hash],
  );
  return { data: folded, error: isOvertaken ? null : query.error, refetch: () => void query.refetch() };
}

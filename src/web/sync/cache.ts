import { type Query, QueryCache, QueryClient } from "@tanstack/react-query";
import { Failure, isSignedOut } from "./api/failures.ts";
import type { Revisions } from "./api/revision.ts";
import { type Change, type Effect, type Fetched, fold, type Kind, share } from "./source.ts";
import type { StaleReads } from "./stale-reads.ts";

const day = 24 * 60 * 60_000;

export function createCache(staleReads: StaleReads, { forgetReads, isReadAt }: Revisions) {
  /**
   * Cache of the app's data. The live channel reports which data are stale. In addition, data older than a minute are
   * fetched again when a screen opens or the page becomes visible.
   */
  const queryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (isSignedOut(error)) recheckSession();
      },
    }),
    defaultOptions: {
      queries: {
        gcTime: 7 * day,
        staleTime: 60_000,
        structuralSharing: share,
        retry: (count, error) => (error instanceof Failure ? error.isPassing && count < 10 : count < 3),
        retryDelay: (count, error) =>
          (error instanceof Failure ? error.retryAfterMs : null) ?? Math.min(10_000, 1_000 * 2 ** count),
        refetchOnReconnect: true,
      },
    },
  });

  staleReads.watchReading(queryClient);

  /** Refetches the session, because a response was 401: the user may have been signed out. */
  function recheckSession(): void {
    void queryClient.invalidateQueries({ queryKey: ["session"] }, { cancelRefetch: false });
  }

  /**
   * Marks cached data as stale if a change concerns them. Skips data that a screen shows now, because the caller
   * refetches such data. Also skips the data of the sources that `settled` names, because these data already contain
   * the effects of the write that made the change.
   */
  function markStale(change: Change, settled: ReadonlySet<string> = new Set()): void {
    for (const query of queryClient.getQueryCache().findAll({ predicate: (each) => isConcerned(each, change) })) {
      if (!settled.has(String(query.queryKey[0]))) staleReads.markStaleIfHidden(query);
    }
  }

  /**
   * Immediately refetches the visible data that the changes concern. Other data are refetched when a screen needs them.
   */
  function refetch(changes: readonly Change[]): void {
    const predicate = (query: Query) => changes.some((change) => isConcerned(query, change));
    refetchAll(queryClient.getQueryCache().findAll({ predicate }));
  }

  /**
   * Refetches the data of one source. This is for sources such as notices, whose changes do not raise the household's
   * revision.
   */
  function refetchSource(name: string): void {
    refetchAll(queryClient.getQueryCache().findAll({ queryKey: [name] }));
  }

  /**
   * Refetches all data whose noted revision is not `revision`. If `isOutdated` is true, the cached data may be too old
   * to be shown, so a screen that opens waits for the new data. If `isOutdated` is false, the screen shows the cached
   * data until the new data arrive.
   */
  function refetchSince(revision: number, isOutdated: boolean): void {
    const isBehind = ({ queryHash }: Query) => !isReadAt(revision, queryHash);
    const behind = queryClient.getQueryCache().findAll({ predicate: isBehind });
    if (isOutdated) for (const query of behind) staleReads.markStaleIfHidden(query);
    refetchAll(behind);
  }

  function refetchAll(queries: readonly Query[]): void {
    const isLoading = (query: Query) => query.state.fetchStatus === "fetching" && !staleReads.hasSomethingToShow(query);
    for (const query of queries) {
      const again = () =>
        queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: true });
      // If each change cancelled the first request, a screen of a busy household would never get data.
      if (isLoading(query)) void query.promise?.catch(() => {}).then(again);
      else void again();
    }
  }

  function invalidate(kinds: readonly Kind[]): void {
    markStale({ kinds });
    refetch([{ kinds }]);
  }

  /**
   * Cancels running refetches of data that a change concerns, because their responses may not contain the change yet.
   * If data are not cached yet, their request continues, because a screen may be waiting for them.
   */
  function cancelReads(change: Change): void {
    const predicate = (query: Query) => query.state.data !== undefined && isConcerned(query, change);
    void queryClient.cancelQueries({ predicate });
  }

  /** Caches data that the response to a write contains. */
  function keepFetched(all: readonly Fetched[]): void {
    for (const { source, params, data } of all) queryClient.setQueryData([source, params], data);
  }

  function commitEffects(effects: readonly Effect[]): void {
    for (const query of queryClient.getQueryCache().getAll()) {
      const [name, params] = query.queryKey as [string, unknown];
      const { data } = query.state;
      if (data === undefined) continue;
      const next = fold(name, params, data, effects);
      if (next === data) continue;
      forgetReads(query.queryHash);
      const { dataUpdatedAt, isInvalidated } = query.state;
      queryClient.setQueryData(query.queryKey, next, { updatedAt: dataUpdatedAt });
      // The cancelled refetch was also for other changes, which the data still lack.
      if (isInvalidated) query.invalidate();
    }
  }

  return {
    queryClient,
    recheckSession,
    markStale,
    refetch,
    refetchSource,
    refetchSince,
    invalidate,
    cancelReads,
    commitEffects,
    keepFetched,
  };
}

export type Cache = ReturnType<typeof createCache>;

function isConcerned({ meta }: Query, { kinds, lists }: Change): boolean {
  const own = meta?.kinds as readonly Kind[] | undefined;
  if (!own || kinds.includes("all")) return true;
  if (!own.some((kind) => kind === "all" || kinds.includes(kind))) return false;
  const list = meta?.list as string | undefined;
  return list === undefined || lists === undefined || lists.includes(list);
}

/**
 * Tracks cached data that became stale while no screen showed them. A screen that needs such data waits for new data
 * when it opens, because the user could not see that the old data are stale. The screen shows the old data only if the
 * new data cannot be fetched in time.
 */
import type { Query, QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "preact/compat";
import { useRef } from "preact/hooks";
import { createStore } from "#web/lib/store.ts";
import type { Connection } from "./connection.ts";
import type { Environment } from "./environment.ts";

/**
 * Maximum time in milliseconds for which a screen waits for new data while the live channel is closed. The screen then
 * shows the old data, because a request can hang on a poor connection. While the live channel is open, there is no
 * maximum.
 */
const timeoutMs = 4_000;

const essential: readonly unknown[] = ["session", "members"];

export function createStaleReads({ isConnected, isLive }: Connection, { timers }: Environment) {
  /** Hashes of the queries whose data are stale and must not be shown. */
  const staleHashes = createStore<ReadonlySet<string>>(new Set());

  /**
   * Marks the data of a query as stale. A screen that opens then waits for new data. Does nothing if a screen shows the
   * data now.
   */
  function markStaleIfHidden(query: Query): void {
    if (query.isActive() || query.state.data === undefined || essential.includes(query.queryKey[0])) return;
    query.invalidate();
    staleHashes.set(new Set(staleHashes.get()).add(query.queryHash));
  }

  function release(hash: string): void {
    const left = new Set(staleHashes.get());
    if (left.delete(hash)) staleHashes.set(left);
  }

  function releaseLate(hash: string): void {
    if (!staleHashes.get().has(hash)) return;
    timers.after(timeoutMs, () => (isLive.get() ? releaseLate(hash) : release(hash)));
  }

  function watchReading(client: QueryClient): void {
    client.getQueryCache().subscribe((event) => {
      const { queryHash: hash } = event.query;
      if (!staleHashes.get().has(hash)) return;
      if (event.type === "removed") release(hash);
      if (event.type !== "updated") return;
      const { action } = event;
      if (action.type === "fetch") releaseLate(hash);
      const hasFailed = action.type === "failed" || action.type === "error";
      if (hasFailed || (action.type === "success" && !action.manual)) release(hash);
    });
  }

  function hasSomethingToShow({ state, queryHash }: Query): boolean {
    return state.data !== undefined && !staleHashes.get().has(queryHash);
  }

  /** Whether a screen that opens must wait for new data of this query. */
  function isHidden(hash: string): boolean {
    return isConnected.get() && staleHashes.get().has(hash);
  }

  function watchHidden(listener: () => void): () => void {
    const stops = [staleHashes.watch(listener), isConnected.watch(listener)];
    return () => {
      for (const stop of stops) stop();
    };
  }

  return { markStaleIfHidden, watchReading, hasSomethingToShow, watchHidden, isHidden };
}

export type StaleReads = ReturnType<typeof createStaleReads>;

/** Whether a component must wait for the refetch. Once the component has shown the data, this stays false. */
export function useIsHiddenAsStale({ watchHidden, isHidden }: StaleReads, hash: string): boolean {
  const isMarked = useSyncExternalStore(watchHidden, () => isHidden(hash));
  const shown = useRef<string | null>(null);
  if (!isMarked) shown.current = hash;
  return isMarked && shown.current !== hash;
}

import { notifyManager, type Query } from "@tanstack/react-query";
import { useSyncExternalStore } from "preact/compat";
import { useContext } from "preact/hooks";
import type { Preferences } from "#web/lib/preferences.ts";
import type { Cache } from "./cache.ts";
import type { Connection } from "./connection.ts";
import type { Environment } from "./environment.ts";
import { SyncContext } from "./use-source.ts";

const heardKey = "heard";
/**
 * Age in milliseconds from which data are an old copy although no request has failed. Without the live channel, the app
 * does not notice a server that accepts requests and never responds.
 */
const oldMs = 5 * 60_000;
/** Time in milliseconds that a page has to open the live channel, before the age of its stored data is shown. */
const openingMs = 10_000;
/** Kinds of data that are part of every screen and rarely change. Their age says nothing about a screen. */
const everywhere: readonly unknown[] = ["member", "household", "device"];

export function createCopyAge(
  { isConnected, isLive }: Connection,
  { queryClient }: Cache,
  { getPreference, setPreference }: Preferences,
  { now }: Environment,
) {
  const cache = queryClient.getQueryCache();
  const openedAt = now();

  /** Notes that the live channel works now, so all cached data that are not marked as stale are current. */
  function noteHeard(): void {
    setPreference(heardKey, String(now()));
  }

  function asOf({ state }: Query): number {
    return state.isInvalidated ? state.dataUpdatedAt : Math.max(state.dataUpdatedAt, Number(getPreference(heardKey)));
  }

  /**
   * Returns the time, in milliseconds since 1970, of the oldest data that the screen shows. Returns null if the data
   * are current or if the screen shows no data.
   */
  function copyAge(): number | null {
    if (isConnected.get() && (isLive.get() || now() - openedAt < openingMs)) return null;
    const shown = cache.findAll({ type: "active", predicate: isContent }).map(asOf);
    const oldest = Math.min(...shown);
    return shown.length === 0 || (isConnected.get() && now() - oldest < oldMs) ? null : oldest;
  }

  function watch(listener: () => void): () => void {
    const stops = [
      isConnected.watch(listener),
      isLive.watch(listener),
      cache.subscribe(notifyManager.batchCalls(listener)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  return { noteHeard, copyAge, watch };
}

export type CopyAge = ReturnType<typeof createCopyAge>;

function isContent({ state, meta }: Query): boolean {
  const kinds = (meta?.kinds ?? []) as readonly unknown[];
  return state.data !== undefined && kinds.some((kind) => !everywhere.includes(kind));
}

/**
 * Returns the time, in milliseconds since 1970, of the old copy that the screen shows because the server does not
 * respond. Returns null if the shown data are current. A screen that shows an old copy must not say that there is
 * nothing to do, because there may be something new on the server.
 */
export function useCopyAge(): number | null {
  const { copyAge, watch } = useContext(SyncContext).age;
  return useSyncExternalStore(watch, copyAge);
}

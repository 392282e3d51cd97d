import { onlineManager } from "@tanstack/react-query";
import { createStore, type Store } from "#web/lib/store.ts";
import type { Environment } from "./environment.ts";

export function createConnection({ fetch, timers }: Environment) {
  /** Whether the server responds. When the page opens, the app assumes that it does. */
  const isConnected = createStore(true);
  const serverAnswers = (): Promise<boolean> =>
    fetch("/readyz", { cache: "no-store", signal: AbortSignal.timeout(4_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  return {
    isConnected,
    isLive: createStore(false),
    serverAnswers,
    /**
     * Sends a request every 5 seconds while the server does not respond, to notice when it responds again. Returns a
     * function that stops these requests.
     */
    awaitServer(): () => void {
      return timers.every(5_000, async () => {
        if (!isConnected.get() && (await serverAnswers())) isConnected.set(true);
      });
    },
  };
}

export type Connection = ReturnType<typeof createConnection>;

/**
 * Pauses the queries of all TanStack query clients in this process while the server does not respond. A single client
 * cannot be paused, because all clients share one online state.
 */
export function pauseQueries(isConnected: Store<boolean>): void {
  isConnected.watch(() => onlineManager.setOnline(isConnected.get()));
  // The browser's online state does not show whether a server in the same house responds.
  onlineManager.setEventListener(() => () => {});
}

import { onlineManager } from "@tanstack/react-query";
import { createStore, type Store } from "#web/lib/store.ts";
import type { Environment } from "./environment.ts";

export function createConnection({ fetch, timers }: Environment) {
  /** Whether the server responds. True until the first failure. */
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
     * Asks the server every 5 seconds whether it responds again, as long as it does not respond. Returns a function
     * that stops the requests.
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
 * Pauses the queries of all TanStack clients in this process while the server does not respond. A pause of a single
 * client is not possible, because all clients share one online state.
 */
export function pauseQueries(isConnected: Store<boolean>): void {
  isConnected.watch(() => onlineManager.setOnline(isConnected.get()));
  // The browser's online state does not show whether a server in the same house responds.
  onlineManager.setEventListener(() => () => {});
}

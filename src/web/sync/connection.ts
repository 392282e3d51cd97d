/** Whether our own server answers. The browser's own online state says nothing about a server in the same house. */
import { onlineManager } from "@tanstack/react-query";
import { createStore } from "./store.ts";

/** True while the server answers; true until the first failure. */
export const isConnected = createStore(true);

/** True while the live channel is open. */
export const isLive = createStore(false);

isConnected.watch(() => onlineManager.setOnline(isConnected.get()));
// TanStack's own listener believes the browser, which knows nothing of a server in the same house.
onlineManager.setEventListener(() => () => {});

export function serverAnswers(): Promise<boolean> {
  return fetch("/readyz", { cache: "no-store", signal: AbortSignal.timeout(4_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Polls whether the server answers again, where there is no live channel yet. Returns how to stop. */
export function awaitServer(): () => void {
  const look = async () => {
    if (!isConnected.get() && (await serverAnswers())) isConnected.set(true);
  };
  const timer = setInterval(() => void look(), 5_000);
  return () => clearInterval(timer);
}

import { onlineManager } from "@tanstack/react-query";
import { createStore } from "./store.ts";

/** True until the first failure. */
export const isConnected = createStore(true);

export const isLive = createStore(false);

isConnected.watch(() => onlineManager.setOnline(isConnected.get()));
// The browser's online state says nothing about a server in the same house.
onlineManager.setEventListener(() => () => {});

export function serverAnswers(): Promise<boolean> {
  return fetch("/readyz", { cache: "no-store", signal: AbortSignal.timeout(4_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Returns how to stop. */
export function awaitServer(): () => void {
  const check = async () => {
    if (!isConnected.get() && (await serverAnswers())) isConnected.set(true);
  };
  const timer = setInterval(() => void check(), 5_000);
  return () => clearInterval(timer);
}

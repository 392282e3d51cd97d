/**
 * Cached answers that a change has made out of date while no screen showed them. A screen that opens shows them only once they
 * have been read again: the former state would pass for the current one. Where reading fails or the server is away, the cached
 * answer is the best there is, and is shown.
 */
import type { Query, QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "preact/compat";
import { useRef } from "preact/hooks";
import { isConnected, isLive } from "./connection.ts";
import { createStore } from "./store.ts";

/** A page that has no word from the server yet may be far from home, where requests hang: it does not wait longer than this. */
const patienceMs = 4_000;

/** The frame of every screen depends on these; without them there would be no page at all. */
const framing: readonly unknown[] = ["session", "members"];

/** Hashes of the queries. */
const overtaken = createStore<ReadonlySet<string>>(new Set());

/** Marks a query, unless a screen shows it: what is on the screen stays until the new answer replaces it. */
export function overtake(query: Query): void {
  if (query.isActive() || query.state.data === undefined || framing.includes(query.queryKey[0])) return;
  query.invalidate(); // It is read again by the screen that opens.
  overtaken.set(new Set(overtaken.get()).add(query.queryHash));
}

function release(hash: string): void {
  const left = new Set(overtaken.get());
  if (left.delete(hash)) overtaken.set(left);
}

function releaseLate(hash: string): void {
  if (!overtaken.get().has(hash)) return;
  setTimeout(() => (isLive.get() ? releaseLate(hash) : release(hash)), patienceMs);
}

/** Ends the mark of each query once it has been read again, or could not be. */
export function watchReading(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    const { queryHash: hash } = event.query;
    if (!overtaken.get().has(hash)) return;
    if (event.type === "removed") release(hash);
    if (event.type !== "updated") return;
    const { action } = event;
    if (action.type === "fetch") releaseLate(hash);
    const hasFailed = action.type === "failed" || action.type === "error";
    if (hasFailed || (action.type === "success" && !action.manual)) release(hash);
  });
}

/** False for a query that has no answer yet, or one that must not be shown. */
export function hasSomethingToShow({ state, queryHash }: Query): boolean {
  return state.data !== undefined && !overtaken.get().has(queryHash);
}

/** True while the cached answer of a query must not be shown. What a screen has shown once, it does not take away again. */
export function useIsOvertaken(hash: string): boolean {
  const isMarked = useSyncExternalStore(watch, () => isConnected.get() && overtaken.get().has(hash));
  const shown = useRef<string | null>(null);
  if (!isMarked) shown.current = hash;
  return isMarked && shown.current !== hash;
}

function watch(listener: () => void): () => void {
  const stops = [overtaken.watch(listener), isConnected.watch(listener)];
  return () => {
    for (const stop of stops) stop();
  };
}

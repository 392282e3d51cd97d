/** The answers of the server that this page holds, and how they go stale. */
import { type Query, QueryCache, QueryClient } from "@tanstack/react-query";
import { Failure, isSignedOut } from "../api/failures.ts";
import { type Effect, fold, type Kind } from "./source.ts";

const day = 24 * 60 * 60_000;

/** Holds every answer. What has changed is read again when the live channel says so, not by the clock. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (isSignedOut(error)) doubtSession();
    },
  }),
  defaultOptions: {
    queries: {
      gcTime: 7 * day,
      staleTime: 60_000,
      retry: (count, error) => (error instanceof Failure ? error.isPassing && count < 10 : count < 3),
      retryDelay: (count, error) =>
        (error instanceof Failure ? error.retryAfterMs : null) ?? Math.min(10_000, 1_000 * 2 ** count),
      refetchOnReconnect: true,
    },
  },
});

/** Asks again who is signed in: the server says of a request that nobody is. */
export function doubtSession(): void {
  void queryClient.invalidateQueries({ queryKey: ["session"] }, { cancelRefetch: false });
}

function isOf(query: Query, kinds: ReadonlySet<Kind>): boolean {
  const own = query.meta?.kinds as readonly Kind[] | undefined;
  return !own || kinds.has("all") || own.some((kind) => kind === "all" || kinds.has(kind));
}

/** Reads again what hangs on these kinds: now what is shown, the rest when it is next looked at. */
export function invalidate(kinds: readonly Kind[]): void {
  const wanted = new Set(kinds);
  void queryClient.invalidateQueries({ predicate: (query) => isOf(query, wanted) }, { cancelRefetch: true });
}

/** Lets no answer of these kinds count any more that is on its way, where there is one to show meanwhile. */
export function hush(kinds: readonly Kind[]): void {
  const wanted = new Set(kinds);
  void queryClient.cancelQueries({ predicate: (query) => query.state.data !== undefined && isOf(query, wanted) });
}

/** Makes effects part of what the server is known to have said: for a write that it has just taken. */
export function settle(effects: readonly Effect[]): void {
  for (const query of queryClient.getQueryCache().getAll()) {
    const [name, params] = query.queryKey as [string, unknown];
    const { data } = query.state;
    if (data === undefined) continue;
    const next = fold(name, params, data, effects);
    if (next !== data) queryClient.setQueryData(query.queryKey, next, { updatedAt: query.state.dataUpdatedAt });
  }
}

/** The cache of the server's answers, and how they become stale. */
import { type Query, QueryCache, QueryClient } from "@tanstack/react-query";
import { Failure, isSignedOut } from "./api/failures.ts";
import { hasSomethingToShow, overtake, watchReading } from "./overtaken.ts";
import { type Effect, fold, type Kind, share } from "./source.ts";

const day = 24 * 60 * 60_000;

/** Queries are refetched when the live channel reports a change, not by the clock. */
export const queryClient = new QueryClient({
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

watchReading(queryClient);

/** Refetches the session: the server refused a request because nobody is signed in. */
export function recheckSession(): void {
  void queryClient.invalidateQueries({ queryKey: ["session"] }, { cancelRefetch: false });
}

function isOf(query: Query, kinds: ReadonlySet<Kind>): boolean {
  const own = query.meta?.kinds as readonly Kind[] | undefined;
  return !own || kinds.has("all") || own.some((kind) => kind === "all" || kinds.has(kind));
}

/** Marks cached answers of these kinds as stale, except those of `settled` sources, which contain the change already. */
export function outdate(kinds: readonly Kind[], settled: ReadonlySet<string> = new Set()): void {
  const wanted = new Set(kinds);
  for (const query of queryClient.getQueryCache().findAll({ predicate: (each) => isOf(each, wanted) })) {
    if (!settled.has(String(query.queryKey[0]))) overtake(query);
  }
}

/** Refetches these kinds: at once what is shown, the rest when a screen needs it. */
export function reread(kinds: readonly Kind[]): void {
  const wanted = new Set(kinds);
  const isLoading = (query: Query) => query.state.fetchStatus === "fetching" && !hasSomethingToShow(query);
  const queries = queryClient.getQueryCache().findAll({ predicate: (query) => isOf(query, wanted) });
  for (const query of queries) {
    const again = () =>
      queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: true });
    // In a busy household, a screen without data would never get any if each change cancelled its request.
    if (isLoading(query)) void query.promise?.catch(() => {}).then(again);
    else void again();
  }
}

/** For a change that is not folded into the cached answers: marks them as stale and refetches them. */
export function invalidate(kinds: readonly Kind[]): void {
  outdate(kinds);
  reread(kinds);
}

/** Cancels requests of these kinds whose queries have data to show. */
export function cancelReads(kinds: readonly Kind[]): void {
  const wanted = new Set(kinds);
  void queryClient.cancelQueries({ predicate: (query) => query.state.data !== undefined && isOf(query, wanted) });
}

/** Applies the effects of a write that the server has just accepted to the cached answers. */
export function commitEffects(effects: readonly Effect[]): void {
  for (const query of queryClient.getQueryCache().getAll()) {
    const [name, params] = query.queryKey as [string, unknown];
    const { data } = query.state;
    if (data === undefined) continue;
    const next = fold(name, params, data, effects);
    if (next === data) continue;
    const { dataUpdatedAt, isInvalidated } = query.state;
    queryClient.setQueryData(query.queryKey, next, { updatedAt: dataUpdatedAt });
    // The query stays stale: other changes are still missing.
    if (isInvalidated) query.invalidate();
  }
}

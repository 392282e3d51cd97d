/** The answers of the server that this page holds, and how they go stale. */
import { type Query, QueryCache, QueryClient } from "@tanstack/react-query";
import { Failure, isSignedOut } from "./api/failures.ts";
import { hasSomethingToShow, overtake, watchReading } from "./overtaken.ts";
import { type Effect, fold, type Kind, share } from "./source.ts";

const day = 24 * 60 * 60_000;

/** Holds every answer. What has changed is read again when the live channel says so, not by the clock. */
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

/** Asks again who is signed in: the server says of a request that nobody is. */
export function recheckSession(): void {
  void queryClient.invalidateQueries({ queryKey: ["session"] }, { cancelRefetch: false });
}

function isOf(query: Query, kinds: ReadonlySet<Kind>): boolean {
  const own = query.meta?.kinds as readonly Kind[] | undefined;
  return !own || kinds.has("all") || own.some((kind) => kind === "all" || kinds.has(kind));
}

/** Marks the cached answers of these kinds as out of date, except those of the sources that already have the change. */
export function outdate(kinds: readonly Kind[], settled: ReadonlySet<string> = new Set()): void {
  const wanted = new Set(kinds);
  for (const query of queryClient.getQueryCache().findAll({ predicate: (each) => isOf(each, wanted) })) {
    if (!settled.has(String(query.queryKey[0]))) overtake(query);
  }
}

/** Reads these kinds again: at once what is shown, the rest when a screen next needs it. */
export function reread(kinds: readonly Kind[]): void {
  const wanted = new Set(kinds);
  const isLoading = (query: Query) => query.state.fetchStatus === "fetching" && !hasSomethingToShow(query);
  const queries = queryClient.getQueryCache().findAll({ predicate: (query) => isOf(query, wanted) });
  for (const query of queries) {
    const again = () =>
      queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: true });
    // In a busy household, a screen with nothing to show yet would never get anything if each change cancelled its read.
    if (isLoading(query)) void query.promise?.catch(() => {}).then(again);
    else void again();
  }
}

/** For a change that is not folded into the cached answers: they are out of date, and read again. */
export function invalidate(kinds: readonly Kind[]): void {
  outdate(kinds);
  reread(kinds);
}

/** Lets no answer of these kinds count any more that is on its way, where there is one to show meanwhile. */
export function cancelReads(kinds: readonly Kind[]): void {
  const wanted = new Set(kinds);
  void queryClient.cancelQueries({ predicate: (query) => query.state.data !== undefined && isOf(query, wanted) });
}

/** Makes effects part of what the server is known to have said: for a write that it has just taken. */
export function commitEffects(effects: readonly Effect[]): void {
  for (const query of queryClient.getQueryCache().getAll()) {
    const [name, params] = query.queryKey as [string, unknown];
    const { data } = query.state;
    if (data === undefined) continue;
    const next = fold(name, params, data, effects);
    if (next === data) continue;
    const { dataUpdatedAt, isInvalidated } = query.state;
    queryClient.setQueryData(query.queryKey, next, { updatedAt: dataUpdatedAt });
    // One effect does not bring in what else has changed.
    if (isInvalidated) query.invalidate();
  }
}

/**
 * Stores the data of each query as one record in the browser, so that the app opens at once and offline. The app has
 * its own code for this. TanStack's persister (about 1 kB compressed) stores the whole cache, with up to 2 MB of lists,
 * again at each change.
 */
import { type DehydratedState, dehydrateQuery, hydrate, type Query } from "@tanstack/react-query";
import type { Preferences } from "#web/lib/preferences.ts";
import { Failure } from "./api/failures.ts";
import type { Cache } from "./cache.ts";
import type { Environment } from "./environment.ts";
import type { Tables } from "./idb-table.ts";
import type { StaleReads } from "./stale-reads.ts";

type StoredQuery = {
  readonly version: string;
  readonly at: number;
  readonly query: DehydratedState["queries"][number];
};

const maxAgeMs = 7 * 24 * 60 * 60_000;
/** Time in milliseconds for which changes are collected before they are stored together. */
const batchMs = 500;
const aheadKey = "ahead";
/** Key of the single record in which earlier versions of the app stored all data. */
const formerKey = "answers";

export function createPersistence(
  { now, timers, broadcast }: Environment,
  table: Tables,
  { queryClient, recheckSession }: Cache,
  staleReads: StaleReads,
  { getPreference, setPreference }: Preferences,
) {
  const answers = table<StoredQuery>("answers");
  /** Hashes of the queries whose changes are not yet stored. */
  const changed = new Set<string>();
  let version = "";
  /**
   * Cancels the timer that stores the collected changes. Undefined if no timer runs. A timer is used instead of a
   * comparison of times, because the clock may be set back.
   */
  let cancel: (() => void) | undefined;

  /**
   * Whether this build has already loaded the data of all screens in advance on the given day. Becomes false when the
   * stored data are deleted.
   */
  function isReadAhead(day: string): boolean {
    return getPreference(aheadKey) === `${day} ${version}`;
  }

  function noteReadAhead(day: string): void {
    setPreference(aheadKey, `${day} ${version}`);
  }

  /**
   * Loads the stored data of this build, and deletes the data of other builds. From then on, stores the changes of
   * queries.
   */
  async function persistQueries(build: string): Promise<void> {
    version = build;
    const kept = await answers.all();
    const isUsable = (each: StoredQuery) => each.version === version && now() - each.at <= maxAgeMs;
    hydrate(queryClient, { mutations: [], queries: kept.filter(isUsable).map(({ query }) => query) });
    void answers.write(
      kept.filter((each) => !isUsable(each)).map(({ query }) => [query?.queryHash ?? formerKey, undefined]),
    );
    for (const query of queryClient.getQueryCache().getAll())
      if (query.state.isInvalidated) staleReads.markStaleIfHidden(query);
    queryClient.getQueryCache().subscribe((event) => {
      if (event.type === "removed" || (event.type === "updated" && hasChanged(event.action))) note(event.query);
    });
    broadcast.addEventListener("pagehide", writeChanged);
    recheckSession();
  }

  function note({ queryHash }: Query): void {
    changed.add(queryHash);
    cancel ??= timers.after(batchMs, writeChanged);
  }

  function writeChanged(): void {
    const cache = queryClient.getQueryCache();
    const at = now();
    const records = [...changed].map((hash): [string, StoredQuery | undefined] => {
      const query = cache.get(hash);
      return [hash, query && isKept(query) ? { version, at, query: dehydrateQuery(query) } : undefined];
    });
    forgetChanges();
    if (records.length > 0) void answers.write(records);
  }

  function forgetChanges(): void {
    cancel?.();
    cancel = undefined;
    changed.clear();
  }

  /**
   * Deletes all cached data from memory and from the storage of the browser. Only the session stays in memory, because
   * the app does not work without a session.
   */
  async function deleteAnswers(): Promise<void> {
    setPreference(aheadKey, null);
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "session" });
    forgetChanges();
    await answers.clear();
  }

  return { isReadAhead, noteReadAhead, persistQueries, deleteAnswers };
}

export type Persistence = ReturnType<typeof createPersistence>;

/**
 * Whether the stored data of a query must be updated after `action`. True for new data, and if the data were marked as
 * stale. Also true if the server refused the request, because the stored data are then deleted. After a temporary
 * error, the stored data stay as they are.
 */
function hasChanged(action: { type: string; error?: unknown }): boolean {
  if (action.type === "error") return action.error instanceof Failure && !action.error.isPassing;
  return ["success", "invalidate", "setState"].includes(action.type);
}

/**
 * Whether the data of a query are stored in the browser. If nobody is signed in, the session is not stored. Otherwise,
 * the page could read this outdated session after somebody has signed in.
 */
function isKept({ state, meta }: Query): boolean {
  const data = state.data as { kind?: unknown } | null;
  return state.status === "success" && meta?.isKept !== false && data?.kind !== "nobody";
}

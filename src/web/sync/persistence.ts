/**
 * A record per query, so that the app opens at once and offline. Ours, because TanStack's persister (about 1 kB compressed)
 * writes the whole cache as one record at each change: up to 2 MB of lists.
 */
import { type DehydratedState, dehydrateQuery, hydrate, type Query } from "@tanstack/react-query";
import { Failure } from "./api/failures.ts";
import { queryClient, recheckSession } from "./client.ts";
import { idbTable } from "./idb-table.ts";
import { overtake } from "./overtaken.ts";
import { getPreference, setPreference } from "./preferences.ts";

type StoredQuery = {
  readonly version: string;
  readonly at: number;
  readonly query: DehydratedState["queries"][number];
};

const answers = idbTable<StoredQuery>("answers");
const maxAgeMs = 7 * 24 * 60 * 60_000;
/** Changes are batched for so long. */
const batchMs = 500;

/** Hashes of queries with unwritten changes. */
const changed = new Set<string>();
let version = "";
/** A timer, because a throttle by clock time would stall when the clock is set back. */
let timer: ReturnType<typeof setTimeout> | undefined;

const aheadKey = "ahead";

/** Noted per day and build; deleted with the data. */
export function isReadAhead(day: string): boolean {
  return getPreference(aheadKey) === `${day} ${version}`;
}

export function noteReadAhead(day: string): void {
  setPreference(aheadKey, `${day} ${version}`);
}

/** Deletes data of other builds. */
export async function persistQueries(build: string): Promise<void> {
  version = build;
  const kept = await answers.all();
  const isUsable = (each: StoredQuery) => each.version === version && Date.now() - each.at <= maxAgeMs;
  hydrate(queryClient, { mutations: [], queries: kept.filter(isUsable).map(({ query }) => query) });
  void answers.write(
    kept.filter((each) => !isUsable(each)).map(({ query }) => [query?.queryHash ?? formerKey, undefined]),
  );
  for (const query of queryClient.getQueryCache().getAll()) if (query.state.isInvalidated) overtake(query);
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === "removed" || (event.type === "updated" && hasChanged(event.action))) note(event.query);
  });
  window.addEventListener("pagehide", writeChanged);
  recheckSession();
}

/** Earlier versions stored one record for all. */
const formerKey = "answers";

/** A refusal deletes the stored data; any other failed refetch keeps them. */
function hasChanged(action: { type: string; error?: unknown }): boolean {
  if (action.type === "error") return action.error instanceof Failure && !action.error.isPassing;
  return ["success", "invalidate", "setState"].includes(action.type);
}

function note({ queryHash }: Query): void {
  changed.add(queryHash);
  timer ??= setTimeout(writeChanged, batchMs);
}

function writeChanged(): void {
  const cache = queryClient.getQueryCache();
  const at = Date.now();
  const records = [...changed].map((hash): [string, StoredQuery | undefined] => {
    const query = cache.get(hash);
    return [hash, query && isKept(query) ? { version, at, query: dehydrateQuery(query) } : undefined];
  });
  forgetChanges();
  if (records.length > 0) void answers.write(records);
}

function forgetChanges(): void {
  clearTimeout(timer);
  timer = undefined;
  changed.clear();
}

/** Does not store “nobody is signed in”: a later reload would show it to somebody who is. */
function isKept({ state, meta }: Query): boolean {
  const data = state.data as { kind?: unknown } | null;
  return state.status === "success" && meta?.isKept !== false && data?.kind !== "nobody";
}

/** Keeps the session, because the app depends on it. */
export async function deleteAnswers(): Promise<void> {
  setPreference(aheadKey, null);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "session" });
  forgetChanges();
  await answers.clear();
}

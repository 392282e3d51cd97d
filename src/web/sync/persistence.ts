/** Keeps the last answers on the device, a record for each query: the app opens with them at once, and without the server too. */
import { type DehydratedState, dehydrateQuery, hydrate, type Query } from "@tanstack/react-query";
import { Failure } from "./api/failures.ts";
import { queryClient, recheckSession } from "./client.ts";
import { idbTable } from "./idb-table.ts";
import { overtake } from "./overtaken.ts";

type Kept = { readonly version: string; readonly at: number; readonly query: DehydratedState["queries"][number] };

const answers = idbTable<Kept>("answers");
const maxAgeMs = 7 * 24 * 60 * 60_000;
/** Changes of so long a time are written together. */
const pauseMs = 500;

/** Hashes of the queries that are not written as they are now. */
const changed = new Set<string>();
let version = "";
/** Not by the time of day: where the clock is put back, a throttle by it would wait until it is as late again. */
let timer: ReturnType<typeof setTimeout> | undefined;

/** Restores what this build kept, and from now on writes each query that changes. `build` drops what other builds kept. */
export async function keepAnswers(build: string): Promise<void> {
  version = build;
  const kept = await answers.all();
  const isUsable = (each: Kept) => each.version === version && Date.now() - each.at <= maxAgeMs;
  hydrate(queryClient, { mutations: [], queries: kept.filter(isUsable).map(({ query }) => query) });
  void answers.write(
    kept.filter((each) => !isUsable(each)).map(({ query }) => [query?.queryHash ?? formerKey, undefined]),
  );
  for (const query of queryClient.getQueryCache().getAll()) if (query.state.isInvalidated) overtake(query);
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === "removed" || (event.type === "updated" && hasChanged(event.action))) note(event.query);
  });
  // The page may be left before the pause is over.
  window.addEventListener("pagehide", writeChanged);
  recheckSession();
}

/** Earlier versions kept all answers as one record. */
const formerKey = "answers";

/** A refused answer is dropped; one that could not be read again is still the best there is. */
function hasChanged(action: { type: string; error?: unknown }): boolean {
  if (action.type === "error") return action.error instanceof Failure && !action.error.isPassing;
  return ["success", "invalidate", "setState"].includes(action.type);
}

function note({ queryHash }: Query): void {
  changed.add(queryHash);
  timer ??= setTimeout(writeChanged, pauseMs);
}

function writeChanged(): void {
  const cache = queryClient.getQueryCache();
  const at = Date.now();
  const records = [...changed].map((hash): [string, Kept | undefined] => {
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

/** “Nobody is signed in” is not kept: it would be shown to somebody who has signed in since, and reloads. */
function isKept({ state, meta }: Query): boolean {
  const data = state.data as { kind?: unknown } | null;
  return state.status === "success" && meta?.isKept !== false && data?.kind !== "nobody";
}

/** Forgets all answers, here and on the device, except who is signed in: the app itself depends on that. */
export async function forgetAnswers(): Promise<void> {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "session" });
  forgetChanges();
  await answers.clear();
}

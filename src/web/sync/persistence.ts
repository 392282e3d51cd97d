/** The last answers, kept on the device: the app opens with them at once, and without the server too. */
import { type PersistedClient, persistQueryClient } from "@tanstack/react-query-persist-client";
import { doubtSession, queryClient } from "./client.ts";
import { shelf } from "./kept.ts";
import { overtake } from "./overtaken.ts";

const answers = shelf<string>("answers");
const week = 7 * 24 * 60 * 60_000;

const key = "answers";
const pauseMs = 500;

let latest: PersistedClient | null = null;
let timer: ReturnType<typeof setTimeout> | null = null;

/** Not by the time of day, as the usual one: where the clock is put back, that one waits until it is as late again. */
const persister = {
  persistClient(client: PersistedClient): void {
    latest = client;
    timer ??= setTimeout(keepLatest, pauseMs);
  },
  async restoreClient(): Promise<PersistedClient | undefined> {
    const kept = await answers.get(key);
    return kept === undefined ? undefined : (JSON.parse(kept) as PersistedClient);
  },
  async removeClient(): Promise<void> {
    latest = null;
    await answers.remove(key);
  },
};

function keepLatest(): void {
  if (timer) clearTimeout(timer);
  timer = null;
  if (latest) void answers.put(key, JSON.stringify(latest));
  latest = null;
}

/** Brings back what was kept, and keeps what comes. `version` is this build's: what another kept is let go. */
export async function keepAnswers(version: string): Promise<void> {
  const [, restored] = persistQueryClient({
    queryClient,
    persister,
    maxAge: week,
    buster: version,
    dehydrateOptions: {
      shouldDehydrateQuery: ({ state, meta }) =>
        state.status === "success" && meta?.isKept !== false && !isNobody(state.data),
    },
  });
  await restored;
  for (const query of queryClient.getQueryCache().getAll()) if (query.state.isInvalidated) overtake(query);
  // Whoever leaves the page may be sooner than the pause is over.
  window.addEventListener("pagehide", keepLatest);
  doubtSession();
}

/** Kept, it would be shown to somebody who has signed in since, and reloads. */
function isNobody(data: unknown): boolean {
  return typeof data === "object" && data !== null && "kind" in data && data.kind === "nobody";
}

/** Forgets all answers, here and on the device, but for who is signed in: the app itself hangs on that. */
export async function forgetAnswers(): Promise<void> {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "session" });
  await persister.removeClient();
}

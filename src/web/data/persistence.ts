/** The last answers, kept on the device: the app opens with them at once, and without the server too. */
import { createAsyncStoragePersister } from "@tanstack/query-async-storage-persister";
import { persistQueryClient } from "@tanstack/react-query-persist-client";
import { doubtSession, queryClient } from "./client.ts";
import { shelf } from "./kept.ts";

const answers = shelf<string>("answers");
const week = 7 * 24 * 60 * 60_000;

const persister = createAsyncStoragePersister({
  key: "answers",
  throttleTime: 500,
  storage: {
    getItem: async (key) => (await answers.get(key)) ?? null,
    setItem: async (key, value) => void (await answers.put(key, value)),
    removeItem: (key) => answers.remove(key),
  },
});

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

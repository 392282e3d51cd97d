import { createPreferences } from "#web/lib/preferences.ts";
import { createApi } from "./api/client.ts";
import { createRevisions } from "./api/revision.ts";
import { createCache } from "./cache.ts";
import { createCommands } from "./command.ts";
import { createConnection } from "./connection.ts";
import { createCopyAge } from "./copy-age.ts";
import type { Environment } from "./environment.ts";
import { createTables } from "./idb-table.ts";
import { createOutbox, type LoadWrites } from "./outbox.ts";
import { createOutboxStore } from "./outbox-store.ts";
import { createPersistence } from "./persistence.ts";
import { createCacheOwner, createSigning } from "./signing.ts";
import { createStaleReads } from "./stale-reads.ts";
import { createReading } from "./use-source.ts";

/**
 * Creates the sync of a tab: the cached data of its household, and the queue of its writes. The sync uses the browser
 * only through `environment`, so that a test can have several tabs in one process. `createUndo` and `createLive` add
 * the parts that need a sign-in.
 */
export function createSync(environment: Environment) {
  const preferences = createPreferences(environment.storage.local);
  const table = createTables(environment.storage.databases, environment.timers);
  const revisions = createRevisions();
  const api = createApi(environment, revisions);
  const connection = createConnection(environment);
  const staleReads = createStaleReads(connection, environment);
  const cache = createCache(staleReads, revisions);
  const commands = createCommands(environment, api, cache);
  const owner = createCacheOwner(preferences, environment);
  const store = createOutboxStore(environment, table);
  const outbox = createOutbox(environment, api, connection, cache, store, owner);
  const persistence = createPersistence(environment, table, cache, staleReads, preferences);
  const signing = createSigning(environment, api, owner, cache, outbox, persistence);
  const reading = createReading(api, revisions, cache, outbox, signing);
  const age = createCopyAge(connection, cache, preferences, environment);
  return {
    environment,
    preferences,
    revisions,
    api,
    connection,
    staleReads,
    cache,
    commands,
    owner,
    store,
    outbox,
    persistence,
    signing,
    reading,
    age,
    /** Loads the data that this build of the app has stored in the browser. */
    async restoreData(build: string): Promise<void> {
      cache.queryClient.mount();
      await signing.dropOrphanedData();
      await persistence.persistQueries(build);
    },
    /**
     * Queues the unsent writes that earlier pages left. From then on, reloads the page after sign-ins and sign-outs in
     * other tabs.
     */
    async start(loadWrites: LoadWrites): Promise<void> {
      await outbox.restore(loadWrites);
      signing.followOtherTabs();
    },
  };
}

export type Sync = ReturnType<typeof createSync>;

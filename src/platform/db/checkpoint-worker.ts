import { Database } from "bun:sqlite";

declare const self: Worker;

/**
 * The largest number of rounds of one checkpoint. SQLite reuses the log only after a round that copied the whole log.
 * New commits during a round can make another round necessary.
 */
const maxRounds = 5;
/**
 * The least number of pages in the log for which another round of a checkpoint is worth its cost. Each round syncs the
 * disk twice.
 */
const longLog = 8_000;

type Progress = { readonly log: number; readonly checkpointed: number };

self.onmessage = ({ data: path }: MessageEvent<string>) => {
  checkpoint(path);
  self.postMessage("done");
};

function checkpoint(path: string): void {
  using client = new Database(path, { readwrite: true, create: false });
  query(client, "SELECT 1 FROM sqlite_schema LIMIT 1");
  let done = -1;
  for (let round = 0; round < maxRounds; round++) {
    const { log, checkpointed } = query(client, "PRAGMA wal_checkpoint(PASSIVE)") as Progress;
    if (log < longLog || checkpointed === log || checkpointed === done) return;
    done = checkpointed;
  }
}

/** Runs a query and finalizes its statement: an open statement would delay close() until garbage collection. */
function query(client: Database, sql: string): unknown {
  using statement = client.prepare(sql);
  return statement.get();
}

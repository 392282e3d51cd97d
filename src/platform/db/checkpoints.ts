import type { Statement } from "bun:sqlite";
import { type Timers, waitAtMost } from "#lib/timers.ts";
import { workerAddress } from "../version.ts";
import { type Db, sharedPath } from "./client.ts";

const pollIntervalMs = 1_000;
/**
 * The number of pages of 4 KB in the log from which a checkpoint begins. A larger number saves work, because a page
 * that many commits wrote is copied only once.
 */
const worthwhilePages = 4_000;
/**
 * The number of pages in the log from which commits run checkpoints themselves. The log becomes so long only if the
 * worker failed or is too slow.
 */
const maxPages = 16_000;

type Options = {
  readonly db: Db;
  readonly timers: Timers;
  readonly log: { error(message: string): void };
};

/** Runs checkpoints in a worker, because they may take half a second. Must be stopped before the database is closed. */
export class Checkpoints {
  running: Promise<void> | null = null;
  private readonly stopPolling: () => void;
  private pending: Statement | null = null;
  private worker: Worker | null = null;
  private lastError: string | null = null;

  constructor(private readonly options: Options) {
    this.stopPolling = options.timers.every(pollIntervalMs, () => this.poll());
  }

  async stop(patienceMs: number): Promise<void> {
    this.stopPolling();
    await waitAtMost(this.options.timers, patienceMs, Promise.resolve(this.running), null);
    this.worker?.terminate();
    this.pending?.finalize();
  }

  private poll(): void {
    const path = sharedPath(this.options.db);
    if (path === null || this.running || this.pagesWaiting() < worthwhilePages) return;
    this.running = this.run(path).finally(() => {
      this.running = null;
    });
  }

  private pagesWaiting(): number {
    try {
      this.pending ??= prepare(this.options.db);
      const { log = 0, checkpointed = 0 } = (this.pending?.get() ?? {}) as { log?: number; checkpointed?: number };
      return log - checkpointed;
    } catch {
      return 0; // The next poll tries again to count the pages.
    }
  }

  private async run(path: string): Promise<void> {
    this.worker ??= new Worker(workerAddress("platform/db/checkpoint-worker.ts"), { smol: true });
    const { worker } = this;
    const { promise, resolve } = Promise.withResolvers<string | null>();
    worker.onmessage = () => resolve(null);
    worker.onerror = ({ message }) => resolve(message);
    worker.postMessage(path);
    const error = await promise;
    if (error !== null) {
      worker.terminate();
      this.worker = null;
      if (error !== this.lastError) this.options.log.error(`checkpoint failed: ${error}`);
    }
    this.lastError = error;
  }
}

/**
 * Prepares the statement that counts the pages in the log. Null before SQLite 3.51, where checkpoints run only within
 * commits.
 */
function prepare({ $client }: Db): Statement | null {
  const { isNew } = $client.query("SELECT sqlite_version() >= '3.51' AS isNew").get() as { isNew: number };
  if (isNew === 0) return null;
  $client.run(`PRAGMA wal_autocheckpoint = ${maxPages}`);
  return $client.prepare("PRAGMA wal_checkpoint(NOOP)");
}

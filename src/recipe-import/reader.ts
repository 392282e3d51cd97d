import { Semaphore } from "../lib/concurrency.ts";
import type { Timers } from "../lib/timers.ts";
import { pageWorker } from "../version.ts";
import type { ReadJob, ReadResult } from "./page-worker.ts";

/** Then the worker ends by itself: a timer here would hold up the end of the server. */
export const workerIdleMs = 20_000;

/** The worker stops by itself before. */
const maxMs = 3_000;
/** A worker keeps what a large page took. */
const largeBytes = 1_048_576;

/** Reads one page after another, in a worker that ends when it takes too long, and when it has nothing to do. */
export class Reader {
  private readonly turns = new Semaphore(1);
  private worker: Worker | null = null;
  private usedAt = 0;
  /** Pages that took too long, or ended the worker. */
  failures = 0;

  constructor(private readonly timers: Timers) {}

  /** Null: it holds no recipe, or takes too long. */
  read(job: ReadJob): Promise<ReadResult> {
    return this.turns.run(() => this.run(job));
  }

  private async run(job: ReadJob): Promise<ReadResult> {
    if (performance.now() - this.usedAt > workerIdleMs / 2) this.end();
    const worker = this.worker ?? this.start();
    const { promise, resolve } = Promise.withResolvers<ReadResult | "failed">();
    const cancel = this.timers.after(maxMs, () => resolve("failed"));
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = () => resolve("failed");
    worker.postMessage(job);
    const result = await promise;
    cancel();
    this.usedAt = performance.now();
    if (result === "failed") this.failures++;
    if (result === "failed" || ("bytes" in job && job.bytes.length > largeBytes)) this.end();
    return result === "failed" ? null : result;
  }

  private start(): Worker {
    this.worker = new Worker(pageWorker, { smol: true, ref: false });
    return this.worker;
  }

  private end(): void {
    this.worker?.terminate();
    this.worker = null;
  }
}

import { Semaphore } from "../lib/concurrency.ts";
import type { Timers } from "../lib/timers.ts";
import { pageWorker } from "../version.ts";
import type { ReadJob, ReadResult } from "./page-worker.ts";

/** The worker stops by itself before. */
const maxMs = 3_000;

/** Reads one page after another, in a worker that ends when it takes too long, and when nothing waits. */
export class Reader {
  private readonly turns = new Semaphore(1);
  private worker: Worker | null = null;
  private waiting = 0;
  /** Pages that took too long, or ended the worker. */
  failures = 0;

  constructor(private readonly timers: Timers) {}

  /** Null: it holds no recipe, or takes too long. */
  async read(job: ReadJob): Promise<ReadResult> {
    this.waiting++;
    try {
      return await this.turns.run(() => this.run(job));
    } finally {
      if (--this.waiting === 0) this.end();
    }
  }

  private async run(job: ReadJob): Promise<ReadResult> {
    const worker = this.worker ?? this.start();
    const { promise, resolve } = Promise.withResolvers<ReadResult | "failed">();
    const cancel = this.timers.after(maxMs, () => resolve("failed"));
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = () => resolve("failed");
    worker.postMessage(job);
    const result = await promise;
    cancel();
    if (result !== "failed") return result;
    this.failures++;
    this.end();
    return null;
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

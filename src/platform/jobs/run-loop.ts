import { messageOf } from "#lib/errors.ts";
import { second } from "#lib/time.ts";
import type { Timers } from "#lib/timers.ts";
import { recheckOtherProcesses } from "../db/change-counter.ts";
import type { Db } from "../db/client.ts";
import type { Log } from "../http/log.ts";

/** The longest sleep in milliseconds. The time is short, because the clock may jump and a laptop may be suspended. */
export const maxSleepMs = 15 * second;

type RunLoopOptions = {
  readonly db: Db;
  readonly clock: () => Date;
  readonly timers: Timers;
  readonly log: Log;
  /** The beginning of a line in the log when a run fails, such as `background jobs wait`. */
  readonly failureText: string;
  /** Does the work that is due. It must not wait. If it throws, the next run tries again. */
  readonly run: () => void;
  /** Returns the time in milliseconds at which work is next due. A time in the past means at once, and null never. */
  readonly next: () => number | null;
};

/** Runs work when it is due, and sleeps at most {@link maxSleepMs} in between. */
export class RunLoop {
  private timer: { readonly at: number; readonly cancel: () => void } | null = null;
  private isRequested = false;
  private isStopped = false;
  private lastError: string | null = null;

  constructor(private readonly options: RunLoopOptions) {}

  get isSleeping(): boolean {
    return this.timer !== null;
  }

  run(): void {
    if (this.isStopped) return;
    const { db, run, next } = this.options;
    this.logErrorOnce(run);
    recheckOtherProcesses(db);
    if (this.timer !== null || this.isRequested) return;
    const at = next();
    if (at !== null) this.wakeBy(at);
  }

  /** Runs the work when the event loop is free. Several calls before that time cause a single run. */
  runSoon(): void {
    if (this.isRequested || this.isStopped) return;
    this.isRequested = true;
    setImmediate(() => {
      this.isRequested = false;
      this.run();
    });
  }

  wakeBy(time: number): void {
    const now = this.options.clock().getTime();
    const at = Math.min(time, now + maxSleepMs);
    if (this.isStopped || (this.timer !== null && this.timer.at <= at && this.timer.at > now)) return;
    this.cancelTimer();
    const wake = () => {
      this.timer = null;
      this.run();
    };
    this.timer = { at, cancel: this.options.timers.after(Math.max(at - now, 0), wake) };
  }

  /** Cancels the timer of the next run. The caller must run the loop, or wake it later. */
  cancelTimer(): void {
    this.timer?.cancel();
    this.timer = null;
  }

  stop(): void {
    this.isStopped = true;
    this.cancelTimer();
  }

  /** Logs an error only if it differs from the previous error. The same error thus does not appear at every run. */
  logErrorOnce(work: () => void): void {
    const { log, failureText } = this.options;
    try {
      work();
      this.lastError = null;
    } catch (error) {
      const reason = messageOf(error);
      if (reason !== this.lastError) log.error(`${failureText}: ${reason}`);
      this.lastError = reason;
    }
  }
}

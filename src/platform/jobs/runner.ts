import { messageOf } from "#lib/errors.ts";
import { hour, minute } from "#lib/time.ts";
import { backoff, fractionOf, spread, type Timers, waitAtMost } from "#lib/timers.ts";
import { writeUncached } from "../db/change-counter.ts";
import { type Db, transact } from "../db/client.ts";
import type { Log } from "../http/log.ts";
import { RunLoop } from "./run-loop.ts";
import {
  type DueJob,
  deleteJob,
  findEarliestAfter,
  findJob,
  instanceId,
  isOnHold,
  type JobId,
  type JobRow,
  listDue,
  listInterrupted,
  listLater,
  markFailed,
  markOk,
  markRunning,
  moveJob,
  scheduleJob,
} from "./store.ts";

const firstPollMs = 3_000;
const maxRunning = 4;
const stopMs = 3_000;
/** The shortest time in milliseconds between two runs. It limits the damage if a job's `next` is wrong. */
const minPauseMs = minute;
const retryDelays = { firstMs: minute, maxMs: 6 * hour };
const retrySpread = 0.2;
const holdMs = 6 * hour;
const maxErrorLength = 500;

/** A kind of background job. Rows in the table `job` hold the time at which each job is next due. */
export type JobKind = {
  readonly name: string;
  /** The name of the job in the log, such as `nightly backup`. */
  readonly label: string;
  readonly timeoutMs: number;
  /** Whether `scheduleJob` creates a job per subject. If not, a single job is due when the server first starts. */
  readonly hasSubjects?: boolean;
  /** Whether the job calls other servers. Only one such job runs at a time for each household. */
  readonly usesNetwork?: boolean;
  /** Period in milliseconds over which jobs are spread, each at a fixed offset by installation and subject. */
  readonly spreadMs?: number;
  /** Returns the time when the job is due; up to `after` means at once. Null means no time; each poll asks again. */
  next(after: Date, subjectId: string): Date | null;
  /** Runs the job. The promise must reject if `signal` aborts before the work is done. */
  run(subjectId: string, signal: AbortSignal): Promise<void>;
};

export type JobsOptions = {
  readonly db: Db;
  readonly clock: () => Date;
  readonly timers: Timers;
  readonly log: Log;
  readonly kinds: readonly JobKind[];
  /** Called when a job is put on hold: see `isOnHold`. */
  readonly onHold?: (kind: string, reason: string) => void;
  /** Called after each failure. `failures` is the number of failures in a row. */
  readonly onFailed?: (kind: string, failures: number, reason: string) => void;
};

export type StopJobs = () => Promise<void>;

type Running = {
  readonly job: DueJob;
  readonly kind: JobKind;
  readonly controller: AbortController;
  isOverdue: boolean;
  done: Promise<void>;
};

type Result = { readonly job: DueJob; readonly kind: JobKind; readonly error: string | null };

/** Starts the runner. The caller must have locked the data folder: jobs marked as running count as interrupted. */
export function startJobs(options: JobsOptions): StopJobs {
  const runner = new JobRunner(options);
  return () => runner.stop();
}

class JobRunner {
  private readonly kinds: ReadonlyMap<string, JobKind>;
  private readonly names: readonly string[];
  private readonly running = new Map<string, Running>();
  /** Results of jobs that are not yet saved in the table `job`. */
  private readonly results = new Map<string, Result>();
  private readonly unscheduled: Set<JobKind>;
  /** The household whose job was started last. Households take turns, so the next job belongs to another one. */
  private lastHousehold = "";
  private instance = "";
  private lastPollAt: number | null = null;
  private nextAt = Number.POSITIVE_INFINITY;
  private isStopping = false;
  private readonly loop: RunLoop;

  constructor(private readonly options: JobsOptions) {
    this.kinds = new Map(options.kinds.map((kind) => [kind.name, kind]));
    this.names = [...this.kinds.keys()];
    this.unscheduled = new Set(options.kinds.filter(({ hasSubjects }) => !hasSubjects));
    const { db, clock, timers, log } = options;
    const poll = { run: () => this.poll(), next: () => this.nextAt };
    this.loop = new RunLoop({ db, clock, timers, log, failureText: "background jobs wait", ...poll });
    this.loop.wakeBy(clock().getTime() + firstPollMs);
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    this.loop.stop();
    const running = [...this.running.values()];
    for (const { controller } of running) controller.abort(new Error("the server stops"));
    await waitAtMost(this.options.timers, stopMs, Promise.all(running.map(({ done }) => done)), null);
    this.loop.logErrorOnce(() => {
      this.saveResults();
      if (this.running.size === 0) return;
      // A job that is aborted because the server stops has not failed.
      this.write((db) => {
        for (const { job } of this.running.values()) markRunning(db, job, null);
      });
    });
  }

  private poll(): void {
    const { db, clock } = this.options;
    const now = clock();
    this.nextAt = Number.POSITIVE_INFINITY;
    this.saveResults();
    this.repairSchedule(now);
    this.scheduleFirst(now);
    this.startDue(now);
    this.nextAt = findEarliestAfter(db, this.names, now) ?? this.nextAt;
  }

  /** Repairs the due times at the first poll, and after the clock was set back. */
  private repairSchedule(now: Date): void {
    const { db } = this.options;
    const isFirst = this.lastPollAt === null;
    const isSetBack = this.lastPollAt !== null && now.getTime() < this.lastPollAt - minute;
    if (isFirst) this.instance = instanceId(db);
    if (isFirst) this.failInterrupted(now);
    if (isFirst || isSetBack) {
      const moved = listLater(db, this.names, now).flatMap((row) => {
        const latest = this.latestFor(row, now);
        return latest !== null && latest.getTime() < Date.parse(row.nextAt) ? [{ row, latest }] : [];
      });
      if (moved.length > 0) this.write(() => moved.forEach(({ row, latest }) => void moveJob(db, row, latest)));
    }
    this.lastPollAt = now.getTime();
  }

  /** Records a failure for each job that was running when the process ended. */
  private failInterrupted(now: Date): void {
    const { db, log, onHold } = this.options;
    const rows = listInterrupted(db);
    if (rows.length === 0) return;
    const reasons = this.write(() =>
      rows.flatMap((row) => {
        const failures = row.failures + 1;
        const deaths = row.deaths + 1;
        const waits = isOnHold({ deaths });
        const error = waits
          ? `the process ended ${deaths} times in a row while it ran`
          : "the process ended while it ran";
        const nextAt = waits ? new Date(now.getTime() + holdMs) : this.retryAt(row, failures, now);
        markFailed(db, row, { failures, deaths, error, nextAt });
        return waits ? [{ kind: row.kind, reason: `${error}; it waits until ${nextAt.toISOString()}` }] : [];
      }),
    );
    for (const { kind, reason } of reasons) {
      log.error(`${this.labelOf(kind)} is on hold: ${reason}`);
      onHold?.(kind, reason);
    }
  }

  private latestFor({ kind: name, subjectId, failures }: JobRow, now: Date): Date | null {
    const kind = this.kinds.get(name);
    if (failures > 0 || !kind) return new Date(now.getTime() + spread(retryDelays.maxMs, retrySpread, 1));
    return this.nextFor(kind, subjectId, now);
  }

  private scheduleFirst(now: Date): void {
    const { db } = this.options;
    for (const kind of this.unscheduled) {
      const id = { kind: kind.name, subjectId: "" };
      if (!findJob(db, id)) {
        if (this.nextFor(kind, "", now) === null) continue;
        this.write(() => scheduleJob(db, id, null, now));
      }
      this.unscheduled.delete(kind);
    }
  }

  private startDue(now: Date): void {
    for (;;) {
      const active = [...this.running.values()].filter(({ isOverdue }) => !isOverdue);
      if (active.length >= maxRunning) return;
      const startable = listDue(this.options.db, this.names, now).filter(({ kind, householdId }) => {
        const isBusy = active.some((other) => other.kind.usesNetwork && other.job.householdId === householdId);
        return !(this.kinds.get(kind)?.usesNetwork && isBusy);
      });
      const job = startable.find(({ householdId }) => (householdId ?? "") > this.lastHousehold) ?? startable[0];
      const kind = job && this.kinds.get(job.kind);
      if (!kind) return;
      this.lastHousehold = job.householdId ?? "";
      this.start(job, kind, now);
    }
  }

  private start(job: DueJob, kind: JobKind, now: Date): void {
    this.write((db) => markRunning(db, job, now));
    const running: Running = {
      job,
      kind,
      controller: new AbortController(),
      isOverdue: false,
      done: Promise.resolve(),
    };
    this.running.set(keyOf(job), running);
    running.done = this.run(running);
  }

  private async run(running: Running): Promise<void> {
    const { job, kind, controller } = running;
    const cancelTimeout = this.options.timers.after(kind.timeoutMs, () => {
      running.isOverdue = true;
      controller.abort(new Error(`took longer than ${kind.timeoutMs / 1_000} s`));
      this.loop.run(); // Another job can start, even if this one does not stop.
    });
    let failure: string | null = null;
    try {
      await kind.run(job.subjectId, controller.signal);
    } catch (error) {
      failure = reasonOf(running.isOverdue ? controller.signal.reason : error);
    } finally {
      cancelTimeout();
    }
    this.running.delete(keyOf(job));
    this.results.set(keyOf(job), { job, kind, error: failure });
    this.loop.run();
  }

  /** Saves the results of finished jobs. If saving fails, for example on a full disk, the next poll tries again. */
  private saveResults(): void {
    if (this.results.size === 0) return;
    const now = this.options.clock();
    const results = [...this.results.values()];
    this.write((db) => {
      for (const { job, kind, error } of results) {
        if (error === null) this.saveSuccess(job, kind, now);
        else if (this.isStopping) markRunning(db, job, null);
        else this.saveFailure(job, error, now);
      }
    });
    this.results.clear();
    for (const { job, kind, error } of results) {
      if (error === null || this.isStopping) continue;
      this.options.log.error(`${kind.label} failed, will be tried again: ${error}`);
      this.options.onFailed?.(kind.name, findJob(this.options.db, job)?.failures ?? 1, error);
    }
  }

  private saveSuccess(job: JobId, kind: JobKind, now: Date): void {
    const { db } = this.options;
    const next = this.nextFor(kind, job.subjectId, now);
    if (next) markOk(db, job, now, new Date(Math.max(next.getTime(), now.getTime() + minPauseMs)));
    else deleteJob(db, job);
    if (!next && !kind.hasSubjects) this.unscheduled.add(kind);
  }

  private saveFailure(job: JobId, error: string, now: Date): void {
    const { db } = this.options;
    const failures = (findJob(db, job)?.failures ?? 0) + 1;
    markFailed(db, job, { failures, deaths: 0, error, nextAt: this.retryAt(job, failures, now) });
  }

  private nextFor(kind: JobKind, subjectId: string, after: Date): Date | null {
    try {
      const next = kind.next(after, subjectId);
      const offset = (kind.spreadMs ?? 0) * this.fractionFor(`${kind.name} ${subjectId}`);
      return next && new Date(next.getTime() + Math.floor(offset));
    } catch {
      return after; // If this throws, the error appears again when the job runs.
    }
  }

  private retryAt({ kind, subjectId }: JobId, failures: number, now: Date): Date {
    const fraction = this.fractionFor(`${kind} ${subjectId} ${failures}`);
    const delay = spread(backoff(retryDelays, failures), retrySpread, fraction);
    return new Date(now.getTime() + Math.round(delay));
  }

  /** Returns a number from 0 to 1, fixed by installation and text, so that installations do not all call at once. */
  private fractionFor(text: string): number {
    return fractionOf(`${this.instance} ${text}`);
  }

  private labelOf(kind: string): string {
    return this.kinds.get(kind)?.label ?? kind;
  }

  private write<T>(change: (db: Db) => T): T {
    const { db } = this.options;
    return writeUncached(db, () => transact(db, () => change(db)));
  }
}

function keyOf({ kind, subjectId }: JobId): string {
  return `${kind} ${subjectId}`;
}

function reasonOf(error: unknown): string {
  return messageOf(error).replaceAll(/\s+/g, " ").trim().slice(0, maxErrorLength);
}

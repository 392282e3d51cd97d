import { hour, minute } from "#lib/time.ts";
import type { Timers } from "#lib/timers.ts";
import { writeUncached } from "../db/change-counter.ts";
import { type Db, transact } from "../db/client.ts";
import type { Log } from "../http/log.ts";
import {
  type DueJob,
  deleteJob,
  findEarliestAfter,
  findJob,
  instanceId,
  isHeld,
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

const firstLookMs = 3_000;
/** The wall clock may jump, and a laptop sleeps. */
const longestSleepMs = 15_000;
const maxRunning = 4;
const stopMs = 3_000;
/** Bounds a job whose `next` is wrong. */
const shortestPauseMs = minute;
const firstRetryMs = minute;
const longestRetryMs = 6 * hour;
const retrySpread = 0.2;
const holdMs = 6 * hour;
const maxErrorLength = 500;

/** Rows in the table `job` say when each subject is next due. */
export type JobKind = {
  readonly name: string;
  /** For the log: `nightly backup`. */
  readonly label: string;
  readonly timeoutMs: number;
  /** Rows come from `scheduleJob`. Absent: one row with an empty subject, first due at once. */
  readonly hasSubjects?: boolean;
  /** One at a time for each household. */
  readonly usesNetwork?: boolean;
  /** Each installation and subject has its own fixed offset within this time. */
  readonly spreadMs?: number;
  /** Null: nothing to do yet; asked again at each look. A time until `after`: at once. */
  next(after: Date, subjectId: string): Date | null;
  /** Must reject if aborted before the work is done. */
  run(subjectId: string, signal: AbortSignal): Promise<void>;
};

export type JobsOptions = {
  readonly db: Db;
  readonly clock: () => Date;
  readonly timers: Timers;
  readonly log: Log;
  readonly kinds: readonly JobKind[];
  /** See `isHeld`. */
  readonly onHeld?: (kind: string, reason: string) => void;
  /** `failures` in a row. */
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

type Result = { readonly job: DueJob; readonly kind: JobKind; readonly fault: string | null };

/** Needs the lock of the data folder: running rows belong to a process that ended. */
export function startJobs(options: JobsOptions): StopJobs {
  const runner = new JobRunner(options);
  return () => runner.stop();
}

class JobRunner {
  private readonly kinds: ReadonlyMap<string, JobKind>;
  private readonly names: string;
  private readonly running = new Map<string, Running>();
  /** Not yet saved in their rows. */
  private readonly results = new Map<string, Result>();
  private readonly unscheduled: Set<JobKind>;
  /** Of the last start, so that households take turns. */
  private lastHousehold = "";
  private instance = "";
  private lastLook: number | null = null;
  private lastFault: string | null = null;
  private isStopping = false;
  private cancelTimer: () => void;

  constructor(private readonly options: JobsOptions) {
    this.kinds = new Map(options.kinds.map((kind) => [kind.name, kind]));
    this.names = JSON.stringify([...this.kinds.keys()]);
    this.unscheduled = new Set(options.kinds.filter(({ hasSubjects }) => !hasSubjects));
    this.cancelTimer = options.timers.after(firstLookMs, () => this.look());
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    this.cancelTimer();
    const running = [...this.running.values()];
    for (const { controller } of running) controller.abort(new Error("the server stops"));
    const timeout = Promise.withResolvers<void>();
    const cancelTimeout = this.options.timers.after(stopMs, timeout.resolve);
    await Promise.race([Promise.all(running.map(({ done }) => done)), timeout.promise]);
    cancelTimeout();
    this.logFault(() => {
      this.saveResults();
      if (this.running.size === 0) return;
      // A stop is no failure.
      this.write((db) => {
        for (const { job } of this.running.values()) markRunning(db, job, null);
      });
    });
  }

  private look(): void {
    if (this.isStopping) return;
    this.cancelTimer();
    let sleepMs = longestSleepMs;
    this.logFault(() => {
      const now = this.options.clock();
      this.saveResults();
      this.catchUp(now);
      this.scheduleFirst(now);
      this.startDue(now);
      const next = findEarliestAfter(this.options.db, this.names, now);
      if (next !== null) sleepMs = Math.min(next - now.getTime(), longestSleepMs);
    });
    this.cancelTimer = this.options.timers.after(sleepMs, () => this.look());
  }

  /** Also after the clock was set back. */
  private catchUp(now: Date): void {
    const { db } = this.options;
    const isFirst = this.lastLook === null;
    const isSetBack = this.lastLook !== null && now.getTime() < this.lastLook - minute;
    if (isFirst) this.instance = this.write(() => instanceId(db));
    if (isFirst) this.recover(now);
    if (isFirst || isSetBack) {
      const moved = listLater(db, this.names, now).flatMap((row) => {
        const latest = this.latestFor(row, now);
        return latest !== null && latest.getTime() < Date.parse(row.nextAt) ? [{ row, latest }] : [];
      });
      if (moved.length > 0) this.write(() => moved.forEach(({ row, latest }) => void moveJob(db, row, latest)));
    }
    this.lastLook = now.getTime();
  }

  /** The end of a process counts as a failure of what ran. */
  private recover(now: Date): void {
    const { db, log, onHeld } = this.options;
    const rows = listInterrupted(db);
    if (rows.length === 0) return;
    const reasons = this.write(() =>
      rows.flatMap((row) => {
        const failures = row.failures + 1;
        const deaths = row.deaths + 1;
        const isOnHold = isHeld({ deaths });
        const error = isOnHold
          ? `the process ended ${deaths} times in a row while it ran`
          : "the process ended while it ran";
        const nextAt = isOnHold ? new Date(now.getTime() + holdMs) : this.retryAt(row, failures, now);
        markFailed(db, row, { failures, deaths, error, nextAt });
        return isOnHold ? [{ kind: row.kind, reason: `${error}; it waits until ${nextAt.toISOString()}` }] : [];
      }),
    );
    for (const { kind, reason } of reasons) {
      log.error(`${this.labelOf(kind)} is on hold: ${reason}`);
      onHeld?.(kind, reason);
    }
  }

  private latestFor({ kind: name, subjectId, failures }: JobRow, now: Date): Date | null {
    const kind = this.kinds.get(name);
    if (failures > 0 || !kind) return new Date(now.getTime() + longestRetryMs * (1 + retrySpread));
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
      this.look(); // Its place is free, even if it does not stop.
    });
    let fault: string | null = null;
    try {
      await kind.run(job.subjectId, controller.signal);
    } catch (error) {
      fault = reasonOf(running.isOverdue ? controller.signal.reason : error);
    } finally {
      cancelTimeout();
    }
    this.running.delete(keyOf(job));
    this.results.set(keyOf(job), { job, kind, fault });
    this.look();
  }

  /** Retries at each look: the disk may be full. */
  private saveResults(): void {
    if (this.results.size === 0) return;
    const now = this.options.clock();
    const results = [...this.results.values()];
    this.write((db) => {
      for (const { job, kind, fault } of results) {
        if (fault === null) this.saveSuccess(job, kind, now);
        else if (this.isStopping) markRunning(db, job, null);
        else this.saveFailure(job, fault, now);
      }
    });
    this.results.clear();
    for (const { job, kind, fault } of results) {
      if (fault === null || this.isStopping) continue;
      this.options.log.error(`${kind.label} failed, will be tried again: ${fault}`);
      this.options.onFailed?.(kind.name, findJob(this.options.db, job)?.failures ?? 1, fault);
    }
  }

  private saveSuccess(job: JobId, kind: JobKind, now: Date): void {
    const { db } = this.options;
    const next = this.nextFor(kind, job.subjectId, now);
    if (next) markOk(db, job, now, new Date(Math.max(next.getTime(), now.getTime() + shortestPauseMs)));
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
      return after; // The run shows the fault.
    }
  }

  private retryAt({ kind, subjectId }: JobId, failures: number, now: Date): Date {
    const delay = Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs);
    const factor = 1 - retrySpread + 2 * retrySpread * this.fractionFor(`${kind} ${subjectId} ${failures}`);
    return new Date(now.getTime() + Math.round(delay * factor));
  }

  /** From 0 to 1, fixed for an installation, so that installations do not call a service together. */
  private fractionFor(text: string): number {
    return Bun.hash.crc32(`${this.instance} ${text}`) / 2 ** 32;
  }

  private labelOf(kind: string): string {
    return this.kinds.get(kind)?.label ?? kind;
  }

  private write<T>(change: (db: Db) => T): T {
    const { db } = this.options;
    return writeUncached(db, () => transact(db, () => change(db)));
  }

  /** Not one line for each look. */
  private logFault(attempt: () => void): void {
    try {
      attempt();
      this.lastFault = null;
    } catch (error) {
      const fault = reasonOf(error);
      if (fault !== this.lastFault) this.options.log.error(`background jobs wait: ${fault}`);
      this.lastFault = fault;
    }
  }
}

function keyOf({ kind, subjectId }: JobId): string {
  return `${kind} ${subjectId}`;
}

function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return reason.replaceAll(/\s+/g, " ").trim().slice(0, maxErrorLength);
}

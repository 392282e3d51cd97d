import { readHousehold } from "#accounts/households/store.ts";
import { KeyedMutex, Semaphore } from "#lib/concurrency.ts";
import { notReady, rateLimited } from "#lib/errors.ts";
import type { Signal } from "#lib/signal.ts";
import type { Timers } from "#lib/timers.ts";
import type { Config } from "#platform/config.ts";
import { writeInHousehold, writeUncached } from "#platform/db/change-counter.ts";
import { type Db, transact } from "#platform/db/client.ts";
import type { CommitEvent } from "#platform/deps.ts";
import type { Log } from "#platform/http/log.ts";
import { calendarSync, systemWork, type Work } from "#platform/work.ts";
import { isStale } from "./jobs.ts";
import type { Counts, Run } from "./model.ts";
import type { CalendarRow } from "./rows.store.ts";
import { type Secrets, secretsOf } from "./secrets.ts";

const maxConcurrent = 2;

export type RemoteReaderDeps = {
  readonly db: Db;
  readonly config: Config;
  readonly clock: () => Date;
  readonly timers: Timers;
  readonly log: Log;
  readonly committed: Signal<CommitEvent>;
};

type QueueLimits = {
  /**
   * Maximum number of waiting jobs of one household. Without this limit, a household with slow servers would delay
   * other households.
   */
  readonly maxWaiting: number;
  readonly tooManyText: string;
  readonly busyError: () => Error;
};

/** Reads calendars from other servers, only a few at a time. */
export abstract class RemoteReader<Deps extends RemoteReaderDeps> {
  readonly secrets: Secrets;
  protected readonly stopping = new AbortController();
  private readonly running: KeyedMutex;
  private readonly permits = new Semaphore(maxConcurrent);
  private readonly households: KeyedMutex;

  constructor(
    protected readonly deps: Deps,
    { maxWaiting, tooManyText, busyError }: QueueLimits,
  ) {
    this.secrets = secretsOf(deps.config);
    this.running = new KeyedMutex({ maxLoad: 1, refuse: busyError });
    this.households = new KeyedMutex({ maxLoad: 1 + maxWaiting, refuse: () => rateLimited(60, tooManyText) });
  }

  stop(): void {
    this.stopping.abort(notReady("The server is stopping"));
  }

  /** Holds the mutex of a calendar or account while `use` runs. @throws ApiError 409 if the mutex is already taken */
  runExclusively<Result>(id: string, use: () => Promise<Result>): Promise<Result> {
    return this.running.run(id, use);
  }

  isRunning(id: string): boolean {
    return this.running.isBusy(id);
  }

  protected runQueued<Result>(householdId: string, work: () => Promise<Result>): Promise<Result> {
    return this.households.run(householdId, () => this.permits.run(work));
  }

  protected signalOf(aborted: AbortSignal | undefined): AbortSignal {
    const { signal } = this.stopping;
    return aborted ? AbortSignal.any([aborted, signal]) : signal;
  }

  protected workOf(householdId: string): Work {
    return syncWork(this.deps.db, householdId, this.deps.clock());
  }

  /** Runs `change` in a transaction. `isSeen` says whether the change affects data that the app shows. */
  protected write(householdId: string, change: (work: Work) => void, isSeen = true): void {
    const { db, committed } = this.deps;
    const work = this.workOf(householdId);
    const write = () => transact(db, () => change(work));
    if (isSeen) writeInHousehold(db, householdId, write);
    else writeUncached(db, write);
    if (isSeen) committed.emit(work);
  }

  protected runOf<Changed extends Counts>(started: Date, counts: Changed, bytes: number, error: string | null) {
    const ms = Math.max(0, this.deps.clock().getTime() - started.getTime());
    return { at: started.toISOString(), ...counts, ms, bytes, error };
  }

  protected logRun(subject: string, result: string, { ms, bytes }: Run): void {
    this.deps.log.info(`sync ${subject}: ${result}, ${ms} ms, ${Math.ceil(bytes / 1_024)} KB`);
  }
}

export function syncWork(db: Db, householdId: string, now: Date): Work {
  return { ...systemWork(db, readHousehold({ db, householdId }), now), actor: calendarSync };
}

export const successState = (now: Date) => ({ heardAt: now.toISOString(), state: "fresh" as const, failures: 0 });

export function failureState({ heardAt, state }: CalendarRow, failures: number, isFailed: boolean, now: Date) {
  const isNowStale = isStale({ failures, heardAt }, now);
  return { failures, state: isFailed ? ("failed" as const) : isNowStale ? ("stale" as const) : state };
}

import { readHousehold } from "#accounts/households/store.ts";
import { KeyedMutex, Semaphore } from "#lib/concurrency.ts";
import { notReady, rateLimited } from "#lib/errors.ts";
import type { Signal } from "#lib/signal.ts";
import type { Timers } from "#lib/timers.ts";
import type { Config } from "#platform/config.ts";
import type { Db } from "#platform/db/client.ts";
import type { CommitEvent } from "#platform/deps.ts";
import type { Log } from "#platform/http/log.ts";
import { calendarSync, systemWork, type Work } from "#platform/work.ts";
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
  /** Creates the error for a calendar or account that is already being read. */
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
    const { db, clock } = this.deps;
    return { ...systemWork(db, readHousehold(db, householdId), clock()), actor: calendarSync };
  }
}

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

const atOnce = 2;

export type ReadingParts = {
  readonly db: Db;
  readonly config: Config;
  readonly clock: () => Date;
  readonly timers: Timers;
  readonly log: Log;
  readonly committed: Signal<CommitEvent>;
};

type Bounds = {
  /** Of one household, whose slow servers must not keep others waiting. */
  readonly waiting: number;
  readonly tooMany: string;
  /** The error if it is read already. */
  readonly busy: () => Error;
};

/** Reads calendars of other servers, a few at a time. */
export abstract class Readings<Parts extends ReadingParts> {
  readonly secrets: Secrets;
  protected readonly stopping = new AbortController();
  private readonly running: KeyedMutex;
  private readonly places = new Semaphore(atOnce);
  private readonly households: KeyedMutex;

  constructor(
    protected readonly parts: Parts,
    { waiting, tooMany, busy }: Bounds,
  ) {
    this.secrets = secretsOf(parts.config);
    this.running = new KeyedMutex({ maxLoad: 1, refuse: busy });
    this.households = new KeyedMutex({ maxLoad: 1 + waiting, refuse: () => rateLimited(60, tooMany) });
  }

  stop(): void {
    this.stopping.abort(notReady("The server is stopping"));
  }

  /** Keeps others from reading it until the end. @throws ApiError 409 */
  claim<Result>(id: string, use: () => Promise<Result>): Promise<Result> {
    return this.running.run(id, use);
  }

  isRunning(id: string): boolean {
    return this.running.isBusy(id);
  }

  protected inTurn<Result>(householdId: string, work: () => Promise<Result>): Promise<Result> {
    return this.households.run(householdId, () => this.places.run(work));
  }

  protected signalOf(aborted: AbortSignal | undefined): AbortSignal {
    const { signal } = this.stopping;
    return aborted ? AbortSignal.any([aborted, signal]) : signal;
  }

  protected workOf(householdId: string): Work {
    const { db, clock } = this.parts;
    return { ...systemWork(db, readHousehold(db, householdId), clock()), actor: calendarSync };
  }
}

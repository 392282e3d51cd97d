/** Deletes sign-ins and kept answers that have ended, every night. They are invalid before that, too. */
import { deleteExpiredReplies } from "../auth/idempotency.ts";
import { lastDue } from "../backup/nightly.ts";
import { type Db, transact } from "../db/client.ts";
import { listHouseholds } from "../households/store.ts";
import type { Log } from "../http/log.ts";
import { minute } from "../lib/time.ts";
import type { Timers } from "../lib/timers.ts";
import { forgetSessions } from "./store.ts";

const firstTickMs = 2_000;
const tickMs = minute;

/** What the job needs. */
export type SweepOrder = {
  readonly db: Db;
  /** Wall time `HH:MM` in the zone of the first household. */
  readonly at: string;
  readonly clock: () => Date;
  readonly timers: Timers;
  readonly log: Log;
};

/** The rows that a sweep deleted. */
export type Swept = { readonly sessions: number; readonly answers: number };

/**
 * Deletes all that has ended. Each batch is a transaction of its own, and requests are answered between two of them, so
 * that nobody waits for more than one batch.
 */
export async function sweep(db: Db, now: Date, isStopped: () => boolean = () => false): Promise<Swept> {
  const sessions = await inBatches(() => transact(db, () => forgetSessions(db, now)), isStopped);
  const answers = await inBatches(() => transact(db, () => deleteExpiredReplies(db, now)), isStopped);
  return { sessions, answers };
}

/**
 * Starts the job beside the server and returns what ends it. It sweeps soon after the start, because the server may have been
 * off at night, and then once for each night that begins.
 */
export function startSweeping(order: SweepOrder): () => Promise<void> {
  const { db, at, clock, timers, log } = order;
  let sweptFor: number | null = null;
  let isStopped = false;
  let running: Promise<void> | null = null;
  const sweepIfDue = async () => {
    try {
      const timeZone = listHouseholds(db)[0]?.timeZone;
      const due = timeZone === undefined ? null : lastDue(clock(), at, timeZone).getTime();
      if (due === sweptFor) return;
      const { sessions, answers } = await sweep(db, clock(), () => isStopped);
      sweptFor = due;
      if (sessions + answers > 0) log.info(`deleted ${sessions} ended sign-ins and ${answers} old answers`);
    } catch (error) {
      log.error(`sweep failed, will be tried again: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const tick = () => {
    running ??= sweepIfDue().finally(() => {
      running = null;
    });
  };
  const cancelFirst = timers.after(firstTickMs, tick);
  const cancelTicks = timers.every(tickMs, tick);
  return async () => {
    isStopped = true;
    cancelFirst();
    cancelTicks();
    await running;
  };
}

async function inBatches(deleteBatch: () => number, isStopped: () => boolean): Promise<number> {
  let all = 0;
  for (;;) {
    const deleted = isStopped() ? 0 : deleteBatch();
    if (deleted === 0) return all;
    all += deleted;
    await Bun.sleep(0);
  }
}

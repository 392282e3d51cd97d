/** Deletes expired sessions and idempotency replays, which requests already ignore. */
import { deleteExpiredReplies } from "../auth/idempotency.ts";

import { lastDue } from "../backup/nightly.ts";
import { type Db, transact } from "../db/client.ts";
import { listHouseholds } from "../households/store.ts";
import type { Log } from "../http/log.ts";
import { minute } from "../lib/time.ts";
import type { Timers } from "../lib/timers.ts";
import { deleteExpiredSessions } from "./store.ts";

const firstTickMs = 2_000;
const tickMs = minute;

export type SweepOptions = {
  readonly db: Db;
  /** Wall time `HH:MM` in the first household's time zone. */
  readonly at: string;
  readonly clock: () => Date;
  readonly timers: Timers;
  readonly log: Log;
};

export type Swept = { readonly sessions: number; readonly answers: number };

/** One transaction per batch; requests run in between. */
export async function sweep(db: Db, now: Date, isStopped: () => boolean = () => false): Promise<Swept> {
  const sessions = await inBatches(() => transact(db, () => deleteExpiredSessions(db, now)), isStopped);
  const answers = await inBatches(() => transact(db, () => deleteExpiredReplies(db, now)), isStopped);
  return { sessions, answers };
}

/** Also sweeps after the start, because the server may be off at night. Returns a function that stops the job. */
export function startSweeping(options: SweepOptions): () => Promise<void> {
  const { db, at, clock, timers, log } = options;
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

/** Deletes expired sessions and idempotency replays, which requests already ignore. */
import { deleteExpiredReplies } from "../auth/idempotency.ts";
import { writeUses } from "../auth/last-uses.ts";
import { type Db, transact } from "../db/client.ts";
import type { Log } from "../http/log.ts";
import { everyNight, inBatches, type NightOptions } from "../jobs/nights.ts";
import type { JobKind } from "../jobs/runner.ts";
import { hour } from "../lib/time.ts";
import { deleteExpiredSessions } from "./store.ts";

export type SweepOptions = NightOptions & {
  readonly db: Db;
  readonly clock: () => Date;
  readonly log: Log;
};

export type Swept = { readonly sessions: number; readonly answers: number };

export async function sweep(db: Db, now: Date, signal: AbortSignal): Promise<Swept> {
  while (writeUses(db, now) > 0);
  const sessions = await inBatches(() => transact(db, () => deleteExpiredSessions(db, now)), signal);
  const answers = await inBatches(() => transact(db, () => deleteExpiredReplies(db, now)), signal);
  return { sessions, answers };
}

export function nightlySweep(options: SweepOptions): JobKind {
  const { db, clock, log } = options;
  return {
    name: "sweep",
    label: "sweep",
    timeoutMs: hour,
    next: everyNight(options),
    async run(_, signal) {
      const { sessions, answers } = await sweep(db, clock(), signal);
      if (sessions + answers > 0) log.info(`deleted ${sessions} ended sign-ins and ${answers} old answers`);
    },
  };
}

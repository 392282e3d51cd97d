/** Deletes expired sessions and idempotency replays, which requests already ignore. */
import { deleteExpiredReplies } from "#platform/auth/idempotency.ts";
import { writeUses } from "#platform/auth/last-uses.ts";
import { type Db, transact } from "#platform/db/client.ts";
import { inBatches, type NightlyJobContext, nightlyDeletion } from "#platform/jobs/nightly.ts";
import type { JobKind } from "#platform/jobs/runner.ts";
import { deleteExpiredSessions } from "./store.ts";

export type Swept = { readonly sessions: number; readonly answers: number };

export async function sweep(db: Db, now: Date, signal: AbortSignal): Promise<Swept> {
  while (writeUses(db, now) > 0);
  const sessions = await inBatches(() => transact(db, () => deleteExpiredSessions(db, now)), signal);
  const answers = await inBatches(() => transact(db, () => deleteExpiredReplies(db, now)), signal);
  return { sessions, answers };
}

export function nightlySweep(night: NightlyJobContext): JobKind {
  const { db, clock } = night;
  return nightlyDeletion(night, {
    name: "sweep",
    label: "sweep",
    async run(signal) {
      const { sessions, answers } = await sweep(db, clock(), signal);
      return sessions + answers === 0 ? null : `${sessions} ended sign-ins and ${answers} old answers`;
    },
  });
}

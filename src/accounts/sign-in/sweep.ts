/** Deletes expired sessions. Also deletes expired responses that were stored for requests with an idempotency key. */
import { deleteExpiredReplies } from "#platform/auth/idempotency.ts";
import { writeUses } from "#platform/auth/last-uses.ts";
import { type Db, transact } from "#platform/db/client.ts";
import { inBatches, type NightlyJobContext, nightlyDeletion } from "#platform/jobs/nightly.ts";
import type { JobKind } from "#platform/jobs/runner.ts";
import { deleteExpiredSessions } from "./store.ts";

export async function sweep(db: Db, now: Date, signal: AbortSignal) {
  while (writeUses(db, now) > 0);
  const sessions = await inBatches(() => transact(db, () => deleteExpiredSessions(db, now)), signal);
  const replies = await inBatches(() => transact(db, () => deleteExpiredReplies(db, now)), signal);
  return { sessions, replies };
}

export function nightlySweep(night: NightlyJobContext): JobKind {
  const { db, clock } = night;
  return nightlyDeletion(night, {
    name: "sweep",
    label: "sweep",
    async run(signal) {
      const { sessions, replies } = await sweep(db, clock(), signal);
      return sessions + replies === 0 ? null : `${sessions} ended sign-ins and ${replies} old answers`;
    },
  });
}

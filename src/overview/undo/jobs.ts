import { hour, minute } from "#lib/time.ts";
import { deleteExpiredImages } from "#platform/activity/image-bounds.store.ts";
import { transact } from "#platform/db/client.ts";
import { inBatches, type NightlyJobContext } from "#platform/jobs/nightly.ts";
import type { JobKind } from "#platform/jobs/runner.ts";

export function hourlyImageDeletion({ db, clock, log }: Pick<NightlyJobContext, "db" | "clock" | "log">): JobKind {
  return {
    name: "undo",
    label: "deletion of old undo data",
    timeoutMs: 10 * minute,
    spreadMs: 10 * minute,
    next: (after) => new Date(after.getTime() + hour),
    async run(_, signal) {
      const deleted = await inBatches(() => transact(db, () => deleteExpiredImages(db, clock())), signal);
      if (deleted > 0) log.info(`deleted what ${deleted} old changes need to be undone`);
    },
  };
}

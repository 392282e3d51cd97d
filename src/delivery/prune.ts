/** Deletes old notices and deliveries, which nobody reads any more. */
import { inArray, lte, sql } from "drizzle-orm";
import { writeUncached } from "../db/change-counter.ts";
import { type Db, transact } from "../db/client.ts";
import { preparedWrite } from "../db/prepare.ts";
import { delivery, notice } from "../db/tables.ts";
import type { Log } from "../http/log.ts";
import { everyNight, inBatches, type NightOptions } from "../jobs/nights.ts";
import type { JobKind } from "../jobs/runner.ts";
import { day, hour, minute } from "../lib/time.ts";

/** Longer than a clock may be set back: a notice keeps its reminder from being decided again. */
const noticesKeptMs = 60 * day;
const deliveriesKeptMs = 30 * day;
const batchSize = 200;

const rowId = sql`rowid`;
const before = sql.placeholder("before");

/** Across households: old rows. */
const deleteNotices = preparedWrite((db) =>
  db
    .delete(notice)
    .where(inArray(rowId, db.select({ rowId }).from(notice).where(lte(notice.createdAt, before)).limit(batchSize))),
);

/** Across households: old rows. */
const deleteDeliveries = preparedWrite((db) =>
  db
    .delete(delivery)
    .where(inArray(rowId, db.select({ rowId }).from(delivery).where(lte(delivery.createdAt, before)).limit(batchSize))),
);

export type Pruned = { readonly notices: number; readonly deliveries: number };

/** Deliveries first, so that a batch of notices takes few of them along. */
export async function prune(db: Db, now: Date, signal: AbortSignal): Promise<Pruned> {
  const batches = (deleteBatch: typeof deleteNotices, keptMs: number) => {
    const params = { before: new Date(now.getTime() - keptMs).toISOString() };
    return inBatches(() => writeUncached(db, () => transact(db, () => deleteBatch(db, params))), signal);
  };
  const deliveries = await batches(deleteDeliveries, deliveriesKeptMs);
  const notices = await batches(deleteNotices, noticesKeptMs);
  return { notices, deliveries };
}

export type PruneOptions = NightOptions & { readonly db: Db; readonly clock: () => Date; readonly log: Log };

export function nightlyPrune(options: PruneOptions): JobKind {
  const { db, clock, log } = options;
  return {
    name: "prune",
    label: "deletion of old notices",
    timeoutMs: hour,
    spreadMs: 10 * minute,
    next: everyNight(options),
    async run(_, signal) {
      const { notices, deliveries } = await prune(db, clock(), signal);
      if (notices + deliveries > 0) log.info(`deleted ${notices} old notices and ${deliveries} old deliveries`);
    },
  };
}

import { and, asc, eq, gt, inArray, lte, sql } from "drizzle-orm";
import { day, minute } from "#lib/time.ts";
import { writeUncached } from "#platform/db/change-counter.ts";
import { type Db, transact } from "#platform/db/client.ts";
import { fields, insertParams, prepared, preparedWrite, updateParams } from "#platform/db/prepare.ts";
import { channel, delivery, notice } from "#platform/db/tables.ts";
import { inBatches, type NightlyJobContext, nightlyDeletion } from "#platform/jobs/nightly.ts";
import type { JobKind } from "#platform/jobs/runner.ts";

const { placeholder } = sql;
const ofHousehold = eq(delivery.householdId, placeholder("householdId"));
const isOne = and(ofHousehold, eq(delivery.id, placeholder("id")));

const insertOnce = preparedWrite((db) =>
  db
    .insert(delivery)
    .values({
      ...insertParams("householdId", "id", "noticeId", "channelId", "target", "nextAt", "expiresAt", "createdAt"),
      state: "queued",
    })
    .onConflictDoNothing(),
);

/** Reads the households with queued deliveries. Runs once, at the start of the process. */
const queuedHouseholds = prepared((db) =>
  db.selectDistinct(fields(delivery, "householdId")).from(delivery).where(eq(delivery.state, "queued")),
);

const nextOfHousehold = prepared((db) =>
  db
    .select({ nextAt: sql<string | null>`min(${delivery.nextAt})`.as("nextAt") })
    .from(delivery)
    .where(and(ofHousehold, eq(delivery.state, "queued"), gt(delivery.nextAt, placeholder("after")))),
);

const dueDeliveries = prepared((db) =>
  db
    .select({
      ...fields(delivery, "id", "noticeId", "channelId", "target", "attempts", "nextAt", "expiresAt"),
      kind: sql<typeof channel.$inferSelect.kind>`${channel.kind}`.as("kind"),
    })
    .from(delivery)
    .innerJoin(channel, and(eq(channel.householdId, placeholder("householdId")), eq(channel.id, delivery.channelId)))
    .where(
      and(
        ofHousehold,
        eq(delivery.state, "queued"),
        lte(delivery.nextAt, placeholder("now")),
        sql`${delivery.target} not in (select value from json_each(${placeholder("except")}))`,
      ),
    )
    .orderBy(asc(delivery.nextAt))
    .limit(placeholder("limit")),
);

const markSending = preparedWrite((db) =>
  db
    .update(delivery)
    .set({ state: "sending", attempts: sql`${delivery.attempts} + 1` })
    .where(and(isOne, eq(delivery.state, "queued"))),
);

const finish = preparedWrite((db) =>
  db
    .update(delivery)
    .set(updateParams("state", "nextAt", "status", "error", "sentAt"))
    .where(isOne),
);

/** Queues deliveries marked `sending` again, in all households: the process that was sending them has ended. */
const requeue = preparedWrite((db) =>
  db
    .update(delivery)
    .set({ state: "queued", maybeSent: 1, nextAt: sql`${placeholder("now")}` })
    .where(eq(delivery.state, "sending")),
);

/** Cancels the queued deliveries of all households. */
const cancelQueued = preparedWrite((db) =>
  db
    .update(delivery)
    .set({ state: "cancelled", error: sql`${placeholder("reason")}` })
    .where(sql`${delivery.state} in ('queued', 'sending')`),
);

const lastOfMember = prepared((db) =>
  db
    .select(fields(delivery, "id", "noticeId", "channelId", "state", "error", "sentAt", "nextAt"))
    .from(delivery)
    .innerJoin(channel, and(eq(channel.householdId, placeholder("householdId")), eq(channel.id, delivery.channelId)))
    .where(and(ofHousehold, eq(channel.memberId, placeholder("memberId"))))
    .orderBy(sql`${delivery.id} desc`)
    .limit(placeholder("limit")),
);

export type DueDelivery = ReturnType<typeof dueDeliveries.all>[number];
export type DeliveryState = "queued" | "sent" | "failed" | "cancelled" | "expired";

export type NewDelivery = {
  readonly noticeId: string;
  readonly channelId: string;
  readonly target: string;
  readonly nextAt: Date;
  readonly expiresAt: Date;
};

/** Queues a delivery. Does nothing if the notice already has a delivery through this channel. */
export function insertDelivery(db: Db, householdId: string, made: NewDelivery, now: Date): void {
  insertOnce(db, {
    householdId,
    id: Bun.randomUUIDv7("hex", now),
    noticeId: made.noticeId,
    channelId: made.channelId,
    target: made.target,
    nextAt: made.nextAt.toISOString(),
    expiresAt: made.expiresAt.toISOString(),
    createdAt: now.toISOString(),
  });
}

export function householdsWithQueue(db: Db): string[] {
  return queuedHouseholds.all(db).map(({ householdId }) => householdId);
}

/** Returns the time in milliseconds of the next delivery after `now`, or null if no later delivery exists. */
export function nextDeliveryAfter(db: Db, householdId: string, now: Date): number | null {
  const { nextAt } = nextOfHousehold.get(db, { householdId, after: now.toISOString() }) ?? { nextAt: null };
  return nextAt === null ? null : Date.parse(nextAt);
}

type DueQuery = { readonly limit: number; readonly exceptTargets: readonly string[] };

export function listDueDeliveries(
  db: Db,
  householdId: string,
  now: Date,
  { limit, exceptTargets }: DueQuery,
): DueDelivery[] {
  return dueDeliveries.all(db, { householdId, now: now.toISOString(), limit, except: JSON.stringify(exceptTargets) });
}

/** Marks a delivery as `sending`. Returns false if the delivery is no longer queued. */
export function beginSending(db: Db, householdId: string, id: string): boolean {
  return markSending(db, { householdId, id }) > 0;
}

export type DeliveryResult = {
  readonly state: DeliveryState;
  readonly nextAt: Date;
  readonly status: number | null;
  readonly error: string | null;
  readonly sentAt: Date | null;
};

export function finishDelivery(
  db: Db,
  householdId: string,
  id: string,
  { nextAt, sentAt, ...end }: DeliveryResult,
): void {
  finish(db, { householdId, id, ...end, nextAt: nextAt.toISOString(), sentAt: sentAt?.toISOString() ?? null });
}

/** Queues unfinished deliveries of a crashed process again, with the same ids. */
export function requeueSending(db: Db, now: Date): number {
  return requeue(db, { now: now.toISOString() });
}

export function cancelAll(db: Db, reason: string): number {
  return cancelQueued(db, { reason });
}

export function listLastDeliveries(db: Db, householdId: string, memberId: string, limit: number) {
  return lastOfMember.all(db, { householdId, memberId, limit });
}

/**
 * Time for which notices are stored. While a notice is stored, the same reminder cannot cause a second notice, even if
 * the server's clock is set back.
 */
const noticesKeptMs = 60 * day;
const deliveriesKeptMs = 30 * day;
const batchSize = 200;

const rowId = sql`rowid`;
const before = placeholder("before");

/** Deletes old notices of all households. */
const deleteNotices = preparedWrite((db) =>
  db
    .delete(notice)
    .where(inArray(rowId, db.select({ rowId }).from(notice).where(lte(notice.createdAt, before)).limit(batchSize))),
);

/** Deletes old deliveries of all households. */
const deleteDeliveries = preparedWrite((db) =>
  db
    .delete(delivery)
    .where(inArray(rowId, db.select({ rowId }).from(delivery).where(lte(delivery.createdAt, before)).limit(batchSize))),
);

export type Pruned = { readonly notices: number; readonly deliveries: number };

/** Deletes old deliveries and notices. Deliveries come first, because deleting a notice also deletes its deliveries. */
export async function prune(db: Db, now: Date, signal: AbortSignal): Promise<Pruned> {
  const batches = (deleteBatch: typeof deleteNotices, keptMs: number) => {
    const params = { before: new Date(now.getTime() - keptMs).toISOString() };
    return inBatches(() => writeUncached(db, () => transact(db, () => deleteBatch(db, params))), signal);
  };
  const deliveries = await batches(deleteDeliveries, deliveriesKeptMs);
  const notices = await batches(deleteNotices, noticesKeptMs);
  return { notices, deliveries };
}

export function nightlyPrune(night: NightlyJobContext): JobKind {
  const { db, clock } = night;
  return nightlyDeletion(night, {
    name: "prune",
    label: "deletion of old notices",
    spreadMs: 10 * minute,
    async run(signal) {
      const { notices, deliveries } = await prune(db, clock(), signal);
      return notices + deliveries === 0 ? null : `${notices} old notices and ${deliveries} old deliveries`;
    },
  });
}

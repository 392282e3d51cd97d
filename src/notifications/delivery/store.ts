import { and, asc, desc, eq, gt, lte, sql } from "drizzle-orm";
import { day, isoOf, minute } from "#lib/time.ts";
import { writeUncached } from "#platform/db/change-counter.ts";
import { type Db, transact } from "#platform/db/client.ts";
import { fields, prepared, preparedWrite } from "#platform/db/prepare.ts";
import {
  byId,
  deleteBatch,
  equal,
  type HouseholdScope,
  insertInto,
  ofHousehold,
  param,
  selectFrom,
  updateIn,
} from "#platform/db/statements.ts";
import { channel, delivery, notice } from "#platform/db/tables.ts";
import { inBatches, type NightlyJobContext, nightlyDeletion } from "#platform/jobs/nightly.ts";
import type { JobKind } from "#platform/jobs/runner.ts";
import type { TimedScope, Work } from "#platform/work.ts";

const isQueued = eq(delivery.state, "queued");
const isOfDelivery = and(ofHousehold(channel), eq(channel.id, delivery.channelId));

const insertOnce = insertInto(
  delivery,
  ["id", "noticeId", "channelId", "target", "state", "nextAt", "expiresAt", "createdAt"],
  (insert) => insert.onConflictDoNothing(),
);

/** Reads the households with queued deliveries. Runs once, at the start of the process. */
const queuedHouseholds = prepared((db) =>
  db.selectDistinct(fields(delivery, "householdId")).from(delivery).where(isQueued),
);

const nextOfHousehold = selectFrom(delivery, [], {
  where: [isQueued, gt(delivery.nextAt, param("after"))],
  computed: { nextAt: sql<string | null>`min(${delivery.nextAt})` },
});

const dueDeliveries = prepared((db) =>
  db
    .select({
      ...fields(delivery, "id", "noticeId", "channelId", "target", "attempts", "nextAt", "expiresAt"),
      ...fields(channel, "kind"),
    })
    .from(delivery)
    .innerJoin(channel, isOfDelivery)
    .where(
      and(
        ofHousehold(delivery),
        isQueued,
        lte(delivery.nextAt, param("now")),
        sql`${delivery.target} not in (select value from json_each(${param("except")}))`,
      ),
    )
    .orderBy(asc(delivery.nextAt))
    .limit(param("limit")),
);

const markSending = updateIn(delivery, [], [byId(delivery), isQueued], {
  state: "sending",
  attempts: sql`${delivery.attempts} + 1`,
});

const finish = updateIn(delivery, ["state", "nextAt", "status", "error", "sentAt"], byId(delivery));

/** Queues deliveries marked `sending` again, in all households: the process that was sending them has ended. */
const requeue = preparedWrite((db) =>
  db
    .update(delivery)
    .set({ state: "queued", maybeSent: 1, nextAt: sql`${param("now")}` })
    .where(eq(delivery.state, "sending")),
);

/** Cancels the queued deliveries of all households. */
const cancelQueued = preparedWrite((db) =>
  db
    .update(delivery)
    .set({ state: "cancelled", error: sql`${param("reason")}` })
    .where(sql`${delivery.state} in ('queued', 'sending')`),
);

const lastOfMember = prepared((db) =>
  db
    .select(fields(delivery, "id", "noticeId", "channelId", "state", "error", "sentAt", "nextAt"))
    .from(delivery)
    .innerJoin(channel, isOfDelivery)
    .where(and(ofHousehold(delivery), equal(channel.memberId, "memberId")))
    .orderBy(desc(delivery.id))
    .limit(param("limit")),
);

export type DueDelivery = ReturnType<typeof dueDeliveries.all>[number];
/** A new delivery. Its times are in milliseconds. */
type NewDelivery = Pick<DueDelivery, "noticeId" | "channelId" | "target"> & Record<"nextAt" | "expiresAt", number>;

/** Queues a delivery. Does nothing if the notice already has a delivery through this channel. */
export function insertDelivery(scope: TimedScope, made: NewDelivery): void {
  insertOnce(scope, {
    ...made,
    id: Bun.randomUUIDv7("hex", scope.now),
    state: "queued",
    nextAt: isoOf(made.nextAt),
    expiresAt: isoOf(made.expiresAt),
    createdAt: scope.now.toISOString(),
  });
}

export const householdsWithQueue = (db: Db): string[] => queuedHouseholds.all(db).map(({ householdId }) => householdId);

/** Returns the time in milliseconds of the next delivery after now, or null if no later delivery exists. */
export function nextDeliveryAfter(scope: TimedScope): number | null {
  const nextAt = nextOfHousehold.get(scope, { after: scope.now.toISOString() })?.nextAt ?? null;
  return nextAt === null ? null : Date.parse(nextAt);
}

type DueQuery = { readonly limit: number; readonly exceptTargets: readonly string[] };

export function listDueDeliveries({ db, householdId, now }: TimedScope, { limit, exceptTargets }: DueQuery) {
  return dueDeliveries.all(db, { householdId, now: now.toISOString(), limit, except: exceptTargets });
}

/** Marks a delivery as `sending`. Returns false if the delivery is no longer queued. */
export const beginSending = (scope: HouseholdScope, id: string): boolean => markSending(scope, { id }) > 0;

export type DeliveryResult = {
  readonly state: "queued" | "sent" | "failed" | "cancelled" | "expired";
  readonly nextAt: string;
  readonly status: number | null;
  readonly error: string | null;
  readonly sentAt: string | null;
};

export const finishDelivery = (scope: HouseholdScope, id: string, result: DeliveryResult) =>
  finish(scope, { ...result, id });

/** Queues unfinished deliveries of a crashed process again, with the same ids. */
export const requeueSending = (db: Db, now: Date): number => requeue(db, { now: now.toISOString() });

export const cancelAll = (db: Db, reason: string): number => cancelQueued(db, { reason });

export function listLastDeliveries({ db, householdId }: Work, memberId: string, limit: number) {
  return lastOfMember.all(db, { householdId, memberId, limit });
}

/** Time for which notices are kept, so that a reminder cannot cause a second one, even if the clock is set back. */
const noticesKeptMs = 60 * day;
const deliveriesKeptMs = 30 * day;
const batchSize = 200;

const deleteNotices = deleteBatch(notice, lte(notice.createdAt, param("before")), batchSize);
const deleteDeliveries = deleteBatch(delivery, lte(delivery.createdAt, param("before")), batchSize);

/** Deletes old deliveries and notices. Deliveries come first, because deleting a notice also deletes its deliveries. */
export async function prune(db: Db, now: Date, signal: AbortSignal) {
  const batches = (deleteOld: typeof deleteNotices, keptMs: number) => {
    const params = { before: new Date(now.getTime() - keptMs).toISOString() };
    return inBatches(() => writeUncached(db, () => transact(db, () => deleteOld(db, params))), signal);
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

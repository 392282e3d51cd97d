/** Reports the state of the reminders and deliveries of all households to the operator. */
import { and, count, eq, gt, isNotNull, lte, max, or, sql } from "drizzle-orm";
import type { Db } from "#platform/db/client.ts";
import { fields, prepared } from "#platform/db/prepare.ts";
import { param } from "#platform/db/statements.ts";
import { channel, delivery, member, reminderClock } from "#platform/db/tables.ts";

const isOfDelivery = and(eq(channel.householdId, delivery.householdId), eq(channel.id, delivery.channelId));

const queued = prepared((db) =>
  db
    .select({
      ...fields(channel, "kind"),
      count: sql<number>`${count()}`.as("count"),
      /** Creation time of the oldest delivery due by now. Those delayed by quiet hours do not count. */
      oldestAt: sql<string | null>`min(case when ${or(
        gt(delivery.attempts, 0),
        lte(delivery.nextAt, param("now")),
      )} then ${delivery.createdAt} end)`.as("oldestAt"),
    })
    .from(delivery)
    .innerJoin(channel, isOfDelivery)
    .where(sql`${delivery.state} = 'queued'`)
    .groupBy(channel.kind),
);

const byState = prepared((db) =>
  db
    .select({ ...fields(delivery, "state"), count: sql<number>`${count()}`.as("count") })
    .from(delivery)
    .groupBy(delivery.state),
);

const channelsOff = prepared((db) =>
  db
    .select({
      ...fields(channel, "kind", "label", "offReason"),
      member: sql<string>`${member.name}`.as("member"),
    })
    .from(channel)
    .innerJoin(member, and(eq(member.householdId, channel.householdId), eq(member.id, channel.memberId)))
    .where(isNotNull(channel.offReason))
    .orderBy(channel.householdId, member.name, channel.label),
);

const lastDecided = prepared((db) =>
  db.select({ settledTo: sql<string | null>`${max(reminderClock.settledTo)}`.as("settledTo") }).from(reminderClock),
);

export type Queue = ReturnType<typeof queued.all>[number];

/** Returns the queued deliveries of each kind of channel. Leaves out kinds without queued deliveries. */
export const readQueues = (db: Db, now: Date): Queue[] => queued.all(db, { now: now.toISOString() });

/** Returns the creation time of the oldest delivery that could have been sent by now, or null. */
export function findOldest(queues: readonly Queue[]): string | null {
  return queues.flatMap(({ oldestAt }) => oldestAt ?? []).sort()[0] ?? null;
}

export function countByState(db: Db): Partial<Record<(typeof delivery.$inferSelect)["state"], number>> {
  return Object.fromEntries(byState.all(db).map(({ state, count: rows }) => [state, rows]));
}

export const listChannelsOff = (db: Db) => channelsOff.all(db);

/** Returns the latest time up to which due reminders of any household have become notices, or null. */
export const readDecidedUntil = (db: Db): string | null => lastDecided.get(db)?.settledTo ?? null;

/** Reports to the operator on the reminders of all households. */
import { and, count, eq, gt, isNotNull, lte, max, or, sql } from "drizzle-orm";
import type { Db } from "#platform/db/client.ts";
import { fields, prepared } from "#platform/db/prepare.ts";
import { channel, delivery, member, reminderClock } from "#platform/db/tables.ts";

const isOfDelivery = and(eq(channel.householdId, delivery.householdId), eq(channel.id, delivery.channelId));

const queued = prepared((db) =>
  db
    .select({
      ...fields(channel, "kind"),
      count: sql<number>`${count()}`.as("count"),
      /** Creation of the oldest delivery that could have been sent. Quiet hours delay others. */
      oldestAt: sql<string | null>`min(case when ${or(
        gt(delivery.attempts, 0),
        lte(delivery.nextAt, sql.placeholder("now")),
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
export type ChannelOff = ReturnType<typeof channelsOff.all>[number];

/** Returns one queue for each kind of channel with queued deliveries. */
export function readQueues(db: Db, now: Date): Queue[] {
  return queued.all(db, { now: now.toISOString() });
}

/** Returns when the oldest queued delivery was created that could have been sent. */
export function findOldest(queues: readonly Queue[]): string | null {
  const times = queues.flatMap(({ oldestAt }) => (oldestAt === null ? [] : [oldestAt]));
  return times.sort()[0] ?? null;
}

export function countByState(db: Db): Partial<Record<(typeof delivery.$inferSelect)["state"], number>> {
  return Object.fromEntries(byState.all(db).map(({ state, count: rows }) => [state, rows]));
}

export function listChannelsOff(db: Db): ChannelOff[] {
  return channelsOff.all(db);
}

/** Returns the latest time on disk up to which the reminders of a household are decided. */
export function readDecidedUntil(db: Db): string | null {
  return lastDecided.get(db)?.settledTo ?? null;
}

/** Adds notices, deliveries and channels to the database, as the reminder engine and the sender store them. */

import { hour, minute } from "#lib/time.ts";
import type { Facts } from "#notifications/notices/notice.ts";
import { channel, delivery, notice, reminderClock } from "#platform/db/tables.ts";
import type { Home } from "../home/home.ts";

/** Household and member to which the rows belong. */
type Owner = Pick<Home, "db" | "id"> & {
  readonly members: { readonly anna: { readonly id: string } };
  readonly clock: { readonly now: Date };
};

type NoticeChange = Partial<Omit<typeof notice.$inferInsert, "facts" | "about" | "createdAt">> & {
  facts?: Facts;
  about?: readonly string[];
  createdAt?: Date;
};

let count = 0;

/** Adds a notice. The default is a notice for Anna about an event that starts in 10 minutes. Returns its id. */
export function addNotice(
  { db, id: householdId, members, clock }: Owner,
  { createdAt = clock.now, facts, about = [], ...change }: NoticeChange = {},
): string {
  const at = createdAt.toISOString();
  const id = Bun.randomUUIDv7("hex", createdAt);
  const from = createdAt.getTime() + 10 * minute;
  const piano: Facts = {
    type: "event",
    title: "Piano",
    location: null,
    allDay: false,
    from,
    to: from + hour,
    firstDay: null,
  };
  const subject = { subjectType: "event", subjectId: `${count++}`, listId: null, slot: at, minutes: 10 } as const;
  const state = { urgency: "normal", state: "open", hidden: 0 } as const;
  const times = { occurrenceKey: at, dueAt: at, expiresAt: at, createdAt: at };
  const row = { householdId, id, memberId: members.anna.id, kind: "event", ...subject, ...times, ...state, ...change };
  db.insert(notice)
    .values({ ...row, facts: JSON.stringify(facts ?? piano), about: JSON.stringify(about) })
    .run();
  return id;
}

type ChannelChange = Partial<
  Pick<typeof channel.$inferInsert, "memberId" | "kind" | "label" | "config" | "details" | "offReason">
>;

/** Adds a notification channel. Returns its id. */
export function addChannel({ db, id: householdId, members, clock }: Owner, change: ChannelChange = {}): string {
  const id = Bun.randomUUIDv7("hex", clock.now);
  const createdAt = clock.now.toISOString();
  const row = { householdId, id, memberId: members.anna.id, kind: "ntfy", label: "phone", config: "{}" } as const;
  db.insert(channel)
    .values({ ...row, verifiedAt: createdAt, createdAt, ...change })
    .run();
  return id;
}

type DeliveryChange = {
  noticeId?: string;
  channelId: string;
  state?: (typeof delivery.$inferInsert)["state"];
  createdAt?: Date;
  expiresAt?: string;
};

/** Adds a delivery of a notice. Returns its id. */
export function addDelivery(home: Owner, { createdAt = home.clock.now, ...change }: DeliveryChange): string {
  const id = Bun.randomUUIDv7("hex", createdAt);
  const at = createdAt.toISOString();
  const row = { householdId: home.id, id, noticeId: change.noticeId ?? addNotice(home), target: "https://ntfy.sh" };
  home.db
    .insert(delivery)
    .values({ ...row, state: "queued", nextAt: at, expiresAt: at, createdAt: at, ...change })
    .run();
  return id;
}

/** Stores the time until which the reminder engine has decided on reminders. */
export function setReminderClock({ db, id: householdId }: Owner, settledTo: Date): void {
  const row = { settledTo: settledTo.toISOString() };
  db.insert(reminderClock)
    .values({ householdId, ...row })
    .onConflictDoUpdate({ target: reminderClock.householdId, set: row })
    .run();
}

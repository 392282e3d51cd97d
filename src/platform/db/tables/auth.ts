import { index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { byActor, householdId, recordColumns } from "./household.ts";
import { member, memberId } from "./members.ts";

/** A signed-in session of a member. The session expires 30 days after `lastSeenAt`. */
export const session = sqliteTable(
  "session",
  {
    id: text().primaryKey(),
    householdId: householdId(),
    memberId: memberId(),
    tokenHash: text("token_hash").notNull().unique(),
    createdAt: text("created_at").notNull(),
    lastSeenAt: text("last_seen_at").notNull(),
    userAgent: text("user_agent"),
  },
  (t) => [index("session_member").on(t.householdId, t.memberId), index("session_age").on(t.lastSeenAt)],
);

/** An invitation of a member, for one use within 7 days. */
export const invitation = sqliteTable(
  "invitation",
  {
    memberId: text("member_id")
      .primaryKey()
      .references(() => member.id),
    householdId: householdId(),
    tokenHash: text("token_hash").notNull().unique(),
    expiresAt: text("expires_at").notNull(),
  },
  (t) => [index("invitation_household").on(t.householdId)],
);

export const device = sqliteTable(
  "device",
  {
    id: text().primaryKey(),
    householdId: householdId(),
    name: text().notNull(),
    tokenHash: text("token_hash").notNull().unique(),
    lastSeenAt: text("last_seen_at"),
    revokedAt: text("revoked_at"),
    ...recordColumns(),
  },
  (t) => [byActor(t.householdId, t.createdBy), index("device_household").on(t.householdId, t.createdAt)],
);

export const apiKey = sqliteTable(
  "api_key",
  {
    id: text().primaryKey(),
    householdId: householdId(),
    /** The member whose personal lists the key sees, or null. */
    memberId: text("member_id").references(() => member.id),
    name: text().notNull(),
    hash: text().notNull().unique(),
    prefix: text().notNull(),
    /** Scopes in canonical order, separated by spaces. */
    scopes: text().notNull(),
    expiresAt: text("expires_at"),
    revokedAt: text("revoked_at"),
    lastUsedAt: text("last_used_at"),
    lastAgentName: text("last_agent_name"),
    ...recordColumns(),
  },
  (t) => [byActor(t.householdId, t.createdBy), index("api_key_household").on(t.householdId, t.createdAt)],
);

/** Answers to requests with an idempotency key. Answers are kept for 24 hours. */
export const idempotency = sqliteTable(
  "idempotency",
  {
    householdId: householdId(),
    callerId: text("caller_id").notNull(),
    key: text().notNull(),
    /** The method and path of the request, together with the member for whom a device acts. */
    route: text().notNull(),
    bodyHash: text("body_hash").notNull(),
    answer: text().notNull(),
    createdAt: text("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.householdId, t.callerId, t.key] }), index("idempotency_age").on(t.createdAt)],
);

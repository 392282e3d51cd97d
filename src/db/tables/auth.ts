import { index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { householdId, recordColumns } from "./household.ts";
import { member } from "./members.ts";

/** One browser where a member is signed in. It ends 30 days after it was last seen. */
export const session = sqliteTable(
  "session",
  {
    id: text().primaryKey(),
    householdId: householdId(),
    memberId: text("member_id")
      .notNull()
      .references(() => member.id),
    /** SHA-256 of the cookie's token, lower-case hex. */
    tokenHash: text("token_hash").notNull().unique(),
    createdAt: text("created_at").notNull(),
    /** Written at most once a minute. */
    lastSeenAt: text("last_seen_at").notNull(),
    /** As the browser called itself; null where it did not. */
    userAgent: text("user_agent"),
  },
  (t) => [index("session_member").on(t.householdId, t.memberId), index("session_age").on(t.lastSeenAt)],
);

/** A link by which a member sets a password: good once, for 7 days. A new one replaces the last. */
export const invitation = sqliteTable(
  "invitation",
  {
    memberId: text("member_id")
      .primaryKey()
      .references(() => member.id),
    householdId: householdId(),
    /** SHA-256 of the link's token, lower-case hex. */
    tokenHash: text("token_hash").notNull().unique(),
    expiresAt: text("expires_at").notNull(),
  },
  (t) => [index("invitation_household").on(t.householdId)],
);

/** A wall tablet: it reads what is shared and ticks for the member it names. */
export const device = sqliteTable(
  "device",
  {
    id: text().primaryKey(),
    householdId: householdId(),
    name: text().notNull(),
    /** SHA-256 of its token, lower-case hex. */
    tokenHash: text("token_hash").notNull().unique(),
    /** Written at most once a minute; null: never seen since it was paired. */
    lastSeenAt: text("last_seen_at"),
    revokedAt: text("revoked_at"),
    ...recordColumns(),
  },
  (t) => [index("device_household").on(t.householdId, t.createdAt)],
);

/** A key of the API. The key itself is never stored: only its SHA-256 and a prefix to recognise it by. */
export const apiKey = sqliteTable(
  "api_key",
  {
    id: text().primaryKey(),
    householdId: householdId(),
    /** Whose key it is, and whose personal lists it sees; null: made without a member. */
    memberId: text("member_id").references(() => member.id),
    name: text().notNull(),
    /** SHA-256 of the whole key, lower-case hex. */
    hash: text().notNull().unique(),
    /** The first 8 characters after `fam_live_`. */
    prefix: text().notNull(),
    /** Scopes in canonical order, separated by single spaces. */
    scopes: text().notNull(),
    /** Null: never expires by itself. */
    expiresAt: text("expires_at"),
    revokedAt: text("revoked_at"),
    /** Written at most once a minute. */
    lastUsedAt: text("last_used_at"),
    lastAgentName: text("last_agent_name"),
    ...recordColumns(),
  },
  (t) => [index("api_key_household").on(t.householdId, t.createdAt)],
);

/** The first answer of a POST that carried an `Idempotency-Key`, kept for 24 hours. */
export const idempotency = sqliteTable(
  "idempotency",
  {
    householdId: householdId(),
    /** The key's, member's or device's id. */
    callerId: text("caller_id").notNull(),
    key: text().notNull(),
    /** Method and path, and for whom a device acts. */
    route: text().notNull(),
    /** SHA-256 of the body's bytes, lower-case hex. */
    bodyHash: text("body_hash").notNull(),
    /** The answer's body, as it was sent. */
    answer: text().notNull(),
    createdAt: text("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.householdId, t.callerId, t.key] }), index("idempotency_age").on(t.createdAt)],
);

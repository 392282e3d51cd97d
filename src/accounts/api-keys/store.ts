import { and, asc, eq, gt, isNull, lte, sql } from "drizzle-orm";
import { limitReached, notFound, unprocessable } from "#lib/errors.ts";
import { say } from "#lib/sentence.ts";
import { toUtc } from "#lib/time.ts";
import { actorId, actorsOf } from "#platform/activity/actors.ts";
import { record } from "#platform/activity/record.ts";
import { parseScopes } from "#platform/auth/authenticator.ts";
import { generateKey, hashKey, prefixOf } from "#platform/auth/keys.ts";
import { latestUse } from "#platform/auth/last-uses.ts";
import { keyStatus, type Plan, requireAnyPlan } from "#platform/auth/plan.ts";
import { type Scope, scopes } from "#platform/auth/scopes.ts";
import { fields, insertParams, prepared, preparedWrite } from "#platform/db/prepare.ts";
import { apiKey } from "#platform/db/tables.ts";
import type { Actor, Work } from "#platform/work.ts";
import { readHousehold } from "../households/store.ts";

/** The largest number of unrevoked API keys of a household. */
export const maxKeys = 25;

const keyFields = fields(
  apiKey,
  "id",
  "name",
  "prefix",
  "scopes",
  "expiresAt",
  "revokedAt",
  "createdAt",
  "updatedAt",
  "createdBy",
  "lastUsedAt",
  "lastAgentName",
);
const ofHousehold = eq(apiKey.householdId, sql.placeholder("householdId"));
const isOne = and(ofHousehold, eq(apiKey.id, sql.placeholder("id")));

const keysInOrder = prepared((db) =>
  db.select(keyFields).from(apiKey).where(ofHousehold).orderBy(asc(apiKey.createdAt), asc(apiKey.id)),
);

const keyById = prepared((db) => db.select(keyFields).from(apiKey).where(isOne));

const keysExpiring = prepared((db) =>
  db
    .select(fields(apiKey, "id", "name", "expiresAt"))
    .from(apiKey)
    .where(
      and(
        ofHousehold,
        isNull(apiKey.revokedAt),
        gt(apiKey.expiresAt, sql.placeholder("from")),
        lte(apiKey.expiresAt, sql.placeholder("to")),
      ),
    ),
);

const unrevokedCount = prepared((db) =>
  db
    .select({ count: sql<number>`count(*)`.as("count") })
    .from(apiKey)
    .where(and(ofHousehold, isNull(apiKey.revokedAt))),
);

const insertKey = preparedWrite((db) =>
  db.insert(apiKey).values({
    ...insertParams("id", "householdId", "memberId", "name", "hash", "prefix", "scopes", "expiresAt", "createdBy"),
    createdAt: sql.placeholder("now"),
    updatedAt: sql.placeholder("now"),
  }),
);

const markRevoked = preparedWrite((db) =>
  db
    .update(apiKey)
    .set({ revokedAt: sql`${sql.placeholder("now")}`, updatedAt: sql`${sql.placeholder("now")}` })
    .where(isOne),
);

type KeyRow = NonNullable<ReturnType<typeof keyById.get>>;

export type ApiKey = ReturnType<typeof toApiKey>;

/** The properties of a new API key. A key that belongs to no member sees no personal list. */
export type NewKey = {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: string | null;
  readonly memberId: string | null;
};

/**
 * Creates an API key. Only this result contains the secret key itself. Must run in a transaction.
 * @throws ApiError 403 `upgrade_required`; 422 for a past `expiresAt` or a 26th unrevoked key.
 */
export function createApiKey(work: Work, input: NewKey) {
  const { db, householdId, now } = work;
  const plan = readHousehold(db, householdId);
  requireAnyPlan(plan, now);
  if (input.expiresAt !== null && Date.parse(input.expiresAt) <= now.getTime()) {
    throw unprocessable("expiresAt", "must lie in the future");
  }
  if ((unrevokedCount.get(db, { householdId })?.count ?? 0) >= maxKeys) {
    throw limitReached(`A household may have ${maxKeys} API keys at most; revoke one first`);
  }
  const id = Bun.randomUUIDv7("hex", now);
  const key = generateKey();
  insertKey(db, {
    id,
    householdId,
    memberId: input.memberId,
    name: input.name,
    hash: hashKey(key),
    prefix: prefixOf(key),
    scopes: scopes.filter((scope) => input.scopes.includes(scope)).join(" "),
    expiresAt: input.expiresAt && toUtc(input.expiresAt),
    now: now.toISOString(),
    createdBy: actorId(work),
  });
  const after = readKey(work, id, plan);
  record(work, {
    action: "created",
    subject: { type: "api_key", id, label: after.name },
    summary: say`made the API key “${after.name}”`,
    changes: null,
    before: null,
    after: { apiKey: [after] },
  });
  return { ...after, key };
}

export function listApiKeys(work: Work) {
  const { db, householdId } = work;
  const plan = readHousehold(db, householdId);
  const actorOf = actorsOf(work);
  return keysInOrder.all(db, { householdId }).map((row) => toApiKey(work, row, plan, actorOf));
}

/** Revokes an API key. Does nothing if the key is already revoked. @throws ApiError 404. */
export function revokeApiKey(work: Work, id: string): { id: string; deleted: true } {
  const { db, householdId, now } = work;
  const plan = readHousehold(db, householdId);
  const before = readKey(work, id, plan);
  if (before.status === "revoked") return { id, deleted: true };
  markRevoked(db, { householdId, id, now: now.toISOString() });
  record(work, {
    action: "revoked",
    subject: { type: "api_key", id, label: before.name },
    summary: say`revoked the API key “${before.name}”`,
    changes: null,
    before: { apiKey: [before] },
    after: { apiKey: [readKey(work, id, plan)] },
  });
  return { id, deleted: true };
}

const markAllRevoked = preparedWrite((db) =>
  db
    .update(apiKey)
    .set({ revokedAt: sql`${sql.placeholder("now")}`, updatedAt: sql`${sql.placeholder("now")}` })
    .where(and(ofHousehold, eq(apiKey.memberId, sql.placeholder("memberId")), isNull(apiKey.revokedAt))),
);

/** Revokes all API keys of a member. Does not record activity. Must run in a transaction. */
export function revokeKeysOf({ db, householdId, now }: Work, memberId: string): void {
  markAllRevoked(db, { householdId, memberId, now: now.toISOString() });
}

function readKey(work: Work, id: string, plan: Plan) {
  const row = keyById.get(work.db, { householdId: work.householdId, id });
  if (!row) throw notFound("API key");
  return toApiKey(work, row, plan, actorsOf(work));
}

function toApiKey({ db, now }: Work, row: KeyRow, plan: Plan, actorOf: (id: number) => Actor) {
  const use = latestUse(db, row.id);
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: parseScopes(row.scopes),
    expiresAt: row.expiresAt,
    status: keyStatus(row, plan, now),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    createdBy: actorOf(row.createdBy),
    lastUsedAt: use?.at.toISOString() ?? row.lastUsedAt,
    lastAgentName: use?.agentName ?? row.lastAgentName,
  };
}

/** Returns the unrevoked API keys that expire after `from` and not after `to`. */
export function expiringKeys({ db, householdId }: Work, from: Date, to: Date) {
  return keysExpiring.all(db, { householdId, from: from.toISOString(), to: to.toISOString() });
}

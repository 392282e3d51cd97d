/** From credentials to who is calling. */
import { eq, sql } from "drizzle-orm";
import type { Db } from "../db/client.ts";
import { fields, prepared, preparedWrite } from "../db/prepare.ts";
import { apiKey, household } from "../db/schema.ts";
import { unauthorized } from "../errors.ts";
import { minute } from "../time.ts";
import { hashKey, isWellFormedKey } from "./keys.ts";
import type { Plan } from "./plan.ts";
import { isScope, type Scope } from "./scopes.ts";

/** Who is calling: a key, with its household as it stands at this request. */
export type Caller = {
  readonly kind: "api_key";
  readonly id: string;
  readonly name: string;
  /** What logs may show of the key. */
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  /** The member whose key it is; null: made without one. */
  readonly memberId: string | null;
  readonly householdId: string;
  readonly timeZone: string;
  /** Of the household: a cached answer of the same revision is still true. */
  readonly revision: number;
  readonly plan: Plan;
  /** Null: never. */
  readonly lastUsedAt: string | null;
};

const keyByHash = prepared((db) =>
  db
    .select({
      ...fields(apiKey, "id", "name", "prefix", "scopes", "memberId", "householdId"),
      ...fields(apiKey, "expiresAt", "revokedAt", "lastUsedAt"),
      ...fields(household, "timeZone", "revision", "plan", "planEndsAt", "trialEndsAt"),
    })
    .from(apiKey)
    .innerJoin(household, eq(household.id, apiKey.householdId))
    .where(eq(apiKey.hash, sql.placeholder("hash"))),
);

const touchKey = preparedWrite((db) =>
  db
    .update(apiKey)
    .set({
      lastUsedAt: sql`${sql.placeholder("now")}`,
      lastAgentName: sql`ifnull(${sql.placeholder("agentName")}, ${apiKey.lastAgentName})`,
    })
    .where(eq(apiKey.id, sql.placeholder("id"))),
);

/**
 * Finds the key of an `Authorization` header.
 * @throws ApiError 401 `Missing API key`, `Invalid API key` (unknown or revoked, one text) or `API key expired`.
 */
export function authenticate(db: Db, authorization: string | null, now: Date): Caller {
  const key = /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
  if (key === undefined) throw unauthorized("Missing API key");
  const row = isWellFormedKey(key) ? keyByHash.get(db, { hash: hashKey(key) }) : null;
  if (row === null || row.revokedAt !== null) throw unauthorized("Invalid API key");
  if (row.expiresAt !== null && row.expiresAt <= now.toISOString()) throw unauthorized("API key expired");
  return {
    kind: "api_key",
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: parseScopes(row.scopes),
    memberId: row.memberId,
    householdId: row.householdId,
    timeZone: row.timeZone,
    revision: row.revision,
    plan: row,
    lastUsedAt: row.lastUsedAt,
  };
}

/** Notes that a key was let in, and under which agent name, at most once a minute. It is no change of the household's. */
export function noteUse(db: Db, caller: Caller, agentName: string | null, now: Date): void {
  const { id, lastUsedAt } = caller;
  if (lastUsedAt !== null && now.getTime() - Date.parse(lastUsedAt) < minute) return;
  touchKey(db, { id, now: now.toISOString(), agentName });
}

/** Reads the stored form: scopes separated by single spaces. */
export function parseScopes(stored: string): Scope[] {
  return stored.split(" ").filter(isScope);
}

/** From credentials to who is calling. */
import { eq, sql } from "drizzle-orm";
import { type Db, snapshot } from "../db/client.ts";
import { fields, prepared, preparedWrite } from "../db/prepare.ts";
import { apiKey, household } from "../db/schema.ts";
import { stateOf } from "../db/state.ts";
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
  /** Null: never by itself. */
  readonly expiresAt: string | null;
  /** Null: never. */
  readonly lastUsedAt: string | null;
};

const mostRemembered = 1_000;

const keyByHash = prepared((db) =>
  db
    .select(
      fields(
        apiKey,
        ...(["id", "name", "prefix", "scopes", "memberId", "householdId"] as const),
        ...(["expiresAt", "revokedAt", "lastUsedAt"] as const),
      ),
    )
    .from(apiKey)
    .where(eq(apiKey.hash, sql.placeholder("hash"))),
);

/** Apart from the key, because SQLite takes six times as long over the join of these two rows. */
const householdById = prepared((db) =>
  db
    .select(fields(household, "timeZone", "revision", "plan", "planEndsAt", "trialEndsAt"))
    .from(household)
    .where(eq(household.id, sql.placeholder("id"))),
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

/** Finds callers by their credentials, and remembers them as long as nothing is written to the database. */
export class Callers {
  private readonly known = new Map<string, Caller>();
  private state = -1;

  constructor(private readonly db: Db) {}

  /**
   * The key of an `Authorization` header.
   * @throws ApiError 401 `Missing API key`, `Invalid API key` (unknown or revoked, one text) or `API key expired`.
   */
  authenticate(authorization: string | null, now: Date): Caller {
    if (authorization === null) throw unauthorized("Missing API key");
    const state = stateOf(this.db);
    if (state !== this.state || this.known.size >= mostRemembered) this.known.clear();
    this.state = state;
    const caller = this.known.get(authorization) ?? findCaller(this.db, authorization);
    if (caller.expiresAt !== null && caller.expiresAt <= now.toISOString()) throw unauthorized("API key expired");
    this.known.set(authorization, caller);
    return caller;
  }
}

function findCaller(db: Db, authorization: string): Caller {
  const key = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (key === undefined) throw unauthorized("Missing API key");
  return snapshot(db, () => {
    const row = isWellFormedKey(key) ? keyByHash.get(db, { hash: hashKey(key) }) : null;
    const home = row && row.revokedAt === null ? householdById.get(db, { id: row.householdId }) : null;
    if (row === null || home === null) throw unauthorized("Invalid API key");
    return {
      kind: "api_key",
      id: row.id,
      name: row.name,
      prefix: row.prefix,
      scopes: parseScopes(row.scopes),
      memberId: row.memberId,
      householdId: row.householdId,
      timeZone: home.timeZone,
      revision: home.revision,
      plan: home,
      expiresAt: row.expiresAt,
      lastUsedAt: row.lastUsedAt,
    };
  });
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

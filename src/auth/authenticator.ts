/** From credentials to a caller. */
import { and, eq, isNull, sql } from "drizzle-orm";
import { changeCount, detectWrites, writeUncached } from "../db/change-counter.ts";
import { type Db, snapshot, tryWrite } from "../db/client.ts";
import { fields, prepared, preparedWrite } from "../db/prepare.ts";
import { apiKey, device, household, member, session } from "../db/tables.ts";
import { missingKey, unauthorized } from "../errors.ts";
import { BoundedCache } from "../lib/bounded-cache.ts";
import { day, minute } from "../lib/time.ts";
import type { Caller } from "./callers.ts";
import type { CookieTokens } from "./cookies.ts";
import { hashKey, isWellFormedKey } from "./keys.ts";
import { isScope, type Scope } from "./scopes.ts";
import { hashToken } from "./tokens.ts";

/** A sign-in ends this long after it was last seen. */
const sessionMs = 30 * day;
/** Bounds the memory of one server; a caller takes about 1 KB. */
const mostRemembered = 10_000;

const keyByHash = prepared((db) =>
  db
    .select(
      fields(
        apiKey,
        "id",
        "name",
        "prefix",
        "scopes",
        "memberId",
        "householdId",
        "expiresAt",
        "revokedAt",
        "lastUsedAt",
      ),
    )
    .from(apiKey)
    .where(eq(apiKey.hash, sql.placeholder("hash"))),
);

const sessionByHash = prepared((db) =>
  db
    .select(fields(session, "id", "householdId", "memberId", "lastSeenAt"))
    .from(session)
    .where(eq(session.tokenHash, sql.placeholder("hash"))),
);

const deviceByHash = prepared((db) =>
  db
    .select(fields(device, "id", "householdId", "name", "lastSeenAt"))
    .from(device)
    .where(and(eq(device.tokenHash, sql.placeholder("hash")), isNull(device.revokedAt))),
);

const memberById = prepared((db) =>
  db
    .select(fields(member, "name", "role"))
    .from(member)
    .where(
      and(
        eq(member.householdId, sql.placeholder("householdId")),
        eq(member.id, sql.placeholder("id")),
        isNull(member.removedAt),
      ),
    ),
);

/** Apart from the key, because SQLite takes six times as long over the join of these two rows. */
const householdById = prepared((db) =>
  db
    .select(fields(household, "timeZone", "revision", "plan", "planEndsAt", "trialEndsAt"))
    .from(household)
    .where(eq(household.id, sql.placeholder("id"))),
);

/** A caller as read from the database, and the household's state at that moment; see `db/state`. */
type Remembered = { readonly caller: Caller; readonly state: number };

/**
 * Finds callers by their credentials. A caller is remembered until something is written in its household: a key that was
 * revoked, a session that has ended, another role or plan holds from the next request on. Writes in other households leave it
 * remembered.
 */
export class Callers {
  private readonly known = new BoundedCache<string, Remembered>({ eviction: "fifo", maxSize: mostRemembered });
  /** Callers whose last use was written after they were read. */
  private readonly used = new WeakSet<Caller>();

  constructor(private readonly db: Db) {}

  /**
   * Who an `Authorization` header (`Bearer` with a key, `Device` with a token) or, without one, a cookie speaks for. Null
   * where there is neither.
   * @throws ApiError 401 `Missing API key` (malformed), `Invalid API key` (unknown or revoked) or `API key expired`.
   */
  find(authorization: string | null, cookies: CookieTokens, now: Date): Caller | null {
    if (authorization !== null) return this.byHeader(authorization, now);
    return (
      this.remembered(cookies.session, "session", now, () => findMember(this.db, cookies.session ?? "")) ??
      this.remembered(cookies.device, "device", now, () => findDevice(this.db, cookies.device ?? ""))
    );
  }

  private byHeader(authorization: string, now: Date): Caller {
    const [, scheme = "", secret = ""] = /^(Bearer|Device) +(\S+) *$/i.exec(authorization) ?? [];
    const isDevice = scheme.toLowerCase() === "device";
    const caller = this.remembered(secret, scheme.toLowerCase(), now, () =>
      isDevice ? findDevice(this.db, secret) : findKey(this.db, secret),
    );
    if (caller) return caller;
    throw secret === "" ? missingKey() : unauthorized("invalid_key", "Invalid API key");
  }

  /**
   * Notes that a caller was let in, and a key's agent name, at most once a minute. It is no change of the household's, and no
   * reason to keep a read waiting or to refuse it: where the database is locked or can't be written, it is left for the next
   * request. True where it was noted: then a sign-in has been prolonged.
   */
  noteUse(caller: Caller, agentName: string | null, now: Date): boolean {
    const last = caller.kind === "api_key" ? caller.lastUsedAt : caller.lastSeenAt;
    if (last !== null && now.getTime() - Date.parse(last) < minute) return false;
    const isNoted = writeUncached(this.db, () => tryWrite(this.db, () => touch(this.db, caller, agentName, now)));
    if (isNoted) this.used.add(caller);
    return isNoted;
  }

  private remembered(secret: string | null, kind: string, now: Date, find: () => Caller | null): Caller | null {
    if (!secret) return null;
    const name = `${kind} ${secret}`;
    // In this order: what is read after the writes were noticed is at least as new as the state that it is kept under.
    detectWrites(this.db);
    const known = this.known.get(name);
    if (known && this.isUnchanged(known) && isCurrent(known.caller, now)) return known.caller;
    this.known.delete(name);
    const caller = snapshot(this.db, find);
    if (!caller || !isCurrent(caller, now)) return null;
    this.known.set(name, { caller, state: changeCount(this.db, caller.householdId) });
    return caller;
  }

  private isUnchanged({ caller, state }: Remembered): boolean {
    return state === changeCount(this.db, caller.householdId) && !this.used.has(caller);
  }
}

function isCurrent(caller: Caller, now: Date): boolean {
  if (caller.kind === "member") return Date.parse(caller.lastSeenAt) + sessionMs > now.getTime();
  if (caller.kind === "device" || caller.expiresAt === null || caller.expiresAt > now.toISOString()) return true;
  throw unauthorized("expired_key", "API key expired");
}

function findKey(db: Db, key: string): Caller | null {
  const row = isWellFormedKey(key) ? keyByHash.get(db, { hash: hashKey(key) }) : null;
  const home = row && row.revokedAt === null ? householdById.get(db, { id: row.householdId }) : null;
  if (!row || !home) return null;
  const { id, name, prefix, memberId, householdId, expiresAt, lastUsedAt } = row;
  const { timeZone, revision } = home;
  const scopes = parseScopes(row.scopes);
  const own = { prefix, scopes, memberId, plan: home, expiresAt, lastUsedAt };
  return { kind: "api_key", id, name, householdId, timeZone, revision, ...own };
}

function findMember(db: Db, token: string): Caller | null {
  const row = sessionByHash.get(db, { hash: hashToken(token) });
  const who = row && memberById.get(db, { householdId: row.householdId, id: row.memberId });
  const home = row && householdById.get(db, { id: row.householdId });
  if (!row || !who || !home) return null;
  const { memberId: id, householdId, lastSeenAt, id: sessionId } = row;
  const { timeZone, revision } = home;
  return { kind: "member", id, ...who, householdId, timeZone, revision, sessionId, token, lastSeenAt };
}

function findDevice(db: Db, token: string): Caller | null {
  const row = deviceByHash.get(db, { hash: hashToken(token) });
  const home = row && householdById.get(db, { id: row.householdId });
  if (!row || !home) return null;
  const { timeZone, revision } = home;
  return { kind: "device", ...row, timeZone, revision };
}

/** Reads the stored form: scopes separated by single spaces. */
export function parseScopes(stored: string): Scope[] {
  return stored.split(" ").filter(isScope);
}

/** Notes when a key was used last, and by which agent (null: as before). */
export const touchKey = preparedWrite((db) =>
  db
    .update(apiKey)
    .set({
      lastUsedAt: sql`${sql.placeholder("now")}`,
      lastAgentName: sql`ifnull(${sql.placeholder("agentName")}, ${apiKey.lastAgentName})`,
    })
    .where(and(eq(apiKey.householdId, sql.placeholder("householdId")), eq(apiKey.id, sql.placeholder("id")))),
);

const touchSession = preparedWrite((db) =>
  db
    .update(session)
    .set({ lastSeenAt: sql`${sql.placeholder("now")}` })
    .where(and(eq(session.householdId, sql.placeholder("householdId")), eq(session.id, sql.placeholder("id")))),
);

const touchDevice = preparedWrite((db) =>
  db
    .update(device)
    .set({ lastSeenAt: sql`${sql.placeholder("now")}` })
    .where(and(eq(device.householdId, sql.placeholder("householdId")), eq(device.id, sql.placeholder("id")))),
);

function touch(db: Db, caller: Caller, agentName: string | null, at: Date): void {
  const { householdId, id } = caller;
  const now = at.toISOString();
  if (caller.kind === "api_key") touchKey(db, { householdId, id, now, agentName });
  else if (caller.kind === "member") touchSession(db, { householdId, id: caller.sessionId, now });
  else touchDevice(db, { householdId, id, now });
}

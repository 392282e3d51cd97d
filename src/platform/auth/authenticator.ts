import { isNull } from "drizzle-orm";
import { BoundedCache } from "#lib/bounded-cache.ts";
import { missingKey, unauthorized } from "#lib/errors.ts";
import { day } from "#lib/time.ts";
import { changeCount, detectWrites } from "../db/change-counter.ts";
import { type Db, snapshot } from "../db/client.ts";
import { fields, prepared } from "../db/prepare.ts";
import { byId, equal, type HouseholdScope, selectFrom } from "../db/statements.ts";
import { apiKey, appPassword, device, household, member, session } from "../db/tables.ts";
import type { AppCaller, Caller } from "./callers.ts";
import type { CookieTokens } from "./cookies.ts";
import { type Credential, directoryOf } from "./directory.ts";
import { hashKey, isWellFormedKey } from "./keys.ts";
import { lastUsedAt } from "./last-uses.ts";
import { roleOfKeyWithoutMember, roleOfTablet } from "./role.ts";
import { isScope, type Scope } from "./scopes.ts";
import { hashToken, isSameToken } from "./tokens.ts";

const sessionMs = 30 * day;
const maxCachedCallers = 10_000;

const keyByHash = selectFrom(
  apiKey,
  ["id", "name", "prefix", "scopes", "memberId", "expiresAt", "revokedAt", "lastUsedAt"],
  { where: equal(apiKey.hash, "hash") },
);
const sessionByHash = selectFrom(session, ["id", "memberId", "lastSeenAt"], {
  where: equal(session.tokenHash, "hash"),
});
const deviceByHash = selectFrom(device, ["id", "name", "lastSeenAt"], {
  where: [equal(device.tokenHash, "hash"), isNull(device.revokedAt)],
});
const appPasswordByHash = selectFrom(
  appPassword,
  ["id", "memberId", "name", "username", "access", "calendars", "lastSeenAt"],
  { where: equal(appPassword.secretHash, "hash") },
);
const memberById = selectFrom(member, ["name", "role"], { where: [byId(member), isNull(member.removedAt)] });

/** Reads a household. This is a separate query because a join with the credential takes six times as long. */
const householdById = prepared((db) =>
  db
    .select(fields(household, "timeZone", "revision", "plan", "planEndsAt", "trialEndsAt"))
    .from(household)
    .where(equal(household.id, "householdId")),
);

/** The household of a credential, and the hash of the credential's secret. The household and the hash never change. */
type CredentialLocation = HouseholdScope & { readonly hash: string };

type Find<Found> = (place: CredentialLocation, secret: string) => Found | null;

type CachedCaller = { readonly caller: Caller | AppCaller; readonly place: CredentialLocation; readonly state: number };

/**
 * Finds callers by their credentials. Caches each caller until the next write in the household. A revoked key thus
 * fails at once.
 */
export class Authenticator {
  private readonly cache = new BoundedCache<string, CachedCaller>({ eviction: "fifo", maxSize: maxCachedCallers });

  constructor(private readonly db: Db) {}

  /** Returns the caller, or null if the request has no credentials. @throws ApiError 401 for wrong credentials */
  authenticate(authorization: string | null, cookies: CookieTokens, now: Date): Caller | null {
    if (authorization !== null) return this.authenticateHeader(authorization, now);
    return (
      this.findCached(cookies.session, "session", now, findMember) ??
      this.findCached(cookies.device, "device", now, findDevice)
    );
  }

  private authenticateHeader(authorization: string, now: Date): Caller {
    const [, scheme = "", secret = ""] = /^(Bearer|Device) +(\S+) *$/i.exec(authorization) ?? [];
    const isDevice = scheme.toLowerCase() === "device";
    const caller = isDevice
      ? this.findCached(secret, "device", now, findDevice)
      : this.findCached(secret, "api_key", now, findKey);
    if (caller) return caller;
    throw secret === "" ? missingKey() : unauthorized("invalid_key", "Invalid API key");
  }

  /** Returns the caller that signs in with an app password, or null if the credentials are wrong. */
  authenticateApp(authorization: string, now: Date): AppCaller | null {
    const given = readBasic(authorization);
    const caller = this.findCached(given?.password ?? null, "app_password", now, findApp);
    return caller && isSameToken(caller.username, given?.username.toLowerCase() ?? "") ? caller : null;
  }

  private findCached<Found extends Caller | AppCaller>(
    secret: string | null,
    kind: Credential,
    now: Date,
    find: Find<Found>,
  ): Found | null {
    if (!secret) return null;
    const name = `${kind} ${secret}`;
    // Writes are detected first, so that a cached caller is never older than the change count cached with it.
    detectWrites(this.db);
    const known = this.cache.get(name);
    if (known && this.isUnchanged(known) && isCurrent(known.caller, now)) return known.caller as Found;
    this.cache.delete(name);
    const found = snapshot(this.db, () => {
      const place = known?.place ?? locate(this.db, kind, secret);
      const caller = place && find(place, secret);
      return caller && { caller, place };
    });
    if (!found || !isCurrent(found.caller, now)) return null;
    const { caller } = found;
    this.cache.set(name, { ...found, state: changeCount(this.db, caller.householdId) });
    return caller;
  }

  private isUnchanged({ caller, state }: CachedCaller): boolean {
    return state === changeCount(this.db, caller.householdId);
  }
}

function isCurrent(caller: Caller | AppCaller, now: Date): boolean {
  if (caller.kind === "app_password") return true;
  if (caller.kind === "member") return Date.parse(caller.lastSeenAt) + sessionMs > now.getTime();
  if (caller.kind === "device" || caller.expiresAt === null || caller.expiresAt > now.toISOString()) return true;
  throw unauthorized("expired_key", "API key expired");
}

function locate(db: Db, kind: Credential, secret: string): CredentialLocation | null {
  if (kind === "api_key" && !isWellFormedKey(secret)) return null;
  const hash = kind === "api_key" ? hashKey(secret) : hashToken(secret);
  const householdId = directoryOf(db).findCredential(kind, hash);
  return householdId === null ? null : { db, householdId, hash };
}

/** Reads the fields that all callers of a household have, and the household's plan. */
function findHome({ db, householdId }: CredentialLocation) {
  const plan = householdById.get(db, { householdId });
  return plan && { plan, common: { householdId, timeZone: plan.timeZone, revision: plan.revision } };
}

function findKey(place: CredentialLocation): Caller | null {
  const found = keyByHash.get(place, { hash: place.hash });
  const home = found && findHome(place);
  if (!home || found.revokedAt !== null) return null;
  const { revokedAt: _, ...row } = found;
  const role = row.memberId === null ? roleOfKeyWithoutMember : memberById.get(place, { id: row.memberId })?.role;
  if (role === undefined) return null;
  return { kind: "api_key", ...row, scopes: parseScopes(row.scopes), role, plan: home.plan, ...home.common };
}

function findMember(place: CredentialLocation, token: string): Caller | null {
  const row = sessionByHash.get(place, { hash: place.hash });
  const who = row && memberById.get(place, { id: row.memberId });
  const home = row && findHome(place);
  if (!who || !home) return null;
  const lastSeenAt = lastUsedAt(place.db, row.id, row.lastSeenAt);
  return { kind: "member", id: row.memberId, ...who, ...home.common, sessionId: row.id, token, lastSeenAt };
}

function findDevice(place: CredentialLocation): Caller | null {
  const row = deviceByHash.get(place, { hash: place.hash });
  const home = row && findHome(place);
  return home && { kind: "device", ...row, role: roleOfTablet, ...home.common };
}

function findApp(place: CredentialLocation): AppCaller | null {
  const row = appPasswordByHash.get(place, { hash: place.hash });
  const who = row && memberById.get(place, { id: row.memberId });
  const home = row && findHome(place);
  if (!who || !home) return null;
  const { memberId, ...own } = row;
  const calendars = own.calendars === null ? null : (JSON.parse(own.calendars) as string[]);
  const owner = { id: memberId, name: who.name };
  return { kind: "app_password", ...own, member: owner, role: who.role, calendars, ...home.common };
}

export function parseScopes(stored: string): Scope[] {
  return stored.split(" ").filter(isScope);
}

/** Reads a Basic `Authorization` header in UTF-8 (RFC 7617). Null if the header is of another scheme or malformed. */
function readBasic(authorization: string): { readonly username: string; readonly password: string } | null {
  const [, encoded] = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization) ?? [];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon < 0 ? null : { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

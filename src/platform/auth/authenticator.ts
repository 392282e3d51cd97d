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

type Found = { readonly caller: Caller | AppCaller; readonly place: CredentialLocation };

type CachedCaller = Found & { readonly state: number };

type Secret = { readonly kind: keyof typeof finders; readonly secret: string };

const finders = { api_key: findKey, session: findMember, device: findDevice, app_password: findApp } as const;

/** The parts of a request that can hold a credential. The same text may mean different things in different parts. */
const sources = ["authorization", "session", "device", "app_password"] as const;
type Source = (typeof sources)[number];

/** Finds callers by credentials. Caches a caller until the next write in the household: revoked keys fail at once. */
export class Authenticator {
  /** Callers by the text of the header or cookie, so that a known text need not be parsed. */
  private readonly caches = Object.fromEntries(
    sources.map((source) => [source, new BoundedCache({ eviction: "fifo", maxSize: maxCachedCallers })]),
  ) as Record<Source, BoundedCache<string, CachedCaller>>;

  constructor(private readonly db: Db) {}

  /** Returns the caller, or null if the request has no credentials. @throws ApiError 401 for wrong credentials */
  authenticate(authorization: string | null, cookies: CookieTokens, now: Date): Caller | null {
    if (authorization !== null) return this.authenticateHeader(authorization, now);
    const byCookie = (kind: "session" | "device") => {
      const secret = cookies[kind];
      return secret === null ? null : this.findCached(kind, secret, now, () => ({ kind, secret }));
    };
    return withoutApps(byCookie("session") ?? byCookie("device"));
  }

  private authenticateHeader(authorization: string, now: Date): Caller {
    const caller = withoutApps(this.findCached("authorization", authorization, now, readToken));
    if (caller) return caller;
    throw readToken(authorization) ? unauthorized("invalid_key", "Invalid API key") : missingKey();
  }

  authenticateApp(authorization: string, now: Date): AppCaller | null {
    const given = readBasic(authorization);
    if (!given?.password) return null;
    const secret = { kind: "app_password", secret: given.password } as const;
    const caller = this.findCached("app_password", given.password, now, () => secret);
    if (caller?.kind !== "app_password") return null;
    return isSameToken(caller.username, given.username.toLowerCase()) ? caller : null;
  }

  /** Finds the caller of a text. `read` parses a text that is not in the cache. */
  private findCached(
    source: Source,
    text: string,
    now: Date,
    read: (text: string) => Secret | null,
  ): Caller | AppCaller | null {
    // Writes are detected first, so that a cached caller is never older than the change count cached with it.
    detectWrites(this.db);
    const cache = this.caches[source];
    const known = cache.get(text);
    if (known && this.isUnchanged(known) && isCurrent(known.caller, now)) return known.caller;
    cache.delete(text);
    const given = read(text);
    if (!given) return null;
    // Other spellings of a header have no entries of their own, so that one key cannot fill the cache.
    const name = source === "authorization" ? spell(given) : text;
    if (name !== text) return this.findCached(source, name, now, read);
    const found = snapshot(this.db, () => find(this.db, given, known?.place));
    if (!found || !isCurrent(found.caller, now)) return null;
    cache.set(text, { ...found, state: changeCount(this.db, found.caller.householdId) });
    return found.caller;
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

function withoutApps(caller: Caller | AppCaller | null): Caller | null {
  return caller?.kind === "app_password" ? null : caller;
}

/** Reads a header with an API key or the token of a device. Null if the header has another form. */
function readToken(authorization: string): Secret | null {
  const [, scheme = "", secret] = /^(Bearer|Device) +(\S+) *$/i.exec(authorization) ?? [];
  return secret === undefined ? null : { kind: scheme.toLowerCase() === "device" ? "device" : "api_key", secret };
}

const spell = ({ kind, secret }: Secret) => `${kind === "device" ? "Device" : "Bearer"} ${secret}`;

function find(db: Db, { kind, secret }: Secret, known: CredentialLocation | undefined): Found | null {
  const place = known ?? locate(db, kind, secret);
  const caller = place && finders[kind](place, secret);
  return caller && { caller, place };
}

function locate(db: Db, kind: Credential, secret: string): CredentialLocation | null {
  if (kind === "api_key" && !isWellFormedKey(secret)) return null;
  const hash = kind === "api_key" ? hashKey(secret) : hashToken(secret);
  const householdId = directoryOf(db).findCredential(kind, hash);
  return householdId === null ? null : { db, householdId, hash };
}

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

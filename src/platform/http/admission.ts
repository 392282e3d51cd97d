/** Checks every request for its credentials, origin, plan, scope or role, and rate limit, in this order. */
import type { Server } from "bun";
import { ApiError, appOnly, devicesOnly, invalidToken, missingKey, missingScope, unauthorized } from "#lib/errors.ts";
import { parseAgentName } from "../auth/agent-name.ts";
import { Authenticator } from "../auth/authenticator.ts";
import type { AppCaller, Caller, KeyCaller } from "../auth/callers.ts";
import { readCookies, sessionCookie } from "../auth/cookies.ts";
import { recordUse } from "../auth/last-uses.ts";
import { isSecure, type OriginContext, requireOrigin } from "../auth/origin.ts";
import { requirePlan } from "../auth/plan.ts";
import { type Allowance, addressBucket, TokenBuckets, tooManyRequests } from "../auth/rate-limit.ts";
import { adultsOnlyError, isAdult, ownersOnlyError } from "../auth/role.ts";
import { changeCount } from "../db/change-counter.ts";
import type { Deps } from "../deps.ts";
import { TrustedProxies } from "./client-address.ts";
import { isOpenToAnyOrigin } from "./cors.ts";
import type { Incoming } from "./incoming.ts";
import { InternalRequest } from "./internal-request.ts";
import type { RoutePolicy } from "./route-policy.ts";
import { deviceAuthorization } from "./sockets.ts";

const failedCredentialsPerMinute = 30;

export type Peer = {
  /** Returns the client's address. This is a function because finding the address takes a system call. */
  readonly address: () => string;
  readonly isSecure: boolean;
};

export type Admitted = Peer & {
  readonly caller: Caller;
  readonly changeCount: number;
  readonly admitAgain: () => Caller;
  readonly watch: () => (now: Date) => boolean;
};

/** A request with a valid API key. The route itself still checks the plan, the scopes and the rate limit. */
export type KeyAdmitted = Peer & {
  readonly caller: KeyCaller;
  readonly allowance: Allowance;
  readonly takeToken: () => boolean;
  readonly recordUse: (agentName: string | null) => void;
};

/** A request of a calendar program with a valid app password. */
export type AppAdmitted = Peer & {
  readonly caller: AppCaller;
  readonly changeCount: number;
  readonly admitAgain: () => AppCaller;
};

type Credentials = Peer & {
  readonly incoming: Incoming;
  readonly originContext: OriginContext;
  readonly authorization: string | null;
  readonly inherited: InternalRequest["inherited"] | null;
};

export class Admission {
  private readonly authenticator: Authenticator;
  private readonly buckets: TokenBuckets;
  private readonly appBuckets: TokenBuckets;
  private readonly failures = new TokenBuckets(failedCredentialsPerMinute, failedCredentialsPerMinute);
  private readonly proxies: TrustedProxies;

  constructor(
    private readonly deps: Deps,
    server: () => Server<unknown> | null,
  ) {
    this.proxies = new TrustedProxies(deps.config.trustedProxies, server);
    this.authenticator = new Authenticator(deps.db);
    this.buckets = new TokenBuckets(deps.config.rateLimitPerMinute, deps.config.rateLimitBurst);
    this.appBuckets = new TokenBuckets(deps.config.davRateLimitPerMinute, deps.config.davRateLimitBurst);
  }

  admitVisitor(incoming: Incoming, { access }: RoutePolicy): Peer {
    const credentials = this.credentialsOf(incoming, false);
    const { request, path } = incoming;
    if (!isRead(request) && !isOpenToAnyOrigin(path))
      requireOrigin(request, credentials.originContext, request.headers.has("cookie"));
    if (access === "visitor") this.refuseKeys(credentials);
    return credentials;
  }

  admitKey(incoming: Incoming): KeyAdmitted {
    const credentials = this.credentialsOf(incoming, false);
    const { authorization, address, isSecure } = credentials;
    const isDevice = /^Device /i.test(authorization ?? "");
    const caller = isDevice || authorization === null ? null : this.identifyKey(credentials);
    if (caller?.kind !== "api_key") throw missingKey();
    const { reply, now } = incoming;
    reply.keyPrefix = caller.prefix;
    const take = () => {
      // The current time, because reading the body may have taken a minute.
      reply.allowance = this.buckets.take(caller.id, this.deps.clock().getTime());
      return reply.allowance;
    };
    const note = (agentName: string | null) => {
      recordUse(this.deps.db, caller, agentName, now);
    };
    return { address, isSecure, caller, allowance: take(), takeToken: () => take().allowed, recordUse: note };
  }

  /** Admits a calendar program. @throws ApiError 401; 503 instead of 429, at which Thunderbird turns a calendar off */
  admitApp(incoming: Incoming): AppAdmitted {
    const credentials = this.credentialsOf(incoming, false);
    const { authorization, address, isSecure } = credentials;
    const caller = authorization === null ? null : this.identifyApp(credentials, authorization);
    if (!caller) throw passwordNeeded();
    const allowance = this.appBuckets.take(caller.id, incoming.now.getTime());
    if (!allowance.allowed) throw busy(allowance);
    recordUse(this.deps.db, caller, clientIn(incoming.request), incoming.now);
    const admitAgain = () => {
      const again = authorization === null ? null : this.authenticator.authenticateApp(authorization, incoming.now);
      if (!again) throw passwordNeeded();
      return again;
    };
    return { address, isSecure, caller, changeCount: changeCount(this.deps.db, caller.householdId), admitAgain };
  }

  private identifyApp({ incoming, address }: Credentials, authorization: string): AppCaller | null {
    const caller = this.authenticator.authenticateApp(authorization, incoming.now);
    if (caller) return caller;
    const allowance = this.failures.take(addressBucket(address()), this.deps.clock().getTime());
    if (!allowance.allowed) throw busy(allowance);
    return null;
  }

  admit(incoming: Incoming, policy: RoutePolicy): Admitted {
    const { request, now, reply } = incoming;
    const credentials = this.credentialsOf(incoming, policy.isSocket);
    const { authorization, originContext, inherited, address, isSecure } = credentials;
    const caller = this.identify(credentials);
    if (!caller) throw notSignedIn(incoming);
    if (caller.kind === "api_key") reply.keyPrefix = caller.prefix;
    const changes = changeCount(this.deps.db, caller.householdId);
    // Browsers let any site open a WebSocket with the session cookie, because sockets have no same-origin policy.
    if (authorization === null && (!isRead(request) || policy.isSocket)) requireOrigin(request, originContext, true);
    const allowance = inherited?.allowance ?? this.buckets.take(caller.id, now.getTime());
    reply.allowance = allowance;
    requirePermission(caller, policy, incoming);
    if (!allowance.allowed) throw tooManyRequests(allowance);
    const isProlonged = recordUse(this.deps.db, caller, agentNameIn(request), now);
    if (isProlonged && caller.kind === "member") reply.cookies.push(sessionCookie(caller.token, isSecure));
    const admitAgain = () => this.admitAgain(credentials, policy);
    return {
      address,
      isSecure,
      caller,
      changeCount: changes,
      admitAgain,
      watch: () => this.watch(credentials, caller),
    };
  }

  private credentialsOf(incoming: Incoming, isSocket: boolean): Credentials {
    const { request } = incoming;
    const inherited = request instanceof InternalRequest ? request.inherited : null;
    const { origins, tls } = this.deps.config;
    const originContext = { origins, isBehindProxy: this.proxies.isBehindProxy(request), isTls: tls !== null };
    return {
      incoming,
      originContext,
      inherited,
      address: () => inherited?.address ?? this.proxies.clientAddress(request),
      isSecure: isSecure(request, originContext),
      authorization: request.headers.get("authorization") ?? (isSocket ? deviceAuthorization(request) : null),
    };
  }

  private refuseKeys(credentials: Credentials): void {
    const isKey = /^Bearer /i.test(credentials.authorization ?? "");
    if (isKey && this.identify(credentials)?.kind === "api_key") throw appOnly();
  }

  private admitAgain(credentials: Credentials, policy: RoutePolicy): Caller {
    const caller = this.identify(credentials);
    if (!caller) throw notSignedIn(credentials.incoming);
    requirePermission(caller, policy, credentials.incoming);
    return caller;
  }

  /** Returns a check of the credentials that does not keep the request in memory, as a socket stays open for days. */
  private watch({ incoming, authorization, isSecure }: Credentials, { kind, id }: Caller): (now: Date) => boolean {
    const header = incoming.request.headers.get("cookie");
    return (now) => {
      try {
        const caller = this.authenticator.authenticate(authorization, readCookies(header, isSecure), now);
        return caller?.kind === kind && caller.id === id;
      } catch (error) {
        if (error instanceof ApiError) return false;
        throw error;
      }
    };
  }

  private identifyKey(credentials: Credentials): Caller | null {
    try {
      return this.identify(credentials);
    } catch (error) {
      const isOfKey = error instanceof ApiError && (error.code === "invalid_key" || error.code === "expired_key");
      throw isOfKey ? invalidToken(error) : error;
    }
  }

  private identify({ incoming, authorization, isSecure, address }: Credentials): Caller | null {
    const cookies = readCookies(incoming.request.headers.get("cookie"), isSecure);
    try {
      return this.authenticator.authenticate(authorization, cookies, incoming.now);
    } catch (error) {
      if (error instanceof ApiError) {
        const allowance = this.failures.take(addressBucket(address()), this.deps.clock().getTime());
        if (!allowance.allowed) throw tooManyRequests(allowance);
      }
      throw error;
    }
  }
}

/** Returns the error 401, which asks for an app password (RFC 7617). */
function passwordNeeded(): ApiError {
  const challenge = { "WWW-Authenticate": 'Basic realm="Inglenook", charset="UTF-8"' };
  return new ApiError(401, "invalid_key", null, "An app password is needed", challenge);
}

function busy(allowance: Allowance): ApiError {
  const { message, headers } = tooManyRequests(allowance);
  return new ApiError(503, "not_ready", null, message, headers);
}

const maxClientNameLength = 100;

function clientIn({ headers }: Request): string | null {
  const text = headers
    .get("user-agent")
    ?.replace(/[^\x20-\x7e]/g, "")
    .trim();
  return text ? text.slice(0, maxClientNameLength) : null;
}

export function isRead({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

function notSignedIn({ path }: Incoming): ApiError {
  return path.startsWith("/app/") ? unauthorized("not_signed_in", "Not signed in") : missingKey();
}

/** Returns the agent's name, or null if the name is invalid. A later check refuses invalid names. */
function agentNameIn(request: Request): string | null {
  try {
    return parseAgentName(request.headers.get("x-agent-name"));
  } catch {
    return null;
  }
}

function requirePermission(caller: Caller, policy: RoutePolicy, { request, now }: Incoming): void {
  const { access, scopes, isForAdults, isForOwners, deviceFields } = policy;
  if (caller.kind === "api_key") {
    requirePlan(caller.plan, now);
    if (access !== "api") throw appOnly();
    for (const scope of scopes) if (!caller.scopes.includes(scope)) throw missingScope(scope);
  } else if (access === "device") {
    if (caller.kind !== "device") throw devicesOnly();
  } else if (caller.kind === "device" && deviceFields === null && (access !== "api" || !isRead(request))) {
    throw adultsOnlyError();
  }
  if (isForAdults && !isAdult(caller.role)) throw adultsOnlyError();
  if (isForOwners && caller.role !== "owner") throw ownersOnlyError();
}

/** The second stage of a request: credentials, origin, plan, scope or role, and rate limit, in this order. */
import type { Server } from "bun";
import { parseAgentName } from "../auth/agent-name.ts";
import { Callers } from "../auth/authenticator.ts";
import type { Caller, KeyCaller } from "../auth/callers.ts";
import { readCookies, sessionCookie } from "../auth/cookies.ts";
import { isSecure, type Place, requireOrigin } from "../auth/origin.ts";
import { requirePlan } from "../auth/plan.ts";
import { type Allowance, addressBucket, TokenBuckets, tooManyRequests } from "../auth/rate-limit.ts";
import { adultsOnly, isAdult } from "../auth/role.ts";
import { changeCount } from "../db/change-counter.ts";
import type { Deps } from "../deps.ts";
import { ApiError, appOnly, missingKey, missingScope, unauthorized } from "../errors.ts";
import { TrustedProxies } from "./client-address.ts";
import type { Incoming } from "./incoming.ts";
import { InternalRequest } from "./internal-request.ts";
import type { RoutePolicy } from "./route-policy.ts";
import { deviceIn } from "./sockets.ts";

const failedCredentialsPerMinute = 30;

/** Where a request comes from. */
export type Peer = {
  /** The client's address, behind trusted proxies. Looked up when it is asked for: it takes a system call. */
  readonly address: () => string;
  readonly isSecure: boolean;
};

/** A caller who may run the route, as of the start of the request. */
export type Admitted = Peer & {
  readonly caller: Caller;
  /** The household's, when the caller was read; see `db/state`. */
  readonly state: number;
  /** Reads and checks the caller again, as of now. @throws ApiError 401 or 403. */
  readonly admitAgain: () => Caller;
  /** Returns a check whether the credentials are still good at an instant. For sockets, which outlive their request. */
  readonly watch: () => (now: Date) => boolean;
};

/** A caller with an API key, whose plan, scopes and limit are for the route to check. */
export type KeyAdmitted = Peer & {
  readonly caller: KeyCaller;
  /** What is left after this request's token. */
  readonly allowance: Allowance;
  /** Takes one more token, where one request holds several. False where there is none. */
  readonly takeToken: () => boolean;
  /** Notes that the key was used, under an agent name that only the route knows. */
  readonly noteUse: (agentName: string | null) => void;
};

/** The credentials that a request brings, and where it comes from. */
type Credentials = Peer & {
  readonly incoming: Incoming;
  readonly place: Place;
  /** Speaks for the caller in place of a cookie. */
  readonly authorization: string | null;
  readonly inherited: InternalRequest["inherited"] | null;
};

/** The admission of one server. `server` gives the addresses of peers; null while nothing listens. */
export class Admission {
  private readonly callers: Callers;
  private readonly buckets: TokenBuckets;
  private readonly failures = new TokenBuckets(failedCredentialsPerMinute, failedCredentialsPerMinute);
  private readonly proxies: TrustedProxies;

  constructor(
    private readonly deps: Deps,
    server: () => Server<unknown> | null,
  ) {
    this.proxies = new TrustedProxies(deps.config.trustedProxies, server);
    this.callers = new Callers(deps.db);
    this.buckets = new TokenBuckets(deps.config.rateLimitPerMinute, deps.config.rateLimitBurst);
  }

  /** For routes that need no sign-in. @throws ApiError 401, 403 or 429. */
  admitVisitor(incoming: Incoming, { access }: RoutePolicy): Peer {
    const credentials = this.credentialsOf(incoming, false);
    const { request } = incoming;
    if (!isRead(request)) requireOrigin(request, credentials.place, request.headers.has("cookie"));
    if (access === "visitor") this.refuseKeys(credentials);
    return credentials;
  }

  /** For routes that take an API key and nothing else, whatever its plan. @throws ApiError 401 or 429. */
  admitKey(incoming: Incoming): KeyAdmitted {
    const credentials = this.credentialsOf(incoming, false);
    const { authorization, address, isSecure } = credentials;
    const isDevice = /^Device /i.test(authorization ?? "");
    const caller = isDevice || authorization === null ? null : this.identify(credentials);
    if (caller?.kind !== "api_key") throw missingKey();
    const { reply, now } = incoming;
    reply.keyPrefix = caller.prefix;
    const take = () => {
      // The body has been read by now, which may have taken a minute.
      reply.allowance = this.buckets.take(caller.id, this.deps.clock().getTime());
      return reply.allowance;
    };
    const noteUse = (agentName: string | null) => {
      this.callers.noteUse(caller, agentName, now);
    };
    return { address, isSecure, caller, allowance: take(), takeToken: () => take().allowed, noteUse };
  }

  /** For everything else. @throws ApiError 401, 403 or 429. */
  admit(incoming: Incoming, policy: RoutePolicy): Admitted {
    const { request, now, reply } = incoming;
    const credentials = this.credentialsOf(incoming, policy.isSocket);
    const { authorization, place, inherited, address, isSecure } = credentials;
    const caller = this.identify(credentials);
    if (!caller) throw notSignedIn(incoming);
    if (caller.kind === "api_key") reply.keyPrefix = caller.prefix;
    const state = changeCount(this.deps.db, caller.householdId);
    // No page of another site may write with our cookie, nor listen with it: sockets know no same-origin policy.
    if (authorization === null && (!isRead(request) || policy.isSocket)) requireOrigin(request, place, true);
    const allowance = inherited?.allowance ?? this.buckets.take(caller.id, now.getTime());
    reply.allowance = allowance;
    requirePermission(caller, policy, incoming);
    if (!allowance.allowed) throw tooManyRequests(allowance);
    const isProlonged = this.callers.noteUse(caller, agentNameIn(request), now);
    if (isProlonged && caller.kind === "member") reply.cookies.push(sessionCookie(caller.token, isSecure));
    const admitAgain = () => this.admitAgain(credentials, policy);
    return { address, isSecure, caller, state, admitAgain, watch: () => this.watch(credentials, caller) };
  }

  private credentialsOf(incoming: Incoming, isSocket: boolean): Credentials {
    const { request } = incoming;
    const inherited = request instanceof InternalRequest ? request.inherited : null;
    const place = { origins: this.deps.config.origins, isBehindProxy: this.proxies.isBehindProxy(request) };
    return {
      incoming,
      place,
      inherited,
      address: () => inherited?.address ?? this.proxies.clientAddress(request),
      isSecure: isSecure(request, place),
      authorization: request.headers.get("authorization") ?? (isSocket ? deviceIn(request) : null),
    };
  }

  /** @throws ApiError 403 for an API key, and 401 for an invalid one. */
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

  /** Keeps the credentials and not the request: a socket stays open for days. */
  private watch({ incoming, authorization, isSecure }: Credentials, { kind, id }: Caller): (now: Date) => boolean {
    const header = incoming.request.headers.get("cookie");
    return (now) => {
      try {
        const caller = this.callers.find(authorization, readCookies(header, isSecure), now);
        return caller?.kind === kind && caller.id === id;
      } catch (error) {
        if (error instanceof ApiError) return false;
        throw error;
      }
    };
  }

  private identify({ incoming, authorization, isSecure, address }: Credentials): Caller | null {
    const cookies = readCookies(incoming.request.headers.get("cookie"), isSecure);
    try {
      return this.callers.find(authorization, cookies, incoming.now);
    } catch (error) {
      if (error instanceof ApiError) {
        // Not the request's time: its body may have taken a minute.
        const allowance = this.failures.take(addressBucket(address()), this.deps.clock().getTime());
        if (!allowance.allowed) throw tooManyRequests(allowance);
      }
      throw error;
    }
  }
}

/** Whether a request is `GET` or `HEAD`. */
export function isRead({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

function notSignedIn({ path }: Incoming): ApiError {
  return path.startsWith("/app/") ? unauthorized("not_signed_in", "Not signed in") : missingKey();
}

/** The agent's name for the record of use; a bad one is refused later, in its turn. */
function agentNameIn(request: Request): string | null {
  try {
    return parseAgentName(request.headers.get("x-agent-name"));
  } catch {
    return null;
  }
}

function requirePermission(caller: Caller, policy: RoutePolicy, { request, now }: Incoming): void {
  const { access, scopes, adultsOnly: isForAdults, deviceFields } = policy;
  if (caller.kind === "api_key") {
    requirePlan(caller.plan, now);
    if (access !== "api") throw appOnly();
    for (const scope of scopes) if (!caller.scopes.includes(scope)) throw missingScope(scope);
  } else if (caller.kind === "member") {
    if (isForAdults && !isAdult(caller.role)) throw adultsOnly();
  } else if (deviceFields === null && (isForAdults || access !== "api" || !isRead(request))) throw adultsOnly();
}

/** Who may pass: credentials, origin, plan, scope or role, rate limit, in the contract's order (section 2). */
import type { Server } from "bun";
import { parseAgentName } from "../auth/agent-name.ts";
import { Callers } from "../auth/authenticate.ts";
import type { Caller } from "../auth/callers.ts";
import { readCookies, sessionCookie } from "../auth/cookies.ts";
import { isSecure, type Place, requireOrigin } from "../auth/origin.ts";
import { requirePlan } from "../auth/plan.ts";
import { addressBucket, TokenBuckets, tooManyRequests } from "../auth/rate-limit.ts";
import { adultsOnly, isAdult } from "../auth/role.ts";
import { stateOf } from "../db/state.ts";
import type { Deps } from "../deps.ts";
import { ApiError, appOnly, missingKey, missingScope, unauthorized } from "../errors.ts";
import type { Call } from "./call.ts";
import { TrustedProxies } from "./client-address.ts";
import { insideOf } from "./inside.ts";
import type { Route } from "./routes.ts";
import { deviceIn } from "./sockets.ts";

const failedCredentialsPerMinute = 30;

/** The gate of one server. `server` gives the peers' addresses; null while nothing listens. */
export class Gate {
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

  /** Lets a call through, with its caller and allowance filled in. @throws ApiError 401, 403 or 429. */
  admit(call: Call, route: Route): void {
    const { request, now } = call;
    const inside = insideOf(request);
    call.findAddress = () => inside?.address ?? this.proxies.clientAddress(request);
    const isBehindProxy = this.proxies.isBehindProxy(request);
    const place: Place = { origins: this.deps.config.origins, isBehindProxy };
    call.isSecure = isSecure(request, place);
    call.authorization = request.headers.get("authorization") ?? (route.isSocket ? deviceIn(request) : null);
    if (route.access === "public" || route.access === "visitor") {
      if (route.method !== "GET") requireOrigin(request, place, request.headers.has("cookie"));
      if (route.access === "visitor") this.refuseKeys(call);
      return;
    }
    if (route.access === "key") {
      this.admitKey(call);
      return;
    }
    const caller = this.identify(call);
    if (!caller) throw refuseUnknown(route);
    call.caller = caller;
    call.state = stateOf(this.deps.db, caller.householdId);
    call.admitAgain = () => this.admitAgain(call, route);
    // No page of another site may write with our cookie, nor listen with it: sockets know no same-origin policy.
    if (call.authorization === null && (route.method !== "GET" || route.isSocket)) requireOrigin(request, place, true);
    if (route.isSocket) call.isStillGood = this.watch(call, caller);
    call.allowance = inside?.allowance ?? this.buckets.take(caller.id, now.getTime());
    if (caller.kind === "api_key") requirePlan(caller.plan, now);
    requirePermission(caller, route);
    if (!call.allowance.allowed) throw tooManyRequests(call.allowance);
    const isProlonged = this.callers.noteUse(caller, agentNameIn(request), now);
    if (isProlonged && caller.kind === "member") call.setCookie(sessionCookie(caller.token, call.isSecure));
  }

  /** An API key and nothing else, whatever its plan; what is left of its limit is the route's to look at. */
  private admitKey(call: Call): void {
    const { authorization, now } = call;
    const isDevice = /^Device /i.test(authorization ?? "");
    const caller = isDevice || authorization === null ? null : this.identify(call);
    if (caller?.kind !== "api_key") throw missingKey();
    call.caller = caller;
    call.state = stateOf(this.deps.db, caller.householdId);
    call.allowance = this.buckets.take(caller.id, now.getTime());
    call.takeAgain = () => {
      // The body has been read by now, which may have taken a minute.
      call.allowance = this.buckets.take(caller.id, this.deps.clock().getTime());
      return call.allowance.allowed;
    };
    call.noteUse = (agentName) => this.callers.noteUse(caller, agentName, now);
  }

  /** @throws ApiError 403 for an API key, and 401 for an invalid one. */
  private refuseKeys(call: Call): void {
    const isKey = /^Bearer /i.test(call.authorization ?? "");
    if (isKey && this.identify(call)?.kind === "api_key") throw appOnly();
  }

  private admitAgain(call: Call, route: Route): void {
    const caller = this.identify(call);
    if (!caller) throw refuseUnknown(route);
    if (caller.kind === "api_key") requirePlan(caller.plan, call.now);
    requirePermission(caller, route);
    call.caller = caller;
  }

  /** Holds on to the credentials and not to the call: a socket stays open for days. */
  private watch({ authorization, request, isSecure }: Call, { kind, id }: Caller): (now: Date) => boolean {
    const cookies = readCookies(request.headers.get("cookie"), isSecure);
    return (now) => {
      try {
        const caller = this.callers.find(authorization, cookies, now);
        return caller?.kind === kind && caller.id === id;
      } catch (error) {
        if (error instanceof ApiError) return false;
        throw error;
      }
    };
  }

  private identify(call: Call): Caller | null {
    const { request, authorization, now } = call;
    try {
      return this.callers.find(authorization, readCookies(request.headers.get("cookie"), call.isSecure), now);
    } catch (error) {
      if (error instanceof ApiError) {
        // Not the call's time: its body may have taken a minute.
        const allowance = this.failures.take(addressBucket(call.address), this.deps.clock().getTime());
        if (!allowance.allowed) throw tooManyRequests(allowance);
      }
      throw error;
    }
  }
}

function refuseUnknown({ path }: Route): ApiError {
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

function requirePermission(
  caller: Caller,
  { access, scopes, adultsOnly: isForAdults, method, deviceFields }: Route,
): void {
  if (caller.kind === "api_key") {
    if (access === "app") throw appOnly();
    for (const scope of scopes) if (!caller.scopes.includes(scope)) throw missingScope(scope);
  } else if (caller.kind === "member") {
    if (isForAdults && !isAdult(caller.role)) throw adultsOnly();
  } else if (deviceFields === null && (isForAdults || access === "app" || method !== "GET")) throw adultsOnly();
}

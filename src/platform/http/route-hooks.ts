/** Checks the policy of a route in hooks of the same route. The checked route is thus always the route that answers. */
import { Elysia } from "elysia";
import { dateIn } from "#lib/time.ts";
import { findReplay } from "../auth/idempotency.ts";
import { type Admitted, isRead } from "./admission.ts";
import type { Incoming } from "./incoming.ts";
import { AppContext, KeyContext, RequestContext, VisitorContext } from "./request-context.ts";
import { readPathAndQuery, readWithBody, readWithoutBody } from "./request-input.ts";
import { respond, sendCacheable, sendNotModified } from "./response.ts";
import { etagOf, findEtag } from "./response-cache.ts";
import type { RoutePolicy } from "./route-policy.ts";
import { readJson, validate } from "./validation.ts";

type MatchedRequest = { readonly incoming: Incoming; readonly route: string; readonly params: Record<string, string> };

type Resolve<Call> = () => { call: Call };

type Resolver<Call> = (found: MatchedRequest) => Resolved<Call> | Promise<Resolved<Call>>;

type Resolved<Call> = { call: Call; body?: unknown; query?: Record<string, unknown>; earlyResponse?: Response | null };

export const context = new Elysia({ name: "context" })
  .decorate("incoming", null as unknown as Incoming) // The function `createServer` sets this.
  .macro({
    visited: (policy: RoutePolicy) => ({
      seed: policy.id,
      policy,
      resolve: visitedHook(policy) as unknown as Resolve<VisitorContext>,
    }),
    admitted: (policy: RoutePolicy) => ({
      seed: policy.id,
      policy,
      resolve: admittedHook(policy) as unknown as Resolve<RequestContext>,
      beforeHandle: answerEarly as () => void,
    }),
    keyed: (policy: RoutePolicy) => ({
      seed: policy.id,
      policy,
      resolve: keyedHook as unknown as Resolve<KeyContext>,
    }),
    withPassword: (policy: RoutePolicy) => ({
      seed: policy.id,
      policy,
      resolve: passwordHook as unknown as Resolve<AppContext>,
    }),
  });

function visitedHook(policy: RoutePolicy): Resolver<VisitorContext> {
  const { body: schema } = policy;
  if (!schema) {
    return ({ incoming, route, params }: MatchedRequest) => {
      const call = visit(incoming, route, policy);
      return { call, query: readPathAndQuery(incoming, policy, params) };
    };
  }
  return async ({ incoming, route, params }: MatchedRequest) => {
    const call = visit(incoming, route, policy);
    const { value } = await readJson(incoming.request);
    const body = validate(schema, value, "body");
    return { call, body, query: readPathAndQuery(incoming, policy, params) };
  };
}

function admittedHook(policy: RoutePolicy): Resolver<RequestContext> {
  if (!policy.body && !policy.upload) {
    return ({ incoming, route, params }: MatchedRequest) => {
      const admitted = admit(incoming, route, policy);
      const input = readWithoutBody(incoming, admitted, policy);
      const reads = isRead(incoming.request);
      if (reads && admitted.caller.kind !== "api_key") incoming.reply.revision = admitted.caller.revision;
      const key = reads && !policy.isVolatile ? cacheKeyOf(incoming, admitted) : null;
      const call = new RequestContext(incoming, admitted, input, key);
      const cached = key === null ? null : findCached(incoming, key);
      if (cached) return { call, earlyResponse: cached };
      const query = readPathAndQuery(incoming, policy, params);
      return { call, query, earlyResponse: replay(incoming, call) };
    };
  }
  return async ({ incoming, route, params }: MatchedRequest) => {
    const admitted = admit(incoming, route, policy);
    const input = await readWithBody(incoming, admitted, policy);
    const query = readPathAndQuery(incoming, policy, params);
    const call = new RequestContext(incoming, admitted, input, null);
    return { call, body: input.body, query, earlyResponse: replay(incoming, call) };
  };
}

function keyedHook({ incoming, route }: MatchedRequest): Resolved<KeyContext> {
  incoming.reply.route = route;
  const call = new KeyContext(incoming, incoming.services.admission.admitKey(incoming));
  return { call };
}

function passwordHook({ incoming, route }: MatchedRequest): Resolved<AppContext> {
  incoming.reply.route = route;
  return { call: new AppContext(incoming, incoming.services.admission.admitApp(incoming)) };
}

// Returning the result of a call would make Elysia treat this function as asynchronous.
function answerEarly({ earlyResponse }: { earlyResponse?: Response | null }): Response | undefined {
  if (earlyResponse) return earlyResponse;
}

function visit(incoming: Incoming, route: string, policy: RoutePolicy): VisitorContext {
  requireIntendedRoute(incoming, route);
  return new VisitorContext(incoming, incoming.services.admission.admitVisitor(incoming, policy));
}

function admit(incoming: Incoming, route: string, policy: RoutePolicy): Admitted {
  requireIntendedRoute(incoming, route);
  return incoming.services.admission.admit(incoming, policy);
}

function requireIntendedRoute({ reply, services, path }: Incoming, route: string): void {
  services.routes.requireIntendedRoute(route, path);
  reply.route = route;
}

function cacheKeyOf({ path, search, now }: Incoming, { caller }: Admitted): string {
  return `${caller.revision} ${caller.id} ${dateIn(caller.timeZone, now)} ${path}${search}`;
}

function findCached(incoming: Incoming, key: string): Response | null {
  const { responseCache, deps } = incoming.services;
  const condition = incoming.request.headers.get("if-none-match");
  if (condition !== null) {
    const etag = findEtag(condition, etagOf(key, deps.runtime.build));
    if (etag !== null) return sendNotModified(incoming, etag);
  }
  const cached = responseCache.get(key);
  return cached ? sendCacheable(incoming, key, cached) : null;
}

function replay(incoming: Incoming, call: RequestContext): Response | null {
  const { idempotentRequest } = call;
  if (!idempotentRequest) return null;
  call.admitAgain(); // The key may have been revoked while the body arrived.
  const { deps, inProgress } = incoming.services;
  const first = findReplay(deps.db, idempotentRequest, incoming.now);
  if (!first) {
    inProgress.begin(idempotentRequest, incoming);
    return null;
  }
  incoming.reply.activityId = first.activityId;
  return respond(incoming, first.body, 200, { "Idempotency-Replayed": "true" });
}

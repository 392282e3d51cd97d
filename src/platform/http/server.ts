/**
 * Performs the first and the last step of every request. The steps in between are hooks of the route: see
 * `route-hooks.ts`.
 */
import { type AnyElysia, Elysia } from "elysia";
import { FairSemaphore } from "#lib/concurrency.ts";
import { rateLimited } from "#lib/errors.ts";
import { InProgress } from "../auth/idempotency.ts";
import type { HouseholdScope } from "../db/statements.ts";
import type { Closing, Deps } from "../deps.ts";
import type { Work } from "../work.ts";
import { Admission } from "./admission.ts";
import { corsHeaders, preflight } from "./cors.ts";
import { addressCheck, Incoming, showAsHttp } from "./incoming.ts";
import type { ActingMember, RequestContext } from "./request-context.ts";
import { idleSeconds } from "./request-input.ts";
import { respond, respondError, sendCacheable } from "./response.ts";
import { CachedResponse, etagOf, ResponseCache } from "./response-cache.ts";
import { RouteTable } from "./route-table.ts";
import { socketLimits } from "./sockets.ts";

/** The number of uploads that are received at the same time. Further uploads wait before their bodies are read. */
const uploadsAtOnce = 3;
/** The number of uploads of one caller that may wait. */
const uploadsWaiting = 3;

export type Ports = {
  readonly afterCommit: (work: Work) => void;
  readonly notFoundPage: (request: Request, path: string) => Promise<Response> | null;
  readonly findActingMember: (work: Work, id: string) => ActingMember;
  readonly readHousehold: (scope: HouseholdScope) => { readonly id: string; readonly timeZone: string };
};

export type Services = Ports & {
  readonly deps: Deps;
  readonly routes: RouteTable;
  readonly admission: Admission;
  readonly responseCache: ResponseCache;
  readonly inProgress: InProgress;
  readonly uploads: FairSemaphore;
  readonly setIdleTimeout: (request: Request, seconds: number) => void;
};

/** A failed request. It is not a `Response`, for which Elysia would skip `mapResponse` at an unknown address. */
class FailedRequest {
  constructor(
    readonly thrown: unknown,
    readonly page: Response | null = null,
  ) {}
}

/** Creates the server with its routes. @throws Error if a route has no policy */
export function createServer(deps: Deps, features: AnyElysia, ports: Ports) {
  const { config } = deps;
  const services: Services = {
    ...ports,
    deps,
    routes: new RouteTable(features),
    admission: new Admission(deps, () => app.server),
    responseCache: new ResponseCache(),
    inProgress: new InProgress(),
    uploads: new FairSemaphore(uploadsAtOnce, { maxLoad: 1 + uploadsWaiting, refuse: () => rateLimited(5) }),
    setIdleTimeout: (request, seconds) => app.server?.timeout(request, seconds),
  };
  const nextId = requestIds();
  const checkAddress = addressCheck();
  let enter: Handle | null = null;
  // Hooks must destructure the context, because Elysia otherwise parses cookies, headers and body.
  const app: AnyElysia = new Elysia({
    normalize: false,
    strictPath: true,
    systemRouter: false,
    // Elysia parses addresses such as `http://nas/path` wrongly.
    handler: { standardHostname: false },
    serve: { idleTimeout: idleSeconds },
    websocket: socketLimits,
  })
    .wrap((handle) => {
      enter ??= ((request) => {
        const { closing } = deps.runtime;
        const shown = showAsHttp(request);
        return closing
          ? respondAndClose(closing, shown, handle as unknown as Handle)
          : (handle as unknown as Handle)(shown);
      }) satisfies Handle;
      return enter;
    })
    .onRequest((context) => {
      const located = context as unknown as Located;
      const { request, path, qi, url } = located;
      located.incoming = new Incoming(services, request, path, qi < 0 ? "" : url.slice(qi), nextId());
      located.qi = -1; // Elysia parses no query, because the hooks of the route do.
      checkAddress(request);
      const answer = preflight(request, path, config.corsOrigins);
      // Returning the result of a call would make Elysia handle every request asynchronously.
      if (answer) return answer;
    })
    .onError((async ({ code, error, incoming }: Failed) => {
      if (code !== "NOT_FOUND") return new FailedRequest(error);
      const refusal = services.routes.errorFor(incoming.path);
      const page = refusal.status === 404 ? await ports.notFoundPage(incoming.request, incoming.path) : null;
      return new FailedRequest(refusal, page);
    }) as () => Promise<unknown>)
    .mapResponse((({ responseValue, incoming, call }: Answered) => {
      return finish(incoming, withCondition(incoming.request, toResponse(incoming, call, responseValue)));
    }) as () => Response)
    .use(features);
  return app;
}

async function respondAndClose(closing: Closing, request: Request, handle: Handle): Promise<Response> {
  closing.waiting++;
  await closing.done;
  const response = await handle(request);
  response?.headers.set("Connection", "close"); // There is no response if the request was upgraded to a WebSocket.
  return response;
}

type Handle = (request: Request) => Response | Promise<Response>;

type Located = {
  readonly request: Request;
  readonly path: string;
  qi: number;
  readonly url: string;
  incoming: Incoming;
};

type Failed = { readonly code: unknown; readonly error: unknown; readonly incoming: Incoming };

type Answered = { readonly responseValue: unknown; readonly incoming: Incoming; readonly call?: RequestContext };

function toResponse(incoming: Incoming, call: RequestContext | undefined, value: unknown): Response {
  if (value instanceof Response) return value;
  if (value instanceof FailedRequest) return value.page ?? respondError(incoming, value.thrown);
  const body = JSON.stringify(value);
  const key = call?.cacheKey ?? null;
  // If there was a write since, the revision of the answer is unknown.
  if (key === null || call?.hasChanged()) return respond(incoming, body);
  const { responseCache, deps } = incoming.services;
  const answer = new CachedResponse(body, etagOf(key, deps.runtime.build));
  // Addresses with a query differ so much that most are asked for only once.
  if (incoming.search === "" || responseCache.isAskedAgain(answer.etag)) responseCache.set(key, answer);
  return sendCacheable(incoming, key, answer);
}

/** Replaces a response by 304 for `If-None-Match: *`, which matches every existing answer (RFC 9110 §13.1.2). */
function withCondition({ method, headers: asked }: Request, response: Response): Response {
  const isRead = method === "GET" || method === "HEAD";
  if (!isRead || response.status !== 200 || asked.get("if-none-match")?.trim() !== "*") return response;
  const headers = new Headers(response.headers);
  for (const name of ["Content-Type", "Content-Encoding", "Content-Disposition", "Content-Length"])
    headers.delete(name);
  return new Response(null, { status: 304, headers });
}

function finish(incoming: Incoming, response: Response): Response {
  const { reply, services, request, path, id } = incoming;
  const { config, log, metrics, runtime } = services.deps;
  for (const cleanUp of reply.cleanUps) cleanUp();
  for (const cookie of reply.cookies) response.headers.append("Set-Cookie", cookie);
  corsHeaders(request, path, response, config.corsOrigins);
  if (runtime.closing) response.headers.set("Connection", "close");
  const route = reply.route ?? "-";
  const ms = performance.now() - incoming.startedAt;
  if (metrics.isOn) metrics.requests.observe(ms / 1_000, route, response.status);
  log.request({
    method: request.method,
    route,
    status: response.status,
    ms,
    keyPrefix: reply.keyPrefix,
    id,
  });
  return response;
}

function requestIds(): () => string {
  const start = crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36) ?? "";
  let count = 0;
  return () => `${start}-${(++count).toString(36)}`;
}

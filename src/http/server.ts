/**
 * The one door: every request passes it once, in the order that `docs/architecture.md` draws. Elysia finds the route; the
 * hooks of `operation()` admit the caller and read the input; this file sends the answer.
 */
import { type AnyElysia, Elysia } from "elysia";
import { InProgress } from "../auth/idempotency.ts";
import type { Db } from "../db/client.ts";
import type { Deps } from "../deps.ts";
import type { Work } from "../work.ts";
import { Admission } from "./admission.ts";
import { corsHeaders, preflight } from "./cors.ts";
import { addressCheck, Incoming, showAsHttp } from "./incoming.ts";
import type { ActingMember, RequestContext } from "./request-context.ts";
import { idleSeconds } from "./request-input.ts";
import { respond, respondError, sendCacheable } from "./response.ts";
import { AnswerCache, etagOf } from "./response-cache.ts";
import { RouteTable } from "./route-table.ts";
import { socketLimits } from "./sockets.ts";
import { SharedPlaces } from "./upload-places.ts";

/** Files in memory at once; the rest wait before they are read. */
const uploadsAtOnce = 3;
/** Of one caller, beside the one that is being read. */
const uploadsWaiting = 3;

/** What the server needs of the features. */
export type Ports = {
  /** Called after each change, once it is on disk. */
  readonly afterWrite: (work: Work) => void;
  /** The page for a request without a route; null where JSON is the answer. */
  readonly notFoundPage: (request: Request, path: string) => Promise<Response> | null;
  /** @throws ApiError 422 for one who is no member of the household. */
  readonly findActingMember: (work: Work, id: string) => ActingMember;
  readonly readHousehold: (db: Db, id: string) => { readonly id: string; readonly timeZone: string };
};

/** What the stages of a request share. */
export type Services = Ports & {
  readonly deps: Deps;
  readonly routes: RouteTable;
  readonly admission: Admission;
  readonly answers: AnswerCache;
  readonly inProgress: InProgress;
  readonly uploads: SharedPlaces;
  /** Seconds; 0: never. */
  readonly setIdleTimeout: (request: Request, seconds: number) => void;
};

/** Anything thrown, on its way to `mapResponse`, which makes every answer. */
class Failure {
  constructor(readonly thrown: unknown) {}
}

/**
 * The features' routes behind the door. It never listens.
 * @throws Error where a route does not say who may call it.
 */
export function createServer(deps: Deps, features: AnyElysia, ports: Ports) {
  const { config } = deps;
  const services: Services = {
    ...ports,
    deps,
    routes: new RouteTable(features),
    admission: new Admission(deps, () => app.server),
    answers: new AnswerCache(),
    inProgress: new InProgress(),
    uploads: new SharedPlaces(uploadsAtOnce, uploadsWaiting),
    setIdleTimeout: (request, seconds) => app.server?.timeout(request, seconds),
  };
  const nextId = requestIds();
  const checkAddress = addressCheck();
  let enter: Handle | null = null;
  // Hooks name what they take of Elysia's context. For one that takes all of it Elysia parses cookies, headers and body.
  const app: AnyElysia = new Elysia({
    normalize: false,
    strictPath: true,
    systemRouter: false,
    // A short host name (`http://nas`) is not "standard" to Elysia, which then looks for the path in the wrong place.
    handler: { standardHostname: false },
    serve: { idleTimeout: idleSeconds },
    websocket: socketLimits,
  })
    .wrap((handle) => {
      enter ??= ((request) => (handle as unknown as Handle)(showAsHttp(request))) satisfies Handle;
      return enter;
    })
    .onRequest((context) => {
      const { request, path, qi, url } = context as unknown as Located;
      (context as unknown as Located).incoming = new Incoming(
        services,
        request,
        path,
        qi < 0 ? "" : url.slice(qi),
        nextId(),
      );
      checkAddress(request);
      return preflight(request, config.corsOrigins) ?? undefined;
    })
    .onError((async ({ code, error, incoming }: Failed) => {
      if (code !== "NOT_FOUND") return new Failure(error);
      const refusal = services.routes.refusal(incoming.path);
      const page = refusal.status === 404 ? ports.notFoundPage(incoming.request, incoming.path) : null;
      return page ? await page : new Failure(refusal);
    }) as () => Promise<unknown>)
    .mapResponse((({ responseValue, incoming, call }: Answered) => {
      return finish(incoming, toResponse(incoming, call, responseValue));
    }) as () => Response)
    .use(features);
  return app;
}

type Handle = (request: Request) => Response | Promise<Response>;

/** Elysia's context before it looks for the route. `qi` is the place of the question mark in `url`, or -1. */
type Located = {
  readonly request: Request;
  readonly path: string;
  readonly qi: number;
  readonly url: string;
  incoming: Incoming;
};

/** Elysia's context once something was thrown. */
type Failed = { readonly code: unknown; readonly error: unknown; readonly incoming: Incoming };

/** Elysia's context once there is an answer. Without `call` where the request was not admitted. */
type Answered = { readonly responseValue: unknown; readonly incoming: Incoming; readonly call?: RequestContext };

function toResponse(incoming: Incoming, call: RequestContext | undefined, value: unknown): Response {
  if (value instanceof Response) return value;
  if (value instanceof Failure) return respondError(incoming, value.thrown);
  const body = JSON.stringify(value);
  const key = call?.answerKey ?? null;
  // After a write in between, nobody knows which state this answer is of.
  if (key === null || call?.isOutdated()) return respond(incoming, body);
  const { answers, deps } = incoming.services;
  const answer = { body, etag: etagOf(key, deps.run.build) };
  answers.set(key, answer);
  return sendCacheable(incoming, answer);
}

function finish(incoming: Incoming, response: Response): Response {
  const { reply, services, request, id } = incoming;
  const { config, log } = services.deps;
  for (const cleanUp of reply.cleanUps) cleanUp();
  for (const cookie of reply.cookies) response.headers.append("Set-Cookie", cookie);
  if (config.corsOrigins.length > 0) corsHeaders(request, response, config.corsOrigins);
  log.request({
    method: request.method,
    route: reply.route ?? "-",
    status: response.status,
    ms: performance.now() - incoming.startedAt,
    key: reply.keyPrefix,
    id,
  });
  return response;
}

/** Short ids, unique to this process and unlikely to repeat in another. */
function requestIds(): () => string {
  const start = crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36) ?? "";
  let count = 0;
  return () => `${start}-${(++count).toString(36)}`;
}

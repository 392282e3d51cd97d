/**
 * What every request passes before and after its handler, in the contract's order (section 2, Order of checks): route, 405,
 * credentials, origin, plan, scope or role, rate limit, kept answer, content type and size, headers, JSON and schema. Then
 * Elysia runs the handler, and the answer gets its headers and its line in the log.
 */
import type { TSchema } from "@sinclair/typebox";
import { type AnyElysia, Elysia } from "elysia";
import type { Work } from "../actor.ts";
import { parseAgentName } from "../auth/agent-name.ts";
import { InProgress, parseIdempotencyKey, recall } from "../auth/idempotency.ts";
import type { Deps } from "../deps.ts";
import { ApiError, malformedRequest } from "../errors.ts";
import { dateIn } from "../lib/time.ts";
import { AnswerCache, etagOf, matchesEtag } from "./answers.ts";
import { Call, callOf, registerCall } from "./call.ts";
import { corsHeaders, preflight } from "./cors.ts";
import { Gate } from "./gate.ts";
import { bodyTimeoutMs, fit, readJson, readQuery } from "./input.ts";
import { readUpload, type Upload } from "./multipart.ts";
import { SharedPlaces } from "./places.ts";
import { respond, respondError, respondKept, respondLength, respondNotModified } from "./respond.ts";
import { type Route, RouteTable } from "./routes.ts";
import { socketLimits } from "./sockets.ts";
import { type Target, targetReader } from "./target.ts";

/** Files in memory at once; the rest wait before they are read. */
const uploadsAtOnce = 3;
/** Of one caller, beside the one that is being read. */
const uploadsWaiting = 3;
/** Bun closes a connection on which nothing moves for so long. A body may pause for nearly all of its time. */
const idleSeconds = bodyTimeoutMs / 1_000 + 15;

/** Stands for the target of a request whose address can't be read. */
const nowhere: Target = { path: "", search: "" };

type Handler = (request: Request) => Response | Promise<Response>;

type Hooks = {
  /** Told of each change, once it is on disk. */
  readonly afterWrite?: (work: Work) => void;
  /** Answers a request that no route is for; where it does not, "Not found" does. */
  readonly lost?: (request: Request, path: string) => Promise<Response> | null;
};

/** The features' routes behind the pipeline. It never listens. */
export function withPipeline(deps: Deps, features: AnyElysia, hooks: Hooks = {}) {
  const { config, log } = deps;
  const { afterWrite = () => {}, lost = () => null } = hooks;
  const table = new RouteTable(features);
  const gate = new Gate(deps, () => app?.server ?? null);
  const answers = new AnswerCache();
  const inProgress = new InProgress();
  const uploads = new SharedPlaces(uploadsAtOnce, uploadsWaiting);
  const nextId = requestIds();
  const targetOf = targetReader();
  let app: AnyElysia | null = null;

  /** Everything up to the content type. An answer, where the request needs no handler. */
  function admit(call: Call): Response | null {
    const route = table.find(call.request.method, call.path);
    call.route = route;
    gate.admit(call, route);
    if (!call.callerOrNull || route.access === "key") return null;
    if (route.isIdempotent) begin(call);
    if (!route.body && !route.upload) readHeaders(call, route);
    return route.method === "GET" && !route.isVolatile ? keptAnswer(call) : null;
  }

  /** Marks a request with an idempotency key as in progress, before its body is here. */
  function begin(call: Call): void {
    const key = call.request.headers.get("idempotency-key");
    if (key === null) return;
    const { id: callerId, householdId } = call.caller;
    call.use = { householdId, callerId, key, route: `POST ${call.path}`, bodyHash: "" };
    // The second of two finds out below, once it is known to be valid.
    if (!inProgress.isRunning(call.use)) inProgress.begin(call.use, call);
  }

  /** What headers say; after the content type and size, before the schema. */
  function readHeaders(call: Call, route: Route): void {
    const { headers } = call.request;
    if (!call.callerOrNull) return;
    call.agentName = parseAgentName(headers.get("x-agent-name"));
    if (route.isIdempotent) parseIdempotencyKey(headers.get("idempotency-key"));
    if (route.method === "GET" || call.caller.kind !== "device") return;
    call.actFor(headers.get("x-acting-member"));
    // Who acts is part of what is asked: under the same key for somebody else it is another request.
    if (call.use) call.use = { ...call.use, route: `${call.use.route} as ${call.actingId}` };
  }

  function keptAnswer(call: Call): Response | null {
    const { caller, path, search, now } = call;
    const date = dateIn(caller.timeZone, now);
    call.answerKey = `${caller.revision} ${caller.id} ${date} ${path}${search}`;
    const condition = call.request.headers.get("if-none-match");
    if (condition !== null) {
      const etag = etagOf(call.answerKey, deps.run.build);
      if (matchesEtag(condition, etag)) return respondNotModified(call, etag);
    }
    const kept = answers.get(call.answerKey);
    if (!kept) return null; // Only now is it known that there would be an answer, which is all that `*` asks.
    if (condition?.trim() === "*") return respondNotModified(call, kept.etag);
    return call.request.method === "HEAD" ? respondLength(call, kept) : respondKept(call, kept);
  }

  async function readBody(call: Call, route: Route, schema: TSchema): Promise<void> {
    const { bytes, value } = await readJson(call.request);
    call.requireDeviceFields(value);
    readHeaders(call, route);
    call.body = fit(schema, value, "body");
    if (call.use) call.use = { ...call.use, bodyHash: Bun.SHA256.hash(bytes, "hex") };
  }

  async function readFile(call: Call, route: Route, upload: Upload): Promise<void> {
    call.file = await readUpload(call.request, upload);
    readHeaders(call, route);
    // Off the main thread: a large file would keep everybody waiting.
    if (call.use) call.use = { ...call.use, bodyHash: await hashAside(call.file) };
  }

  /** Waits for what the route takes, then runs the handler; null where it takes nothing. */
  function serveInput(call: Call, route: Route, handler: Handler): Promise<Response> | null {
    const { body, upload } = route;
    const handle = async () => handler(call.request);
    if (body) return readBody(call, route, body).then(handle);
    return upload ? takeUpload(call, () => readFile(call, route, upload).then(handle)) : null;
  }

  /** Waits for a place. The idle timeout is off during the wait, because Bun would close the connection. */
  async function takeUpload(call: Call, work: () => Promise<Response>): Promise<Response> {
    app?.server?.timeout(call.request, 0);
    try {
      return await uploads.hold(call.caller, () => work().finally(() => call.freeFile()));
    } finally {
      app?.server?.timeout(call.request, idleSeconds);
    }
  }

  function finish(call: Call, response: Response): Response {
    if (call.use) inProgress.end(call.use, call);
    if (config.corsOrigins.length > 0) corsHeaders(call.request, response, config.corsOrigins);
    log.request({
      method: call.request.method,
      route: call.route?.path ?? "-",
      status: response.status,
      ms: performance.now() - call.startedAt,
      key: call.callerOrNull?.kind === "api_key" ? call.callerOrNull.prefix : null,
      id: call.id,
    });
    return response;
  }

  /** Runs the handler; at once where there is no body to wait for. */
  function serve(call: Call, handler: Handler): Response | Promise<Response> {
    const fail = (error: unknown) => finish(call, respondError(call, error));
    const served = call.route ? serveInput(call, call.route, handler) : null;
    if (served) return served.then((response) => finish(call, response)).catch(fail);
    const response = handler(call.request);
    return response instanceof Promise
      ? response.then((answered) => finish(call, answered)).catch(fail)
      : finish(call, response);
  }

  function entrance(handler: Handler): Handler {
    return (request) => {
      const target = targetOf(request);
      if (!target) {
        const call = new Call(deps, request, nowhere, nextId());
        return finish(call, respondError(call, malformedRequest()));
      }
      const allowed = preflight(request, config.corsOrigins);
      if (allowed) return allowed;
      const call = new Call(deps, request, target, nextId());
      call.afterWrite = afterWrite;
      try {
        const early = admit(call);
        if (early) return finish(call, early);
      } catch (error) {
        const fail = () => finish(call, respondError(call, error));
        const isUnknown = call.route === null && error instanceof ApiError && error.status === 404;
        const page = isUnknown ? lost(request, call.path) : null;
        return page ? page.then((response) => finish(call, response)).catch(fail) : fail();
      }
      registerCall(call);
      return serve(call, handler);
    };
  }

  let enter: Handler | null = null;
  // A short host name (`http://nas`) is not "standard" to Elysia, which then looks for the path in the wrong place.
  const anyHost = { standardHostname: false };
  app = new Elysia({
    normalize: false,
    strictPath: true,
    systemRouter: false,
    handler: anyHost,
    serve: { idleTimeout: idleSeconds },
    websocket: socketLimits,
  })
    .wrap((inner) => {
      enter ??= entrance(inner as unknown as Handler);
      return enter;
    })
    .onError(({ request, error }) => respondError(callOf(request), error))
    // The path is the very one that was admitted. Should Elysia ever read another in it, its handler must not run.
    .onTransform(({ route, request }) => {
      if (callOf(request).route?.path !== route) throw malformedRequest();
    })
    .onTransform((context) => {
      const { route, search, body } = callOf(context.request);
      if (body !== undefined) context.body = body;
      if (route?.query) context.query = readQuery(route.query, search) as typeof context.query;
      if (route?.params) fit(route.params, context.params, "");
    })
    .onBeforeHandle(({ request }) => {
      const call = callOf(request);
      if (!call.use) return;
      // The caller's key may have been revoked while the body arrived.
      if (call.isOutdated()) call.admitAgain();
      const answer = recall(deps.db, call.use, call.now);
      if (answer !== null) {
        call.activityId = answer.activityId;
        return respond(call, answer.body, 200, { "Idempotency-Replayed": "true" });
      }
      inProgress.begin(call.use, call);
    })
    .mapResponse(({ request, responseValue }) => {
      if (responseValue instanceof Response) return responseValue;
      const call = callOf(request);
      const body = JSON.stringify(responseValue);
      // Where something was written meanwhile, it is not known which state this answer is of.
      if (call.answerKey === null || call.isOutdated()) return respond(call, body);
      const answer = { body, etag: etagOf(call.answerKey, deps.run.build) };
      answers.set(call.answerKey, answer);
      return respondKept(call, answer);
    })
    .use(features);
  return app;
}

/** The SHA-256 in hexadecimal digits. */
async function hashAside(bytes: Uint8Array): Promise<string> {
  return Buffer.from(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>)).toString("hex");
}

/** Short ids, unique to this process and unlikely to repeat in another. */
function requestIds(): () => string {
  const start = crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36) ?? "";
  let count = 0;
  return () => `${start}-${(++count).toString(36)}`;
}

/**
 * What every request passes before and after its handler, in the contract's order (section 2, Order of checks): route, 405,
 * credentials, plan, scope, rate limit, kept answer, content type and size, JSON and schema. Then Elysia runs the handler, and
 * the answer gets its headers and its line in the log.
 */
import type { TSchema } from "@sinclair/typebox";
import { type AnyElysia, Elysia } from "elysia";
import { InProgress, parseIdempotencyKey, recall } from "../auth/idempotency.ts";
import type { Deps } from "../deps.ts";
import { dateIn } from "../time.ts";
import { AnswerCache, etagOf, matchesEtag } from "./answers.ts";
import { Call, callOf, registerCall } from "./call.ts";
import { corsHeaders, preflight } from "./cors.ts";
import { Gate } from "./gate.ts";
import { fit, readJson, readQuery } from "./input.ts";
import { respond, respondError, respondKept, respondLength, respondNotModified } from "./respond.ts";
import { RouteTable } from "./routes.ts";

type Handler = (request: Request) => Response | Promise<Response>;

/** The features' routes behind the pipeline. It never listens. */
export function withPipeline(deps: Deps, features: AnyElysia) {
  const { config, log } = deps;
  const table = new RouteTable(features);
  const gate = new Gate(deps, () => app?.server ?? null);
  const answers = new AnswerCache();
  const inProgress = new InProgress();
  const nextId = requestIds();
  let app: AnyElysia | null = null;

  /** Everything up to the content type. An answer, where the request needs no handler. */
  function admit(call: Call): Response | null {
    const route = table.find(call.request.method, call.path);
    call.route = route;
    gate.admit(call, route);
    if (!call.callerOrNull) return null;
    if (route.method === "GET" && !route.isVolatile) return keptAnswer(call);
    if (route.method !== "GET" && call.caller.kind === "device")
      call.actFor(call.request.headers.get("x-acting-member"));
    if (route.isIdempotent) markIdempotent(call);
    return null;
  }

  function keptAnswer(call: Call): Response | null {
    const { caller, path, search, now } = call;
    const date = dateIn(caller.timeZone, now);
    call.answerKey = `${caller.revision} ${caller.id} ${date} ${path}${search}`;
    const condition = call.request.headers.get("if-none-match");
    if (condition !== null) {
      const etag = etagOf(call.answerKey, deps.version);
      if (matchesEtag(condition, etag)) return respondNotModified(call, etag);
    }
    const kept = answers.get(call.answerKey);
    if (!kept) return null;
    return call.request.method === "HEAD" ? respondLength(call, kept) : respondKept(call, kept);
  }

  function markIdempotent(call: Call): void {
    const key = parseIdempotencyKey(call.request.headers.get("idempotency-key"));
    if (key === null) return;
    const { id: callerId, householdId } = call.caller;
    call.use = { householdId, callerId, key, route: `POST ${call.path}`, bodyHash: "" };
  }

  async function readBody(call: Call, schema: TSchema): Promise<void> {
    const { use } = call;
    // The first of two with the same key is in progress from here; the second finds out once it is known to be valid.
    if (use && !inProgress.isRunning(use)) inProgress.begin(use, call);
    const { bytes, value } = await readJson(call.request);
    call.requireDeviceFields(value);
    call.body = fit(schema, value, "body");
    if (use) call.use = { ...use, bodyHash: Bun.SHA256.hash(bytes, "hex") };
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
    if (call.route?.body) {
      return readBody(call, call.route.body)
        .then(() => handler(call.request))
        .then((response) => finish(call, response))
        .catch(fail);
    }
    const response = handler(call.request);
    return response instanceof Promise
      ? response.then((answered) => finish(call, answered)).catch(fail)
      : finish(call, response);
  }

  function entrance(handler: Handler): Handler {
    return (request) => {
      const allowed = preflight(request, config.corsOrigins);
      if (allowed) return allowed;
      const call = new Call(deps, request, nextId());
      try {
        const early = admit(call);
        if (early) return finish(call, early);
      } catch (error) {
        return finish(call, respondError(call, error));
      }
      registerCall(call);
      return serve(call, handler);
    };
  }

  let enter: Handler | null = null;
  app = new Elysia({ normalize: false, strictPath: true, systemRouter: false })
    .wrap((handler) => {
      enter ??= entrance(handler as unknown as Handler);
      return enter;
    })
    .onError(({ request, error }) => respondError(callOf(request), error))
    .onTransform((context) => {
      const { route, search, body } = callOf(context.request);
      if (body !== undefined) context.body = body;
      if (route?.query) context.query = readQuery(route.query, search) as typeof context.query;
      if (route?.params) fit(route.params, context.params, "");
    })
    .onBeforeHandle(({ request }) => {
      const call = callOf(request);
      if (!call.use) return;
      const answer = recall(deps.db, call.use, call.now);
      if (answer !== null) return respond(call, answer, 200, { "Idempotency-Replayed": "true" });
      inProgress.begin(call.use, call);
    })
    .mapResponse(({ request, responseValue }) => {
      if (responseValue instanceof Response) return responseValue;
      const call = callOf(request);
      const body = JSON.stringify(responseValue);
      if (call.answerKey === null) return respond(call, body);
      const answer = { body, etag: etagOf(call.answerKey, deps.version) };
      answers.set(call.answerKey, answer);
      return respondKept(call, answer);
    })
    .use(features);
  return app;
}

/** Short ids, unique to this process and unlikely to repeat in another. */
function requestIds(): () => string {
  const start = crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36) ?? "";
  let count = 0;
  return () => `${start}-${(++count).toString(36)}`;
}

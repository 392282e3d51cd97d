/** Every answer's last step: one place makes the response and its headers. */
import { explain } from "../db/explain.ts";
import { codeOf, Refusal } from "../db/fault.ts";
import { ApiError, type ErrorBody, errorHeaders, toApiError } from "../errors.ts";
import type { KeptAnswer } from "./answers.ts";
import type { Call } from "./call.ts";

type Headers = Record<string, string>;

/** An answer in JSON, by its text. */
export function respond(call: Call, body: string | null, status = 200, extra: Headers = {}): Response {
  const headers = Object.assign(baseHeaders(call), extra);
  headers["Content-Type"] = "application/json";
  return withExtra(call, new Response(body, { status, headers }));
}

/** A read's answer, fresh or kept. */
export function respondKept(call: Call, { body, etag }: KeptAnswer): Response {
  const headers = baseHeaders(call);
  headers["Content-Type"] = "application/json";
  headers.ETag = etag;
  return withExtra(call, new Response(body, { headers }));
}

/** The same to HEAD: the length without the body. */
export function respondLength(call: Call, { body, etag }: KeptAnswer): Response {
  return respond(call, null, 200, { ETag: etag, "Content-Length": String(Buffer.byteLength(body)) });
}

/** 304 (RFC 9110 §15.4.5): what the caller has is still true. */
export function respondNotModified(call: Call, etag: string): Response {
  return withExtra(call, new Response(null, { status: 304, headers: { ...baseHeaders(call), ETag: etag } }));
}

/** The answer to anything thrown: the refusal itself, or `Internal error`, whose cause goes to the log alone. */
export function respondError(call: Call, thrown: unknown): Response {
  const known = toApiError(thrown);
  if (!known) call.deps.log.error(causeOf(thrown, call.deps.config.dataDir), call.id);
  const refusal = known ?? new ApiError(500, "internal", null, "Internal error");
  const body: ErrorBody = { error: refusal.message, statusCode: refusal.status };
  return respond(call, JSON.stringify(body), refusal.status, { ...errorHeaders(refusal), ...refusal.headers });
}

/** The stack and, where the storage is at fault, the file and the way out. */
function causeOf(thrown: unknown, dataDir: string): string {
  const stack = thrown instanceof Error ? thrown.stack || thrown.message : String(thrown);
  const explained = /^SQLITE_(CORRUPT|NOTADB|IOERR|CANTOPEN|READONLY)/.test(codeOf(thrown))
    ? explain(thrown, dataDir)
    : thrown;
  return explained instanceof Refusal ? `${explained.message}\n${stack}` : stack;
}

/** Adds to a ready answer what all carry, where it has nothing of its own there. */
export function withBaseHeaders(call: Call, response: Response): Response {
  for (const [name, value] of Object.entries(baseHeaders(call))) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  return response;
}

function withExtra({ extraHeaders }: Call, response: Response): Response {
  for (const [name, value] of extraHeaders) response.headers.append(name, value);
  return response;
}

function baseHeaders({ id, allowance, activityId, deps: { config } }: Call): Headers {
  const headers: Headers = {
    "Cache-Control": "private, no-cache",
    Vary: "Authorization, Cookie, X-Acting-Member",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": id,
  };
  if (activityId !== null) headers["X-Activity-Id"] = activityId;
  if (allowance) {
    // draft-ietf-httpapi-ratelimit-headers-10: the policy, then what is left of it and when all of it is back.
    headers["RateLimit-Policy"] = `"default";q=${config.rateLimitPerMinute};w=60`;
    headers.RateLimit = `"default";r=${allowance.remaining};t=${allowance.fullInSeconds}`;
  }
  return headers;
}

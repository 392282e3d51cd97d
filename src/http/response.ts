/** Every answer's last step: one place makes the response and its headers. */
import { explain } from "../db/explain.ts";
import { codeOf, Refusal } from "../db/fault.ts";
import { type ApiError, type ErrorBody, toApiError } from "../errors.ts";
import type { Incoming } from "./incoming.ts";
import type { CachedResponse } from "./response-cache.ts";

type Headers = Record<string, string>;

/** An answer in JSON, by its text. */
export function respond(incoming: Incoming, body: string | null, status = 200, extra: Headers = {}): Response {
  const headers = Object.assign(baseHeaders(incoming), extra);
  headers["Content-Type"] = "application/json";
  return new Response(body, { status, headers });
}

/** A cacheable answer, fresh or cached. */
export function sendCacheable(incoming: Incoming, { body, etag }: CachedResponse): Response {
  const headers = baseHeaders(incoming);
  headers["Content-Type"] = "application/json";
  headers.ETag = etag;
  return new Response(body, { headers });
}

/** 304 (RFC 9110 §15.4.5): what the caller has is still true. */
export function sendNotModified(incoming: Incoming, etag: string): Response {
  return new Response(null, { status: 304, headers: { ...baseHeaders(incoming), ETag: etag } });
}

/** The answer to anything thrown: the refusal itself, or `Internal error`, whose cause goes to the log alone. */
export function respondError(incoming: Incoming, thrown: unknown): Response {
  const { log, config } = incoming.services.deps;
  const known = toApiError(thrown);
  if (!known) log.error(causeOf(thrown, config.dataDir), incoming.id);
  const { status, message, headers }: Pick<ApiError, "status" | "message" | "headers"> = known ?? {
    status: 500,
    message: "Internal error",
    headers: {},
  };
  const body: ErrorBody = { error: message, statusCode: status };
  return respond(incoming, JSON.stringify(body), status, headers);
}

/** The stack and, where the storage is at fault, the file and the way out. */
function causeOf(thrown: unknown, dataDir: string): string {
  const stack = thrown instanceof Error ? thrown.stack || thrown.message : String(thrown);
  const explained = /^SQLITE_(CORRUPT|NOTADB|IOERR|CANTOPEN|READONLY)/.test(codeOf(thrown))
    ? explain(thrown, dataDir)
    : thrown;
  return explained instanceof Refusal ? `${explained.message}\n${stack}` : stack;
}

/** The headers that every answer in JSON carries. */
export function baseHeaders({ id, reply: { allowance, activityId }, services }: Incoming): Headers {
  const headers: Headers = {
    "Cache-Control": "private, no-cache",
    Vary: "Authorization, Cookie, X-Acting-Member",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": id,
  };
  if (activityId !== null) headers["X-Activity-Id"] = activityId;
  if (allowance) {
    // draft-ietf-httpapi-ratelimit-headers-10: the policy, then what is left of it and when all of it is back.
    headers["RateLimit-Policy"] = `"default";q=${services.deps.config.rateLimitPerMinute};w=60`;
    headers.RateLimit = `"default";r=${allowance.remaining};t=${allowance.fullInSeconds}`;
  }
  return headers;
}

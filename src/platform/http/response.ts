import { ApiError, codeOf, type ErrorBody, errorHeaders, toApiError } from "#lib/errors.ts";
import { revisionHeader } from "#lib/revision-header.ts";
import { explainStorageError } from "../db/explain-error.ts";
import { OperatorError } from "../db/operator-error.ts";
import { bodyOf, compress, encodingFor } from "./encoding.ts";
import type { Incoming } from "./incoming.ts";
import { InternalRequest } from "./internal-request.ts";
import type { CachedResponse } from "./response-cache.ts";

type Headers = Record<string, string>;

export function respond(incoming: Incoming, body: string | null, status = 200, extra: Headers = {}): Response {
  const headers = Object.assign(baseHeaders(incoming), extra);
  headers["Content-Type"] = "application/json";
  return respondText(incoming.request, body, { status, headers });
}

/** Returns a text response. Compresses the text if the request allows it. */
export function respondText(
  request: Request,
  body: string | null,
  { status, headers }: { readonly status: number; readonly headers: Headers },
): Response {
  const encoding = body === null ? "identity" : encodingFor(request, body);
  if (body === null || encoding === "identity") return new Response(body, { status, headers });
  return new Response(bodyOf(compress(body, encoding)), {
    status,
    headers: { ...headers, "Content-Encoding": encoding },
  });
}

export function sendCacheable(incoming: Incoming, key: string, answer: CachedResponse): Response {
  const headers = baseHeaders(incoming);
  headers["Content-Type"] = "application/json";
  const encoding = encodingFor(incoming.request, answer.body);
  headers.ETag = encoding === "identity" ? answer.etag : `W/${answer.etag}`;
  if (encoding === "identity") return new Response(answer.body, { headers });
  headers["Content-Encoding"] = encoding;
  return new Response(bodyOf(incoming.services.responseCache.pack(key, answer, encoding)), { headers });
}

export function sendNotModified(incoming: Incoming, etag: string): Response {
  return new Response(null, { status: 304, headers: { ...baseHeaders(incoming), ETag: etag } });
}

export function respondError(incoming: Incoming, thrown: unknown): Response {
  const { log, config } = incoming.services.deps;
  const known = toApiError(thrown);
  if (!known) log.error(causeOf(thrown, config.dataDir), incoming.id);
  const refusal = known ?? new ApiError(500, "internal", null, "Internal error");
  if (incoming.request instanceof InternalRequest) incoming.request.refusal = refusal;
  const body: ErrorBody = { error: refusal.message, statusCode: refusal.status };
  return respond(incoming, JSON.stringify(body), refusal.status, { ...errorHeaders(refusal), ...refusal.headers });
}

/**
 * Returns the text of an error for the log. If the disk or the database caused the error, the text says how to repair
 * it.
 */
function causeOf(thrown: unknown, dataDir: string): string {
  const stack = thrown instanceof Error ? thrown.stack || thrown.message : String(thrown);
  const explained = /^SQLITE_(CORRUPT|NOTADB|IOERR|CANTOPEN|READONLY)/.test(codeOf(thrown))
    ? explainStorageError(thrown, dataDir)
    : thrown;
  return explained instanceof OperatorError ? `${explained.message}\n${stack}` : stack;
}

export function baseHeaders({ id, reply: { allowance, activityId, revision }, services }: Incoming): Headers {
  const headers: Headers = {
    "Cache-Control": "private, no-cache",
    Vary: "Accept-Encoding, Authorization, Cookie, X-Acting-Member",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": id,
  };
  if (activityId !== null) headers["X-Activity-Id"] = activityId;
  if (revision !== null) headers[revisionHeader] = String(revision);
  if (allowance) {
    // draft-ietf-httpapi-ratelimit-headers-10.
    headers["RateLimit-Policy"] = `"default";q=${services.deps.config.rateLimitPerMinute};w=60`;
    headers.RateLimit = `"default";r=${allowance.remaining};t=${allowance.fullInSeconds}`;
  }
  return headers;
}

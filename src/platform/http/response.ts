import { ApiError, codeOf, type ErrorBody, errorHeaders, toApiError } from "#lib/errors.ts";
import { revisionHeader } from "#lib/revision-header.ts";
import { explainStorageError } from "../db/explain-error.ts";
import { OperatorError } from "../db/operator-error.ts";
import { bodyOf, compress, encodingFor } from "./encoding.ts";
import type { Incoming } from "./incoming.ts";
import { InternalRequest } from "./internal-request.ts";
import type { CachedResponse } from "./response-cache.ts";

type Headers = Record<string, string>;

const fixedHeaders = {
  "Cache-Control": "private, no-cache",
  Vary: "Accept-Encoding, Authorization, Cookie, X-Acting-Member",
  "X-Content-Type-Options": "nosniff",
};
// Copying such headers takes half the time of reading an object.
const emptyHeaders = new globalThis.Headers(fixedHeaders);
const jsonHeaders = new globalThis.Headers({ ...fixedHeaders, "Content-Type": "application/json" });

export function respond(incoming: Incoming, body: string | null, status = 200, extra: Headers = {}): Response {
  const response = respondText(incoming.request, body, { status, headers: jsonHeaders });
  const { headers } = response;
  eachHeader(incoming, (name, value) => headers.set(name, value));
  for (const [name, value] of Object.entries(extra)) headers.set(name, value);
  return response;
}

/** Returns a text response. Compresses the text if the request allows it. */
export function respondText(
  request: Request,
  body: string | null,
  init: { readonly status: number; readonly headers: Headers | globalThis.Headers },
): Response {
  const encoding = body === null ? "identity" : encodingFor(request, body);
  if (body === null || encoding === "identity") return new Response(body, init);
  const response = new Response(bodyOf(compress(body, encoding)), init);
  response.headers.set("Content-Encoding", encoding);
  return response;
}

export function sendCacheable(incoming: Incoming, key: string, answer: CachedResponse): Response {
  const encoding = encodingFor(incoming.request, answer.body);
  const isPlain = encoding === "identity";
  const body = isPlain ? answer.body : bodyOf(incoming.services.responseCache.pack(key, answer, encoding));
  const response = new Response(body, { headers: jsonHeaders });
  const { headers } = response;
  headers.set("ETag", isPlain ? answer.etag : `W/${answer.etag}`);
  if (!isPlain) headers.set("Content-Encoding", encoding);
  eachHeader(incoming, (name, value) => headers.set(name, value));
  return response;
}

export function sendNotModified(incoming: Incoming, etag: string): Response {
  const response = new Response(null, { status: 304, headers: emptyHeaders });
  const { headers } = response;
  headers.set("ETag", etag);
  eachHeader(incoming, (name, value) => headers.set(name, value));
  return response;
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

/** Returns an error's text for the log, with how to repair it if the disk or the database is the cause. */
function causeOf(thrown: unknown, dataDir: string): string {
  const stack = thrown instanceof Error ? thrown.stack || thrown.message : String(thrown);
  const explained = /^SQLITE_(CORRUPT|NOTADB|IOERR|CANTOPEN|READONLY)/.test(codeOf(thrown))
    ? explainStorageError(thrown, dataDir)
    : thrown;
  return explained instanceof OperatorError ? `${explained.message}\n${stack}` : stack;
}

export function baseHeaders(incoming: Incoming): Headers {
  const headers: Headers = { ...fixedHeaders };
  eachHeader(incoming, (name, value) => {
    headers[name] = value;
  });
  return headers;
}

/** Calls `set` with the name and value of each header that differs from answer to answer. */
function eachHeader(
  { id, reply: { allowance, activityId, revision }, services }: Incoming,
  set: (name: string, value: string) => void,
): void {
  set("X-Request-Id", id);
  if (activityId !== null) set("X-Activity-Id", activityId);
  if (revision !== null) set(revisionHeader, String(revision));
  if (allowance === null) return;
  // draft-ietf-httpapi-ratelimit-headers-10.
  set("RateLimit-Policy", `"default";q=${services.deps.config.rateLimitPerMinute};w=60`);
  set("RateLimit", `"default";r=${allowance.remaining};t=${allowance.fullInSeconds}`);
}

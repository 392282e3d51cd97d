import type { Timers } from "#lib/timers.ts";
import type { Config } from "#platform/config.ts";
import { createOutbound, type Fetched, type Guard, type Outbound, OutboundError } from "#platform/net/outbound.ts";
import { retryAfter } from "#platform/net/retry-after.ts";
import { RemoteError } from "../remote.ts";
import { asRecord, type Json, listIn, readJson, textIn } from "./items.ts";

const timeoutMs = 30_000;
const maxBytes = 20 * 1_048_576;

export type Google = {
  readonly outbound: Outbound;
  readonly now: () => Date;
  readonly addresses: {
    /** Address of the sign-in page that the member's browser opens. */
    readonly authorization: string;
    readonly token: string;
    readonly calendar: string;
  };
};

type Network = Partial<Pick<Guard, "lookup" | "ca">>;

export function createGoogle(
  { googleBaseUrl }: Pick<Config, "googleBaseUrl">,
  now: () => Date,
  timers: Timers,
  network: Network = {},
): Google {
  const allowedOrigins = googleBaseUrl === null ? [] : [new URL(googleBaseUrl).origin];
  const outbound = createOutbound({ allowedOrigins, timeoutMs, timers, ...network });
  const under = (host: string) => googleBaseUrl ?? `https://${host}`;
  const addresses = {
    authorization: `${under("accounts.google.com")}/o/oauth2/v2/auth`,
    token: `${under("oauth2.googleapis.com")}/token`,
    calendar: `${under("www.googleapis.com")}/calendar/v3`,
  };
  return { outbound, now, addresses };
}

type GoogleRequest = {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** Sends a request to Google. @throws RemoteError, or the abort reason if the signal is aborted */
export async function send(
  { outbound }: Google,
  { address, ...sent }: GoogleRequest,
  signal?: AbortSignal,
): Promise<Fetched> {
  signal?.throwIfAborted();
  try {
    const request = { ...sent, maxBytes, decodesGzip: true, returnsRedirects: true };
    return await outbound(address, signal ? { ...request, signal } : request);
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof OutboundError)) throw error;
    if (error.kind === "too_large") throw new RemoteError("too_large", { detail: "size" });
    throw new RemoteError("no_answer", { detail: error.kind });
  }
}

/** Returns an access token. `stale` is a token that Google refused, which is not returned again. @throws RemoteError */
export type TokenSource = (stale: string | null, signal: AbortSignal) => Promise<string>;

type ApiCall = {
  readonly method?: GoogleRequest["method"];
  /** Unencoded path segments below the address of the API. */
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string | null>>;
  readonly body?: unknown;
  readonly etag?: string | null;
  /** Error statuses that are returned as a normal response. All other error statuses throw an error. */
  readonly accepts?: readonly number[];
};

export type Answer = { readonly status: number; readonly json: Json };

export class GoogleApi {
  constructor(
    readonly google: Google,
    private readonly token: TokenSource,
  ) {}

  async call(call: ApiCall, signal: AbortSignal): Promise<Answer> {
    const token = await this.token(null, signal);
    const first = await this.#send(call, token, signal);
    const fetched = first.status === 401 ? await this.#send(call, await this.token(token, signal), signal) : first;
    const { status, headers, bytes } = fetched;
    if (status >= 200 && status < 300) return { status, json: bytes.length > 0 ? readJson(bytes) : {} };
    const error = readError(bytes);
    const isLimit = status === 429 || (status === 403 && rateLimitReasons.has(error.reason));
    if (!isLimit && call.accepts?.includes(status)) return { status, json: error };
    const retryAfterMs = retryAfter(headers, this.google.now());
    throw new RemoteError(isLimit ? "busy" : errorCodeOf(status, error.reason, call), {
      detail: `status ${status}${error.reason === "" ? "" : `, ${error.reason}`}`,
      retryAfterMs,
    });
  }

  /** Yields the pages of a list, at most `maxPages`. @throws RemoteError */
  async *pages({ query, ...call }: ApiCall, maxPages: number, signal: AbortSignal): AsyncGenerator<Answer> {
    let pageToken: string | null = null;
    for (let pages = 0; pages < maxPages; pages++) {
      const answer: Answer = await this.call({ ...call, query: { ...query, pageToken } }, signal);
      yield answer;
      pageToken = textIn(answer.json, "nextPageToken");
      if (pageToken === null) return;
    }
  }

  #send(
    { method = "GET", path, query = {}, body, etag }: ApiCall,
    token: string,
    signal: AbortSignal,
  ): Promise<Fetched> {
    const address = new URL(`${this.google.addresses.calendar}/${path.map(encodeURIComponent).join("/")}`);
    for (const [name, value] of Object.entries(query)) if (value !== null) address.searchParams.set(name, value);
    const headers = {
      Authorization: `Bearer ${token}`,
      Accept: "application/json",
      ...(etag ? { "If-Match": etag } : {}),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    };
    const sent = { method, address: address.href, headers };
    return send(this.google, body === undefined ? sent : { ...sent, body: JSON.stringify(body) }, signal);
  }
}

const rateLimitReasons = new Set(["rateLimitExceeded", "userRateLimitExceeded", "quotaExceeded", "dailyLimitExceeded"]);

type ApiErrorBody = { readonly reason: string; readonly message: string };

/** Parses the body of an error. Only `reason` may be logged, because `message` can contain private texts. */
function readError(bytes: Uint8Array): ApiErrorBody {
  let error: Json | null = null;
  try {
    error = asRecord(readJson(bytes).error);
  } catch {
    // The body is not JSON: proxies respond with HTML pages.
  }
  const [first] = error ? listIn(error, "errors", 1) : [];
  const reason = (first && textIn(first, "reason")) ?? "";
  return {
    reason: /^[A-Za-z]{1,60}$/.test(reason) ? reason : "",
    message: (error && textIn(error, "message", 500)) ?? "",
  };
}

function errorCodeOf(status: number, reason: string, { method = "GET", path }: ApiCall) {
  const isOfObject = method !== "GET" || path.length > 3;
  if (status === 401) return "denied";
  if (status === 403) return isOfObject && !accountReasons.has(reason) ? "refused" : "denied";
  if (status === 404 || status === 410) return "gone";
  if (status === 503) return "busy";
  if (status === 500 && isOfObject) return "failed";
  if (status >= 500 || status === 408 || status < 400) return "no_answer";
  return isOfObject ? "refused" : "no_calendar";
}

const accountReasons = new Set(["insufficientPermissions", "accessNotConfigured", "authError"]);

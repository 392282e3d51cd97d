/**
 * Requests to addresses from members, providers or browsers: public ones, and the home only where the operator
 * allows it.
 */
import { lookup as lookUpName } from "node:dns/promises";
import { isIP } from "node:net";
import { systemTimers, type Timers } from "#lib/timers.ts";
import { isHomeAddress, isPublicAddress, isReachableAddress } from "./public-address.ts";

export type Fetched = {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  /** After redirects. */
  readonly url: string;
};

/** Only a GET follows redirects, and is sent to further addresses of a host if one fails; others may have arrived. */
type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS" | "PROPFIND" | "REPORT";

export type OutboundRequest = {
  readonly method?: Method;
  /** Of a GET: returns them too. */
  readonly returnsRedirects?: boolean;
  /** Not sent to other origins after a redirect. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** Of the answer. 0: not read, whatever its length. */
  readonly maxBytes?: number;
  /** `maxBytes` then counts what it unpacks to. */
  readonly acceptsGzip?: boolean;
  /** As `acceptsGzip`, and unpacks what some servers send unasked: deflate and Brotli. */
  readonly unpacksAll?: boolean;
  /** Takes the body of a 200 in place of `bytes`, which is then empty. `maxBytes` may then be any number. */
  readonly into?: (chunk: Uint8Array) => void;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
};

/** @throws OutboundError */
export type Outbound = (address: string, request?: OutboundRequest) => Promise<Fetched>;

/** `refused`: by the guard. */
export type OutboundFault = "refused" | "timeout" | "aborted" | "too_large" | "failed";

/** `message` is only for the log: it may contain addresses of the home. */
export class OutboundError extends Error {
  constructor(
    message: string,
    readonly fault: OutboundFault = "failed",
  ) {
    super(message);
  }
}

export type Lookup = (name: string) => Promise<readonly string[]>;

export type Guard = {
  /** From settings, so they may be http, and inside the home. */
  readonly allowedOrigins: readonly string[];
  /** Every private address (RFC 1918, ULA), by http too. */
  readonly isHomeAllowed?: boolean;
  /** From 1024 on. */
  readonly isHighPortAllowed?: boolean;
  /** Named in refusals, because it allows more. */
  readonly setting?: string;
  readonly userAgent?: string;
  readonly lookup?: Lookup;
  readonly timeoutMs?: number;
  readonly timers?: Timers;
  readonly ca?: string;
};

const defaultMaxBytes = 20 * 1_048_576;
const maxRedirects = 5;
const redirectStatuses = [301, 302, 303, 307, 308];

export function lanGuard(origins: readonly string[], setting = "LAN_ORIGINS"): Guard {
  return {
    allowedOrigins: origins.filter((each) => each !== "private"),
    isHomeAllowed: origins.includes("private"),
    setting,
  };
}

export function createOutbound(guard: Guard): Outbound {
  const { timers = systemTimers } = guard;
  return async (address, request = {}) => {
    const { timeoutMs = guard.timeoutMs ?? 10_000, signal: stop } = request;
    const controller = new AbortController();
    const abort = () => controller.abort();
    const cancelTimeout = timers.after(timeoutMs, abort);
    stop?.addEventListener("abort", abort);
    try {
      if (stop?.aborted) throw new OutboundError("aborted", "aborted");
      return await follow(guard, address, request, controller.signal);
    } catch (error) {
      if (error instanceof OutboundError) throw error;
      if (stop?.aborted) throw new OutboundError("aborted", "aborted");
      if (controller.signal.aborted) throw new OutboundError(`took longer than ${timeoutMs / 1_000} s`, "timeout");
      throw new OutboundError(error instanceof Error ? error.message : String(error));
    } finally {
      cancelTimeout();
      stop?.removeEventListener("abort", abort);
      controller.abort();
    }
  };
}

/** Without DNS. @throws OutboundError */
export function requireAllowedUrl(guard: Guard, address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href);
  if (!url) throw refused("not a valid URL");
  if (url.username !== "" || url.password !== "") throw refused("the URL must not contain a user or password");
  // A blob: URL also has an origin.
  const isWeb = /^https?:$/.test(url.protocol);
  const host = hostOf(url);
  if (isIP(host) > 0) requireAllowedAddress(guard, url, host, host);
  if (isWeb && guard.allowedOrigins.includes(url.origin)) return url;
  // Only a lookup shows whether a name leads into the home.
  const mayBeHttp = isWeb && guard.isHomeAllowed === true;
  if (url.protocol !== "https:" && !mayBeHttp) throw refused(`${url.protocol} is not https:`);
  const isHigh = Number(url.port) >= 1_024 && (guard.isHighPortAllowed === true || mayBeHttp);
  if (url.port !== "" && !isHigh) throw refused(`port ${url.port} is not the https port, 443`);
  if (url.hostname.endsWith(".")) throw refused("the host name must not end in a dot");
  return url;
}

async function follow(guard: Guard, address: string, request: OutboundRequest, signal: AbortSignal): Promise<Fetched> {
  const start = requireAllowedUrl(guard, address);
  let url = start;
  for (let hops = 0; hops <= maxRedirects; hops++) {
    const headers = url.origin === start.origin ? request.headers : undefined;
    const response = await send(guard, url, { ...request, headers }, signal);
    const mayFollow = isGet(request) && request.returnsRedirects !== true;
    const isRedirect = mayFollow && redirectStatuses.includes(response.status);
    const location = isRedirect ? response.headers.get("location") : null;
    if (location === null) {
      const bytes = await readBody(response, request);
      return { status: response.status, headers: response.headers, bytes, url: url.href };
    }
    await response.body?.cancel();
    url = requireAllowedUrl(guard, location, url);
  }
  throw new OutboundError(`more than ${maxRedirects} redirects`);
}

type Sent = Omit<OutboundRequest, "headers"> & { readonly headers: OutboundRequest["headers"] | undefined };

/** Connects to the checked address: a second lookup could return another (DNS rebinding). */
async function send(guard: Guard, url: URL, request: Sent, signal: AbortSignal): Promise<Response> {
  const host = hostOf(url);
  const isName = isIP(host) === 0;
  const addresses = isName ? await rejectOnAbort((guard.lookup ?? lookUp)(host), signal) : [host];
  for (const address of addresses) requireAllowedAddress(guard, url, host, address);
  let failure: unknown = new OutboundError(`${host} has no address`);
  for (const address of addresses) {
    const target = new URL(url);
    target.hostname = isIP(address) === 6 ? `[${address}]` : address;
    target.hash = "";
    try {
      return await fetch(target.href, {
        method: request.method ?? "GET",
        redirect: "manual",
        keepalive: false,
        decompress: false, // A small body could unpack to more than the limit.
        signal,
        headers: {
          "User-Agent": guard.userAgent ?? "Inglenook",
          "Accept-Encoding": request.acceptsGzip || request.unpacksAll ? "gzip" : "identity",
          ...request.headers,
          Host: url.host,
        },
        tls: { ...(isName ? { serverName: host } : {}), ...(guard.ca ? { ca: guard.ca } : {}) },
        ...(request.body === undefined ? {} : { body: request.body }),
      });
    } catch (error) {
      if (signal.aborted || (!isGet(request) && !isUnsent(error))) throw error;
      failure = error;
    }
  }
  throw failure;
}

function requireAllowedAddress(guard: Guard, url: URL, host: string, address: string): void {
  const to = host === address ? host : `${host} resolves to ${address}, which`;
  if (!isReachableAddress(address)) throw refused(`${to} is not public, and no setting can allow it`);
  if (guard.allowedOrigins.includes(url.origin)) return;
  const isAllowed = isPublicAddress(address) || (guard.isHomeAllowed === true && isHomeAddress(address));
  const hint = guard.setting === undefined ? "" : `; ${guard.setting} can allow it`;
  if (!isAllowed) throw refused(`${to} is not public${hint}`);
  const isPublicHttp = url.protocol === "http:" && isPublicAddress(address);
  if (isPublicHttp) throw refused(`http: is not https:, and ${host} is outside of the home`);
  const isOtherPort = url.port !== "" && isPublicAddress(address) && guard.isHighPortAllowed !== true;
  if (isOtherPort) throw refused(`port ${url.port} is not the https port, 443`);
}

function isGet({ method = "GET" }: Pick<OutboundRequest, "method">): boolean {
  return method === "GET";
}

function isUnsent(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return ["ConnectionRefused", "FailedToOpenSocket", "ECONNREFUSED"].includes(code);
}

function refused(message: string): OutboundError {
  return new OutboundError(message, "refused");
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}

/** Machines without IPv6 also get IPv6 addresses. */
async function lookUp(name: string): Promise<string[]> {
  const found = await lookUpName(name, { all: true });
  return found.sort((one, other) => one.family - other.family).map(({ address }) => address);
}

function rejectOnAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    promise.then(resolve, reject);
  });
}

const packings: Readonly<Record<string, string>> = {
  gzip: "gzip",
  "x-gzip": "gzip",
  deflate: "deflate",
  br: "brotli",
};

function packingOf(encoding: string, { acceptsGzip, unpacksAll }: OutboundRequest): string | null {
  if (unpacksAll) return packings[encoding] ?? null;
  return acceptsGzip && encoding === "gzip" ? "gzip" : null;
}

async function readBody({ status, headers, body }: Response, request: OutboundRequest): Promise<Uint8Array> {
  const into = status === 200 ? request.into : undefined;
  const wanted = request.maxBytes ?? defaultMaxBytes;
  const maxBytes = into ? wanted : Math.min(wanted, defaultMaxBytes);
  if (maxBytes === 0) {
    await body?.cancel();
    return new Uint8Array();
  }
  const tooLarge = () => new OutboundError(`more than ${maxBytes} bytes`, "too_large");
  const encoding = headers.get("content-encoding") ?? "identity";
  const packing = packingOf(encoding.toLowerCase(), request);
  if (encoding !== "identity" && packing === null)
    throw new OutboundError(`unexpected content encoding ${encoding.slice(0, 20)}`);
  if (Number(headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  if (!body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const unpacked = packing === null ? body : body.pipeThrough(new DecompressionStream(packing as "gzip"));
  const reader = unpacked.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks);
    length += value.byteLength;
    if (length > maxBytes) {
      await reader.cancel();
      throw tooLarge();
    }
    if (into) into(value);
    else chunks.push(value);
  }
}

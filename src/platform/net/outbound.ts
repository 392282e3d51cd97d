/**
 * Sends requests to addresses that members, providers or browsers supply. Public addresses are allowed; addresses in
 * the home network only if the operator allows them.
 */
import { lookup as lookUpName } from "node:dns/promises";
import { isIP } from "node:net";
import { boundedChunks } from "#lib/bounded-stream.ts";
import { codeOf, messageOf } from "#lib/errors.ts";
import { systemTimers, type Timers } from "#lib/timers.ts";
import { isCallableAddress, isPrivateAddress, isPublicAddress } from "./public-address.ts";

export type Fetched = {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  /** The final address after redirects. */
  readonly url: string;
};

/** Methods of requests. Only a GET follows redirects or tries a further address: others may have had an effect. */
type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS" | "PROPFIND" | "REPORT";

export type OutboundRequest = {
  readonly method?: Method;
  readonly returnsRedirects?: boolean;
  /** Headers of the request. They are not sent to other origins after a redirect. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** The largest accepted size of the body in bytes. If this is 0, the body is not read, whatever its size. */
  readonly maxBytes?: number;
  /** Whether a body that is compressed with gzip is accepted. `maxBytes` then applies to the decompressed bytes. */
  readonly decodesGzip?: boolean;
  /** Whether deflate and Brotli are decoded besides gzip. Some servers send these formats without being asked. */
  readonly decodesAll?: boolean;
  /** Receives the body of a response 200 in pieces. `bytes` is then empty, and `maxBytes` may be any number. */
  readonly onChunk?: (chunk: Uint8Array) => void;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
};

/** Sends a request to another server. @throws OutboundError */
export type Outbound = (address: string, request?: OutboundRequest) => Promise<Fetched>;

/** The cause of a failed request. `refused` means that the guard does not allow the address. */
export type OutboundErrorKind = "refused" | "timeout" | "aborted" | "too_large" | "failed";

/** Reason of a refusal. `scheme`: not http or https; `not_public`: in the home network; `other`: such as the port. */
type RefusalReason = "scheme" | "credentials" | "not_public" | "other";

/** A failed request. `message` is only for the log, because it may contain addresses in the home network. */
export class OutboundError extends Error {
  constructor(
    message: string,
    readonly kind: OutboundErrorKind = "failed",
    readonly reason: RefusalReason = "other",
  ) {
    super(message);
  }
}

export type Lookup = (name: string) => Promise<readonly string[]>;

export type Guard = {
  /** Origins that settings allow. They may use http, and may be in the home network. */
  readonly allowedOrigins: readonly string[];
  /** Whether every private address (RFC 1918, ULA) is allowed, also by http. */
  readonly arePrivateAddressesAllowed?: boolean;
  /** Whether ports from 1024 on are allowed. */
  readonly areHighPortsAllowed?: boolean;
  /** The setting that can allow further addresses. Error messages name this setting. */
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
    arePrivateAddressesAllowed: origins.includes("private"),
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
      throw new OutboundError(messageOf(error));
    } finally {
      cancelTimeout();
      stop?.removeEventListener("abort", abort);
      controller.abort();
    }
  };
}

/** Parses an address and checks that the guard allows it. Does not use DNS. @throws OutboundError */
export function requireAllowedUrl(guard: Guard, address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href);
  if (!url) throw refusedError("not a valid URL");
  if (url.username !== "" || url.password !== "")
    throw refusedError("the URL must not contain a user or password", "credentials");
  // A blob: URL also has an origin.
  const isWeb = /^https?:$/.test(url.protocol);
  const host = hostOf(url);
  if (isIP(host) > 0) requireAllowedAddress(guard, url, host, host);
  if (isWeb && guard.allowedOrigins.includes(url.origin)) return url;
  // Only a lookup can show whether a name leads to the home network.
  const mayBeHttp = isWeb && guard.arePrivateAddressesAllowed === true;
  if (url.protocol !== "https:" && !mayBeHttp) {
    throw refusedError(`${url.protocol} is not https:`, isWeb ? "other" : "scheme");
  }
  const isHigh = Number(url.port) >= 1_024 && (guard.areHighPortsAllowed === true || mayBeHttp);
  if (url.port !== "" && !isHigh) throw refusedError(`port ${url.port} is not the https port, 443`);
  if (url.hostname.endsWith(".")) throw refusedError("the host name must not end in a dot");
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

type RedirectedRequest = Omit<OutboundRequest, "headers"> & {
  readonly headers: OutboundRequest["headers"] | undefined;
};

/** Sends a request to the checked address: a second lookup could return another address (DNS rebinding). */
async function send(guard: Guard, url: URL, request: RedirectedRequest, signal: AbortSignal): Promise<Response> {
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
        decompress: false, // A small body could decompress to more than the limit.
        signal,
        headers: {
          "User-Agent": guard.userAgent ?? "Inglenook",
          "Accept-Encoding": request.decodesGzip || request.decodesAll ? "gzip" : "identity",
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
  if (!isCallableAddress(address)) {
    throw refusedError(`${to} is not public, and no setting can allow it`, "not_public");
  }
  if (guard.allowedOrigins.includes(url.origin)) return;
  const isAllowed =
    isPublicAddress(address) || (guard.arePrivateAddressesAllowed === true && isPrivateAddress(address));
  const hint = guard.setting === undefined ? "" : `; ${guard.setting} can allow it`;
  if (!isAllowed) throw refusedError(`${to} is not public${hint}`, "not_public");
  const isPublicHttp = url.protocol === "http:" && isPublicAddress(address);
  if (isPublicHttp) throw refusedError(`http: is not https:, and ${host} is outside of the home`);
  const isOtherPort = url.port !== "" && isPublicAddress(address) && guard.areHighPortsAllowed !== true;
  if (isOtherPort) throw refusedError(`port ${url.port} is not the https port, 443`);
}

function isGet({ method = "GET" }: Pick<OutboundRequest, "method">): boolean {
  return method === "GET";
}

function isUnsent(error: unknown): boolean {
  return ["ConnectionRefused", "FailedToOpenSocket", "ECONNREFUSED"].includes(codeOf(error));
}

function refusedError(message: string, reason: RefusalReason = "other"): OutboundError {
  return new OutboundError(message, "refused", reason);
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}

/** Resolves a name, with IPv4 addresses first, because machines without IPv6 also get IPv6 addresses. */
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

const decompressionFormats: Readonly<Record<string, string>> = {
  gzip: "gzip",
  "x-gzip": "gzip",
  deflate: "deflate",
  br: "brotli",
};

function decompressionFormatOf(encoding: string, { decodesGzip, decodesAll }: OutboundRequest): string | null {
  if (decodesAll) return decompressionFormats[encoding] ?? null;
  return decodesGzip && encoding === "gzip" ? "gzip" : null;
}

async function readBody({ status, headers, body }: Response, request: OutboundRequest): Promise<Uint8Array> {
  const into = status === 200 ? request.onChunk : undefined;
  const wanted = request.maxBytes ?? defaultMaxBytes;
  const maxBytes = into ? wanted : Math.min(wanted, defaultMaxBytes);
  if (maxBytes === 0) {
    await body?.cancel();
    return new Uint8Array();
  }
  const tooLarge = () => new OutboundError(`more than ${maxBytes} bytes`, "too_large");
  const encoding = headers.get("content-encoding") ?? "identity";
  const packing = decompressionFormatOf(encoding.toLowerCase(), request);
  if (encoding !== "identity" && packing === null)
    throw new OutboundError(`unexpected content encoding ${encoding.slice(0, 20)}`);
  if (Number(headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  if (!body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  const unpacked = packing === null ? body : body.pipeThrough(new DecompressionStream(packing as "gzip"));
  for await (const chunk of boundedChunks(unpacked.getReader(), maxBytes, tooLarge)) {
    if (into) into(chunk);
    else chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Fetches from public addresses only, so that no provider, redirect or DNS name reaches the home network. */
import { lookup as lookUpName } from "node:dns/promises";
import { isIP } from "node:net";
import { systemTimers, type Timers } from "../lib/timers.ts";
import { isPublicAddress } from "./public-address.ts";

export type Fetched = { readonly status: number; readonly headers: Headers; readonly bytes: Uint8Array };

export type FetchRequest = {
  /** Not sent to other origins after a redirect. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly maxBytes?: number;
};

/** @throws FetchError */
export type GuardedFetch = (address: string, request?: FetchRequest) => Promise<Fetched>;

export class FetchError extends Error {}

export type Lookup = (name: string) => Promise<readonly string[]>;

export type Guard = {
  /** May be private or http, because the operator named them. */
  readonly exemptOrigins: readonly string[];
  readonly lookup?: Lookup;
  readonly timeoutMs?: number;
  readonly timers?: Timers;
  readonly ca?: string;
};

const defaultMaxBytes = 20 * 1_048_576;
const maxRedirects = 5;
const redirectStatuses = [301, 302, 303, 307, 308];

export function createGuardedFetch(guard: Guard): GuardedFetch {
  const { timeoutMs = 10_000, timers = systemTimers } = guard;
  return async (address, request = {}) => {
    const controller = new AbortController();
    const cancelTimeout = timers.after(timeoutMs, () => controller.abort());
    try {
      return await follow(guard, address, request, controller.signal);
    } catch (error) {
      if (error instanceof FetchError) throw error;
      if (controller.signal.aborted) throw new FetchError(`took longer than ${timeoutMs / 1_000} s`);
      throw new FetchError(error instanceof Error ? error.message : String(error));
    } finally {
      cancelTimeout();
      controller.abort();
    }
  };
}

async function follow(guard: Guard, address: string, request: FetchRequest, signal: AbortSignal): Promise<Fetched> {
  const start = parseAddress(address, guard);
  let url = start;
  for (let hops = 0; hops <= maxRedirects; hops++) {
    const headers = url.origin === start.origin ? request.headers : undefined;
    const response = await send(guard, url, headers, signal);
    const location = redirectStatuses.includes(response.status) ? response.headers.get("location") : null;
    if (location === null) {
      const bytes = await readBody(response, Math.min(request.maxBytes ?? defaultMaxBytes, defaultMaxBytes));
      return { status: response.status, headers: response.headers, bytes };
    }
    await response.body?.cancel();
    url = parseAddress(location, guard, url);
  }
  throw new FetchError(`more than ${maxRedirects} redirects`);
}

function parseAddress(address: string, { exemptOrigins }: Guard, base?: URL): URL {
  const url = URL.parse(address, base?.href);
  if (!url) throw new FetchError("not a valid URL");
  if (url.username !== "" || url.password !== "") throw new FetchError("the URL must not contain a user or password");
  // A blob: URL also has an origin.
  if (exemptOrigins.includes(url.origin) && /^https?:$/.test(url.protocol)) return url;
  if (url.protocol !== "https:") throw new FetchError(`${url.protocol} is not https:`);
  if (url.port !== "") throw new FetchError(`port ${url.port} is not the https port, 443`);
  if (url.hostname.endsWith(".")) throw new FetchError("the host name must not end in a dot");
  return url;
}

/** Connects to the checked address: a second lookup could return another (DNS rebinding). */
async function send(guard: Guard, url: URL, headers: FetchRequest["headers"], signal: AbortSignal): Promise<Response> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isName = isIP(host) === 0;
  const addresses = isName ? await rejectOnAbort((guard.lookup ?? lookUp)(host), signal) : [host];
  const isExempt = guard.exemptOrigins.includes(url.origin);
  const privateAddress = isExempt ? undefined : addresses.find((each) => !isPublicAddress(each));
  if (privateAddress !== undefined) throw new FetchError(`${host} resolves to ${privateAddress}, which is not public`);
  let failure: unknown = new FetchError(`${host} has no address`);
  for (const address of addresses) {
    const target = new URL(url);
    target.hostname = isIP(address) === 6 ? `[${address}]` : address;
    target.hash = "";
    try {
      return await fetch(target.href, {
        redirect: "manual",
        keepalive: false,
        decompress: false, // A small body could unpack to more than the limit.
        signal,
        headers: { "User-Agent": "Inglenook", "Accept-Encoding": "identity", ...headers, Host: url.host },
        tls: { ...(isName ? { serverName: host } : {}), ...(guard.ca ? { ca: guard.ca } : {}) },
      });
    } catch (error) {
      if (signal.aborted) throw error;
      failure = error;
    }
  }
  throw failure;
}

/** DNS returns IPv6 addresses also to machines without IPv6. */
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

async function readBody({ headers, body }: Response, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = () => new FetchError(`more than ${maxBytes} bytes`);
  const encoding = headers.get("content-encoding") ?? "identity";
  if (encoding !== "identity") throw new FetchError(`unexpected content encoding ${encoding.slice(0, 20)}`);
  if (Number(headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  if (!body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks);
    length += value.byteLength;
    if (length > maxBytes) {
      await reader.cancel();
      throw tooLarge();
    }
    chunks.push(value);
  }
}

import type { Timers } from "#lib/timers.ts";
import type { Config } from "#platform/config.ts";
import { createOutbound, type Guard, lanGuard, type Outbound, OutboundError } from "#platform/net/outbound.ts";
import { isPublicAddress, isPublicName } from "#platform/net/public-address.ts";
import { RemoteError } from "./remote.ts";

const maxBytes = 10 * 1_048_576;
const timeoutMs = 30_000;

export type Validators = { readonly etag: string | null; readonly lastModified: string | null };

export type FetchedCalendar = Validators & {
  /** Content of the calendar. Null if the content did not change since the last request. */
  readonly bytes: Uint8Array | null;
  readonly hash: string | null;
};

/** Downloads a calendar. The validators `known` make the request conditional. @throws RemoteError */
export type FetchCalendar = (url: string, known: Validators | null, signal: AbortSignal) => Promise<FetchedCalendar>;

export type Network = Partial<Pick<Guard, "lookup" | "ca" | "timeoutMs">>;

export function createCalendarOutbound(
  config: Pick<Config, "calendarOrigins">,
  timers: Timers,
  network: Network = {},
): Outbound {
  const guard = { ...lanGuard(config.calendarOrigins, "CALENDAR_ORIGINS"), areHighPortsAllowed: true, timers };
  return createOutbound({ ...guard, timeoutMs, ...network });
}

export const toHttps = (address: string): string => address.trim().replace(/^webcals?:/i, "https:");

/**
 * Returns the canonical form of an address. Different spellings of an address have the same form. Returns null if the
 * address is not a URL.
 */
export function canonicalAddress(address: string): string | null {
  const url = URL.parse(toHttps(address));
  if (url) url.hash = "";
  return url?.href ?? null;
}

export const hostOf = (url: string): string => URL.parse(url)?.host ?? "";

export function createCalendarFetch(
  config: Pick<Config, "calendarOrigins">,
  timers: Timers,
  network: Network,
): FetchCalendar {
  const outbound = createCalendarOutbound(config, timers, network);
  return async (url, known, signal) => {
    const chunks: Uint8Array[] = [];
    const hasher = new Bun.CryptoHasher("sha256");
    // Hashing 10 MB at once would block requests.
    const into = (chunk: Uint8Array) => {
      chunks.push(chunk);
      hasher.update(chunk);
    };
    const headers = {
      Accept: "text/calendar, */*;q=0.1",
      ...(known?.etag ? { "If-None-Match": known.etag } : {}),
      ...(known?.lastModified ? { "If-Modified-Since": known.lastModified } : {}),
    };
    const answer = await outbound(url, { headers, maxBytes, decodesGzip: true, onChunk: into, signal }).catch(
      (error: unknown) => {
        if (error instanceof OutboundError && error.kind === "aborted") throw new Error("aborted");
        throw error instanceof OutboundError ? toRemoteError(error, url) : error;
      },
    );
    const { status } = answer;
    if (status === 304 && known) return { ...known, bytes: null, hash: null };
    if (status !== 200) throw new RemoteError(errorCodeFor(status), { detail: `status ${status}` });
    return {
      etag: headerOf(answer.headers, "etag"),
      lastModified: headerOf(answer.headers, "last-modified"),
      bytes: Buffer.concat(chunks),
      hash: hasher.digest("hex"),
    };
  };
}

const maxHeaderLength = 500;

function headerOf(headers: Headers, name: string): string | null {
  const value = headers.get(name);
  return value !== null && value.length <= maxHeaderLength ? value : null;
}

function errorCodeFor(status: number) {
  if (status === 401 || status === 403) return "denied";
  if (status === 404 || status === 410) return "gone";
  return status === 429 || status >= 500 ? "no_answer" : "no_calendar";
}

export function toRemoteError({ kind, reason }: OutboundError, address: string): RemoteError {
  if (kind === "too_large") return new RemoteError("too_large");
  if (kind !== "refused") return new RemoteError("no_answer", { detail: kind });
  if (reason === "credentials") return new RemoteError("credentials");
  const url = URL.parse(address);
  const isWeb = url !== null && /^https?:$/.test(url.protocol);
  const host = url?.hostname.replace(/^\[|\]$/g, "") ?? "";
  const isInside = reason === "not_public" || (isWeb && !isPublicName(host) && !isPublicAddress(host));
  return new RemoteError(isInside && reason !== "scheme" ? "home_network" : "not_https");
}

/** Sends CalDAV requests (RFC 4791). Sends requests only to origins that a member confirmed for the account. */
import { runSteps } from "#lib/concurrency.ts";
import {
  calendarServer,
  childOf,
  childrenNamed,
  dav,
  isNamed,
  nameOf,
  tag,
  type XmlElement,
  XmlError,
  type XmlName,
  xmlDocument,
  xmlSteps,
} from "#lib/xml/xml.ts";
import { type Outbound, OutboundError } from "#platform/net/outbound.ts";
import { retryAfter } from "#platform/net/retry-after.ts";
import { toRemoteError } from "../fetch-calendar.ts";
import { RemoteError } from "../remote.ts";
import { requireOrigin, requireUrl } from "./hrefs.ts";

export type Credentials = {
  readonly username: string;
  readonly password: string;
  /** Origins to which this account's requests may go. A person confirmed each of these origins. */
  readonly origins: readonly string[];
};

export type DavRequest = {
  readonly method: "PROPFIND" | "REPORT" | "GET" | "PUT" | "DELETE";
  readonly depth?: "0" | "1";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly maxBytes?: number;
};

export type DavAnswer = {
  /** Address of the response after redirects. */
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
};

export type DavResponse = {
  readonly href: string;
  /** Status of the whole response. Null if each property has a separate status. */
  readonly status: number | null;
  /** Properties with status 200. The keys are those of {@link nameOf}. */
  readonly props: ReadonlyMap<string, XmlElement>;
};

export type Multistatus = Pick<DavAnswer, "url"> & {
  readonly responses: readonly DavResponse[];
  readonly syncToken: string | null;
};

export const names = {
  etag: { uri: dav, local: "getetag" },
  resourceType: { uri: dav, local: "resourcetype" },
  syncToken: { uri: dav, local: "sync-token" },
  ctag: { uri: calendarServer, local: "getctag" },
} as const;

/** Statuses of a gateway that cannot reach the server. */
const gatewayStatuses = [502, 503, 504];
const maxRedirects = 5;
const redirectStatuses = [301, 302, 303, 307, 308];
const maxBytes = 20 * 1_048_576;
const maxElements = 200_000;
const maxResponses = 20_000;

export class DavClient {
  private readonly authorization: string;

  constructor(
    private readonly outbound: Outbound,
    private readonly clock: () => Date,
    readonly account: Credentials,
  ) {
    this.authorization = `Basic ${Buffer.from(`${account.username}:${account.password}`).toString("base64")}`;
  }

  /** Follows redirects with the same method. @throws RemoteError, or the abort reason if the signal is aborted */
  async send(start: URL, request: DavRequest, signal: AbortSignal): Promise<DavAnswer> {
    const { origins, username } = this.account;
    // The part after the colon would be read as the password.
    if (username.includes(":")) throw new RemoteError("denied", { detail: "a colon in the username" });
    let url = start;
    for (let hops = 0; hops <= maxRedirects; hops++) {
      requireOrigin(url, origins);
      const answer = await this.sendOnce(url, request, signal);
      const location = redirectStatuses.includes(answer.status) ? answer.headers.get("location") : null;
      if (location === null) return answer;
      url = requireUrl(location, url, origins);
    }
    throw new RemoteError("no_answer", { detail: "too many redirects" });
  }

  /** Sends a request and requires a multistatus as response. @throws RemoteError */
  async multistatus(url: URL, request: DavRequest, signal: AbortSignal): Promise<Multistatus> {
    const answer = await this.send(url, request, signal);
    if (!isMultistatus(answer)) throw this.errorOf(answer);
    return readMultistatus(answer, signal);
  }

  /** Checks the status of a response. @throws RemoteError if the server wants another password, or a later request */
  requireAccess(answer: DavAnswer): void {
    if (answer.status === 401 || isBusy(answer.status)) throw this.errorOf(answer);
  }

  errorOf({ status, headers }: DavAnswer, subject: "collection" | "object" = "collection"): RemoteError {
    const detail = `status ${status}`;
    const challenge = headers.get("www-authenticate");
    if (status === 401) {
      const takesBasic = challenge === null || /(?:^|,)\s*basic\b/i.test(challenge);
      return new RemoteError(takesBasic ? "denied" : "no_basic", { detail });
    }
    const retryAfterMs = retryAfter(headers, this.clock());
    const isOfOne = subject === "object" && status === 503 && retryAfterMs === null;
    if (isBusy(status) && !isOfOne) return new RemoteError("busy", { detail, retryAfterMs });
    if (status === 507 && subject === "object") return new RemoteError("full", { detail });
    const isFailed = subject === "object" && status >= 500 && !gatewayStatuses.includes(status);
    if (isFailed) return new RemoteError("failed", { detail });
    if (status >= 500 || status === 408) return new RemoteError("no_answer", { detail });
    if (subject === "object") return new RemoteError("refused", { detail });
    if (status === 403) return new RemoteError("denied", { detail });
    return new RemoteError(status === 404 || status === 410 ? "gone" : "no_calendar", { detail });
  }

  private async sendOnce(url: URL, request: DavRequest, signal: AbortSignal): Promise<DavAnswer> {
    const { method, depth, headers, body } = request;
    const sent = {
      ...(depth === undefined ? {} : { Depth: depth }),
      ...(body === undefined ? {} : { "Content-Type": "application/xml; charset=utf-8" }),
      ...headers,
      Authorization: this.authorization,
    };
    try {
      const answer = await this.outbound(url.href, {
        method,
        headers: sent,
        returnsRedirects: true,
        maxBytes: request.maxBytes ?? maxBytes,
        // Servers give a compressed object another entity tag.
        decodesGzip: method !== "GET",
        signal,
        ...(body === undefined ? {} : { body }),
      });
      return { ...answer, url };
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      signal.throwIfAborted();
      const remoteError = toRemoteError(error, url.href);
      throw remoteError.code === "credentials" ? new RemoteError("no_calendar") : remoteError;
    }
  }
}

const isBusy = (status: number): boolean => status === 429 || status === 503;

/** Whether a response with this status may contain a multistatus. Some servers send a multistatus with status 200. */
export const isMultistatus = ({ status }: DavAnswer): boolean => status === 207 || status === 200;

/** Parses a multistatus response. @throws RemoteError */
export async function readMultistatus({ bytes, url }: DavAnswer, signal: AbortSignal): Promise<Multistatus> {
  const responses: DavResponse[] = [];
  let syncToken: string | null = null;
  const take = (child: XmlElement) => {
    if (isNamed(child, dav, "response")) responses.push(...responsesOf(child));
    if (isNamed(child, dav, "sync-token")) syncToken = textOrNull(child.text);
    if (responses.length > maxResponses) throw new RemoteError("too_large", { detail: "responses" });
  };
  try {
    const root = await runSteps(xmlSteps(bytes, { maxElements, isLenient: true, take }), signal);
    if (isNamed(root, dav, "multistatus")) return { url, responses, syncToken };
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
  }
  throw new RemoteError("no_calendar", { detail: "the answer is no multistatus" });
}

function responsesOf(response: XmlElement): DavResponse[] {
  const stats = childrenNamed(response, dav, "propstat");
  const found = stats.filter((each) => (statusOf(each) ?? 200) === 200);
  const props = found.flatMap((each) => childOf(each, dav, "prop")?.children ?? []);
  const rest = { status: statusOf(response), props: new Map(props.map((each) => [nameOf(each), each])) };
  return childrenNamed(response, dav, "href").map(({ text }) => ({ href: text.trim(), ...rest }));
}

function statusOf(element: XmlElement): number | null {
  const [, status] = /^\s*\S+\s+(\d{3})\b/.exec(childOf(element, dav, "status")?.text ?? "") ?? [];
  return status === undefined ? null : Number(status);
}

export function propText({ props }: DavResponse, uri: string, local: string): string | null {
  return textOrNull(props.get(nameOf({ uri, local }))?.text ?? "");
}

export function propfindOf(properties: readonly XmlName[]): string {
  const prop = tag({ uri: dav, local: "prop" }, properties.map((name) => tag(name)).join(""));
  return xmlDocument({ uri: dav, local: "propfind" }, prop);
}

function textOrNull(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === "" ? null : trimmed;
}

/**
 * The first stage of a request: nothing but its address has been looked at. Where `Host` is empty, malformed or absent
 * (HTTP/1.0), Bun leaves `request.url` as the raw request target, in which two readers find two different paths. Elysia alone
 * reads the path, and only from an address that this file has accepted.
 */
import type { Allowance } from "../auth/rate-limit.ts";
import { malformedRequest } from "../errors.ts";
import type { Services } from "./server.ts";

const httpPrefix = "http://";
const httpsPrefix = "https://";

/** What the handlers and checks of a request add to its answer. The only part of a request that changes. */
export class Reply {
  allowance: Allowance | null = null;
  /** The activity entry that the request has written. */
  activityId: string | null = null;
  /** `Set-Cookie` headers. */
  cookies: string[] = [];
  /** The log's name for the caller: the prefix of an API key. */
  keyPrefix: string | null = null;
  /** The pattern of the route, `/v1/tasks/:id`; null where none was found. */
  route: string | null = null;
  /** Run once, when the answer is ready. */
  readonly cleanUps: (() => void)[] = [];
}

/** A request before anything is known about its caller. */
export class Incoming {
  readonly reply = new Reply();
  readonly startedAt = performance.now();
  readonly now: Date;

  /** `path` is the one by which the route is found; `search` has its question mark, or is empty. */
  constructor(
    readonly services: Services,
    readonly request: Request,
    readonly path: string,
    readonly search: string,
    readonly id: string,
  ) {
    this.now = services.deps.clock();
  }
}

/**
 * Returns a check of addresses.
 * @throws ApiError 400 for one that is not absolute `http(s)`, has a fragment (RFC 9112 §3.2 allows none), or comes with two
 * `Host` headers (§3.2 again).
 */
export function addressCheck(): (request: Request) => void {
  // Nearly all requests name the same host. Parsing it each time would cost 0.2 µs.
  let lastOrigin = "";
  return (request) => {
    const { url } = request;
    if (!url.startsWith(httpPrefix)) throw malformedRequest();
    const start = url.indexOf("/", httpPrefix.length);
    if (start < 0 || url.includes("#", start) || request.headers.get("host")?.includes(",")) throw malformedRequest();
    const origin = url.slice(0, start);
    if (origin === lastOrigin) return;
    if (!isOrigin(origin)) throw malformedRequest();
    lastOrigin = origin;
  };
}

/** Whether a text is a scheme and a host, with nothing that a parser takes for a part of a path, a query or a user's name. */
function isOrigin(text: string): boolean {
  const parsed = URL.parse(text);
  return parsed !== null && parsed.host !== "" && parsed.pathname === "/" && !/[?@\\]/.test(text);
}

/** Shows an `https://` address as `http://`: Elysia would take its host for the first part of the path. */
export function showAsHttp(request: Request): Request {
  const { url } = request;
  if (!url.startsWith(httpsPrefix)) return request;
  return Object.defineProperty(request, "url", { value: `${httpPrefix}${url.slice(httpsPrefix.length)}` });
}

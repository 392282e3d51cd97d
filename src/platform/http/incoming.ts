/**
 * Checks the address of a request before it is parsed: if the `Host` header is malformed, `request.url` is ambiguous.
 */

import { malformedRequest } from "#lib/errors.ts";
import type { Allowance } from "../auth/rate-limit.ts";
import type { Services } from "./server.ts";

const httpPrefix = "http://";
const httpsPrefix = "https://";

/** Facts about the reply, which are added while the request is handled. */
export class Reply {
  allowance: Allowance | null = null;
  activityId: string | null = null;
  cookies: string[] = [];
  keyPrefix: string | null = null;
  /** The household's revision when the body was read, or an older one. Null for agents, which get no revisions. */
  revision: number | null = null;
  route: string | null = null;
  fileName = "";
  readonly cleanUps: (() => void)[] = [];
}

export class Incoming {
  readonly reply = new Reply();
  readonly startedAt = performance.now();
  readonly now: Date;

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

/** Returns a check of the address that throws ApiError 400: no fragment, exactly one `Host` (RFC 9112 §3.2). */
export function addressCheck(): (request: Request) => void {
  // The parsed host is cached, because parsing it for each request would cost 0.2 µs.
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

function isOrigin(text: string): boolean {
  const parsed = URL.parse(text);
  return parsed !== null && parsed.host !== "" && parsed.pathname === "/" && !/[?@\\]/.test(text);
}

/** Returns the request with an http address, because Elysia would read the host of an https address as its path. */
export function showAsHttp(request: Request): Request {
  const { url } = request;
  if (!url.startsWith(httpsPrefix)) return request;
  return Object.defineProperty(request, "url", { value: `${httpPrefix}${url.slice(httpsPrefix.length)}` });
}

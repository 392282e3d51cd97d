import { originMismatch } from "#lib/errors.ts";
import { provesHttps } from "./cookies.ts";

export type OriginContext = {
  readonly origins: readonly string[];
  readonly isBehindProxy: boolean;
  /** Whether this server provides TLS itself, without a proxy. */
  readonly isTls: boolean;
};

export function isSecure(request: Request, context: OriginContext): boolean {
  if (context.origins.length === 0) {
    const scheme = forwarded(request, context, "x-forwarded-proto")?.toLowerCase() ?? request.url.split(":", 1)[0];
    return context.isTls || scheme === "https";
  }
  const targets = targetOrigins(request, context);
  const page = ownPageOrigin(request, context, targets);
  if (page !== null) return isHttps(page);
  return targets.some(isHttps) || provesHttps(request.headers.get("cookie"));
}

/** Refuses writes that pages of other sites send with the session cookie. @throws ApiError 403 */
export function requireOrigin(request: Request, context: OriginContext, required: boolean): void {
  const origin = request.headers.get("origin");
  if (origin === null && !required) return;
  const matches =
    context.origins.length > 0
      ? ownPageOrigin(request, context, targetOrigins(request, context)) !== null
      : isSameHost(origin ?? "", hostOf(request, context));
  if (!matches) throw originMismatch();
}

/**
 * Returns the origin of the page that sent the request. Null if the page does not belong to this server. Also null if
 * the page was loaded by http but the request goes to an https origin. Others in the network could have changed such a
 * page.
 */
function ownPageOrigin(request: Request, { origins }: OriginContext, targets: readonly string[]): string | null {
  const header = request.headers.get("origin");
  if (header === null) return null;
  const given = URL.parse(header)?.origin ?? "";
  // A proxy may provide HTTPS although `BASE_URL` says http.
  const page =
    origins.find((each) => each === given) ?? origins.find((each) => each === given.replace(/^https:/, "http:"));
  if (page === undefined) return null;
  return targets.includes(page) || (isHttps(page) && !targets.some(isHttps)) ? page : null;
}

function targetOrigins(request: Request, context: OriginContext): readonly string[] {
  const host = hostOf(request, context).toLowerCase();
  const named = context.origins.filter((origin) => {
    const own = origin.slice(origin.indexOf("//") + 2);
    return host === own || host === `${own}:${isHttps(origin) ? 443 : 80}`;
  });
  if (named.length === 0) return context.origins;
  const scheme = forwarded(request, context, "x-forwarded-proto")?.toLowerCase();
  const exact = named.filter((origin) => origin.startsWith(`${scheme}://`));
  return exact.length > 0 ? exact : named;
}

function isHttps(origin: string): boolean {
  return origin.startsWith("https:");
}

function hostOf(request: Request, context: OriginContext): string {
  return forwarded(request, context, "x-forwarded-host") ?? request.headers.get("host") ?? "";
}

function forwarded(request: Request, { isBehindProxy }: OriginContext, name: string): string | null {
  return isBehindProxy ? (request.headers.get(name)?.split(",", 1)[0]?.trim() ?? null) : null;
}

/**
 * Whether an origin and a `Host` header name the same host. Browsers omit a default port in `Origin`; proxies may keep
 * the port in `Host`.
 */
function isSameHost(origin: string, host: string): boolean {
  const given = URL.parse(origin)?.host;
  const scheme = isHttps(origin) ? "https" : "http";
  return Boolean(given) && given === URL.parse(`${scheme}://${host.toLowerCase()}`)?.host;
}

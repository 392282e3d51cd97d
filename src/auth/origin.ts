/** Where a request says it comes from, and whether it came over HTTPS, behind whatever proxy the operator trusts. */
import { ApiError } from "../errors.ts";
import { provesHttps } from "./cookies.ts";

/** The server's own origins, of `BASE_URL` (none where it is not set), and whether the peer is a trusted proxy. */
export type OriginContext = { readonly origins: readonly string[]; readonly isBehindProxy: boolean };

/**
 * Whether the browser's connection is HTTPS, so that only `__Host-` cookies count. With `BASE_URL` it is the scheme of the
 * origin that the request belongs to; without an `Origin` header, of the one it is addressed to.
 */
export function isSecure(request: Request, place: OriginContext): boolean {
  if (place.origins.length === 0) {
    return (forwarded(request, place, "x-forwarded-proto")?.toLowerCase() ?? schemeOf(request)) === "https";
  }
  const targets = targetOrigins(request, place);
  const page = ownPageOrigin(request, place, targets);
  if (page !== null) return isHttps(page);
  return targets.some(isHttps) || provesHttps(request.headers.get("cookie"));
}

/**
 * Refuses a write that another site's page sends with our cookie. The `Origin` must be one of `BASE_URL`, and the one that the
 * request is addressed to where that can be seen. Where `BASE_URL` is not set its host must be what a trusted proxy forwards,
 * else `Host`.
 * @throws ApiError 403 `Origin does not match`; also without an `Origin`, where one is `required`.
 */
export function requireOrigin(request: Request, place: OriginContext, required: boolean): void {
  const origin = request.headers.get("origin");
  if (origin === null && !required) return;
  const matches =
    place.origins.length > 0
      ? ownPageOrigin(request, place, targetOrigins(request, place)) !== null
      : isSameHost(origin ?? "", hostOf(request, place));
  if (!matches) throw new ApiError(403, "Origin does not match");
}

/**
 * The origin of ours whose page sends the request; null where it is another's. A page at an open address may not write to an
 * HTTPS origin, since anybody on its network can change it. The other way round is a proxy that ends HTTPS and does not pass
 * the `Host` on: then only cookies count that browsers send over HTTPS alone.
 */
function ownPageOrigin(request: Request, { origins }: OriginContext, targets: readonly string[]): string | null {
  const header = request.headers.get("origin");
  if (header === null) return null;
  const given = URL.parse(header)?.origin ?? "";
  // An http:// setting behind a proxy that ends HTTPS: only the hosts have to be the same.
  const page =
    origins.find((each) => each === given) ?? origins.find((each) => each === given.replace(/^https:/, "http:"));
  if (page === undefined) return null;
  return targets.includes(page) || (isHttps(page) && !targets.some(isHttps)) ? page : null;
}

/** Those of our origins that the request may be addressed to: all, where a proxy hides which. */
function targetOrigins(request: Request, place: OriginContext): readonly string[] {
  const host = hostOf(request, place).toLowerCase();
  const named = place.origins.filter((origin) => {
    const own = origin.slice(origin.indexOf("//") + 2);
    return host === own || host === `${own}:${isHttps(origin) ? 443 : 80}`;
  });
  if (named.length === 0) return place.origins;
  const scheme = forwarded(request, place, "x-forwarded-proto")?.toLowerCase();
  const exact = named.filter((origin) => origin.startsWith(`${scheme}://`));
  return exact.length > 0 ? exact : named;
}

function isHttps(origin: string): boolean {
  return origin.startsWith("https:");
}

function schemeOf({ url }: Request): string {
  return url.slice(0, url.indexOf(":"));
}

function hostOf(request: Request, place: OriginContext): string {
  return forwarded(request, place, "x-forwarded-host") ?? request.headers.get("host") ?? "";
}

/** What the outermost proxy says; null unless the peer is a trusted one. */
function forwarded(request: Request, { isBehindProxy }: OriginContext, name: string): string | null {
  return isBehindProxy ? (request.headers.get(name)?.split(",", 1)[0]?.trim() ?? null) : null;
}

/** Browsers leave a default port out of `Origin`, proxies may not leave it out of `Host`. */
function isSameHost(origin: string, host: string): boolean {
  const given = URL.parse(origin)?.host;
  const scheme = isHttps(origin) ? "https" : "http";
  return Boolean(given) && given === URL.parse(`${scheme}://${host.toLowerCase()}`)?.host;
}

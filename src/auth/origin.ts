/** Where a request says it comes from, and whether it came over HTTPS, behind whatever proxy the operator trusts. */
import { ApiError } from "../errors.ts";

/** What decides: `BASE_URL`, and whether the peer is a trusted proxy. */
export type Place = { readonly baseUrl: string | null; readonly isBehindProxy: boolean };

/** True where the browser's connection is HTTPS. */
export function isSecure(request: Request, { baseUrl, isBehindProxy }: Place): boolean {
  if (baseUrl !== null) return baseUrl.startsWith("https:");
  const forwarded = isBehindProxy ? request.headers.get("x-forwarded-proto") : null;
  return forwarded === null ? request.url.startsWith("https:") : forwarded.split(",", 1)[0]?.trim() === "https";
}

/**
 * Refuses a write that another site's page sends with our cookie. The `Origin`'s host must be that of `BASE_URL`, else what a
 * trusted proxy forwards, else `Host`.
 * @throws ApiError 403 `Origin does not match`; also without an `Origin`, where one is `required`.
 */
export function requireOrigin(request: Request, { baseUrl, isBehindProxy }: Place, required: boolean): void {
  const origin = request.headers.get("origin");
  if (origin === null && !required) return;
  const forwarded = isBehindProxy ? request.headers.get("x-forwarded-host") : null;
  const expected = baseUrl === null ? (forwarded ?? request.headers.get("host") ?? "") : new URL(baseUrl).host;
  if (origin === null || URL.parse(origin)?.host !== withoutDefaultPort(expected, origin)) {
    throw new ApiError(403, "Origin does not match");
  }
}

/** A host as `URL` writes it: browsers leave a default port out of `Origin`, proxies may not leave it out of `Host`. */
function withoutDefaultPort(host: string, origin: string): string | undefined {
  return URL.parse(`${origin.startsWith("https:") ? "https" : "http"}://${host.toLowerCase()}`)?.host;
}

/** The address a request came from, behind whatever proxies the operator trusts. */
import type { Server } from "bun";

/**
 * The client's address: the peer's, or, where the peer is a trusted proxy, the last one in `X-Forwarded-For` that is not.
 * `unknown` for a request made inside the process.
 */
export function clientAddress(
  request: Request,
  server: Server<unknown> | null,
  trustedProxies: readonly string[],
): string {
  const peer = plain(server?.requestIP(request)?.address ?? "unknown");
  if (!trustedProxies.includes(peer)) return peer;
  const hops = (request.headers.get("x-forwarded-for") ?? "").split(",").map((hop) => plain(hop.trim()));
  return hops.findLast((hop) => hop !== "" && !trustedProxies.includes(hop)) ?? peer;
}

/** True where the peer itself is a trusted proxy. */
export function isTrusted(
  request: Request,
  server: Server<unknown> | null,
  trustedProxies: readonly string[],
): boolean {
  return trustedProxies.length > 0 && trustedProxies.includes(plain(server?.requestIP(request)?.address ?? "unknown"));
}

/** IPv4 where IPv4 was mapped into IPv6. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}

/** The address a request came from, behind whatever proxies the operator trusts. */
import type { Server } from "bun";
import { type AddressRange, isInRange, parseAddress, parseRange } from "../auth/ip-address.ts";

/** The proxies of `TRUSTED_PROXIES`. `server` gives the peers' addresses; null while nothing listens. */
export class TrustedProxies {
  private readonly ranges: readonly AddressRange[];

  constructor(
    ranges: readonly string[],
    private readonly server: () => Server<unknown> | null,
  ) {
    this.ranges = ranges.map(parseRange);
  }

  /** Whether the peer itself is a trusted proxy, so that what it forwards counts. */
  isBehindProxy(request: Request): boolean {
    return this.ranges.length > 0 && this.isTrusted(this.peerOf(request));
  }

  /**
   * The client's address: the peer's or, as long as that is a trusted proxy, the one before it in `X-Forwarded-For`. Where all
   * of them are trusted it is the furthest, so that the clients of one network do not share the limits of its proxy.
   * `unknown` for a request made inside the process.
   */
  clientAddress(request: Request): string {
    let client = this.peerOf(request);
    if (this.ranges.length === 0) return client;
    const hops = (request.headers.get("x-forwarded-for") ?? "").split(",").map((hop) => hop.trim());
    for (const hop of hops.reverse()) {
      if (!this.isTrusted(client) || parseAddress(hop) === null) break;
      client = plain(hop);
    }
    return client;
  }

  private peerOf(request: Request): string {
    return plain(this.server()?.requestIP(request)?.address ?? "unknown");
  }

  private isTrusted(address: string): boolean {
    const bytes = parseAddress(address);
    return bytes !== null && this.ranges.some((range) => isInRange(bytes, range));
  }
}

/** IPv4 where IPv4 was mapped into IPv6. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}

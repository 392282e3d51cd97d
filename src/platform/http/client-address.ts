import type { Server } from "bun";
import { type AddressRange, isInRange, parseAddress, parseRange } from "../auth/ip-address.ts";

export class TrustedProxies {
  private readonly ranges: readonly AddressRange[];

  constructor(
    ranges: readonly string[],
    private readonly server: () => Server<unknown> | null,
  ) {
    this.ranges = ranges.map(parseRange);
  }

  isBehindProxy(request: Request): boolean {
    return this.ranges.length > 0 && this.isTrusted(this.peerOf(request));
  }

  /** Returns the client's address, or `unknown` for requests that the server sends to itself. */
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

function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}

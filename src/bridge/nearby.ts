/** Hosts that a key may travel to over plain http. */
import { BlockList, isIP } from "node:net";

const nearby = new BlockList();
for (const [network, prefix] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16], // Link-local.
  ["100.64.0.0", 10], // Carrier-grade NAT, where private networks over the internet (WireGuard and the like) live too.
] as const) {
  nearby.addSubnet(network, prefix, "ipv4");
}
nearby.addAddress("::1", "ipv6");
nearby.addSubnet("fc00::", 7, "ipv6"); // Unique local.
nearby.addSubnet("fe80::", 10, "ipv6"); // Link-local.

/**
 * True for this machine and for addresses that no router of the internet forwards to, by IP address or by names that are
 * never resolved outside (RFC 6761 `localhost`, RFC 6762 `.local`, RFC 8375 `.home.arpa`). `hostname` as a URL has it:
 * lower case, IPv6 in brackets. Other names are far: who answers to them can change.
 */
export function isNearby(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const family = isIP(host);
  if (family !== 0) return nearby.check(host, family === 4 ? "ipv4" : "ipv6");
  return host === "localhost" || /\.(localhost|local|home\.arpa)$/.test(host);
}

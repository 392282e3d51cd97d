/** Hosts that a key may travel to over plain http. */
import { BlockList, isIP } from "node:net";

const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16], // Link-local.
  ["100.64.0.0", 10], // Carrier-grade NAT, where private networks over the internet (WireGuard and the like) live too.
] as const) {
  privateNetworks.addSubnet(network, prefix, "ipv4");
}
privateNetworks.addAddress("::1", "ipv6");
privateNetworks.addSubnet("fc00::", 7, "ipv6"); // Unique local.
privateNetworks.addSubnet("fe80::", 10, "ipv6"); // Link-local.

/**
 * True for this machine and for addresses that no router of the internet forwards to, by IP address or by names that are
 * never resolved outside (RFC 6761 `localhost`, RFC 6762 `.local`, RFC 8375 `.home.arpa`). `hostname` as a URL has it:
 * lower case, IPv6 in brackets. Other names are far: who answers to them can change.
 */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const family = isIP(host);
  if (family !== 0) return privateNetworks.check(host, family === 4 ? "ipv4" : "ipv6");
  return host === "localhost" || /\.(localhost|local|home\.arpa)$/.test(host);
}

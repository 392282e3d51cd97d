/** Decides which hosts may receive an API key over plain HTTP. */
import { BlockList, isIP } from "node:net";

const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
  ["100.64.0.0", 10], // Carrier-grade NAT and WireGuard.
] as const) {
  privateNetworks.addSubnet(network, prefix, "ipv4");
}
privateNetworks.addAddress("::1", "ipv6");
privateNetworks.addSubnet("fc00::", 7, "ipv6");
privateNetworks.addSubnet("fe80::", 10, "ipv6");

/**
 * Whether the host is a private address, or a name that never resolves in the public DNS (RFC 6761, RFC 6762, RFC
 * 8375). `hostname` has the form in URLs. Letters are lower case, and an IPv6 address is in brackets.
 */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const family = isIP(host);
  if (family !== 0) return privateNetworks.check(host, family === 4 ? "ipv4" : "ipv6");
  return host === "localhost" || /\.(localhost|local|home\.arpa)$/.test(host);
}

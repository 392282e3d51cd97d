/** Which IP addresses lie on the public internet, by the IANA special-purpose registries (RFC 6890 and its updates). */
import { BlockList, isIP } from "node:net";

/** Everything in IPv4 that is not one host on the internet. */
const notPublic4 = blockList("ipv4", [
  "0.0.0.0/8", // This network; Linux takes 0.0.0.0 for the machine itself.
  "10.0.0.0/8",
  "100.64.0.0/10", // Carrier-grade NAT.
  "127.0.0.0/8",
  "169.254.0.0/16", // Link-local, and the metadata services of clouds.
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24", // Documentation, as the two below.
  "192.88.99.0/24", // 6to4 relays.
  "192.168.0.0/16",
  "198.18.0.0/15", // Benchmarks.
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4", // Multicast.
  "240.0.0.0/4", // Reserved, and broadcast.
]);

/**
 * The one block of IPv6 that is given out. Outside it lie loopback, `::`, IPv4 written as IPv6 (mapped, compatible, NAT64),
 * unique local, link-local, site-local, discard-only and multicast addresses.
 */
const global6 = blockList("ipv6", ["2000::/3"]);

/** What that block holds beside hosts. */
const notPublic6 = blockList("ipv6", [
  "2001::/23", // Teredo (2001::/32), ORCHID, benchmarks and other protocols: an IPv4 address may hide in it.
  "2001:db8::/32", // Documentation.
  "2002::/16", // 6to4: an IPv4 address hides in it.
  "3fff::/20", // Documentation.
]);

/** True for an IP address, in its usual text form, that belongs to a host on the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic4.check(address, "ipv4");
  return family === 6 && global6.check(address, "ipv6") && !notPublic6.check(address, "ipv6");
}

function blockList(family: "ipv4" | "ipv6", subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = "", prefix] = subnet.split("/");
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}

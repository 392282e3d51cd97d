/** Classes of IP addresses. Source: the special-purpose registries of IANA (RFC 6890). */
import { BlockList, isIP } from "node:net";

const notPublic4 = blockList("ipv4", [
  "0.0.0.0/8", // Linux connects to the machine itself for 0.0.0.0.
  "10.0.0.0/8",
  "100.64.0.0/10", // Carrier-grade NAT.
  "127.0.0.0/8",
  "169.254.0.0/16", // Link-local addresses and cloud metadata.
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24", // Addresses for examples in documentation, like the two below.
  "192.88.99.0/24", // 6to4 relays.
  "192.168.0.0/16",
  "198.18.0.0/15", // Addresses for benchmarks.
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4", // Multicast.
  "240.0.0.0/4", // Reserved.
]);

/** The only block of IPv6 addresses in public use. It excludes IPv4-mapped addresses, NAT64 and local addresses. */
const global6 = blockList("ipv6", ["2000::/3"]);

const notPublic6 = blockList("ipv6", [
  "2001::/23", // Teredo may contain an IPv4 address.
  "2001:db8::/32", // Addresses for examples in documentation.
  "2002::/16", // 6to4 contains an IPv4 address.
  "3fff::/20", // Addresses for examples in documentation.
]);

/** IPv4 addresses that are never called, even if a setting allows their origin: cloud metadata, multicast and such. */
const uncallable4 = blockList("ipv4", [
  "0.0.0.0/8",
  "100.100.100.200/32", // Metadata of Alibaba.
  "168.63.129.16/32", // An Azure host, although this is a public address.
  "169.254.0.0/16",
  "192.0.0.192/32", // Metadata of Oracle.
  "224.0.0.0/4",
  "255.255.255.255/32",
]);

/** IPv6 addresses that are never called, even if a setting allows their origin, such as all that may contain IPv4. */
const uncallable6 = blockList("ipv6", [
  "::/128",
  "::ffff:0:0/96",
  "::ffff:0:0:0/96",
  "64:ff9b::/96",
  "64:ff9b:1::/48",
  "2001::/32",
  "2002::/16",
  "fd00:ec2::/32", // Metadata of Amazon.
  "fd20:ce::/32", // Metadata of Google.
  "fe80::/10",
  "ff00::/8",
]);

const private4 = blockList("ipv4", ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"]);
const private6 = blockList("ipv6", ["fc00::/7"]);

export function isCallableAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !uncallable4.check(address, "ipv4");
  return family === 6 && !address.includes("%") && !uncallable6.check(address, "ipv6");
}

/** Whether an address is private (RFC 1918) or unique local. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return private4.check(address, "ipv4");
  return family === 6 && private6.check(address, "ipv6");
}

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic4.check(address, "ipv4");
  return family === 6 && global6.check(address, "ipv6") && !notPublic6.check(address, "ipv6");
}

export function isPublicName(host: string): boolean {
  return isIP(host) === 0 && host.includes(".") && !homeNames.test(host);
}

/** Names that are never public: the names of RFC 6761 and RFC 8375, and name endings that routers use. */
const homeNames =
  /(^|\.)(localhost|local|lan|home|internal|intranet|private|corp|invalid|test|example|arpa|onion)\.?$/i;

function blockList(family: "ipv4" | "ipv6", subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = "", prefix] = subnet.split("/");
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}

import { isIP } from "node:net";

/** The bytes of an address: four for IPv4 and IPv4-mapped IPv6, otherwise 16. */
export type AddressBytes = readonly number[];

/** The range of addresses that share the first `bits` bits of `bytes` (CIDR, RFC 4632). */
export type AddressRange = { readonly bytes: AddressBytes; readonly bits: number };

const mappedPrefix = "0,0,0,0,0,0,0,0,0,0,255,255";
const mappedBits = 96;

export function parseAddress(text: string): AddressBytes | null {
  const family = isIP(text);
  if (family === 0) return null;
  if (family === 4) return text.split(".").map(Number);
  const bytes = parseIPv6(text);
  return isMapped(bytes) ? bytes.slice(12) : bytes;
}

/** Parses an address or a CIDR range. @throws Error that says what is wrong with the text */
export function parseRange(text: string): AddressRange {
  const [address = "", prefix, ...rest] = text.split("/");
  const bytes = parseAddress(address);
  if (bytes === null || rest.length > 0) throw new Error("must be IP addresses or CIDR ranges such as 10.0.0.0/8");
  // An IPv4-mapped IPv6 address has 128 bits, of which the first 96 are a fixed prefix.
  const skipped = bytes.length === 4 && address.includes(":") ? mappedBits : 0;
  const most = bytes.length * 8;
  if (prefix === undefined) return { bytes, bits: most };
  const bits = Number(prefix) - skipped;
  if (!/^\d{1,3}$/.test(prefix) || bits < 0 || bits > most) {
    throw new Error(`${text}: the prefix must be ${skipped} to ${most + skipped}`);
  }
  const network = bytes.map((byte, index) => byte & maskOf(bits, index));
  if (network.some((byte, index) => byte !== bytes[index])) {
    throw new Error(`${text} has bits set behind its prefix; for the whole range write ${writeBytes(network)}/${bits}`);
  }
  return { bytes, bits };
}

export function isInRange(address: AddressBytes, { bytes, bits }: AddressRange): boolean {
  return (
    address.length === bytes.length &&
    bytes.every((byte, index) => ((address[index] ?? 0) & maskOf(bits, index)) === byte)
  );
}

function maskOf(bits: number, index: number): number {
  const own = Math.min(8, Math.max(0, bits - index * 8));
  return (0xff << (8 - own)) & 0xff;
}

function isMapped(bytes: AddressBytes): boolean {
  return bytes.slice(0, 12).join() === mappedPrefix;
}

function parseIPv6(text: string): number[] {
  const [head = "", tail] = text.split("%", 1)[0]?.split("::") ?? [];
  const before = groupsOf(head);
  const after = groupsOf(tail ?? "");
  const gap = new Array(16 - before.length - after.length).fill(0);
  return [...before, ...gap, ...after];
}

function groupsOf(text: string): number[] {
  if (text === "") return [];
  return text.split(":").flatMap((group) => {
    if (group.includes(".")) return group.split(".").map(Number);
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}

function writeBytes(bytes: AddressBytes): string {
  if (bytes.length === 4) return bytes.join(".");
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const { hostname } = new URL(`http://[${hex.replace(/(.{4})(?!$)/g, "$1:")}]`);
  return hostname.slice(1, -1);
}

import { crc32 } from "node:zlib";

const marker = "fam_live_";
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const randomLength = 30;
const checksumLength = 6;
const prefixLength = 8;
const pattern = new RegExp(`^${marker}[0-9A-Za-z]{${randomLength + checksumLength}}$`);

export function generateKey(): string {
  const body = marker + randomBase62(randomLength);
  return body + checksum(body);
}

/** Whether the checksum of a key is right. The check rejects mistyped keys without a query. */
export function isWellFormedKey(key: string): boolean {
  return pattern.test(key) && checksum(key.slice(0, -checksumLength)) === key.slice(-checksumLength);
}

export function hashKey(key: string): string {
  return Bun.SHA256.hash(key, "hex");
}

export function prefixOf(key: string): string {
  return key.slice(marker.length, marker.length + prefixLength);
}

export function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      // 248 is the largest multiple of 62 that fits in a byte. Higher bytes would favour the first characters.
      if (byte < 248 && text.length < length) text += alphabet[byte % 62];
    }
  }
  return text;
}

function checksum(text: string): string {
  let value = crc32(text);
  let digits = "";
  for (let place = 0; place < checksumLength; place++) {
    digits = alphabet[value % 62] + digits;
    value = Math.floor(value / 62);
  }
  return digits;
}

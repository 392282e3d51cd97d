/** The format of API keys: `fam_live_`, 30 random base62 characters, and 6 of checksum (contract section 3, API keys). */
import { crc32 } from "node:zlib";

const marker = "fam_live_";
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const randomLength = 30;
const checksumLength = 6;
const prefixLength = 8;
const pattern = new RegExp(`^${marker}[0-9A-Za-z]{${randomLength + checksumLength}}$`);

/** A new key, from the system's secure random source: about 178 bits. */
export function generateKey(): string {
  const body = marker + randomBase62(randomLength);
  return body + checksum(body);
}

/** True where the form and the checksum are right, so that a mistyped key is refused without a look-up. */
export function isWellFormedKey(key: string): boolean {
  return pattern.test(key) && checksum(key.slice(0, -checksumLength)) === key.slice(-checksumLength);
}

/** What is stored in place of the key: its SHA-256 in lower-case hex. */
export function hashKey(key: string): string {
  return Bun.SHA256.hash(key, "hex");
}

/** The 8 characters by which people recognise a key. */
export function prefixOf(key: string): string {
  return key.slice(marker.length, marker.length + prefixLength);
}

function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      // 248 is the largest multiple of 62 in a byte; anything above would favour the first characters.
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

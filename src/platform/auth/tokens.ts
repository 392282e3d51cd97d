/** Creates, hashes and compares random tokens of 256 bits. */
import { timingSafeEqual } from "node:crypto";

export function generateToken(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");
}

export function hashToken(token: string): string {
  return Bun.SHA256.hash(token, "hex");
}

/** Compares two tokens in constant time. */
export function isSameToken(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(hashToken(one)), Buffer.from(hashToken(other)));
}

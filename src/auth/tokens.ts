/** Random secrets for sessions, devices, invitations and setup: 256 bits, of which only the SHA-256 is stored. */
import { timingSafeEqual } from "node:crypto";

/** A new secret, 43 characters of base64url. */
export function generateToken(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");
}

/** What is stored in place of a secret: its SHA-256 in lower-case hex. */
export function hashToken(token: string): string {
  return Bun.SHA256.hash(token, "hex");
}

/** Whether two secrets are the same, in a time that does not tell where they differ. */
export function isSameToken(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(hashToken(one)), Buffer.from(hashToken(other)));
}

/**
 * Pairing a tablet: it shows a code, an adult confirms it, the tablet fetches its token once. Lives in memory, because it is
 * over within ten minutes and a restart may well end it.
 */
import { randomInt } from "node:crypto";
import { generateToken, hashToken } from "../auth/tokens.ts";
import { ApiError, notFound } from "../errors.ts";
import { minute } from "../time.ts";

const pairingMs = 10 * minute;
const mostOpen = 50;

type Pairing = { readonly code: string; readonly expiresAt: number; deviceToken: string | null };

/** The pairings that are open at this moment. */
export class PairingDesk {
  /** By the SHA-256 of the tablet's own token. */
  private readonly open = new Map<string, Pairing>();

  /** Opens a pairing. @throws ApiError 429 while 50 are open. */
  begin(now: Date): { code: string; pairingToken: string; expiresAt: string } {
    this.forgetEnded(now);
    if (this.open.size >= mostOpen) {
      throw new ApiError(429, "Rate limit exceeded", { "Retry-After": String(pairingMs / 1000) });
    }
    const codes = new Set([...this.open.values()].map(({ code }) => code));
    let code = randomCode();
    while (codes.has(code)) code = randomCode();
    const pairingToken = generateToken();
    const expiresAt = now.getTime() + pairingMs;
    this.open.set(hashToken(pairingToken), { code, expiresAt, deviceToken: null });
    return { code, pairingToken, expiresAt: new Date(expiresAt).toISOString() };
  }

  /** The device's token, once it is confirmed; null before. It is given once. @throws ApiError 404 `Pairing not found`. */
  poll(pairingToken: string, now: Date): string | null {
    this.forgetEnded(now);
    const name = hashToken(pairingToken);
    const pairing = this.open.get(name);
    if (!pairing) throw notFound("Pairing");
    if (pairing.deviceToken !== null) this.open.delete(name);
    return pairing.deviceToken;
  }

  /** Confirms the pairing with this code and answers the new device's token; null where no open pairing has it. */
  confirm(code: string, now: Date): string | null {
    this.forgetEnded(now);
    const pairing = [...this.open.values()].find((each) => each.code === code && each.deviceToken === null);
    if (!pairing) return null;
    pairing.deviceToken = generateToken();
    return pairing.deviceToken;
  }

  private forgetEnded(now: Date): void {
    for (const [name, { expiresAt }] of this.open) if (expiresAt <= now.getTime()) this.open.delete(name);
  }
}

function randomCode(): string {
  return String(randomInt(1_000_000)).padStart(6, "0");
}

/**
 * Pairing a tablet: it shows a code, an adult confirms it, the tablet fetches its token once. Lives in memory, because it is
 * over within ten minutes and a restart may well end it.
 */
import { randomInt } from "node:crypto";
import { generateToken, hashToken } from "../auth/tokens.ts";
import { type ApiError, notFound, rateLimited } from "../errors.ts";
import { minute } from "../lib/time.ts";

const pairingMs = 10 * minute;
const mostHeld = 50;
/** Codes that one address may have open. */
const mostOpenForAddress = 5;

/** One tablet that waits. `deviceToken` is null until an adult has claimed its code. */
export type Pairing = {
  readonly code: string;
  /** The bucket of the tablet's address. */
  readonly address: string;
  readonly expiresAt: number;
  deviceToken: string | null;
};

/** The pairings that are open at this moment. */
export class PairingDesk {
  /** By the SHA-256 of the tablet's own token, oldest first. */
  private readonly open = new Map<string, Pairing>();

  /**
   * Opens a pairing for a tablet at an address. A full desk drops its oldest unclaimed code for it. Claimed ones stay until
   * they are fetched or end, even if that makes more than 50: each of them is a device that an adult has added.
   * @throws ApiError 429 while the address has 5 unclaimed codes.
   */
  begin(address: string, now: Date): { code: string; pairingToken: string; expiresAt: string } {
    this.forgetEnded(now);
    const unclaimed = [...this.open].filter(([, { deviceToken }]) => deviceToken === null);
    const own = unclaimed.map(([, pairing]) => pairing).filter((pairing) => pairing.address === address);
    if (own[0] && own.length >= mostOpenForAddress) throw limited(own[0].expiresAt - now.getTime());
    const [oldest] = unclaimed;
    if (oldest && this.open.size >= mostHeld) this.open.delete(oldest[0]);
    const codes = new Set([...this.open.values()].map(({ code }) => code));
    let code = randomCode();
    while (codes.has(code)) code = randomCode();
    const pairingToken = generateToken();
    const expiresAt = now.getTime() + pairingMs;
    this.open.set(hashToken(pairingToken), { code, address, expiresAt, deviceToken: null });
    return { code, pairingToken, expiresAt: new Date(expiresAt).toISOString() };
  }

  /** The device's token, once it is confirmed; null before, and where `isAnswered` is false. It is given once. @throws ApiError 404 `Pairing not found`. */
  poll(pairingToken: string, now: Date, isAnswered: boolean): string | null {
    this.forgetEnded(now);
    const name = hashToken(pairingToken);
    const pairing = this.open.get(name);
    if (!pairing) throw notFound("Pairing");
    if (pairing.deviceToken === null || !isAnswered) return null;
    this.open.delete(name);
    return pairing.deviceToken;
  }

  /** The open pairing whose tablet shows this code, to be given a device's token; null where there is none. */
  find(code: string, now: Date): Pairing | null {
    this.forgetEnded(now);
    return [...this.open.values()].find((each) => each.code === code && each.deviceToken === null) ?? null;
  }

  private forgetEnded(now: Date): void {
    for (const [name, { expiresAt }] of this.open) if (expiresAt <= now.getTime()) this.open.delete(name);
  }
}

function limited(waitMs: number): ApiError {
  return rateLimited(Math.ceil(waitMs / 1000));
}

function randomCode(): string {
  return String(randomInt(1_000_000)).padStart(6, "0");
}

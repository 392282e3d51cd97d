/** Keeps the pairings of tablets in memory, because each lasts only ten minutes and a restart may end it. */
import { randomInt } from "node:crypto";
import { notFound, rateLimited } from "#lib/errors.ts";
import { minute } from "#lib/time.ts";
import { generateToken, hashToken } from "#platform/auth/tokens.ts";

const pairingMs = 10 * minute;
const maxPairings = 50;
const maxPerAddress = 5;

/** A pairing that a tablet began. `deviceToken` is null until an adult confirms the code. */
export type Pairing = {
  readonly code: string;
  /** Network address of the tablet, as used for rate limits. */
  readonly address: string;
  readonly expiresAt: number;
  deviceToken: string | null;
};

export class PairingRegistry {
  /** Open pairings by the SHA-256 of the tablet's token, oldest first. */
  private readonly open = new Map<string, Pairing>();

  /**
   * Begins a pairing. If there are too many pairings, evicts the oldest one that no adult has confirmed. Confirmed
   * pairings are never evicted, because their device exists already.
   * @throws ApiError 429 if the address has 5 unconfirmed pairings
   */
  begin(address: string, now: Date): { code: string; pairingToken: string; expiresAt: string } {
    this.dropExpired(now);
    const unclaimed = [...this.open].filter(([, { deviceToken }]) => deviceToken === null);
    const own = unclaimed.map(([, pairing]) => pairing).filter((pairing) => pairing.address === address);
    if (own[0] && own.length >= maxPerAddress) {
      throw rateLimited(Math.ceil((own[0].expiresAt - now.getTime()) / 1000));
    }
    const [oldest] = unclaimed;
    if (oldest && this.open.size >= maxPairings) this.open.delete(oldest[0]);
    const codes = new Set([...this.open.values()].map(({ code }) => code));
    let code = randomCode();
    while (codes.has(code)) code = randomCode();
    const pairingToken = generateToken();
    const expiresAt = now.getTime() + pairingMs;
    this.open.set(hashToken(pairingToken), { code, address, expiresAt, deviceToken: null });
    return { code, pairingToken, expiresAt: new Date(expiresAt).toISOString() };
  }

  /** Returns the token once, or null until an adult confirms. @throws ApiError 404 `Pairing not found` */
  poll(pairingToken: string, now: Date, sendsBody: boolean): string | null {
    this.dropExpired(now);
    const name = hashToken(pairingToken);
    const pairing = this.open.get(name);
    if (!pairing) throw notFound("Pairing");
    if (pairing.deviceToken === null || !sendsBody) return null;
    this.open.delete(name);
    return pairing.deviceToken;
  }

  find(code: string, now: Date): Pairing | null {
    this.dropExpired(now);
    return [...this.open.values()].find((each) => each.code === code && each.deviceToken === null) ?? null;
  }

  private dropExpired(now: Date): void {
    for (const [name, { expiresAt }] of this.open) if (expiresAt <= now.getTime()) this.open.delete(name);
  }
}

function randomCode(): string {
  return String(randomInt(1_000_000)).padStart(6, "0");
}

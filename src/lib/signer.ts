import { timingSafeEqual } from "node:crypto";

export class Signer {
  /** `length` is the number of base64url characters in a signature, at most 43. */
  constructor(
    private readonly secret: Uint8Array = randomSecret(),
    private readonly length = 43,
  ) {}

  sign(text: string): string {
    return new Bun.CryptoHasher("sha256", this.secret).update(text).digest("base64url").slice(0, this.length);
  }

  isValid(text: string, signature: string): boolean {
    const expected = Buffer.from(this.sign(text));
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}

export function randomSecret(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(32));
}

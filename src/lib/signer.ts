import { timingSafeEqual } from "node:crypto";

/** Signs texts with HMAC-SHA-256, so that a client can carry them but not make or change them. */
export class Signer {
  /** `length` is how many characters of base64url (6 bits each) a signature keeps; 43 are the whole of it. */
  constructor(
    private readonly secret: Uint8Array = randomSecret(),
    private readonly length = 43,
  ) {}

  sign(text: string): string {
    return new Bun.CryptoHasher("sha256", this.secret).update(text).digest("base64url").slice(0, this.length);
  }

  /** Compares in constant time, so that the time does not reveal how much of a guess is right. */
  isValid(text: string, signature: string): boolean {
    const expected = Buffer.from(this.sign(text));
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}

/** Returns 256 random bits. */
export function randomSecret(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(32));
}

import { Semaphore } from "#lib/concurrency.ts";
import { rateLimited } from "#lib/errors.ts";

/** Parameters of Argon2id: the second recommendation of OWASP. A hash takes about 30 ms. */
const parameters = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;
/** The number of hashes that are computed at the same time. Each takes 19 MiB and one core. */
const maxRunning = 2;

const maxWaiting = 100;

const hashing = new Semaphore(maxRunning, {
  maxLoad: maxRunning + maxWaiting,
  refuse: () => rateLimited(2),
});

export function hashPassword(password: string): Promise<string> {
  return hashing.run(() => Bun.password.hash(normalise(password), parameters));
}

/**
 * Whether a password matches its hash. Checking a null hash takes the same time. The duration thus does not reveal
 * whether an account has a password.
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const hash = stored ?? (await decoy());
  const matches = await hashing.run(() => Bun.password.verify(normalise(password), hash));
  return matches && stored !== null;
}

let madeDecoy: Promise<string> | null = null;

function decoy(): Promise<string> {
  madeDecoy ??= hashPassword(crypto.randomUUID()).catch((error: unknown) => {
    madeDecoy = null; // The queue was full: the next call tries again.
    throw error;
  });
  return madeDecoy;
}

/** Normalises a password (RFC 8265 §4.2.2). */
function normalise(password: string): string {
  return password.normalize("NFC");
}

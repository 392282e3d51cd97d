/** Passwords: argon2id through the runtime, a few at a time. */

import { ApiError } from "../errors.ts";
import { Semaphore } from "../lib/concurrency.ts";

/** OWASP's second choice of parameters: 19 MiB, two passes; about 30 ms on one core. */
const parameters = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;
/** Each takes 19 MiB and a core: more at once would starve everything else. */
const maxRunning = 2;

/** A longer queue would keep its last request waiting for seconds. */
const maxWaiting = 100;

const hashing = new Semaphore(maxRunning, {
  maxLoad: maxRunning + maxWaiting,
  refuse: () => new ApiError(429, "Rate limit exceeded", { "Retry-After": "2" }),
});

/** The PHC form of a password, to be stored. */
export function hashPassword(password: string): Promise<string> {
  return hashing.run(() => Bun.password.hash(normalise(password), parameters));
}

/**
 * Whether a password is the one behind a stored form. Null stands for an account that does not exist or has no password: it
 * takes as long and is always false, so that the time tells nothing.
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const hash = stored ?? (await decoy());
  const matches = await hashing.run(() => Bun.password.verify(normalise(password), hash));
  return matches && stored !== null;
}

let madeDecoy: Promise<string> | null = null;

function decoy(): Promise<string> {
  madeDecoy ??= hashPassword(crypto.randomUUID()).catch((error: unknown) => {
    madeDecoy = null; // The queue was full: without this, unknown accounts would be refused until the next start.
    throw error;
  });
  return madeDecoy;
}

/** RFC 8265 §4.2.2: one form for what looks the same. */
function normalise(password: string): string {
  return password.normalize("NFC");
}

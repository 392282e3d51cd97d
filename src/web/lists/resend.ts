/** What to do where the server refuses a write because the list has changed meanwhile: look again, and try once more. */
import type { Sent } from "../api/client.ts";
import { Failure } from "../api/failures.ts";

type Headers = Record<string, string>;

/**
 * Sends `first`; where that is refused as `refusal` says (422), sends `second` instead, under a key of its own. Both have the
 * same keys each time, so whatever is repeated arrives once.
 */
export async function sendAgain<Answer>(
  headers: Headers,
  refusal: RegExp,
  first: (headers: Headers) => Promise<Sent<Answer>>,
  second: (headers: Headers) => Promise<Sent<Answer>>,
): Promise<Sent<Answer>> {
  try {
    return await first(headers);
  } catch (error) {
    if (!(error instanceof Failure) || error.status !== 422 || !refusal.test(error.message)) throw error;
    const key = headers["Idempotency-Key"];
    return second(key ? { ...headers, "Idempotency-Key": `${key}-2` } : headers);
  }
}

/**
 * An order that somebody wished for, brought to what there is now: only `moved` changes its place, to behind the nearest of
 * those that were to stand before it.
 */
export function reapplied(wished: readonly string[], moved: string, now: readonly string[]): string[] {
  if (!now.includes(moved)) return [...now];
  const present = new Set(now);
  const before = wished.slice(0, wished.indexOf(moved)).findLast((id) => present.has(id));
  const others = now.filter((id) => id !== moved);
  return others.toSpliced(before === undefined ? 0 : others.indexOf(before) + 1, 0, moved);
}

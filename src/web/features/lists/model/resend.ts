import type { Sent } from "#web/sync/api/client.ts";
import { Failure } from "#web/sync/api/failures.ts";

type Headers = Record<string, string>;

/**
 * Returns a function that says whether an error of the server is about one of the fields `names`. A name may be any
 * part of the path in the error: `beforeId` also matches `operations[1].beforeId`, and `ids` also matches `ids[3]`.
 */
export const isRefusalOf =
  (...names: readonly string[]) =>
  ({ field }: Failure) =>
    field?.split(/[.[]/).some((name) => names.includes(name)) ?? false;

/**
 * Sends the request `first`. If the server refuses `first` with status 422 and `isExpected` returns true, sends
 * `second` instead. Every attempt to send `second` has the same idempotency key. This key differs from the key of
 * `first`.
 */
export async function sendWithFallback<Answer>(
  headers: Headers,
  isExpected: (failure: Failure) => boolean,
  first: (headers: Headers) => Promise<Sent<Answer>>,
  second: (headers: Headers) => Promise<Sent<Answer>>,
): Promise<Sent<Answer>> {
  try {
    return await first(headers);
  } catch (error) {
    if (!(error instanceof Failure) || error.status !== 422 || !isExpected(error)) throw error;
    const key = headers["Idempotency-Key"];
    return second(key ? { ...headers, "Idempotency-Key": `${key}-2` } : headers);
  }
}

/**
 * Repeats the move of the record `moved` after other people have changed the order on the server. `order` has the ids
 * as the original move left them, and `current` has the ids on the server. Returns `current` with `moved` behind the
 * record that directly precedes `moved` in `order`. If that record no longer exists, the one before it is used, and so
 * on.
 */
export function reapplied(order: readonly string[], moved: string, current: readonly string[]): string[] {
  if (!current.includes(moved)) return [...current];
  const present = new Set(current);
  const before = order.slice(0, order.indexOf(moved)).findLast((id) => present.has(id));
  const others = current.filter((id) => id !== moved);
  return others.toSpliced(before === undefined ? 0 : others.indexOf(before) + 1, 0, moved);
}

import type { Sent } from "#web/sync/api/client.ts";
import { Failure } from "#web/sync/api/failures.ts";

type Headers = Record<string, string>;

/**
 * Returns a function that says whether an error of the server is about one of the fields `names`. The error gives the
 * path of a field in the request. A name matches any part of this path. For example, `beforeId` matches
 * `operations[1].beforeId`, and `ids` matches `ids[3]`.
 */
export const isRefusalOf =
  (...names: readonly string[]) =>
  ({ field }: Failure) =>
    field?.split(/[.[]/).some((name) => names.includes(name)) ?? false;

/**
 * Sends the request `first`. If the server refuses `first` with status 422 and `isExpected` returns true, sends the
 * request `second` instead. `second` has an idempotency key that differs from the key of `first`, because the two
 * requests have different content. The key of `second` is the same at each attempt.
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
 * Repeats the move of the record `moved` after other people have changed the order on the server. `order` contains the
 * ids in the order after the user's move. `current` contains the ids in the server's order. Returns `current` with
 * `moved` directly behind the record that precedes it in `order`. If that record no longer exists, uses the nearest
 * earlier record of `order` that exists. If no earlier record exists, `moved` becomes the first. If `moved` itself no
 * longer exists, returns `current` unchanged.
 */
export function reapplied(order: readonly string[], moved: string, current: readonly string[]): string[] {
  if (!current.includes(moved)) return [...current];
  const present = new Set(current);
  const before = order.slice(0, order.indexOf(moved)).findLast((id) => present.has(id));
  const others = current.filter((id) => id !== moved);
  return others.toSpliced(before === undefined ? 0 : others.indexOf(before) + 1, 0, moved);
}

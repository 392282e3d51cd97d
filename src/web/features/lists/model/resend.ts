import type { Sent } from "../../../sync/api/client.ts";
import { Failure } from "../../../sync/api/failures.ts";

type Headers = Record<string, string>;

/** Returns whether the server refused one of these body fields, or an item in one. */
export const isRefusalOf =
  (...names: readonly string[]) =>
  ({ field }: Failure) =>
    field?.split(/[.[]/).some((name) => names.includes(name)) ?? false;

/**
 * Sends `first`, and `second` if the server refuses it with an expected 422. `second` has its own stable idempotency
 * key.
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

/** Repeats the move of `moved` in a changed list: after its nearest earlier neighbour in `order`. */
export function reapplied(order: readonly string[], moved: string, current: readonly string[]): string[] {
  if (!current.includes(moved)) return [...current];
  const present = new Set(current);
  const before = order.slice(0, order.indexOf(moved)).findLast((id) => present.has(id));
  const others = current.filter((id) => id !== moved);
  return others.toSpliced(before === undefined ? 0 : others.indexOf(before) + 1, 0, moved);
}

/** Retries a write that the server refused because the list has changed since. */
import type { Sent } from "../../../sync/api/client.ts";
import { Failure } from "../../../sync/api/failures.ts";

type Headers = Record<string, string>;

/** True for a refusal of one of these fields of the body, or of its items. */
export const refuses =
  (...names: readonly string[]) =>
  ({ field }: Failure) =>
    field?.split(/[.[]/).some((name) => names.includes(name)) ?? false;

/**
 * Sends `first`; if the server refuses it with 422 and `isExpected`, sends `second` under a key of its own. Both keep their
 * keys, so a repeated request has no second effect.
 */
export async function sendAgain<Answer>(
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

import type { Catalogue } from "#web/i18n/catalogue.ts";
import type { Sent } from "./api/client.ts";
import type { Failure } from "./api/failures.ts";
import type { Operations } from "./api/operations.ts";
import type { Effect, Fetched, Kind } from "./source.ts";

export type Write<Variables, Answer> = {
  /**
   * Unique name of the write. The name must never change, because later versions of the app restore queued entries by
   * name.
   */
  readonly name: string;
  /**
   * Sends the write. `headers` contain the idempotency key and, on a shared tablet, the acting member. `setRealId`
   * stores the id that the server gave to a record with a provisional id.
   */
  readonly send: (
    variables: Variables,
    headers: Record<string, string>,
    api: Operations,
    setRealId: SetRealId,
  ) => Promise<Sent<Answer>>;
  /** Returns the effects on cached data that are shown while the write is pending. */
  readonly effects?: (variables: Variables) => readonly Effect[];
  /** Kinds of records to refetch after the write. */
  readonly invalidates: readonly Kind[];
  /** Returns the ids of the lists that the write changes. Omitted if it may change any list. */
  readonly lists?: (variables: Variables) => readonly string[];
  /** Returns data that the response contains, so that the app need not fetch them for the screen of a new record. */
  readonly fetched?: (answer: Answer) => readonly Fetched[];
  /** Returns the message of the toast after success. If the message is null, there is no toast. */
  readonly successMessage?: (text: Catalogue, variables: Variables) => string | null;
  /** Returns the message for an expected refusal. If the message is null, the app shows `errorText`. */
  readonly errorMessage?: (text: Catalogue, variables: Variables, failure: Failure) => string | null;
  /** Returns the server's id of the created record, if `variables.id` is provisional. */
  readonly createdId?: (answer: Answer) => string;
  /**
   * Returns the write that reverses this write, or null if no write can reverse it. A shared tablet sends the reversing
   * write to undo this write, because a shared tablet may not use the activity feed.
   */
  readonly reverse?: (variables: Variables) => { readonly name: string; readonly variables: unknown } | null;
  readonly undoes?: (variables: Variables) => string;
  /**
   * Whether a 404 for a repeated attempt means success, as for deletions. If the first attempt succeeded, the second
   * attempt gets 404.
   */
  readonly treat404AsDone?: boolean;
};

export type SetRealId = (made: string, real: string) => void;

export type AnyWrite = Write<unknown, unknown>;

/**
 * Whether the request names an acting member. Only a shared tablet sends such requests. Writes that add a record check
 * this, because a shared tablet must use other routes to add records.
 */
export function namesActor(headers: Record<string, string>): boolean {
  return "X-Acting-Member" in headers;
}

/** All declared writes by name. All instances of the sync share this map, because only declarations add to it. */
const known = new Map<string, AnyWrite>();

/** Declares a write. @throws Error if another write has this name */
export function write<Variables, Answer>(declared: Write<Variables, Answer>): Write<Variables, Answer> {
  if (known.has(declared.name)) throw new Error(`Two writes are called ${declared.name}`);
  known.set(declared.name, declared as unknown as AnyWrite);
  return declared;
}

/** Returns the write with this name. Undefined if this version of the app has no such write. */
export function writeNamed(name: string): AnyWrite | undefined {
  return known.get(name);
}

import type { Catalogue } from "#web/i18n/catalogue.ts";
import type { Sent } from "./api/client.ts";
import type { Failure } from "./api/failures.ts";
import type { Operations } from "./api/operations.ts";
import type { Effect, Fetched, Kind } from "./source.ts";

/**
 * A declared change that waits in the queue while the server is unreachable, and that can be undone. The queue stores
 * only the name and the variables of a write. A newer version of the app may send a write that an older version stored.
 * So neither the name of a write nor the names of its variables may ever change. The functions are declared as methods,
 * because TypeScript then accepts each write as {@link AnyWrite}.
 */
export type Write<Variables, Answer> = {
  /** Unique name of the write. */
  readonly name: string;
  /**
   * Sends the write. `headers` contain the idempotency key and, on a shared tablet, the acting member. If the server
   * gives an id to a record with a provisional id, call `setRealId` to store the server's id.
   */
  send(
    variables: Variables,
    headers: Record<string, string>,
    api: Operations,
    setRealId: SetRealId,
  ): Promise<Sent<Answer>>;
  /** Returns the effects on cached data that are shown while the write is pending. */
  effects?(variables: Variables): readonly Effect[];
  /** Kinds of records to refetch after the write. */
  readonly invalidates: readonly Kind[];
  /**
   * Returns the name of the record that the write changes. If somebody else has deleted the record, the error message
   * contains this name. Returns null if the write does not change exactly one record, or if the variables do not
   * contain the name of the record.
   */
  label(variables: Variables): string | null;
  /** Returns the ids of the lists that the write changes. Omitted if it may change any list. */
  lists?(variables: NoInfer<Variables>): readonly string[];
  /**
   * Returns data from the response, which the app then puts into the cache. So the screen of a newly created record
   * need not fetch these data.
   */
  fetched?(answer: Answer): readonly Fetched[];
  /**
   * Returns the message of the toast that appears when the write is queued. If the message is null, there is no toast.
   */
  successMessage?(text: Catalogue, variables: Variables): string | null;
  /** Returns the message for an expected refusal. If the message is null, the app shows `errorText`. */
  errorMessage?(text: Catalogue, variables: Variables, failure: Failure): string | null;
  /** Returns the server's id of the created record, if `variables.id` is provisional. */
  createdId?(answer: Answer): string;
  /**
   * Returns the write that reverses this write. Returns null if no write can reverse this write. Undo calls this
   * function only on a shared tablet, which may not use the activity feed, and for a write that is `isUnrecorded`.
   */
  reverse?(variables: Variables): Reversal | null;
  /** Whether the activity feed does not record this write, so that only the write of `reverse` can undo it. */
  readonly isUnrecorded?: boolean;
  /**
   * Returns the id of the record that the write ticks or unticks. Returns null if the write does neither. When a record
   * is unticked, the toast about its tick disappears.
   */
  tick?(variables: Variables): string | null;
  undoes?(variables: Variables): string;
  /**
   * Whether a 404 for a repeated attempt means success, as for deletions. If the first attempt succeeded, the second
   * attempt gets 404.
   */
  readonly treat404AsDone?: boolean;
};

export type SetRealId = (made: string, real: string) => void;

export type AnyWrite = Write<unknown, unknown>;

/** A write with its variables. */
export type Reversal = { readonly write: AnyWrite; readonly variables: unknown };

/**
 * Whether the request names an acting member. Only a shared tablet sends such requests. Writes that add a record check
 * this, because a shared tablet must use other routes to add records.
 */
export function namesActor(headers: Record<string, string>): boolean {
  return "X-Acting-Member" in headers;
}

/** Declares a write. Also add the write to the list in `src/web/writes.ts`. */
export function write<Variables, Answer>(declared: Write<Variables, Answer>): Write<Variables, Answer> {
  return declared;
}

import type { Catalogue } from "../i18n/catalogue.ts";
import type { Sent } from "./api/client.ts";
import type { Failure } from "./api/failures.ts";
import type { Operations } from "./api/operations.ts";
import type { Effect, Kind } from "./source.ts";

export type Write<Variables, Answer> = {
  /** Unique and permanent name: later versions restore queued entries by it. */
  readonly name: string;
  /**
   * Sends the write. `headers` contain the idempotency key and, on a shared tablet, the acting member. `setRealId`
   * notes the server's id of a provisional one.
   */
  readonly send: (
    variables: Variables,
    headers: Record<string, string>,
    api: Operations,
    setRealId: SetRealId,
  ) => Promise<Sent<Answer>>;
  /** Effects on cached data, shown while the write is pending. */
  readonly effects?: (variables: Variables) => readonly Effect[];
  /** Kinds of records to refetch afterwards. */
  readonly invalidates: readonly Kind[];
  /** Message of the toast after success. Null shows no toast. */
  readonly successMessage?: (text: Catalogue, variables: Variables) => string | null;
  /** Message of an expected refusal. Null shows `errorText`. */
  readonly errorMessage?: (text: Catalogue, variables: Variables, failure: Failure) => string | null;
  /** Returns the server's id of the created record, if `variables.id` is provisional. */
  readonly createdId?: (answer: Answer) => string;
  /** Returns the opposite write, for undo on a shared tablet, which may not use the activity feed. */
  readonly reverse?: (variables: Variables) => { readonly name: string; readonly variables: unknown } | null;
  readonly undoes?: (variables: Variables) => string;
  /** Whether a 404 means success, for deletions: a retry gets it if the first request succeeded. */
  readonly treat404AsDone?: boolean;
};

export type SetRealId = (made: string, real: string) => void;

export type AnyWrite = Write<unknown, unknown>;

/**
 * Whether the request names an acting member: then it comes from a shared tablet, which adds records through its own
 * routes.
 */
export function namesActor(headers: Record<string, string>): boolean {
  return "X-Acting-Member" in headers;
}

/** Writes by name. Only declarations add to it, so all instances share it. */
const known = new Map<string, AnyWrite>();

/**
 * Declares a write.
 * @throws Error if the name is taken
 */
export function write<Variables, Answer>(declared: Write<Variables, Answer>): Write<Variables, Answer> {
  if (known.has(declared.name)) throw new Error(`Two writes are called ${declared.name}`);
  known.set(declared.name, declared as unknown as AnyWrite);
  return declared;
}

/** Returns the write of this name. Undefined for a name of another version. */
export function writeNamed(name: string): AnyWrite | undefined {
  return known.get(name);
}

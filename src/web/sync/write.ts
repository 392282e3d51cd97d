import type { Catalogue } from "../i18n/catalogue.ts";
import type { Sent } from "./api/client.ts";
import type { Failure } from "./api/failures.ts";
import type { Operations } from "./api/operations.ts";
import type { Effect, Kind } from "./source.ts";

export type Write<Variables, Answer> = {
  /** Unique and stable: later versions restore entries by it. */
  readonly name: string;
  /**
   * `headers` contain the idempotency key and, on a shared tablet, the acting member. `setRealId` notes the id that the server
   * gave to a provisional one.
   */
  readonly send: (
    variables: Variables,
    headers: Record<string, string>,
    api: Operations,
    setRealId: SetRealId,
  ) => Promise<Sent<Answer>>;
  /** Shown while pending. */
  readonly effects?: (variables: Variables) => readonly Effect[];
  /** Kinds to refetch afterwards. */
  readonly invalidates: readonly Kind[];
  /** Null shows no toast. */
  readonly successMessage?: (text: Catalogue, variables: Variables) => string | null;
  /** For an expected refusal; null shows `errorText`. */
  readonly errorMessage?: (text: Catalogue, variables: Variables, failure: Failure) => string | null;
  /** The server's id, if `variables.id` is provisional. */
  readonly createdId?: (answer: Answer) => string;
  /** The opposite write, for undo on a shared tablet, which may not use the feed. */
  readonly reverse?: (variables: Variables) => { readonly name: string; readonly variables: unknown } | null;
  readonly undoes?: (variables: Variables) => string;
  /** For deletions: a 404 to a retry means that the first request succeeded. */
  readonly treat404AsDone?: boolean;
};

export type SetRealId = (made: string, real: string) => void;

export type AnyWrite = Write<unknown, unknown>;

/** True on a shared tablet, which adds through routes of its own. */
export function namesActor(headers: Record<string, string>): boolean {
  return "X-Acting-Member" in headers;
}

/** Filled by declarations alone, so it is the same for every instance. */
const known = new Map<string, AnyWrite>();

/** @throws Error if the name is taken */
export function write<Variables, Answer>(declared: Write<Variables, Answer>): Write<Variables, Answer> {
  if (known.has(declared.name)) throw new Error(`Two writes are called ${declared.name}`);
  known.set(declared.name, declared as unknown as AnyWrite);
  return declared;
}

/** Undefined for a name of another version. */
export function writeNamed(name: string): AnyWrite | undefined {
  return known.get(name);
}

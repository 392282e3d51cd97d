/** Declares the writes to the server. */
import type { Catalogue } from "../i18n/catalogue.ts";
import type { Sent } from "./api/client.ts";
import type { Failure } from "./api/failures.ts";
import type { Effect, Kind } from "./source.ts";

/** A kind of write. Its variables are plain JSON: they are stored on the device until the server has them. */
export type Write<Variables, Answer> = {
  /** Unique. It must stay the same in later versions, which restore entries by it. */
  readonly name: string;
  /** Sends it. `headers` carry the idempotency key and, on a shared tablet, the acting member. */
  readonly send: (variables: Variables, headers: Record<string, string>) => Promise<Sent<Answer>>;
  /** How it changes the data that is shown, before the server has it. */
  readonly effects?: (variables: Variables) => readonly Effect[];
  /** The kinds to refetch afterwards. */
  readonly invalidates: readonly Kind[];
  /** The text of the toast beside “Undo”; null shows none. */
  readonly successMessage?: (text: Catalogue, variables: Variables) => string | null;
  /** The text for a refusal that is nobody's fault; null shows `errorText`. */
  readonly errorMessage?: (text: Catalogue, variables: Variables, failure: Failure) => string | null;
  /** The real id of the created record, if `variables.id` is provisional. */
  readonly createdId?: (answer: Answer) => string;
  /** The write that undoes it on a shared tablet, which may not use the feed. */
  readonly reverse?: (variables: Variables) => { readonly name: string; readonly variables: unknown } | null;
  /** The id of the queued write that it undoes. */
  readonly undoes?: (variables: Variables) => string;
  /** True if a 404 to a repeated request means that the first one was applied, as for a deletion. */
  readonly treat404AsDone?: boolean;
};

/** A write of any kind. Its functions receive the variables that were queued under its name. */
export type AnyWrite = Write<unknown, unknown>;

const known = new Map<string, AnyWrite>();

/** Registers a write, so that it can be sent after a reload. @throws Error if the name is taken. */
export function write<Variables, Answer>(declared: Write<Variables, Answer>): Write<Variables, Answer> {
  if (known.has(declared.name)) throw new Error(`Two writes are called ${declared.name}`);
  known.set(declared.name, declared as unknown as AnyWrite);
  return declared;
}

/** Returns undefined for a name that this version does not know. */
export function writeNamed(name: string): AnyWrite | undefined {
  return known.get(name);
}

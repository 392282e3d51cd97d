/** What the app can change on the server. */

import type { Catalogue } from "../i18n/catalogue.ts";
import type { Sent } from "./api/client.ts";
import type { Failure } from "./api/failures.ts";
import type { Effect, Kind } from "./source.ts";

/** A kind of change. Its variables are plain JSON: they are kept on the device until the server has them. */
export type Write<Variables, Answer> = {
  /** Unique; it must stay the same from version to version, for what is still under way. */
  readonly name: string;
  /** Sends it. `headers` carry the idempotency key and, on a shared tablet, the acting member. */
  readonly send: (variables: Variables, headers: Record<string, string>) => Promise<Sent<Answer>>;
  /** What it changes of what is shown, at once. */
  readonly effects?: (variables: Variables) => readonly Effect[];
  /** What to read again afterwards. */
  readonly kinds: readonly Kind[];
  /** What to say of it beside “Undo”; null says nothing. */
  readonly told?: (text: Catalogue, variables: Variables) => string | null;
  /** The message for a refusal that is nobody's fault; null: the usual one (`errorText`). */
  readonly refused?: (text: Catalogue, variables: Variables, failure: Failure) => string | null;
  /** The real id of what it made, where `variables.id` is provisional. */
  readonly madeId?: (answer: Answer) => string;
  /** The write, by its name, that takes it back on a shared tablet, which may not ask the feed to. */
  readonly reverse?: (variables: Variables) => { readonly name: string; readonly variables: unknown } | null;
  /** The id of the queued write that it takes back. */
  readonly takesBack?: (variables: Variables) => string;
  /** True where a 404 to a repeated request means that the first had arrived: for what takes a record away from its address. */
  readonly isGoneWhenDone?: boolean;
};

/** A write of any kind. What its functions are given is what was queued under its name. */
export type AnyWrite = Write<unknown, unknown>;

const known = new Map<string, AnyWrite>();

/** Declares a write, so that it can be sent after a reload too. @throws Error where the name is taken. */
export function write<Variables, Answer>(declared: Write<Variables, Answer>): Write<Variables, Answer> {
  if (known.has(declared.name)) throw new Error(`Two writes are called ${declared.name}`);
  known.set(declared.name, declared as unknown as AnyWrite);
  return declared;
}

/** The write of a name; undefined for one that this version does not know. */
export function writeNamed(name: string): AnyWrite | undefined {
  return known.get(name);
}

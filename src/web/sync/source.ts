import type { Kind } from "#client/live/kinds.ts";
import type { Operations } from "./api/operations.ts";
import type { Signing } from "./signing.ts";

export type { Kind };

/**
 * Change of records. `lists` are the ids of the lists that the change concerns. They are omitted if the change may
 * concern any list.
 */
export type Change = { readonly kinds: readonly Kind[]; readonly lists?: readonly string[] | undefined };

export type Source<Params, Data> = {
  readonly name: string;
  /** Kinds of records whose changes make the data stale. */
  readonly kinds: readonly Kind[];
  readonly fetch: (params: Params, api: Operations) => Promise<Data>;
  /**
   * Returns the id of the list to which the data belong. Changes of other lists do not make these data stale. Missing
   * if the data do not belong to a single list.
   */
  readonly list?: (params: Params) => string;
  /** Returns the data that are shown before the first response. Returns undefined if nothing is to be shown. */
  readonly initial?: (params: Params) => Data | undefined;
  /** Called with each response before the response is cached. */
  received?(data: Data, signing: Signing): Promise<void>;
};

/** Declares a source of data. `name` must be unique, because it is part of the key under which the data are stored. */
export function source<Params, Data>(
  name: string,
  kinds: readonly Kind[],
  fetch: Source<Params, Data>["fetch"],
): Source<Params, Data> {
  return { name, kinds, fetch };
}

export type Effect = {
  readonly source: string;
  readonly apply: (data: unknown, params: unknown) => unknown;
};

/**
 * Declares an effect of a write: how the write changes the cached data of a source. `apply` must not change its
 * argument.
 */
export function on<Params, Data>({ name }: Source<Params, Data>, apply: (data: Data, params: Params) => Data): Effect {
  return { source: name, apply: apply as Effect["apply"] };
}

/** Data from the response to a write. They equal the data that `source` would fetch for `params`. */
export type Fetched = { readonly source: string; readonly params: unknown; readonly data: unknown };

export function fetched<Params, Data>({ name }: Source<Params, Data>, params: Params, data: Data): Fetched {
  return { source: name, params, data };
}

export function fold<Data>(name: string, params: unknown, data: Data, effects: readonly Effect[]): Data {
  return effects.reduce(
    (folded, effect) => (effect.source === name ? (effect.apply(folded, params) as Data) : folded),
    data,
  );
}

/**
 * Returns a value that equals `next`. Parts that are the same in `former` are the objects of `former`. Unlike
 * TanStack's `replaceEqualDeep`, compares items of arrays by id instead of by index. So if an item was deleted, the
 * objects of the following items stay the same, and their rows are not rendered again.
 */
export function share<Value>(former: unknown, next: Value): Value {
  if (former === next || !isObject(former) || !isObject(next) || Array.isArray(former) !== Array.isArray(next))
    return next;
  if (!Array.isArray(former) || !Array.isArray(next)) {
    const keys = Object.keys(next);
    const shared = Object.fromEntries(keys.map((key) => [key, share(former[key], next[key])]));
    const isKept = (key: string) => key in former && Object.is(shared[key], former[key]);
    const isSame = Object.keys(former).length === keys.length && keys.every(isKept);
    return (isSame ? former : shared) as Value;
  }
  const byId = new Map(former.map((item) => [idOf(item), item]));
  const shared = next.map((item, index) =>
    share(idOf(item) === undefined ? former[index] : byId.get(idOf(item)), item),
  );
  const isSame = former.length === shared.length && shared.every((item, index) => Object.is(item, former[index]));
  return (isSame ? former : shared) as Value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function idOf(value: unknown): unknown {
  return isObject(value) ? value.id : undefined;
}

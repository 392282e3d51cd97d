/** What this browser keeps over a reload: IndexedDB, or nothing but memory where that is forbidden (some private windows). */
import { createStore, del, entries, get, set, type UseStore } from "idb-keyval";

/** A shelf of records by key. None of its calls fails: what can't be kept is kept in memory alone. */
export type Shelf<Value> = {
  all(): Promise<Value[]>;
  get(key: string): Promise<Value | undefined>;
  put(key: string, value: Value): Promise<void>;
  remove(key: string): Promise<void>;
};

/** The shelf of a name. */
export function shelf<Value>(name: string): Shelf<Value> {
  let database: UseStore | null = null;
  const opened = () => {
    database ??= createStore(`inglenook-${name}`, name);
    return database;
  };
  const tried = async <Answer>(run: () => Promise<Answer>, otherwise: Answer): Promise<Answer> => {
    try {
      return await run();
    } catch {
      return otherwise;
    }
  };
  return {
    all: () => tried(async () => (await entries<string, Value>(opened())).map(([, value]) => value), []),
    get: (key) => tried(() => get<Value>(key, opened()), undefined),
    put: (key, value) => tried(() => set(key, value, opened()), undefined),
    remove: (key) => tried(() => del(key, opened()), undefined),
  };
}

/** What this browser keeps over a reload: IndexedDB, or nothing but memory where that is forbidden (some private windows). */
import { createStore, del, entries, get, set, type UseStore } from "idb-keyval";

/** A shelf of records by key. None of its calls fails: what can't be kept is kept in memory alone. */
export type Shelf<Value> = {
  all(): Promise<Value[]>;
  get(key: string): Promise<Value | undefined>;
  /** False where it could not be kept. */
  put(key: string, value: Value): Promise<boolean>;
  /** Puts in a record's place what `decide` makes of it, in one step; undefined leaves it, and is what is answered then. */
  change(key: string, decide: (now: Value | undefined) => Value | undefined): Promise<Value | undefined>;
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
    put: (key, value) => tried(() => set(key, value, opened()).then(() => true), false),
    change: (key, decide) => tried(() => opened()("readwrite", (records) => changeIn(records, key, decide)), undefined),
    remove: (key) => tried(() => del(key, opened()), undefined),
  };
}

function changeIn<Value>(
  records: IDBObjectStore,
  key: string,
  decide: (now: Value | undefined) => Value | undefined,
): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const read: IDBRequest<Value | undefined> = records.get(key);
    read.onsuccess = () => {
      const next = decide(read.result);
      if (next !== undefined) records.put(next, key);
      resolve(next);
    };
    read.onerror = () => reject(read.error);
  });
}

import { clear, createStore, del, entries, get, promisifyRequest, type UseStore } from "idb-keyval";

/** No call throws: if storage is forbidden (some private windows) or hangs, it returns nothing. */
export type Table<Value> = {
  all(): Promise<Value[]>;
  get(key: string): Promise<Value | undefined>;
  /** False if not stored. */
  put(key: string, value: Value): Promise<boolean>;
  /** Undefined keeps the record. Returns the new one. */
  change(key: string, decide: (now: Value | undefined) => Value | undefined): Promise<Value | undefined>;
  remove(key: string): Promise<void>;
  /** Undefined deletes the record. One transaction. */
  write(records: readonly (readonly [key: string, value: Value | undefined])[]): Promise<void>;
  clear(): Promise<void>;
};

/** Otherwise a hanging call keeps the page empty. Shorter after the first timeout. */
let timeoutMs = 4_000;

export function idbTable<Value>(name: string): Table<Value> {
  let database: UseStore | null = null;
  const opened = () => {
    database ??= createStore(`inglenook-${name}`, name);
    return database;
  };
  const attempt = async <Answer>(run: () => Promise<Answer>, otherwise: Answer): Promise<Answer> => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<Answer>((resolve) => {
      timer = setTimeout(() => {
        timeoutMs = 250;
        resolve(otherwise);
      }, timeoutMs);
    });
    try {
      return await Promise.race([run(), timeout]);
    } catch {
      return otherwise;
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    all: () => attempt(async () => (await entries<string, Value>(opened())).map(([, value]) => value), []),
    get: (key) => attempt(() => get<Value>(key, opened()), undefined),
    put: (key, value) => attempt(() => writeAtOnce(opened(), [[key, value]]).then(() => true), false),
    change: (key, decide) =>
      attempt(() => opened()("readwrite", (records) => changeIn(records, key, decide)), undefined),
    remove: (key) => attempt(() => del(key, opened()), undefined),
    write: (records) => attempt(() => writeAtOnce(opened(), records), undefined),
    clear: () => attempt(() => clear(opened()), undefined),
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

/** The page may be closed before the browser commits by itself. */
function writeAtOnce(database: UseStore, records: readonly (readonly [string, unknown])[]): Promise<void> {
  return database("readwrite", (store) => {
    for (const [key, value] of records) value === undefined ? store.delete(key) : store.put(value, key);
    store.transaction.commit?.();
    return promisifyRequest(store.transaction);
  });
}

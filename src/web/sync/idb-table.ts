import type { Timers } from "#lib/timers.ts";

/**
 * Key-value table in IndexedDB. The calls never reject. If storage hangs or is forbidden (as in some private windows),
 * the calls return no data.
 */
export type Table<Value> = {
  all(): Promise<Value[]>;
  get(key: string): Promise<Value | undefined>;
  /** Stores a value. Resolves to false if this was not possible. */
  put(key: string, value: Value): Promise<boolean>;
  /**
   * Changes a record in one transaction, and returns the new value. If `decide` returns undefined, the record does not
   * change.
   */
  change(key: string, decide: (now: Value | undefined) => Value | undefined): Promise<Value | undefined>;
  remove(key: string): Promise<void>;
  /** Writes several records in one transaction. A record whose value is undefined is deleted. */
  write(records: readonly (readonly [key: string, value: Value | undefined])[]): Promise<void>;
  clear(): Promise<void>;
};

/**
 * Returns a function that opens a table of the browser's IndexedDB by the name of the table. The library idb-keyval is
 * not used, because it works only with the global `indexedDB`. In a test, each tab has its own `indexedDB`.
 */
export function createTables(databases: () => IDBFactory, timers: Timers) {
  /**
   * Time limit of a call in milliseconds. A call that hangs would otherwise keep the page empty. The limit is shorter
   * after the first timeout.
   */
  let timeoutMs = 4_000;

  async function attempt<Answer>(run: () => Promise<Answer>, otherwise: Answer): Promise<Answer> {
    let cancel = () => {};
    const timeout = new Promise<Answer>((resolve) => {
      cancel = timers.after(timeoutMs, () => {
        timeoutMs = 250;
        resolve(otherwise);
      });
    });
    try {
      return await Promise.race([run(), timeout]);
    } catch {
      return otherwise;
    } finally {
      cancel();
    }
  }

  return function table<Value>(name: string): Table<Value> {
    const run = open(databases, name);
    const write = (records: readonly (readonly [string, unknown])[]) =>
      run<undefined>("readwrite", (store) => {
        for (const [key, value] of records) value === undefined ? store.delete(key) : store.put(value, key);
        // The page may be closed before the browser commits by itself.
        store.transaction.commit?.();
        return undefined;
      });
    return {
      all: () => attempt(() => run("readonly", (store) => store.getAll()), []),
      get: (key) => attempt(() => run("readonly", (store) => store.get(key)), undefined),
      put: (key, value) => attempt(() => write([[key, value]]).then(() => true), false),
      change: (key, decide) =>
        attempt(async () => {
          let next: Value | undefined;
          await run("readwrite", (store) => {
            const read = store.get(key);
            read.onsuccess = () => {
              next = decide(read.result);
              if (next !== undefined) store.put(next, key);
            };
            return read;
          });
          return next;
        }, undefined),
      remove: (key) => attempt(() => write([[key, undefined]]), undefined),
      write: (records) => attempt(() => write(records), undefined),
      clear: () => attempt(() => run("readwrite", (store) => store.clear()), undefined),
    };
  };
}

export type Tables = ReturnType<typeof createTables>;

type Run = <Answer>(
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest<Answer> | undefined,
) => Promise<Answer>;

/** Returns a function that runs transactions. Its first call opens the database. */
function open(databases: () => IDBFactory, name: string): Run {
  let database: Promise<IDBDatabase> | undefined;
  const forget = () => {
    database = undefined;
  };
  const opened = () =>
    new Promise<IDBDatabase>((resolve, reject) => {
      const request = databases().open(`inglenook-${name}`);
      request.onupgradeneeded = () => request.result.createObjectStore(name);
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        // Safari may close the database by itself.
        request.result.onclose = forget;
        resolve(request.result);
      };
    });
  return async (mode, use) => {
    if (!database) {
      database = opened();
      database.catch(forget);
    }
    const transaction = (await database).transaction(name, mode);
    const request = use(transaction.objectStore(name));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request?.result as never);
      transaction.onabort = () => reject(transaction.error);
    });
  };
}

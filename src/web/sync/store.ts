/** A value that components can watch. It is our own because it is smaller than the smallest library (nanostores, under 1 kB). */
import { useSyncExternalStore } from "preact/compat";

export type Store<Value> = {
  get(): Value;
  set(value: Value): void;
  /** @returns a function that ends it. */
  watch(listener: () => void): () => void;
};

/** A store with a first value. Setting the same value again notifies nobody. */
export function createStore<Value>(value: Value): Store<Value> {
  const listeners = new Set<() => void>();
  let current = value;
  return {
    get: () => current,
    set(next) {
      if (Object.is(next, current)) return;
      current = next;
      for (const listener of [...listeners]) listener();
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.watch, store.get);
}

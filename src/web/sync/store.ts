/** The smallest thing that React can watch. */
import { useSyncExternalStore } from "preact/compat";

/** A value that changes, and those who want to know. */
export type Store<Value> = {
  get(): Value;
  set(value: Value): void;
  /** Answers how to stop. */
  watch(listener: () => void): () => void;
};

/** A store with a first value; setting the same value again notifies nobody. Our own: nanostores is larger (just under 1 kB). */
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

/** The value of a store, in a component. */
export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.watch, store.get);
}

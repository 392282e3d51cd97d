/** A value that components can subscribe to. */
import { useSyncExternalStore } from "preact/compat";

export type Store<Value> = {
  get(): Value;
  set(value: Value): void;
  /** Returns how to stop. */
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

/** The value of a store, or what `select` takes of it: the component renders only if that changes. */
export function useStore<Value, Part = Value>(
  store: Store<Value>,
  select: (value: Value) => Part = (value) => value as unknown as Part,
): Part {
  return useSyncExternalStore(store.watch, () => select(store.get()));
}

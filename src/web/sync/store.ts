/** The smallest thing that React can watch. */
import { useSyncExternalStore } from "preact/compat";

/** A value that changes, and those who want to know. */
export type Store<Value> = {
  get(): Value;
  set(value: Value): void;
  /** Answers how to stop. */
  watch(listener: () => void): () => void;
};

/** A store that begins with `value`. Setting the same value again tells nobody. */
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

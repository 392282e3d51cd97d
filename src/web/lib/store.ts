import { useSyncExternalStore } from "preact/compat";

export type Store<Value> = {
  get(): Value;
  set(value: Value): void;
  /** Calls `listener` after each change. Returns a function that removes the listener. */
  watch(listener: () => void): () => void;
};

/** Creates an observable value. The library nanostores is not used, because it is larger (just under 1 kB). */
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

/** Returns a part of the value. The component renders again only if this part changes. */
export function useStore<Value, Part = Value>(
  store: Store<Value>,
  select: (value: Value) => Part = (value) => value as unknown as Part,
): Part {
  return useSyncExternalStore(store.watch, () => select(store.get()));
}

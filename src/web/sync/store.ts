import { useSyncExternalStore } from "preact/compat";

export type Store<Value> = {
  get(): Value;
  set(value: Value): void;
  /** Returns how to stop. */
  watch(listener: () => void): () => void;
};

/** Ours, because nanostores is larger (just under 1 kB). */
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

/** Renders only if the selected part changes. */
export function useStore<Value, Part = Value>(
  store: Store<Value>,
  select: (value: Value) => Part = (value) => value as unknown as Part,
): Part {
  return useSyncExternalStore(store.watch, () => select(store.get()));
}

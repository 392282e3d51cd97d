/** Returns a function that makes a value at its first call, and returns the same value at later calls. */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Returns a function that makes one value for each key, such as a database connection, and keeps it with the key. */
export function lazyFor<Key extends WeakKey, Value extends object>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, Value>();
  return (key) => {
    let value = made.get(key);
    if (value === undefined) {
      value = make(key);
      made.set(key, value);
    }
    return value;
  };
}

/** Runs a task once for all callers that ask for the same key while the task runs. */
export class SharedTasks<Result> {
  private readonly running = new Map<string, Promise<Result>>();

  run(key: string, start: () => Promise<Result>): Promise<Result> {
    const known = this.running.get(key);
    if (known) return known;
    const task = start().finally(() => this.running.delete(key));
    this.running.set(key, task);
    return task;
  }
}

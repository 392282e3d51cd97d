type Listener<Value> = (value: Value) => void;

/** Event emitter inside this process. Listeners must be quick and must not throw. */
export class Signal<Value> {
  private readonly listeners = new Set<Listener<Value>>();

  /** Adds a listener and returns a function that removes it. */
  listen(listener: Listener<Value>): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  emit(value: Value): void {
    for (const listener of this.listeners) listener(value);
  }
}

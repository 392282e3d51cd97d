type Listener<Value> = (value: Value) => void;

/** Tells parts of this process about something that happened. Listeners must be quick and must not throw. */
export class Signal<Value> {
  private readonly listeners = new Set<Listener<Value>>();

  /** Returns a function that ends it. */
  listen(listener: Listener<Value>): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  emit(value: Value): void {
    for (const listener of this.listeners) listener(value);
  }
}

type Listener<Value> = (value: Value) => void;

/** An event emitter within this process. Listeners must be quick and must not throw. */
export class Signal<Value> {
  private readonly listeners = new Set<Listener<Value>>();

  listen(listener: Listener<Value>): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  emit(value: Value): void {
    for (const listener of this.listeners) listener(value);
  }
}

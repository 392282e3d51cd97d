import type { Timers } from "./timers.ts";

type Bounds<Value> = {
  readonly clock: () => Date;
  readonly timers: Timers;
  readonly lifetimeMs: number;
  /** The largest number of values that one owner may have. */
  readonly maxEach: number;
  readonly maxSize: number;
  readonly sizeOf: (value: Value) => number;
};

type Entry<Value> = {
  readonly owner: string;
  readonly value: Value;
  readonly size: number;
  readonly expiresAt: number;
};

/** Keeps values in memory until they expire. When the store is full, the oldest values are evicted. */
export class ExpiringStore<Value> {
  private readonly entries = new Map<string, Entry<Value>>();
  private total = 0;
  private cancelTimer: (() => void) | null = null;

  constructor(private readonly bounds: Bounds<Value>) {}

  get size(): number {
    return this.total;
  }

  add(owner: string, id: string, value: Value): void {
    const { lifetimeMs, maxEach, maxSize, sizeOf } = this.bounds;
    this.delete(owner, id);
    const size = sizeOf(value);
    const own = [...this.entries].filter(([, each]) => each.owner === owner).map(([key]) => key);
    for (const key of own.slice(0, Math.max(0, own.length + 1 - maxEach))) this.drop(key);
    for (const key of this.entries.keys()) {
      if (this.total + size <= maxSize) break;
      this.drop(key);
    }
    if (size <= maxSize) {
      this.entries.set(id, { owner, value, size, expiresAt: this.now() + lifetimeMs });
      this.total += size;
    }
    this.wait();
  }

  find(owner: string, id: string): Value | undefined {
    const entry = this.entries.get(id);
    return entry?.owner === owner && entry.expiresAt > this.now() ? entry.value : undefined;
  }

  delete(owner: string, id: string): void {
    if (this.entries.get(id)?.owner === owner) this.drop(id);
  }

  private drop(id: string): void {
    this.total -= this.entries.get(id)?.size ?? 0;
    this.entries.delete(id);
  }

  private wait(): void {
    const [first] = this.entries.values();
    if (this.cancelTimer !== null || !first) return;
    const ms = Math.max(first.expiresAt - this.now(), 1);
    const expire = () => {
      this.cancelTimer = null;
      for (const [id, { expiresAt }] of this.entries) if (expiresAt <= this.now()) this.drop(id);
      this.wait();
    };
    this.cancelTimer = this.bounds.timers.after(ms, expire, { keepsRunning: false });
  }

  private now(): number {
    return this.bounds.clock().getTime();
  }
}

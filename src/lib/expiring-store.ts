import type { Timers } from "./timers.ts";

type Bounds<Value> = {
  readonly clock: () => Date;
  /** Timers that free the memory of expired values in time. If omitted, expired values stay until the next use. */
  readonly timers?: Timers;
  readonly lifetimeMs: number;
  readonly maxEach?: number;
  readonly maxSize: number;
  /** Returns the size of a value. The size of each value is 1 by default. */
  readonly sizeOf?: (value: Value) => number;
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
    const { lifetimeMs, maxEach = Number.POSITIVE_INFINITY, maxSize, sizeOf = () => 1 } = this.bounds;
    this.delete(owner, id);
    this.deleteExpired();
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

  take(owner: string, id: string): Value | undefined {
    const value = this.find(owner, id);
    this.delete(owner, id);
    return value;
  }

  delete(owner: string, id: string): void {
    if (this.entries.get(id)?.owner === owner) this.drop(id);
  }

  private drop(id: string): void {
    this.total -= this.entries.get(id)?.size ?? 0;
    this.entries.delete(id);
  }

  private deleteExpired(): void {
    for (const [id, { expiresAt }] of this.entries) if (expiresAt <= this.now()) this.drop(id);
  }

  private wait(): void {
    const [first] = this.entries.values();
    if (this.cancelTimer !== null || !first) return;
    const ms = Math.max(first.expiresAt - this.now(), 1);
    const expire = () => {
      this.cancelTimer = null;
      this.deleteExpired();
      this.wait();
    };
    this.cancelTimer = this.bounds.timers?.after(ms, expire, { keepsRunning: false }) ?? null;
  }

  private now(): number {
    return this.bounds.clock().getTime();
  }
}

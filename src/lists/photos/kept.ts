/** Keeping what was fetched, for a while and within bounds. */

type Entry<T> = { readonly until: number; readonly value: Promise<T>; size: number };

/**
 * Answers by key, kept for `ttlMs` and up to `maxSize` together; the ones not asked for longest leave first. Who asks for what is just
 * being fetched waits for the same; what failed, and what is null, is not kept.
 */
export class Kept<T> {
  private readonly entries = new Map<string, Entry<T>>();
  private size = 0;

  /** `sizeOf` in whatever unit `maxSize` is. */
  constructor(
    private readonly ttlMs: number,
    private readonly maxSize: number,
    private readonly sizeOf: (value: T) => number,
  ) {}

  /** What is kept under the key, else what `make` makes. */
  get(key: string, now: Date, make: () => Promise<T>): Promise<T> {
    const known = this.entries.get(key);
    if (known && known.until > now.getTime()) {
      this.entries.delete(key);
      this.entries.set(key, known);
      return known.value;
    }
    this.drop(key);
    const entry: Entry<T> = { until: now.getTime() + this.ttlMs, value: make(), size: 0 };
    this.entries.set(key, entry);
    entry.value.then(
      (value) => (value === null ? this.forget(key, entry) : this.count(key, entry, value)),
      () => this.forget(key, entry),
    );
    return entry.value;
  }

  private count(key: string, entry: Entry<T>, value: T): void {
    if (this.entries.get(key) !== entry) return;
    entry.size = this.sizeOf(value);
    this.size += entry.size;
    for (const oldest of this.entries.keys()) {
      if (this.size <= this.maxSize) return;
      this.drop(oldest);
    }
  }

  private forget(key: string, entry: Entry<T>): void {
    if (this.entries.get(key) === entry) this.drop(key);
  }

  private drop(key: string): void {
    this.size -= this.entries.get(key)?.size ?? 0;
    this.entries.delete(key);
  }
}

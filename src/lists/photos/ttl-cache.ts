import { BoundedCache } from "#lib/bounded-cache.ts";
import { SharedTasks } from "#lib/lazy.ts";

type TtlCacheOptions<Value> = {
  readonly ttlMs: number;
  readonly maxSize: number;
  readonly sizeOf: (value: Value) => number;
};

/** A cache whose values expire. Concurrent calls for the same key share one fetch. Failures and null are not cached. */
export class TtlCache<Value> {
  private readonly ttlMs: number;
  private readonly cached: BoundedCache<string, { readonly value: Value; readonly expiresAt: number }>;
  private readonly fetches = new SharedTasks<Value>();

  constructor({ ttlMs, maxSize, sizeOf }: TtlCacheOptions<Value>) {
    this.ttlMs = ttlMs;
    this.cached = new BoundedCache({ eviction: "lru", maxSize, sizeOf: ({ value }) => sizeOf(value) });
  }

  async getOrFetch(key: string, now: Date, fetch: () => Promise<Value>): Promise<Value> {
    const known = this.cached.get(key);
    if (known && known.expiresAt > now.getTime()) return known.value;
    return this.fetches.run(key, async () => {
      const value = await fetch();
      if (value !== null) this.cached.set(key, { value, expiresAt: now.getTime() + this.ttlMs });
      return value;
    });
  }
}

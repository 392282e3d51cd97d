import { type CallerId, FairSemaphore, type Release } from "#lib/concurrency.ts";
import { rateLimited } from "#lib/errors.ts";
import { lazyFor } from "#lib/lazy.ts";
import type { Db } from "#platform/db/client.ts";

const permits = 3;
const maxWaiting = 4;

/**
 * Returns the semaphore for heavy calendar requests. At most one request of a caller and two requests of a household
 * run at a time. A caller's fifth waiting request is refused with 429.
 */
export const heavyWorkSemaphore = lazyFor(
  (_: Db) => new FairSemaphore(permits, { maxLoad: 1 + maxWaiting, refuse: () => rateLimited(5) }),
);

export class HeavyWorkPermit {
  #permit: Promise<Release> | null = null;

  constructor(
    private readonly db: Db,
    private readonly caller: CallerId,
  ) {}

  /** Whether other callers wait for a permit. */
  get isAwaited(): boolean {
    return heavyWorkSemaphore(this.db).isAwaited;
  }

  get isAcquired(): boolean {
    return this.#permit !== null;
  }

  /** Waits for the permit if not yet acquired. @throws ApiError 429 if too many requests of the caller are waiting */
  async acquire(): Promise<void> {
    this.#permit ??= heavyWorkSemaphore(this.db).acquire(this.caller);
    await this.#permit;
  }

  async release(): Promise<void> {
    const permit = this.#permit;
    this.#permit = null;
    const release = await permit?.catch(() => null);
    release?.();
  }
}

/** Splits a list into parts of at most `maxCount` items and about `maxSize`. An empty list has one empty part. */
export function partsOf<Item>(
  items: readonly Item[],
  maxCount: number,
  maxSize: number,
  sizeOf: (item: Item) => number,
): Item[][] {
  let last: Item[] = [];
  let size = 0;
  const parts = [last];
  for (const each of items) {
    if (last.length >= maxCount || (last.length > 0 && size + sizeOf(each) > maxSize)) {
      last = [];
      size = 0;
      parts.push(last);
    }
    last.push(each);
    size += sizeOf(each);
  }
  return parts;
}

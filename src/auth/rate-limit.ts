/** Token buckets for callers, sign-in tries, pairings, and addresses that send bad credentials. */
import { ApiError } from "../errors.ts";
import { parseAddress } from "./ip-address.ts";

/** The state of a bucket after a request. */
export type Allowance = {
  readonly allowed: boolean;
  /** Requests that may follow at once. */
  readonly remaining: number;
  /** Whole seconds until the bucket is full again. */
  readonly fullInSeconds: number;
  /** Whole seconds until one more request is allowed; 0 where one is. */
  readonly retryInSeconds: number;
};

type Bucket = { tokens: number; at: number };

/** This share of the buckets is evicted at once, because finding the fullest takes a look at all of them. */
const evictedShare = 0.1;

/**
 * Many token buckets, each filling at a steady rate. At most `most` are kept: a full bucket is like one that was never used and
 * needs no place, and otherwise the fullest are evicted first. A flood of other names therefore never frees a drained bucket,
 * unless it drains 9 of 10 other buckets as far.
 */
export class TokenBuckets {
  /** In order of use, the least recently used first. */
  private readonly buckets = new Map<string, Bucket>();
  private readonly perMillisecond: number;

  constructor(
    perMinute: number,
    private readonly burst: number,
    private readonly maxBuckets = 10_000,
  ) {
    this.perMillisecond = perMinute / 60_000;
  }

  /**
   * Takes one token from a bucket, if it has one. `now` is in milliseconds and may jump, but must be read when the token is
   * taken: with the time of a request's head, a body that comes slowly would turn the bucket's clock back and fill it twice.
   */
  take(name: string, now: number): Allowance {
    const bucket = this.filled(name, now);
    const allowed = bucket.tokens >= 1;
    if (allowed) bucket.tokens -= 1;
    this.store(name, bucket);
    return { ...this.allowanceOf(bucket), allowed };
  }

  /** The same without taking anything: for what only failures use up. */
  peek(name: string, now: number): Allowance {
    return this.allowanceOf(this.filled(name, now));
  }

  /** Returns a token that was taken for nothing. */
  refund(name: string): void {
    const bucket = this.buckets.get(name);
    if (!bucket) return;
    bucket.tokens += 1;
    if (bucket.tokens >= this.burst) this.buckets.delete(name);
  }

  /** Returns the bucket refilled to `now`, or a new full one that is not stored yet. */
  private filled(name: string, now: number): Bucket {
    const bucket = this.buckets.get(name);
    if (!bucket) return { tokens: this.burst, at: now };
    bucket.tokens = this.tokensAt(bucket, now);
    bucket.at = now;
    return bucket;
  }

  private store(name: string, bucket: Bucket): void {
    if (!this.buckets.delete(name) && this.buckets.size >= this.maxBuckets) this.evict(bucket.at);
    this.buckets.set(name, bucket);
  }

  /** Deletes all full buckets, and then the fullest, of equally full ones the least recently used. */
  private evict(now: number): void {
    for (const [name, bucket] of this.buckets) {
      if (this.tokensAt(bucket, now) >= this.burst) this.buckets.delete(name);
    }
    const surplus = this.buckets.size - this.maxBuckets + Math.ceil(this.maxBuckets * evictedShare);
    if (surplus <= 0) return;
    const fullestFirst = [...this.buckets]
      .map(([name, bucket]) => ({ name, tokens: this.tokensAt(bucket, now) }))
      .sort((a, b) => b.tokens - a.tokens);
    for (const { name } of fullestFirst.slice(0, surplus)) this.buckets.delete(name);
  }

  private tokensAt({ tokens, at }: Bucket, now: number): number {
    return Math.min(this.burst, tokens + Math.max(0, now - at) * this.perMillisecond);
  }

  private allowanceOf(bucket: Bucket): Allowance {
    return {
      allowed: bucket.tokens >= 1,
      remaining: Math.floor(bucket.tokens),
      fullInSeconds: this.secondsUntil(bucket, this.burst),
      retryInSeconds: this.secondsUntil(bucket, 1),
    };
  }

  private secondsUntil(bucket: Bucket, tokens: number): number {
    return Math.max(0, Math.ceil((tokens - bucket.tokens) / this.perMillisecond / 1000));
  }
}

/** 429 with `Retry-After`, at least one second. */
export function tooManyRequests(allowance: Allowance): ApiError {
  return new ApiError(429, "Rate limit exceeded", { "Retry-After": String(Math.max(1, allowance.retryInSeconds)) });
}

/** The bucket of a client address: IPv6 by its /64, since one client commands all of it; IPv4-mapped as IPv4. */
export function addressBucket(address: string): string {
  const bytes = parseAddress(address);
  if (bytes === null) return address;
  if (bytes.length === 4) return bytes.join(".");
  const groups = [0, 2, 4, 6].map((at) => (((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)).toString(16));
  return `${groups.join(":")}::/64`;
}

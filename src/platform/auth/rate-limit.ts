import { type ApiError, rateLimited } from "#lib/errors.ts";
import { parseAddress } from "./ip-address.ts";

export type Allowance = {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly fullInSeconds: number;
  readonly retryInSeconds: number;
};

type Bucket = { tokens: number; at: number };

const evictedShare = 0.1;

/** Buckets of tokens. Evicts the fullest buckets first, so that a flood of new names never resets an empty bucket. */
export class TokenBuckets {
  /** Buckets by name, least recently used first. */
  private readonly buckets = new Map<string, Bucket>();
  private readonly perMillisecond: number;

  constructor(
    perMinute: number,
    private readonly burst: number,
    private readonly maxBuckets = 10_000,
  ) {
    this.perMillisecond = perMinute / 60_000;
  }

  /** Takes a token unless the bucket is empty. `now` is in milliseconds, and not earlier than in the previous call. */
  take(name: string, now: number): Allowance {
    const bucket = this.filled(name, now);
    const allowed = bucket.tokens >= 1;
    if (allowed) bucket.tokens -= 1;
    this.store(name, bucket);
    return { ...this.allowanceOf(bucket), allowed };
  }

  require(name: string, now: number): void {
    const allowance = this.take(name, now);
    if (!allowance.allowed) throw tooManyRequests(allowance);
  }

  peek(name: string, now: number): Allowance {
    return this.allowanceOf(this.filled(name, now));
  }

  refund(name: string): void {
    const bucket = this.buckets.get(name);
    if (!bucket) return;
    bucket.tokens += 1;
    if (bucket.tokens >= this.burst) this.buckets.delete(name);
  }

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

export function tooManyRequests(allowance: Allowance): ApiError {
  return rateLimited(Math.max(1, allowance.retryInSeconds));
}

/**
 * Returns the name of the bucket for an address. All IPv6 addresses of a /64 network share a bucket, because one client
 * can use the whole network.
 */
export function addressBucket(address: string): string {
  const bytes = parseAddress(address);
  if (bytes === null) return address;
  if (bytes.length === 4) return bytes.join(".");
  const groups = [0, 2, 4, 6].map((at) => (((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)).toString(16));
  return `${groups.join(":")}::/64`;
}

/** Token buckets: one for each caller, and one for each address that sends bad credentials (contract section 2, Rate limits). */
import { isIPv6 } from "node:net";
import { ApiError } from "../errors.ts";

/** What a bucket says of itself after a request. */
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

/** Many token buckets, each filling at a steady rate; at most `most` are kept. */
export class TokenBuckets {
  private readonly buckets = new Map<string, Bucket>();
  private readonly perMillisecond: number;
  private sweptAt = Number.NEGATIVE_INFINITY;

  constructor(
    perMinute: number,
    private readonly burst: number,
    private readonly most = 10_000,
  ) {
    this.perMillisecond = perMinute / 60_000;
  }

  /** Takes one token from a bucket, if it has one. `now` is in milliseconds and may jump. */
  take(name: string, now: number): Allowance {
    const bucket = this.filled(name, now);
    const allowed = bucket.tokens >= 1;
    if (allowed) bucket.tokens -= 1;
    return { ...this.look(name, now), allowed };
  }

  /** The same without taking anything: for what only failures use up. */
  look(name: string, now: number): Allowance {
    const bucket = this.filled(name, now);
    return {
      allowed: bucket.tokens >= 1,
      remaining: Math.floor(bucket.tokens),
      fullInSeconds: this.secondsUntil(bucket, this.burst),
      retryInSeconds: this.secondsUntil(bucket, 1),
    };
  }

  /** Gives a token back that was taken for nothing. */
  giveBack(name: string, now: number): void {
    const bucket = this.filled(name, now);
    bucket.tokens = Math.min(this.burst, bucket.tokens + 1);
  }

  private filled(name: string, now: number): Bucket {
    const known = this.buckets.get(name);
    if (known) {
      known.tokens = Math.min(this.burst, known.tokens + Math.max(0, now - known.at) * this.perMillisecond);
      known.at = now;
      return known;
    }
    if (this.buckets.size >= this.most) this.makeRoom(now);
    const bucket = { tokens: this.burst, at: now };
    this.buckets.set(name, bucket);
    return bucket;
  }

  /** Full buckets say nothing and go first, looked for at most once a second; else the oldest goes. */
  private makeRoom(now: number): void {
    if (Math.abs(now - this.sweptAt) >= 1_000) {
      this.sweptAt = now;
      for (const [name, { tokens, at }] of this.buckets) {
        if (tokens + (now - at) * this.perMillisecond >= this.burst) this.buckets.delete(name);
      }
    }
    if (this.buckets.size < this.most) return;
    for (const name of this.buckets.keys()) {
      this.buckets.delete(name);
      return;
    }
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
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  const [head = "", tail] = address.split("%", 1)[0]?.split("::") ?? [];
  const groups = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  if (tail !== undefined) while (groups.length + after.length < 8) groups.push("0");
  return `${[...groups, ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}

/** Cache of answers, and their ETags. */
import { BoundedCache } from "../lib/bounded-cache.ts";

/** An answer's body with its strong ETag. */
export type CachedResponse = { readonly body: string; readonly etag: string };

/**
 * Answers of reads, by a key of everything they depend on: revision, caller, address, date. A write makes old answers
 * unreachable; they are evicted as the oldest.
 */
export class ResponseCache extends BoundedCache<string, CachedResponse> {
  /** `maxSize` is in UTF-16 units of keys and answers. */
  constructor(maxSize = 16_000_000) {
    super({ eviction: "fifo", maxSize, maxEntrySize: maxSize / 4, sizeOf });
  }
}

function sizeOf({ body, etag }: CachedResponse, key: string): number {
  return key.length + body.length + etag.length;
}

/** The strong ETag (RFC 9110 §8.8.3) of everything an answer depends on. `build` names the server's build. */
export function etagOf(key: string, build: string): string {
  return `"${Bun.hash(`${build}|${key}`).toString(36)}"`;
}

/** Whether an `If-None-Match` header (RFC 9110 §13.1.2; weak comparison) names this ETag. `*` is not decided here. */
export function matchesEtag(header: string, etag: string): boolean {
  return header.split(",").some((each) => {
    const candidate = each.trim();
    return candidate === etag || candidate === `W/${etag}`;
  });
}

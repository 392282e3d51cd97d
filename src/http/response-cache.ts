import { BoundedCache } from "../lib/bounded-cache.ts";

export type CachedResponse = { readonly body: string; readonly etag: string };

/** Keys contain the revision: a write makes old answers unreachable. */
export class ResponseCache extends BoundedCache<string, CachedResponse> {
  constructor(maxSize = 16_000_000) {
    super({ eviction: "fifo", maxSize, maxEntrySize: maxSize / 4, sizeOf });
  }
}

function sizeOf({ body, etag }: CachedResponse, key: string): number {
  return key.length + body.length + etag.length;
}

export function etagOf(key: string, build: string): string {
  return `"${Bun.hash(`${build}|${key}`).toString(36)}"`;
}

/** Weak comparison (RFC 9110 §13.1.2), without `*`. */
export function matchesEtag(header: string, etag: string): boolean {
  return header.split(",").some((each) => {
    const candidate = each.trim();
    return candidate === etag || candidate === `W/${etag}`;
  });
}

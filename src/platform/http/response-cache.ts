import { BoundedCache } from "#lib/bounded-cache.ts";
import { type Bytes, compress, type Encoding } from "./encoding.ts";

/** An answer with its compressed forms. Each form is created when it is first requested. */
export class CachedResponse {
  private readonly compressed = new Map<Encoding, Bytes>();

  constructor(
    readonly body: string,
    readonly etag: string,
  ) {}

  get size(): number {
    let size = this.body.length + this.etag.length;
    for (const { length } of this.compressed.values()) size += length;
    return size;
  }

  /** Returns the compressed answer; a promise the first time that a large body is requested in this encoding. */
  compress(encoding: Exclude<Encoding, "identity">, onPacked: () => void): Bytes | Promise<Bytes> {
    const known = this.compressed.get(encoding);
    if (known) return known;
    const keep = (bytes: Bytes): Bytes => {
      this.compressed.set(encoding, bytes);
      onPacked();
      return bytes;
    };
    const packed = compress(this.body, encoding);
    return packed instanceof Promise ? packed.then(keep) : keep(packed);
  }
}

/** Maximum number of entity tags that are remembered. The cache holds about as many answers of 50 tasks. */
const maxAskedOnce = 1_000;

/** Cache of answers. The keys contain the household's revision, so that old answers are never found after a write. */
export class ResponseCache extends BoundedCache<string, CachedResponse> {
  private readonly askedOnce = new Set<string>();

  constructor(maxSize = 16_000_000) {
    super({ eviction: "fifo", maxSize, maxEntrySize: maxSize / 4, sizeOf: ({ size }, key) => key.length + size });
  }

  /**
   * Whether the answer with this entity tag was asked for before. Keeping answers that nobody asks for again takes a
   * sixth of the time of a read, for the collection of garbage.
   */
  isAskedAgain(etag: string): boolean {
    if (this.askedOnce.delete(etag)) return true;
    if (this.askedOnce.size >= maxAskedOnce) this.askedOnce.clear();
    this.askedOnce.add(etag);
    return false;
  }

  /** Compresses an answer, and adds the size of the compressed form to the size of the cache. */
  pack(key: string, answer: CachedResponse, encoding: Exclude<Encoding, "identity">): Bytes | Promise<Bytes> {
    return answer.compress(encoding, () => {
      if (this.get(key) === answer) this.set(key, answer);
    });
  }
}

export function etagOf(key: string, build: string): string {
  return `"${Bun.hash(`${build}|${key}`).toString(36)}"`;
}

/** Returns the entity tag in `header` that weakly equals `etag` (RFC 9110 §13.1.2), or null. Ignores `*`. */
export function findEtag(header: string, etag: string): string | null {
  const candidates = header.split(",").map((each) => each.trim());
  return candidates.find((each) => each === etag || each === `W/${etag}`) ?? null;
}

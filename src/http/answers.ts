/** Answers kept in memory while nothing in their household changes, and the headers that every answer carries. */

/** An answer's body with its strong ETag. */
export type KeptAnswer = { readonly body: string; readonly etag: string };

/**
 * The answers of reads, by a key that holds everything they depend on: revision, caller, address, date. A write makes the old
 * ones unreachable; they leave when room is needed, the oldest first.
 */
export class AnswerCache {
  private readonly answers = new Map<string, KeptAnswer>();
  private size = 0;

  /** `maxSize` counts UTF-16 units of keys and bodies together. */
  constructor(private readonly maxSize = 16_000_000) {}

  /** The answer, as it was; undefined where it is not kept. */
  get(key: string): KeptAnswer | undefined {
    return this.answers.get(key);
  }

  /** Keeps an answer, unless it alone would push out most others. */
  set(key: string, answer: KeptAnswer): void {
    const size = sizeOf(key, answer);
    if (size > this.maxSize / 4) return;
    this.drop(key);
    this.answers.set(key, answer);
    this.size += size;
    for (const oldest of this.answers.keys()) {
      if (this.size <= this.maxSize) return;
      this.drop(oldest);
    }
  }

  private drop(key: string): void {
    const answer = this.answers.get(key);
    if (!answer) return;
    this.answers.delete(key);
    this.size -= sizeOf(key, answer);
  }
}

function sizeOf(key: string, answer: KeptAnswer): number {
  return key.length + answer.body.length + answer.etag.length;
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

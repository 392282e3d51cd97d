import { BoundedCache } from "#lib/bounded-cache.ts";
import { foldForSearch } from "#lib/case-folding.ts";

const onlyAscii = /^[\0-\x7f]*$/;

/** Length of the longest text in the cache. Longer texts are rare and would evict many others. */
const longestCached = 8_000;

/** Folded texts. The size counts UTF-16 units of the original and the folded texts: 4 million take 8 MB. */
const cache = new BoundedCache<string, string>({
  eviction: "fifo",
  maxSize: 4_000_000,
  sizeOf: (folded, text) => text.length + folded.length,
});

/** Returns the case-folded text. ASCII texts are not cached, because folding them is faster than a lookup. */
export function foldCached(text: string): string {
  if (onlyAscii.test(text) || text.length > longestCached) return foldForSearch(text);
  const known = cache.get(text);
  if (known !== undefined) return known;
  const made = foldForSearch(text);
  cache.set(text, made);
  return made;
}

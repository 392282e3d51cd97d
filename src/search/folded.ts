/** Texts as they are searched, remembered: a household's are searched again and again, and folding costs more than reading. */
import { foldForSearch } from "../lib/case-folding.ts";

const onlyAscii = /^[\0-\x7f]*$/;

/** In UTF-16 units of texts and what they are folded to, together, for all households of this process: twice that in bytes. */
const mostKept = 4_000_000;
/** Longer ones are rare, and would push out many. */
const longestKept = 8_000;

const kept = new Map<string, string>();
let size = 0;

/** The same as `foldForSearch`. What is ASCII alone is quicker folded than looked up. */
export function folded(text: string): string {
  if (onlyAscii.test(text) || text.length > longestKept) return foldForSearch(text);
  const known = kept.get(text);
  if (known !== undefined) return known;
  const made = foldForSearch(text);
  size += text.length + made.length;
  kept.set(text, made);
  for (const [oldest, its] of kept) {
    if (size <= mostKept) break;
    kept.delete(oldest);
    size -= oldest.length + its.length;
  }
  return made;
}

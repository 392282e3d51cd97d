/** Texts as they are searched, remembered: a household's are searched again and again, and folding costs more than reading. */
import { foldForSearch } from "../fold.ts";

const onlyAscii = /^[\0-\x7f]*$/;

/** In UTF-16 units of texts and what they are folded to, together: some megabytes for all households of this process. */
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
  if (size > mostKept) {
    kept.clear();
    size = text.length + made.length;
  }
  kept.set(text, made);
  return made;
}

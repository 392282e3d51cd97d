/** Whether something is what somebody looks for, and how well it fits. Pure, but for the folding, which is remembered. */
import { folded } from "./fold-cache.ts";

/** What somebody looks for. */
export type Query = { readonly whole: string; readonly words: readonly string[] };

/** The words of a query: all of them have to be found, whatever their case and accents. Punctuation counts. */
export function queryOf(text: string): Query {
  const words = folded(text).split(/\s+/u).filter(Boolean);
  return { whole: words.join(" "), words: [...new Set(words)] };
}

/** How well something fits, the best first: 0 to 4; see {@link rankOf}. */
export type Rank = 0 | 1 | 2 | 3 | 4;

/**
 * How well something fits a query, by its title and what else it says, both folded; null: not at all. Every word has to stand in
 * one or the other, also within a longer word (our choice: who looks for `book` means the cookbook, too, and not all scripts part
 * words). 0: that is the title; 1: the title begins so; 2: each word begins a word of the title; 3: the title has them; 4: it has
 * not all.
 */
export function rankOf({ whole, words }: Query, { title, more }: { title: string; more: string }): Rank | null {
  let isInTitle = words.length > 0;
  for (const word of words) {
    if (title.includes(word)) continue;
    isInTitle = false;
    if (!more.includes(word)) return null;
  }
  if (!isInTitle) return words.length > 0 ? 4 : null;
  if (title.startsWith(whole)) return title === whole ? 0 : 1;
  return words.every((word) => beginsWord(title, word)) ? 2 : 3;
}

const partOfWord = /[\p{L}\p{N}\p{M}]$/u;

function beginsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!partOfWord.test(text.slice(Math.max(0, at - 2), at))) return true;
  }
  return false;
}

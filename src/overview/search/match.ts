import { foldCached } from "./fold-cache.ts";
import { allowsTypo, type FuzzyWord, hasWordWithTypo } from "./fuzzy-word.ts";

export type Query = { readonly whole: string; readonly words: readonly string[] };

export function queryOf(text: string): Query {
  const words = foldCached(text).split(/\s+/u).filter(Boolean);
  return { whole: words.join(" "), words: [...new Set(words)] };
}

/**
 * Rank of a match, the best first. The query… 0: equals the title. 1: is the beginning of the title. 2: consists of
 * beginnings of words of the title. 3: occurs in the title. 4: occurs in other texts. 5: names a member who takes part.
 * 6: occurs in the title with a typing error. 7: occurs in other texts with a typing error.
 */
export type Rank = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

export const peopleRank = 5;

type Texts = { readonly title: string; readonly more: string };

/**
 * Returns the rank of a match, or null if a word does not occur. Words may occur inside other words, because some
 * scripts do not separate them.
 */
export function rankOf({ whole, words }: Query, { title, more }: Texts): Rank | null {
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

export function allowsTypos({ words }: Query): boolean {
  return words.some(allowsTypo);
}

/** Ranks like {@link rankOf}, but each word may have a typing error. */
export function rankWithTypos(words: readonly FuzzyWord[], { title, more }: Texts): Rank | null {
  let isInTitle = true;
  for (const each of words) {
    if (title.includes(each.word) || hasWordWithTypo(title, each)) continue;
    isInTitle = false;
    if (!more.includes(each.word) && !hasWordWithTypo(more, each)) return null;
  }
  return isInTitle ? 6 : 7;
}

const partOfWord = /[\p{L}\p{N}\p{M}]$/u;

function beginsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!partOfWord.test(text.slice(Math.max(0, at - 2), at))) return true;
  }
  return false;
}

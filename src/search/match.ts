import { foldCached } from "./fold-cache.ts";

export type Query = { readonly whole: string; readonly words: readonly string[] };

export function queryOf(text: string): Query {
  const words = foldCached(text).split(/\s+/u).filter(Boolean);
  return { whole: words.join(" "), words: [...new Set(words)] };
}

export type Rank = 0 | 1 | 2 | 3 | 4;

/**
 * Null unless each word occurs, also inside words: some scripts do not separate them. 0: equals the title; 1: starts
 * it; 2: each word starts a word of it; 3: occurs in it; 4: occurs elsewhere.
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

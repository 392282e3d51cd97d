/** How alike two words or names are. */
import { foldForSearch } from "../../lib/case-folding.ts";

/** By prefix, else by edit distance. */
export function nearest(phrase: string, names: readonly string[]): string | null {
  const word = phrase.slice(0, maxCompared).toLowerCase();
  const near = names.find((name) => {
    const other = name.toLowerCase();
    const shorter = Math.min(word.length, other.length);
    return shorter >= 3 && (word.startsWith(other) || other.startsWith(word));
  });
  return (
    near ??
    names.find((name) => name.length > 3 && editDistance(word, name.toLowerCase()) <= (name.length > 6 ? 2 : 1)) ??
    null
  );
}

/** Bounds the cost: 500 names take 5 ms. */
const maxCompared = 60;

/** The names that are alike, most alike first. */
export function alike<Each extends { readonly name: string }>(wanted: string, all: readonly Each[]): Each[] {
  const word = foldForSearch(wanted.slice(0, maxCompared));
  if (word.length < 2) return [];
  return all
    .map((each) => ({ each, score: likeness(word, foldForSearch(each.name.slice(0, maxCompared))) }))
    .filter(({ score }) => score >= 0.6)
    .sort((one, other) => other.score - one.score)
    .map(({ each }) => each);
}

/** 1: equal; 0: nothing in common. */
function likeness(word: string, name: string): number {
  if (name.startsWith(word)) return 0.95;
  if (hasWords(name, word)) return 0.9;
  const whole = similarity(word, name);
  if (word.length < 4) return whole;
  const best = Math.max(
    ...name
      .split(" ")
      .slice(0, 8)
      .map((part) => (part.length < 4 ? 0 : similarity(word, part))),
  );
  return Math.max(whole, best * 0.95, name.includes(word) ? 0.8 : 0, name.length > 3 && word.includes(name) ? 0.7 : 0);
}

function similarity(one: string, other: string): number {
  const longer = Math.max(one.length, other.length);
  const shorter = Math.min(one.length, other.length);
  return shorter * 2 < longer ? 0 : 1 - editDistance(one, other) / longer;
}

/** `lasagne` is a part of `Lasagne al forno`, but `lasa` is not. Both are folded. */
export function hasWords(name: string, words: string): boolean {
  for (let at = name.indexOf(words); at >= 0; at = name.indexOf(words, at + 1)) {
    if (!isLetter(name[at - 1]) && !isLetter(name[at + words.length])) return true;
  }
  return false;
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}\p{M}\p{Cs}]/u.test(character);
}

/** Levenshtein distance. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at++) {
    const next = [at];
    for (let to = 1; to <= other.length; to++) {
      const changed = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

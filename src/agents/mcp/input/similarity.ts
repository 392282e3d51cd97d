import { foldForSearch } from "#lib/case-folding.ts";

/** Returns the most similar name, by a common prefix or else by edit distance. Returns null if none is similar. */
export function findNearest(phrase: string, names: readonly string[]): string | null {
  const word = phrase.slice(0, maxCompared).toLowerCase();
  const near = names.find((name) => {
    const other = name.toLowerCase();
    const shorter = Math.min(word.length, other.length);
    return shorter >= 3 && (word.startsWith(other) || other.startsWith(word));
  });
  const isClose = (name: string) =>
    name.length > 3 &&
    Math.abs(name.length - word.length) <= 2 &&
    editDistance(word, name.toLowerCase()) <= (name.length > 6 ? 2 : 1);
  return near ?? names.find(isClose) ?? null;
}

/** Maximum number of characters to compare. This limits the cost. */
const maxCompared = 40;
const minSimilarity = 0.6;

/** Returns the records whose names are similar to the text, the most similar first. */
export function findSimilar<Each extends { readonly name: string }>(text: string, all: readonly Each[]): Each[] {
  const word = foldForSearch(text.slice(0, maxCompared));
  if (word.length < 2) return [];
  return all
    .map((each) => ({ each, score: nameSimilarity(word, foldForSearch(each.name.slice(0, maxCompared))) }))
    .filter(({ score }) => score >= minSimilarity)
    .sort((one, other) => other.score - one.score)
    .map(({ each }) => each);
}

function nameSimilarity(word: string, name: string): number {
  if (name.startsWith(word)) return 0.95;
  if (hasWholeWords(name, word)) return 0.9;
  const whole = editSimilarity(word, name);
  if (word.length < 4) return whole;
  const best = Math.max(
    ...name
      .split(" ")
      .slice(0, 8)
      .map((part) => (part.length < 4 ? 0 : editSimilarity(word, part))),
  );
  return Math.max(whole, best * 0.95, name.includes(word) ? 0.8 : 0, name.length > 3 && word.includes(name) ? 0.7 : 0);
}

function editSimilarity(one: string, other: string): number {
  const longer = Math.max(one.length, other.length);
  const shorter = Math.min(one.length, other.length);
  return shorter < longer * minSimilarity ? 0 : 1 - editDistance(one, other) / longer;
}

/** Whether `name` contains `words` as whole words. The caller must case-fold `name` and `words`. */
export function hasWholeWords(name: string, words: string): boolean {
  for (let at = name.indexOf(words); at >= 0; at = name.indexOf(words, at + 1)) {
    if (!isLetter(name[at - 1]) && !isLetter(name[at + words.length])) return true;
  }
  return false;
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}\p{M}\p{Cs}]/u.test(character);
}

/** Returns the Levenshtein distance of two texts. */
function editDistance(one: string, other: string): number {
  const row = new Uint8Array(other.length + 1).map((_, index) => index);
  for (let at = 0; at < one.length; at++) {
    let diagonal = at;
    row[0] = at + 1;
    for (let to = 1; to <= other.length; to++) {
      const changed = diagonal + (one.charCodeAt(at) === other.charCodeAt(to - 1) ? 0 : 1);
      diagonal = row[to] ?? 0;
      row[to] = Math.min(changed, diagonal + 1, (row[to - 1] ?? 0) + 1);
    }
  }
  return row.at(-1) ?? 0;
}

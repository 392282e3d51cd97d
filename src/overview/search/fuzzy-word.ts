const minLength = 4;
/** Shorter words must have no wrong letter, because it too often makes another word: cake, bake, lake. */
const minLengthForOtherLetter = 5;
/** A shorter query matches only whole words with a typing error: “mlik” finds milk, but not milkshakes. */
const minLengthForPrefix = 6;

const onlyLetters = /^\p{L}+$/u;

/** Whether typing errors are allowed. Words with numbers or signs, or less than four letters, must match exactly. */
export function allowsTypo(word: string): boolean {
  return word.length >= minLength && onlyLetters.test(word);
}

/** A word that may match with a typing error. Each match contains at least one of `parts` exactly. */
export type FuzzyWord = { readonly word: string; readonly parts: readonly string[] };

export function toFuzzyWord(word: string): FuzzyWord {
  if (!allowsTypo(word)) return { word, parts: [] };
  const middle = Math.floor(word.length / 2);
  const [start, end] = [word.slice(0, middle), word.slice(middle)];
  const swapped = start.slice(0, -1) + end.slice(0, 1) + start.slice(-1) + end.slice(1);
  return { word, parts: [start, end, swapped] };
}

/**
 * Whether `text` contains the word with at most one typing error: an additional letter, a missing letter, a wrong
 * letter, or two neighbours swapped. First checks whether the text contains any of `parts`, which makes the search five
 * times as fast. Does not split the text into words, because a household has tens of thousands of words.
 */
export function hasWordWithTypo(text: string, { word, parts }: FuzzyWord): boolean {
  if (!parts.some((part) => text.includes(part))) return false;
  const isPrefixAllowed = word.length >= minLengthForPrefix;
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && isPartOfWord(text, at)) continue;
    const length = at - start;
    if (
      length >= word.length - 1 &&
      (isPrefixAllowed || length <= word.length + 1) &&
      isOneEditApart(text, start, at, word)
    )
      return true;
    start = at + 1;
  }
  return false;
}

function isOneEditApart(text: string, start: number, end: number, word: string): boolean {
  let same = 0;
  while (same < word.length && start + same < end && text.charCodeAt(start + same) === word.charCodeAt(same)) same++;
  const at = start + same;
  const restMatches = (inText: number, inWord: number) => hasSameRest(text, at + inText, end, word, same + inWord);
  if (restMatches(1, 0) || restMatches(0, 1)) return true;
  if (word.length >= minLengthForOtherLetter && same < word.length && at < end && restMatches(1, 1)) return true;
  const isSwapped =
    at + 1 < end &&
    text.charCodeAt(at) === word.charCodeAt(same + 1) &&
    text.charCodeAt(at + 1) === word.charCodeAt(same);
  return isSwapped && restMatches(2, 2);
}

/**
 * Whether the rest of `word` from index `from` on equals the rest of a word in `text` from `at` to its `end`. If `word`
 * has at least {@link minLengthForPrefix} letters, the word in the text may continue.
 */
function hasSameRest(text: string, at: number, end: number, word: string, from: number): boolean {
  const length = word.length - from;
  if (length < 0 || at > end) return false;
  const left = end - at;
  if (left < length || (left > length && word.length < minLengthForPrefix)) return false;
  for (let index = 0; index < length; index++) {
    if (text.charCodeAt(at + index) !== word.charCodeAt(from + index)) return false;
  }
  return true;
}

/** Whether the character is part of a word. Compares codes: regular expressions take 50 ms for a large household. */
function isPartOfWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
  const isPunctuation = code < 0xc0 || (code >= 0x2000 && code < 0x2070) || (code >= 0x3000 && code < 0x3040);
  return !isPunctuation;
}

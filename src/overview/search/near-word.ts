const minLength = 4;
/** In words of four letters, another letter makes another word too often: cake, bake, lake. */
const minLengthOfOtherLetter = 5;
/** The beginning of a word must be this long, so that “mlik” does not find milkshakes. */
const minLengthOfBeginning = 6;

const onlyLetters = /^\p{L}+$/u;

/** True for words in which one typing error is forgiven: numbers and signs must be typed as they are. */
export function isForgiven(word: string): boolean {
  return word.length >= minLength && onlyLetters.test(word);
}

/** `parts`: a word with one typing error has at least one of them. */
export type NearWord = { readonly word: string; readonly parts: readonly string[] };

export function nearWord(word: string): NearWord {
  if (!isForgiven(word)) return { word, parts: [] };
  const middle = Math.floor(word.length / 2);
  const [start, end] = [word.slice(0, middle), word.slice(middle)];
  const swapped = start.slice(0, -1) + end.slice(0, 1) + start.slice(-1) + end.slice(1);
  return { word, parts: [start, end, swapped] };
}

/**
 * True if `text` has a word that differs by one letter: one too many, one missing, another one, or two neighbours
 * swapped. Looking for `parts` first takes a fifth of the time. Scans in place, because a household has tens of
 * thousands of words.
 */
export function hasNearWord(text: string, { word, parts }: NearWord): boolean {
  if (!parts.some((part) => text.includes(part))) return false;
  const isBeginning = word.length >= minLengthOfBeginning;
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && isPartOfWord(text, at)) continue;
    const length = at - start;
    if (length >= word.length - 1 && (isBeginning || length <= word.length + 1) && isNear(text, start, at, word))
      return true;
    start = at + 1;
  }
  return false;
}

/** Compares `word` with the word of `text` from `start` to `end`. */
function isNear(text: string, start: number, end: number, word: string): boolean {
  let same = 0;
  while (same < word.length && start + same < end && text.charCodeAt(start + same) === word.charCodeAt(same)) same++;
  const at = start + same;
  const rest = (inText: number, inWord: number) => agrees(text, at + inText, end, word, same + inWord);
  if (rest(1, 0) || rest(0, 1)) return true;
  if (word.length >= minLengthOfOtherLetter && same < word.length && at < end && rest(1, 1)) return true;
  const isSwapped =
    at + 1 < end &&
    text.charCodeAt(at) === word.charCodeAt(same + 1) &&
    text.charCodeAt(at + 1) === word.charCodeAt(same);
  return isSwapped && rest(2, 2);
}

/** True if the rests are equal; for long words, the text may go on. */
function agrees(text: string, at: number, end: number, word: string, from: number): boolean {
  const length = word.length - from;
  if (length < 0 || at > end) return false;
  const left = end - at;
  if (left < length || (left > length && word.length < minLengthOfBeginning)) return false;
  for (let index = 0; index < length; index++) {
    if (text.charCodeAt(at + index) !== word.charCodeAt(from + index)) return false;
  }
  return true;
}

/** By ranges, because a regular expression per letter takes 50 ms for the texts of a large household. */
function isPartOfWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 0x80) return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
  const isPunctuation = code < 0xc0 || (code >= 0x2000 && code < 0x2070) || (code >= 0x3000 && code < 0x3040);
  return !isPunctuation;
}

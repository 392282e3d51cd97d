/** Words that differ by one typing error. */
import { expect, test } from "bun:test";
import { hasWordWithTypo, toFuzzyWord } from "#overview/search/fuzzy-word.ts";

/** All words with one error, by the definition. */
function errorsOf(word: string): Set<string> {
  const found = new Set<string>();
  for (let at = 0; at <= word.length; at++) {
    const [start, end] = [word.slice(0, at), word.slice(at)];
    for (const letter of "abc") found.add(start + letter + end).add(start + letter + end.slice(1));
    found.add(start + end.slice(1));
    if (end.length > 1) found.add(start + end.slice(1, 2) + end.slice(0, 1) + end.slice(2));
  }
  return found.difference(new Set([word]));
}

const words = (length: number): string[] =>
  length === 0 ? [""] : words(length - 1).flatMap((word) => ["a", "b", "c"].map((letter) => word + letter));

test("A search for a word of five letters also finds words that differ by one typing error", () => {
  const all = [4, 5, 6].flatMap(words);
  for (const word of ["aaaaa", "abcab", "abbca", "cabba", "bbaac"]) {
    const near = all.filter((each) => each !== word && hasWordWithTypo(`(${each}) –`, toFuzzyWord(word)));
    expect(new Set(near)).toEqual(errorsOf(word));
  }
});

test.each([
  ["milk", "malk", false],
  ["milk", "mlik", true],
  ["milk", "mlikshake", false],
  ["mil", "milk", false],
  ["pancaek", "pancakes", true],
  ["1234", "1243", false],
  ["übung", "die übugn, heute", true],
  ["milk", "", false],
])("The check whether a text has a word similar to %p, for the text %p, returns %p", (word, text, isNear) => {
  expect(hasWordWithTypo(text, toFuzzyWord(word))).toBe(isNear);
});

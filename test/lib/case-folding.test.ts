/** Case-insensitive equality of texts, compared with the engine's own tables and the Unicode standard. */
import { describe, expect, test } from "bun:test";
import { foldText, mayFoldTo } from "#lib/case-folding.ts";

const isSame = (one: string, other: string) => foldText(one) === foldText(other);

test.each([
  ["case", "Milk", "mILK"],
  ["blanks around", "  Milk\n", "Milk"],
  ["blanks within", "Olive   oil", "olive oil"],
  ["a no-break space", "Olive\u00a0oil", "olive oil"],
  ["a narrow one, a wide one, a tab, a line's end", "a\u202fb\u3000c\td\u2028e", "a b c d e"],
  ["a next-line character, also at the end", "a\u0085b\u0085", "a b"],
  ["composed and decomposed letters", "Cr\u00e8me fra\u00eeche", "Cre\u0300me frai\u0302che"],
  ["marks in another order", "q\u0307\u0323", "q\u0323\u0307"],
  ["sharp s", "Weißkohl", "WEISSKOHL"],
  ["capital sharp s", "WEIẞKOHL", "weisskohl"],
  ["final sigma", "ΚΡΕΑΣ", "κρεας"],
  ["final sigma before another word", "κρεας μοσχου", "ΚΡΕΑΣ ΜΟΣΧΟΥ"],
  ["a sigma that is not final", "κρεας", "κρεασ"],
  ["ypogegrammeni", "ᾳ", "ΑΙ"],
  ["ypogegrammeni in capitals", "ᾼ", "ᾳ"],
  ["ypogegrammeni and an accent, in either order", "α\u0345\u0301", "ᾴ"],
  ["ypogegrammeni under an accent, in capitals", "ᾴ", "ΆΙ"],
  ["dialytika and tonos", "ΐ", "Ϊ\u0301"],
  ["ligatures", "ﬃciency ﬂour", "FFICIENCY FLOUR"],
  ["an Armenian ligature", "և", "ԵՒ"],
  ["long s", "Eſſig", "essig"],
  ["Cherokee", "ᏍᏆᎵ", "ꮝꮖꮅ"],
  ["the six small Cherokee letters of old", "Ᏸ", "ᏸ"],
  ["Georgian", "ᲓᲔᲓᲐ", "დედა"],
  ["Cyrillic", "ЩАВЕЛЬ", "щавель"],
  ["й composed and not", "Чай", "чаи\u0306"],
  ["Deseret, beyond the first plane", "𐐀𐐁", "𐐨𐐩"],
  ["full-width letters", "ＭＩＬＫ", "milk"],
  ["half-width katakana with its mark", "ｶﾞ", "ガ"],
  ["Hangul syllables and their parts", "김치", "\u1100\u1175\u11b7\u110e\u1175"],
  ["Arabic letters in a shape of their own", "ﺏ", "ب"],
  ["the sign for Kelvin and that for Ångström", "\u212a \u212b", "k å"],
  ["micro", "µ", "Μ"],
  ["Turkish capital İ and its parts", "İ", "i\u0307"],
  ["digits of another form", "½ l", "1⁄2 L"],
])("Texts with this difference are equal after case folding: %s", (_, one, other) => {
  expect(foldText(one)).toBe(foldText(other));
});

test.each([
  ["accents", "pâte", "pate"],
  ["é and e", "é", "e"],
  ["ñ and n", "piñones", "pinones"],
  ["ø and o", "øl", "ol"],
  ["dotless ı", "ı", "i"],
  ["dotless ı in a word, in capitals", "KAPI", "kapı"],
  ["İ", "İ", "i"],
  ["a blank more", "oatmilk", "oat milk"],
  ["hiragana and katakana", "ごま", "ゴマ"],
  ["Latin and Cyrillic a", "a", "а"],
  ["plurals", "Apple", "Apples"],
  ["Hebrew with points", "שָׁ", "ש"],
])("Texts with this difference stay different after case folding: %s", (_, one, other) => {
  expect(foldText(one)).not.toBe(foldText(other));
});

/** Full foldings (status F) of CaseFolding.txt, Unicode 17, except those that NFKC decomposes. */
const expansions: Readonly<Record<string, string>> = { ß: "ss", ẞ: "ss", İ: "i\u0307", ŉ: "ʼn" };

describe("every letter, mark, number and symbol", () => {
  const all: string[] = [];
  for (let code = 0; code < 0x110000; code++) {
    const letter = String.fromCodePoint(code);
    if (/[\p{L}\p{M}\p{N}\p{S}]/u.test(letter)) all.push(letter);
  }

  test("A letter, its upper case and its lower case are equal after case folding", () => {
    expect(all.length).toBeGreaterThan(140_000);
    const wrong = all.filter((letter) => {
      const folded = foldText(letter);
      if (foldText(folded) !== folded) return true;
      if (letter === "ı" || letter === "I") return !isSame(letter, letter.toLowerCase());
      return !isSame(letter, letter.toUpperCase()) || !isSame(letter, letter.toLowerCase());
    });
    expect(wrong).toEqual([]);
    for (const [letter, expansion] of Object.entries(expansions)) expect(foldText(letter)).toBe(foldText(expansion));
  });

  test("Letters are equal after case folding only if JavaScript's case folding or NFKC makes them equal", () => {
    const classes = Map.groupBy(all, (letter) => foldText(`1${letter}1`)); // A mark alone would become a space with a mark.
    const wrong: string[] = [];
    let pairs = 0;
    for (const [first = "", ...others] of classes.values()) {
      for (const other of others) {
        pairs++;
        const [one, two] = [first, other].map((each) => [...each.normalize("NFKC").normalize("NFD")]) as [
          string[],
          string[],
        ];
        const isEqual = one.length === two.length && one.every((letter, index) => simplySame(letter, two[index] ?? ""));
        if (!isEqual && !expansions[first] && !expansions[other]) wrong.push(`${first} ${other}`);
      }
    }
    expect(pairs).toBeGreaterThan(4_000);
    expect(wrong).toEqual([]);
  });

  test("Words of random letters fold to the same text in every Unicode form, spacing and case", () => {
    const chance = chances(11);
    const pick = () => all[Math.floor(chance() * all.length)] ?? "";
    const cased = all.filter((letter) => letter.toUpperCase() !== letter.toLowerCase());
    const pickCased = () => cased[Math.floor(chance() * cased.length)] ?? "";
    for (let round = 0; round < 20_000; round++) {
      const word = [pickCased(), pick(), pickCased(), " ", pickCased()].join("");
      const spaced = `\u00a0${word.replace(" ", " \u2003\t")} `;
      const spellings = [word.normalize("NFC"), word.normalize("NFD"), spaced, foldText(word)];
      if (!/[ıI]/.test(word.normalize("NFKD"))) spellings.push(word.normalize("NFD").toUpperCase(), word.toLowerCase());
      for (const spelling of spellings) expect({ word, same: isSame(word, spelling) }).toEqual({ word, same: true });
    }
  });
});

/** Compares by the `i` and `u` flags: simple case folding (ECMA-262, Canonicalize). */
function simplySame(one: string, other: string): boolean {
  return one === other || new RegExp(`^${RegExp.escape(one)}$`, "iu").test(other);
}

/** Returns a fixed sequence of numbers from 0 to 1. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test("A text cannot fold to less than a quarter of its length, if repeated blanks count as one", () => {
  const text = foldText("Olive oil");
  expect(mayFoldTo("Olive   oil", text.length)).toBe(true);
  expect(mayFoldTo(`Olive${" ".repeat(500)}oil`, text.length)).toBe(true);
  expect(mayFoldTo("Olive oil, the good one that is only there before ten", text.length)).toBe(false);
  const composed = "\u1fa7".normalize("NFD");
  expect(mayFoldTo(composed.repeat(9), foldText("\u1fa7".repeat(9)).length)).toBe(true);
});

test("A letter with thousands of combining marks is folded without sorting all marks", () => {
  const many = (count: number) => "a\u0323\u0307".repeat(1) + "\u0323\u0307".repeat(count);
  expect(foldText(many(10_000)).length).toBeGreaterThan(10_000);
  expect(foldText(`A${many(14).slice(1)}`)).toBe(foldText(many(14)));
});

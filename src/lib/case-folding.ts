/** Folds texts so that they can be compared or searched without regard to case, white space and Unicode form. */

const blanks = /[\s\p{White_Space}]+/gu;
const onlyAscii = /^[\0-\x7f]*$/;
/** No writing system has so many marks on one letter (Unicode Annex 15, Stream-Safe Text Format). Sorting them takes quadratic time. */
const tooManyMarks = /\p{M}{30}(?=\p{M})/gu;
const joiner = "\u034f";

/**
 * Folds a text for comparison: NFKC, full case folding, trimmed, and each run of white space one space. Do not store or show the
 * result, because it depends on the runtime's version of Unicode.
 */
export function foldText(text: string): string {
  if (onlyAscii.test(text)) return text.toLowerCase().replace(blanks, " ").trim();
  // Decomposed first (Unicode §3.13.5): otherwise a mark under ᾳ would move to the ι that folding appends.
  const safe = text.replace(tooManyMarks, (marks) => marks + joiner);
  return foldCase(safe.normalize("NFKD")).normalize("NFKC").replace(blanks, " ").trim();
}

/** Folding composes at most four characters into one. */
const mostShrunk = 4;

/** Returns false if the folded text is certainly longer than `length`. Costs far less than folding it. */
export function mayFoldTo(text: string, length: number): boolean {
  return text.length <= length * mostShrunk || text.replace(blanks, " ").length <= length * mostShrunk;
}

/**
 * Folds a text for search: like {@link foldText}, and without accents, so that `creme` finds `Crème`. Accents are the combining
 * marks U+0300 to U+036F and the strokes of `ø`, `ł` and `đ`; `æ`, `œ`, `þ` and `ð` become two letters. Marks of other scripts
 * stay, because they are parts of letters. Typographic apostrophes and slashes become plain ones. Invisible characters (soft
 * hyphens, joiners, variation selectors) are removed.
 */
export function foldForSearch(text: string): string {
  if (onlyAscii.test(text)) return oneBlank(text.toLowerCase());
  const parts = text
    .replace(tooManyMarks, (marks) => marks + joiner)
    .normalize("NFKD")
    .replace(accents, "");
  if (onlyAscii.test(parts)) return oneBlank(parts.toLowerCase());
  const bare = foldCase(parts).replace(accents, ""); // Changing the case can add accents.
  return oneBlank(bare.replace(strokes, (letter) => plain[letter] ?? letter));
}

function oneBlank(text: string): string {
  return (otherBlanks.test(text) ? text.replace(blanks, " ") : text).trim();
}

/** All white space except a single space. Most texts have none, and testing is faster than replacing each space by itself. */
const otherBlanks = / {2}|[[\s\p{White_Space}]--[ ]]/v;

const accents = /[\u0300-\u036f]/g;
const plain: Readonly<Record<string, string>> = {
  ø: "o",
  ł: "l",
  đ: "d",
  ı: "i",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ð: "d",
  "’": "'",
  "⁄": "/",
  "\u00ad": "",
  "\u200b": "",
  "\u200c": "",
  "\u200d": "",
  "\ufe0e": "",
  "\ufe0f": "",
};
const strokes = /[øłđıæœþð’⁄]|\u00ad|\u200b|\u200c|\u200d|\ufe0e|\ufe0f/g;

/**
 * Full case folding (Unicode CaseFolding.txt, C and F), which JavaScript lacks; it may choose another letter to represent a
 * class. Lower case comes first, because ẞ is its own upper case. ς folds to σ, and ı only to itself.
 */
function foldCase(text: string): string {
  const fold = (part: string) => part.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ");
  return text.split("ı").map(fold).join("ı");
}

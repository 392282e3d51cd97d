const blanks = /[\s\p{White_Space}]+/gu;
const onlyAscii = /^[\0-\x7f]*$/;
/** Matches 30 combining marks before a further one. Unicode Annex 15 allows 30; sorting more takes quadratic time. */
const tooManyMarks = /\p{M}{30}(?=\p{M})/gu;
const joiner = "\u034f";

/** Folds case, blanks and compatibility characters. Do not store the result: it depends on the version of Unicode. */
export function foldText(text: string): string {
  if (onlyAscii.test(text)) return text.toLowerCase().replace(blanks, " ").trim();
  // The text is decomposed first (Unicode §3.13.5): otherwise a mark under ᾳ would move to the appended ι.
  const safe = text.replace(tooManyMarks, (marks) => marks + joiner);
  return foldCase(safe.normalize("NFKD")).normalize("NFKC").replace(blanks, " ").trim();
}

/** Whether a text has a letter or digit. False if the text has only combining marks or invisible characters. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

const maxShrinkFactor = 4;

/** Whether a text can fold to at most `length` characters. False only if the folded text is certainly longer. */
export function mayFoldTo(text: string, length: number): boolean {
  return text.length <= length * maxShrinkFactor || text.replace(blanks, " ").length <= length * maxShrinkFactor;
}

/** Folds a text and removes accents. Combining marks of other scripts stay, because they are parts of letters. */
export function foldForSearch(text: string): string {
  if (onlyAscii.test(text)) return oneBlank(text.toLowerCase());
  const parts = text
    .replace(tooManyMarks, (marks) => marks + joiner)
    .normalize("NFKD")
    .replace(accents, "");
  if (onlyAscii.test(parts)) return oneBlank(parts.toLowerCase());
  const bare = foldCase(parts).replace(accents, "");
  return oneBlank(bare.replace(strokes, (letter) => plain[letter] ?? letter));
}

function oneBlank(text: string): string {
  return (otherBlanks.test(text) ? text.replace(blanks, " ") : text).trim();
}

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

/** Converts to lower, then upper, then lower case. The first step is needed because ẞ is its own upper case. */
function foldCase(text: string): string {
  const fold = (part: string) => part.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ");
  return text.split("ı").map(fold).join("ı");
}

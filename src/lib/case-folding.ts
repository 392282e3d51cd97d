const blanks = /[\s\p{White_Space}]+/gu;
const onlyAscii = /^[\0-\x7f]*$/;
/** Sorting more marks takes quadratic time (Unicode Annex 15 allows 30). */
const tooManyMarks = /\p{M}{30}(?=\p{M})/gu;
const joiner = "\u034f";

/** Do not store the result: it depends on the runtime's Unicode version. */
export function foldText(text: string): string {
  if (onlyAscii.test(text)) return text.toLowerCase().replace(blanks, " ").trim();
  // Decompose first (Unicode §3.13.5): otherwise a mark under ᾳ moves to the appended ι.
  const safe = text.replace(tooManyMarks, (marks) => marks + joiner);
  return foldCase(safe.normalize("NFKD")).normalize("NFKC").replace(blanks, " ").trim();
}

/** False for marks alone, and for characters that nobody sees. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

const mostShrunk = 4;

/** False if the folded text is certainly longer. */
export function mayFoldTo(text: string, length: number): boolean {
  return text.length <= length * mostShrunk || text.replace(blanks, " ").length <= length * mostShrunk;
}

/** Marks of other scripts stay: they are parts of letters. */
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

/** Lower case comes first, because ẞ is its own upper case. */
function foldCase(text: string): string {
  const fold = (part: string) => part.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ");
  return text.split("ı").map(fold).join("ı");
}

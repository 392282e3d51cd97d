/** When two texts are the same to a reader (contract section 7), or to who searches one. Pure. */

const blanks = /[\s\p{White_Space}]+/gu;
const onlyAscii = /^[\0-\x7f]*$/;
/** More marks on one letter than any writing has (Unicode Annex 15, Stream-Safe Text Format): sorting them takes their square. */
const tooManyMarks = /\p{M}{30}(?=\p{M})/gu;
const joiner = "\u034f";

/**
 * A text as it is compared: NFKC, full case folding, trimmed, and every run of white space one blank. Equal for two texts
 * exactly where the contract calls them the same; not for display, and not to be stored, since it follows the runtime's
 * version of Unicode.
 */
export function foldText(text: string): string {
  if (onlyAscii.test(text)) return text.toLowerCase().replace(blanks, " ").trim();
  // Taken apart before, as the standard has it (Unicode §3.13.5): else a mark under ᾳ would fall to the ι that it becomes.
  const safe = text.replace(tooManyMarks, (marks) => marks + joiner);
  return foldCase(safe.normalize("NFKD")).normalize("NFKC").replace(blanks, " ").trim();
}

/** No folding leaves less than this share of a text whose blanks are single: four letters compose to one at most. */
const mostShrunk = 4;

/** False where a text is certainly longer, folded, than `length`; it costs far less than folding it. */
export function mayFoldTo(text: string, length: number): boolean {
  return text.length <= length * mostShrunk || text.replace(blanks, " ").length <= length * mostShrunk;
}

/**
 * A text as it is searched: as {@link foldText}, and without accents, so that `creme` is found in `Crème`. Our choice of what an
 * accent is: what is written as a mark of its own above or below any letter (U+0300 to U+036F), and the strokes of `ø`, `ł` and
 * `đ`; `æ`, `œ`, `þ` and `ð` are spelt out. Other scripts' marks are letters' parts and stay. Apostrophes are one, and so are
 * slashes; what nobody sees (soft hyphens, joiners, variation selectors) is not there.
 */
export function foldForSearch(text: string): string {
  if (onlyAscii.test(text)) return oneBlank(text.toLowerCase());
  const parts = text
    .replace(tooManyMarks, (marks) => marks + joiner)
    .normalize("NFKD")
    .replace(accents, "");
  if (onlyAscii.test(parts)) return oneBlank(parts.toLowerCase());
  const bare = foldCase(parts).replace(accents, ""); // Changing the case makes some of its own.
  return oneBlank(bare.replace(strokes, (letter) => plain[letter] ?? letter));
}

function oneBlank(text: string): string {
  return (otherBlanks.test(text) ? text.replace(blanks, " ") : text).trim();
}

/** All blanks but a single space. Most texts have none, and to look for them is quicker than to replace each space by itself. */
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
 * Unicode's full case folding (CaseFolding.txt, C and F), but for the letter that stands for each class: there is none in
 * JavaScript. Lower first, for ẞ is its own upper case; ς is σ, wherever it stands; ı has no case but its own.
 */
function foldCase(text: string): string {
  const fold = (part: string) => part.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ");
  return text.split("ı").map(fold).join("ı");
}

/** When two texts are the same to a reader (contract section 7). Pure. */

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
 * Unicode's full case folding (CaseFolding.txt, C and F), but for the letter that stands for each class: there is none in
 * JavaScript. Lower first, for ẞ is its own upper case; ς is σ, wherever it stands; ı has no case but its own.
 */
function foldCase(text: string): string {
  const fold = (part: string) => part.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ");
  return text.split("ı").map(fold).join("ı");
}

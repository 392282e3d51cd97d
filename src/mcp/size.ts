/** How many tokens a text may take of a model, without a tokenizer. Pure. */

/** The letters of scripts that tokenizers know well: at most half a token for each byte of UTF-8. */
const wellKnown = /[\u0410-\u045f\u05d0-\u05ea\u0621-\u064a\u0900-\u097f\u0e01-\u0e5b\u3041-\u30ff]/;

const pieces =
  /(?<word>[A-Z]?[a-z]+|[A-Z]+)|(?<digits>\d+)|(?<space>[ \t\n\r]+)|(?<signs>[!-/:-@[-`{-~]+)|(?<other>.)/gsu;

/**
 * The most tokens that a text takes, as measured with o200k: prose takes half as many, ids nearly all, and of rare
 * characters, emoji and stacked accents, which have a token for each byte, not one more.
 */
export function tokensOf(text: string): number {
  let tokens = 0;
  for (const { groups = {} } of text.matchAll(pieces)) {
    const { word, digits, space, signs, other = "" } = groups;
    if (word !== undefined) tokens += Math.max(1, word.length / 2);
    else if (digits !== undefined) tokens += Math.ceil(digits.length / 3);
    // A single one goes with the word after it.
    else if (space !== undefined) tokens += space === " " ? 0.15 : Math.max(1, space.length / 2);
    else if (signs !== undefined) tokens += Math.max(1, signs.length * 0.62);
    else tokens += Buffer.byteLength(other) * (wellKnown.test(other) ? 0.5 : 1);
  }
  return tokens;
}

/**
 * Table of characters by UTF-16 code unit. The value is 1 if the character takes at most half a token for each UTF-8
 * byte, otherwise 0.
 */
const halfByteTokens = new Uint8Array(0x3100);
for (const [from, to] of [
  [0x0410, 0x045f],
  [0x05d0, 0x05ea],
  [0x0621, 0x064a],
  [0x0900, 0x097f],
  [0x0e01, 0x0e5b],
  [0x3041, 0x30ff],
] as const) {
  halfByteTokens.fill(1, from, to + 1);
}

const [other, upper, lower, digit, space, sign] = [0, 1, 2, 3, 4, 5];

const asciiKinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCharCode(code);
  if (/[A-Z]/.test(letter)) return upper;
  if (/[a-z]/.test(letter)) return lower;
  if (/\d/.test(letter)) return digit;
  if (/[ \t\n\r]/.test(letter)) return space;
  return code > 0x20 && code < 0x7f ? sign : other;
});

const kindAt = (text: string, index: number) => asciiKinds[text.charCodeAt(index)] ?? other;

/**
 * Returns an upper bound of the number of tokens in a text. With the tokenizer o200k, prose has about half as many
 * tokens as the bound. Ids have nearly as many.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (let index = 0; index < text.length; ) {
    const kind = kindAt(text, index);
    if (kind === other) {
      const point = text.codePointAt(index) ?? 0;
      tokens += costOf(point);
      index += point > 0xffff ? 2 : 1;
      continue;
    }
    // A capital letter belongs to the word after it.
    const run = kind === upper && kindAt(text, index + 1) === lower ? lower : kind;
    let end = index + 1;
    while (end < text.length && kindAt(text, end) === run) end++;
    tokens += costOfRun(run, end - index, text.charCodeAt(index) === 0x20);
    index = end;
  }
  return tokens;
}

function costOfRun(kind: number, length: number, isBlank: boolean): number {
  if (kind === digit) return Math.ceil(length / 3);
  if (kind === sign) return Math.max(1, length * 0.62);
  // A single space belongs to the next word.
  return kind === space && length === 1 && isBlank ? 0.15 : Math.max(1, length / 2);
}

function costOf(point: number): number {
  const bytes = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  return halfByteTokens[point] === 1 ? bytes / 2 : bytes;
}

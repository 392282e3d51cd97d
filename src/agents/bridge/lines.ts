const lineFeed = 10;
const carriageReturn = 13;

/** Splits the input into lines. Skips blank lines. */
export async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let pieces: Uint8Array[] = [];
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      const line = join([...pieces, chunk.subarray(start, end)]);
      pieces = [];
      start = end + 1;
      if (!isBlank(line)) yield line;
    }
    if (start < chunk.length) pieces.push(chunk.slice(start));
  }
  const rest = join(pieces);
  if (!isBlank(rest)) yield rest;
}

function join(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const line = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let length = 0;
  for (const piece of pieces) {
    line.set(piece, length);
    length += piece.length;
  }
  return line.at(-1) === carriageReturn ? line.subarray(0, -1) : line;
}

function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === 32 || byte === 9 || byte === carriageReturn);
}

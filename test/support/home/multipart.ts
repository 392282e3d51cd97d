/** Bodies of uploads for tests, valid and invalid. */

const boundary = "----test-boundary";

/** Part of a form. Without a file name, the part is a plain field. */
export type Part = { name: string; content: Uint8Array | string; filename?: string; type?: string };

/** Returns the `Content-Type` and the bytes of a form. */
export function form(...parts: Part[]): { headers: { "Content-Type": string }; raw: Buffer } {
  return {
    headers: { "Content-Type": `multipart/form-data; boundary=${boundary}` },
    raw: Buffer.concat([...parts.map(bytesOf), Buffer.from(`--${boundary}--\r\n`)]),
  };
}

/** Returns a form with this picture in its field `file`, as a browser sends it. */
export function upload(content: Uint8Array, filename = "photo.jpg", type = "image/jpeg") {
  return form({ name: "file", content, filename, type });
}

function bytesOf({ name, content, filename, type }: Part): Buffer {
  const file = filename === undefined ? "" : `; filename="${filename}"`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n`;
  return Buffer.concat([
    Buffer.from(`${head}${type ? `Content-Type: ${type}\r\n` : ""}\r\n`),
    Buffer.from(content as Uint8Array),
    Buffer.from("\r\n"),
  ]);
}

/** Returns the given number of random bytes. */
export function random(size: number): Buffer {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
  return bytes;
}

/** Returns a request body that arrives in these chunks. */
export function inPieces(...pieces: Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}

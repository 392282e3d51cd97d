/** Bodies of uploads, valid and invalid. */

const boundary = "----test-boundary";

/** One part; without a file name it is a plain field. */
export type Part = { name: string; content: Uint8Array | string; filename?: string; type?: string };

/** The `Content-Type` and bytes of a form. */
export function form(...parts: Part[]): { headers: { "Content-Type": string }; raw: Buffer } {
  return {
    headers: { "Content-Type": `multipart/form-data; boundary=${boundary}` },
    raw: Buffer.concat([...parts.map(bytesOf), Buffer.from(`--${boundary}--\r\n`)]),
  };
}

/** A form with this picture in its field `file`, as a browser sends it. */
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

/** The given number of random bytes. */
export function random(size: number): Buffer {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
  return bytes;
}

/** A body that arrives in these chunks. */
export function inPieces(...pieces: Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}

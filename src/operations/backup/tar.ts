/**
 * Reads and writes a strict subset of the tar format (POSIX.1-2001 ustar and pax), in which every byte can be verified.
 */
import { fill, type Read, type Write } from "#lib/byte-streams.ts";

const blockBytes = 512;
const chunkBytes = 1 << 20;
/** Maximum size of a file. The size field has eleven octal digits. */
const maxFileBytes = 8 ** 11 - 1;
const maxRecordBytes = 8 * blockBytes;

/**
 * An entry of an archive. Read all its chunks before the next entry, because each chunk overwrites the previous one in
 * memory.
 */
export type TarEntry = { readonly name: string; readonly size: number; chunks(): Generator<Uint8Array> };

/** Writes an entry. @throws Error if the chunks do not have `size` bytes together, or if that is over 8 GiB */
export function writeEntry(write: Write, name: string, size: number, chunks: Iterable<Uint8Array>): void {
  if (size > maxFileBytes) throw new Error(`${name} is larger than 8 GiB`);
  write(formatHeader(name, size));
  let written = 0;
  for (const chunk of chunks) {
    written += chunk.length;
    if (written > size) break;
    write(chunk);
  }
  if (written !== size) throw new Error(`${name} changed while it was read; try again`);
  write(new Uint8Array(paddingOf(size)));
}

export function writeEnd(write: Write): void {
  write(new Uint8Array(2 * blockBytes));
}

export function* readEntries(read: Read): Generator<TarEntry> {
  for (;;) {
    const first = readExactly(read, blockBytes);
    if (first.every((byte) => byte === 0)) break;
    const { name, size, header } = readHeader(read, first);
    if (!header.equals(formatHeader(name, size))) throw new Error("its structure is damaged");
    yield { name, size, chunks: () => readContent(read, size) };
  }
  const end = readExactly(read, blockBytes);
  if (end.some((byte) => byte !== 0) || read(Buffer.alloc(1)) > 0) throw new Error("its end is damaged");
}

function* readContent(read: Read, size: number): Generator<Uint8Array> {
  const buffer = Buffer.alloc(Math.min(size, chunkBytes));
  for (let left = size; left > 0; ) {
    const length = read(buffer.subarray(0, Math.min(left, buffer.length)));
    if (length === 0) throw new Error("it ends too early");
    yield buffer.subarray(0, length);
    left -= length;
  }
  if (readExactly(read, paddingOf(size)).some((byte) => byte !== 0)) throw new Error("its structure is damaged");
}

function readHeader(read: Read, first: Buffer): { name: string; size: number; header: Buffer } {
  if (first.toString("latin1", 156, 157) !== "x")
    return { name: textAt(first, 0, 100), size: sizeIn(first), header: first };
  const length = sizeIn(first);
  if (length > maxRecordBytes) throw new Error("its structure is damaged");
  const record = readExactly(read, length + paddingOf(length));
  const second = readExactly(read, blockBytes);
  const name = /^\d+ path=([^\n]*)\n$/.exec(record.toString("utf8", 0, length))?.[1] ?? "";
  return { name, size: sizeIn(second), header: Buffer.concat([first, record, second]) };
}

function formatHeader(name: string, size: number): Buffer {
  const bytes = Buffer.from(name);
  if (bytes.length <= 100) return formatBlock(bytes, size, "0");
  const record = Buffer.from(paxRecord(name));
  const padding = Buffer.alloc(paddingOf(record.length));
  return Buffer.concat([
    formatBlock(Buffer.from("pax"), record.length, "x"),
    record,
    padding,
    formatBlock(bytes, size, "0"),
  ]);
}

function formatBlock(name: Buffer, size: number, type: "0" | "x"): Buffer {
  const header = Buffer.alloc(blockBytes);
  name.copy(header, 0, 0, 100);
  header.write("0000600\0" + "0000000\0" + "0000000\0", 100, "latin1");
  header.write(`${size.toString(8).padStart(11, "0")}\0${"0".repeat(11)}\0${" ".repeat(8)}${type}`, 124, "latin1");
  header.write("ustar\x0000", 257, "latin1");
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return header;
}

/** Returns a record of the pax format: `LENGTH path=NAME\n`. LENGTH includes its own digits. */
function paxRecord(name: string): string {
  const rest = ` path=${name}\n`;
  const bytes = Buffer.byteLength(rest);
  const digits = String(bytes + String(bytes).length).length;
  return `${bytes + digits}${rest}`;
}

function readExactly(read: Read, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  if (fill(read, buffer) < length) throw new Error("it ends too early");
  return buffer;
}

function textAt(header: Buffer, from: number, length: number): string {
  return header.toString("utf8", from, from + length).replace(/\0+$/, "");
}

function sizeIn(header: Buffer): number {
  const digits = textAt(header, 124, 12);
  if (!/^[0-7]{11}$/.test(digits)) throw new Error("its structure is damaged");
  return Number.parseInt(digits, 8);
}

const paddingOf = (size: number) => (blockBytes - (size % blockBytes)) % blockBytes;

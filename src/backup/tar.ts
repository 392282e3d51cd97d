/**
 * The little of tar (POSIX.1-2001 ustar, pax for long names) that a backup needs, with no freedom in it: a name and a size
 * have exactly one header, so that the reader can hold every byte against what the writer would have written, padding too.
 */
import { readSync, writeSync } from "node:fs";

const blockBytes = 512;
const chunkBytes = 1 << 20;
/** What eleven octal digits can say. */
const largestBytes = 8 ** 11 - 1;
const longestRecord = 8 * blockBytes;

/** One file in a tar. Its chunks must be read to their end before the next entry; a chunk is good until the next one. */
export type TarEntry = { readonly name: string; readonly size: number; chunks(): Generator<Uint8Array> };

/** Writes the whole of `bytes`, where one call of the system may write less. */
export function writeAll(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
}

/** Appends one file. @throws Error where the chunks are not `size` bytes together, or more than 8 GiB. */
export function writeEntry(file: number, name: string, size: number, chunks: Iterable<Uint8Array>): void {
  if (size > largestBytes) throw new Error(`${name} is larger than 8 GiB`);
  writeAll(file, headerOf(name, size));
  let written = 0;
  for (const chunk of chunks) {
    written += chunk.length;
    if (written > size) break;
    writeAll(file, chunk);
  }
  if (written !== size) throw new Error(`${name} changed while it was read; try again`);
  writeAll(file, new Uint8Array(paddingOf(size)));
}

/** Closes the tar: two empty blocks. */
export function writeEnd(file: number): void {
  writeAll(file, new Uint8Array(2 * blockBytes));
}

/** The bytes of an open file, from where it stands to its end. */
export function* chunksOf(file: number): Generator<Uint8Array> {
  const buffer = Buffer.alloc(chunkBytes);
  for (let length = readSync(file, buffer); length > 0; length = readSync(file, buffer)) {
    yield buffer.subarray(0, length);
  }
}

/** The entries of an open tar in order. @throws Error at the first byte that {@link writeEntry} would not have written. */
export function* entriesOf(file: number): Generator<TarEntry> {
  for (;;) {
    const first = readExactly(file, blockBytes);
    if (first.every((byte) => byte === 0)) break;
    const { name, size, header } = readHeader(file, first);
    if (!header.equals(headerOf(name, size))) throw new Error("its structure is damaged");
    yield { name, size, chunks: () => contentOf(file, size) };
  }
  const end = readExactly(file, blockBytes);
  if (end.some((byte) => byte !== 0) || readSync(file, Buffer.alloc(1)) > 0) throw new Error("its end is damaged");
}

function* contentOf(file: number, size: number): Generator<Uint8Array> {
  const buffer = Buffer.alloc(Math.min(size, chunkBytes));
  for (let left = size; left > 0; ) {
    const length = readSync(file, buffer, 0, Math.min(left, buffer.length), null);
    if (length === 0) throw new Error("it ends too early");
    yield buffer.subarray(0, length);
    left -= length;
  }
  if (readExactly(file, paddingOf(size)).some((byte) => byte !== 0)) throw new Error("its structure is damaged");
}

function readHeader(file: number, first: Buffer): { name: string; size: number; header: Buffer } {
  if (first.toString("latin1", 156, 157) !== "x")
    return { name: textAt(first, 0, 100), size: sizeIn(first), header: first };
  const length = sizeIn(first);
  if (length > longestRecord) throw new Error("its structure is damaged");
  const record = readExactly(file, length + paddingOf(length));
  const second = readExactly(file, blockBytes);
  const name = /^\d+ path=([^\n]*)\n$/.exec(record.toString("utf8", 0, length))?.[1] ?? "";
  return { name, size: sizeIn(second), header: Buffer.concat([first, record, second]) };
}

function headerOf(name: string, size: number): Buffer {
  const bytes = Buffer.from(name);
  if (bytes.length <= 100) return block(bytes, size, "0");
  const record = Buffer.from(paxRecord(name));
  const padding = Buffer.alloc(paddingOf(record.length));
  return Buffer.concat([block(Buffer.from("pax"), record.length, "x"), record, padding, block(bytes, size, "0")]);
}

/** One ustar header: for the owner alone, no time, no names of people. */
function block(name: Buffer, size: number, type: "0" | "x"): Buffer {
  const header = Buffer.alloc(blockBytes);
  name.copy(header, 0, 0, 100);
  header.write("0000600\0" + "0000000\0" + "0000000\0", 100, "latin1");
  header.write(`${size.toString(8).padStart(11, "0")}\0${"0".repeat(11)}\0${" ".repeat(8)}${type}`, 124, "latin1");
  header.write("ustar\x0000", 257, "latin1");
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return header;
}

/** `LENGTH path=NAME\n`, where the length counts its own digits too. */
function paxRecord(name: string): string {
  const rest = ` path=${name}\n`;
  const bytes = Buffer.byteLength(rest);
  const digits = String(bytes + String(bytes).length).length;
  return `${bytes + digits}${rest}`;
}

function readExactly(file: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  for (let done = 0; done < length; ) {
    const got = readSync(file, buffer, done, length - done, null);
    if (got === 0) throw new Error("it ends too early");
    done += got;
  }
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

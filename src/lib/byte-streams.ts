/** Synchronous streams of bytes, in bounded memory. */

import { closeSync, fsyncSync, openSync, readSync, writeSync } from "node:fs";
import { codeOf } from "./errors.ts";

/** Reads bytes into the start of `into` and returns how many were read. Returns 0 at the end of the stream. */
export type Read = (into: Uint8Array) => number;
export type Write = (bytes: Uint8Array) => void;

const chunkBytes = 1 << 20;
const busyPipeMs = 5;

export function readFrom(file: number): Read {
  return (into) => readSync(file, into, 0, into.length, null);
}

export function writeTo(file: number): Write {
  return (bytes) => {
    for (let done = 0; done < bytes.length; ) done += writePart(file, bytes.subarray(done));
  };
}

/** Writes some of the bytes and returns how many were written. Returns 0 if the file is a pipe that is full. */
function writePart(file: number, bytes: Uint8Array): number {
  try {
    return writeSync(file, bytes);
  } catch (error) {
    if (codeOf(error) !== "EAGAIN") throw error;
    Bun.sleepSync(busyPipeMs);
    return 0;
  }
}

/** Fills `into` and returns the number of bytes, which is below the length of `into` only at the end of the stream. */
export function fill(read: Read, into: Uint8Array): number {
  let done = 0;
  while (done < into.length) {
    const got = read(into.subarray(done));
    if (got === 0) break;
    done += got;
  }
  return done;
}

/** Yields chunks of a stream. All chunks use the same memory, so use each chunk before reading the next one. */
export function* chunksOf(read: Read): Generator<Uint8Array> {
  const buffer = Buffer.alloc(chunkBytes);
  for (let length = read(buffer); length > 0; length = read(buffer)) yield buffer.subarray(0, length);
}

export function hashOf(chunks: Iterable<Uint8Array>): string {
  const hasher = new Bun.CryptoHasher("sha256");
  for (const chunk of chunks) hasher.update(chunk);
  return hasher.digest("hex");
}

export function withFile<T>(path: string, use: (file: number) => T): T {
  const file = openSync(path, "r");
  try {
    return use(file);
  } finally {
    closeSync(file);
  }
}

/** Creates a file that only its owner can read, and syncs it to the disk. @throws Error if the file exists */
export function writeNewFile<T>(path: string, fill: (write: Write) => T): T {
  const file = openSync(path, "wx", 0o600);
  try {
    const result = fill(writeTo(file));
    fsyncSync(file);
    return result;
  } finally {
    closeSync(file);
  }
}

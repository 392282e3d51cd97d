/**
 * Compresses and decompresses zstd (RFC 8878) synchronously and with bounded memory. Every zstd program can read the
 * resulting files.
 */
import { readSync } from "node:fs";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { fill, type Read, readFrom, type Write } from "./byte-streams.ts";

/** The size in bytes of the first frame. It is small, so that the headers of many files can be read fast. */
const firstFrameBytes = 64 << 10;
const frameBytes = 4 << 20;
const maxFrameBytes = frameBytes + (64 << 10);
const windowLog = 21;
const magic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
const params = {
  [constants.ZSTD_c_compressionLevel]: 3,
  [constants.ZSTD_c_windowLog]: windowLog,
  [constants.ZSTD_c_checksumFlag]: 1,
};

const damaged = () => new Error("its structure is damaged");
const foreign = () => new Error("it was not compressed by Inglenook; unpack it first: zstd -d");

function isFrame(start: Uint8Array): boolean {
  return magic.equals(start.subarray(0, magic.length));
}

export function isCompressed(file: number): boolean {
  const start = Buffer.alloc(magic.length);
  readSync(file, start, 0, start.length, 0);
  return isFrame(start);
}

export function readContentOf(file: number): Read {
  return isCompressed(file) ? decompressFrom(readFrom(file)) : readFrom(file);
}

export function compressTo(write: Write): { readonly write: Write; end(): void } {
  const pending = Buffer.alloc(frameBytes);
  let length = 0;
  let limit = firstFrameBytes;
  const flush = () => {
    if (length > 0) write(zstdCompressSync(pending.subarray(0, length), { params }));
    length = 0;
    limit = frameBytes;
  };
  return {
    write(bytes) {
      for (let done = 0; done < bytes.length; ) {
        const part = bytes.subarray(done, done + limit - length);
        pending.set(part, length);
        length += part.length;
        done += part.length;
        if (length === limit) flush();
      }
    },
    end: flush,
  };
}

/** Decompresses one frame after another, so that hostile input cannot take much memory. */
function decompressFrom(read: Read): Read {
  const frame = Buffer.alloc(maxFrameBytes);
  let content = new Uint8Array(0);
  return (into) => {
    while (content.length === 0) {
      const found = readFrame(read, frame);
      if (found === null) return 0;
      content = zstdDecompressSync(frame.subarray(0, found.length), { maxOutputLength: frameBytes });
      if (content.length !== found.contentBytes) throw damaged();
    }
    const part = content.subarray(0, into.length);
    into.set(part);
    content = content.subarray(part.length);
    return part.length;
  };
}

/** Reads a frame (§3.1.1). Returns null at the end of the input. */
function readFrame(read: Read, frame: Buffer): { length: number; contentBytes: number } | null {
  let length = 0;
  const more = (bytes: number): number => {
    const start = length;
    if (start + bytes > frame.length) throw foreign();
    length += fill(read, frame.subarray(start, start + bytes));
    if (length < start + bytes && length > 0) throw new Error("it ends too early");
    return start;
  };
  more(1);
  if (length === 0) return null;
  more(4);
  if (!isFrame(frame)) throw damaged();
  const contentBytes = readHeader(frame, more);
  for (let isLast = false; !isLast; ) {
    const header = frame.readUIntLE(more(3), 3);
    isLast = (header & 1) === 1;
    const isRepeated = ((header >> 1) & 3) === 1;
    more(isRepeated ? 1 : header >> 3);
  }
  more(4); // The checksum of the frame.
  return { length, contentBytes };
}

function readHeader(frame: Buffer, more: (bytes: number) => number): number {
  const descriptor = frame[4] ?? 0;
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const hasOnlyChecksum = (descriptor & 0x1f) === 0x04;
  if (!hasOnlyChecksum) throw foreign();
  if (!isSingleSegment && frame[more(1)] !== (windowLog - 10) << 3) throw foreign();
  const sizeBytes = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
  if (sizeBytes === 0 || sizeBytes === 8) throw foreign();
  const contentBytes = frame.readUIntLE(more(sizeBytes), sizeBytes) + (sizeBytes === 2 ? 256 : 0);
  if (contentBytes > frameBytes) throw foreign();
  return contentBytes;
}

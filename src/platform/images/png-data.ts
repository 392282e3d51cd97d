/**
 * Checks the data of a PNG without keeping its pixels in memory, whereas libpng would need up to 300 MB. In the
 * comments of this file, § means a section of PNG 3.
 */
import { createInflateRaw, type InflateRaw } from "node:zlib";
import { freeBuffer } from "#lib/buffers.ts";

/** The size of the pieces that libpng inflates. libpng ignores damage after the piece that contains the last row. */
const pieceBytes = 8_192;
const inflatedBytes = 65_536;
/** The length of zlib's header (RFC 1950 §2.2). */
const zlibHeaderBytes = 2;
const adlerBase = 65_521;

const notInterlaced = [{ x: 0, y: 0, across: 1, down: 1 }];
/** The seven passes of an interlaced picture (§8.1). */
const adam7 = [
  { x: 0, y: 0, across: 8, down: 8 },
  { x: 4, y: 0, across: 8, down: 8 },
  { x: 0, y: 4, across: 4, down: 8 },
  { x: 2, y: 0, across: 4, down: 4 },
  { x: 0, y: 2, across: 2, down: 4 },
  { x: 1, y: 0, across: 2, down: 2 },
  { x: 0, y: 1, across: 1, down: 2 },
];
/** Samples per pixel by colour type (§11.2.1). */
const samplesPerPixel: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Rows of equal length. `length` is in bytes and includes the filter byte. */
type Rows = { readonly length: number; readonly count: number };

/** Whether the data of a PNG are damaged. Also returns false if only libpng can tell. */
export async function isPngDamaged(bytes: Uint8Array): Promise<boolean> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const rows = new RowCheck(rowsOf(view));
  const inflate = createInflateRaw({ chunkSize: inflatedBytes });
  inflate.on("data", (data: Buffer) => {
    rows.addData(data);
    // The buffer is full now and is not used again.
    if (data.byteLength === data.buffer.byteLength) freeBuffer(data);
  });
  const ended = new Promise<void>((resolve, reject) => inflate.on("error", reject).once("close", resolve));
  ended.catch(() => {});
  let header = zlibHeaderBytes;
  try {
    const chunks = [...imageData(bytes, view)];
    for (const { data, isSound } of chunks) {
      for (let at = 0; at < data.length; at += pieceBytes) {
        const piece = data.subarray(at, at + pieceBytes);
        const packed = piece.subarray(header);
        header -= piece.length - packed.length;
        const before = inflate.bytesWritten;
        await Promise.race([ended, write(inflate, packed)]);
        if (rows.hasWrongFilter) return true;
        if (rows.isIncomplete) continue;
        const isLast = data === chunks.at(-1)?.data && at + pieceBytes >= data.length;
        return !isSound || rows.hasWrongChecksum(packed.subarray(inflate.bytesWritten - before), isLast);
      }
      if (!isSound) return true;
    }
    return true;
  } catch {
    return true;
  } finally {
    inflate.destroy();
  }
}

function write(inflate: InflateRaw, data: Uint8Array): Promise<void> {
  return new Promise((resolve) => inflate.write(data, () => resolve()));
}

function rowsOf(view: DataView): Rows[] {
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const bits = view.getUint8(24) * (samplesPerPixel[view.getUint8(25)] ?? 1);
  const passes = view.getUint8(28) === 1 ? adam7 : notInterlaced;
  return passes.flatMap(({ x, y, across, down }) => {
    const [columns, count] = [Math.ceil((width - x) / across), Math.ceil((height - y) / down)];
    return columns > 0 && count > 0 ? { length: 1 + Math.ceil((columns * bits) / 8), count } : [];
  });
}

/** Yields the chunks of image data (§11.2.3). `isSound` says whether the checksum of the chunk is correct. */
function* imageData(bytes: Uint8Array, view: DataView): Generator<{ data: Uint8Array; isSound: boolean }> {
  let isBegun = false;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 8 + view.getUint32(at);
    const isData = view.getUint32(at + 4) === 0x49444154;
    if (isBegun && !isData) return;
    if (isData) {
      isBegun = true;
      const isSound = Bun.hash.crc32(bytes.subarray(at + 4, end)) === view.getUint32(end);
      yield { data: bytes.subarray(at + 8, end), isSound };
    }
    at = end + 4;
  }
}

/** Checks the filter bytes of all rows (§9.2). */
class RowCheck {
  hasWrongFilter = false;
  private pass = 0;
  private row = 0;
  private left = 0;
  private hasExtraData = false;
  /** The two sums of Adler-32 (RFC 1950 §9). */
  private sums: readonly [number, number] = [1, 0];

  constructor(private readonly rows: readonly Rows[]) {}

  get isIncomplete(): boolean {
    return !this.hasWrongFilter && (this.pass < this.rows.length || this.left > 0);
  }

  /**
   * Whether the checksum of the image data is wrong. `end` holds the bytes that follow the data. If these are too few
   * for a checksum, the checksum counts as wrong only if `isLast` says that no more bytes follow.
   */
  hasWrongChecksum(end: Uint8Array, isLast: boolean): boolean {
    if (end.length < 4) return isLast;
    if (this.hasExtraData) return false;
    const [low, high] = this.sums;
    return Buffer.from(end.buffer, end.byteOffset, 4).readUInt32BE() !== high * 65_536 + low;
  }

  addData(data: Uint8Array): void {
    this.updateChecksum(data);
    let at = this.left;
    for (let rows = this.rows[this.pass]; at < data.length && rows; rows = this.rows[this.pass]) {
      if ((data[at] ?? 0) > 4) this.hasWrongFilter = true;
      at += rows.length;
      this.row++;
      if (this.row === rows.count) {
        this.pass++;
        this.row = 0;
      }
    }
    if (at < data.length) this.hasExtraData = true;
    this.left = Math.max(0, at - data.length);
  }

  private updateChecksum(data: Uint8Array): void {
    const sum = Bun.hash.adler32(data);
    const [low, high] = this.sums;
    const next = (low + (sum & 0xffff) + adlerBase - 1) % adlerBase;
    this.sums = [next, (high + (sum >>> 16) + data.length * (low + adlerBase - 1)) % adlerBase];
  }
}

import { readAvif, type Size } from "./avif.ts";
import { type Format, firstGifFrame } from "./formats.ts";

const maxPieces = 10_000;

/** Returns the sizes of the canvas, the frames and the tiles that a file declares. The file may be damaged. */
export function declaredSizes(format: Format, bytes: Uint8Array): readonly Size[] {
  return readers[format](bytes);
}

const readers: Readonly<Record<Format, (bytes: Uint8Array) => readonly Size[]>> = {
  jpeg: jpegSizes,
  png: pngSizes,
  webp: webpSizes,
  gif: gifSizes,
  avif: (bytes) => readAvif(bytes)?.sizes ?? [],
};

/** Returns the sizes that a JPEG declares (ITU-T T.81 §B.2.2). Leaves out the sizes of previews inside segments. */
function jpegSizes(bytes: Uint8Array): Size[] {
  const sizes: Size[] = [];
  let at = bytes.indexOf(0xff, 2);
  for (let pieces = 0; at >= 0 && pieces < maxPieces; pieces++) {
    const marker = bytes[at + 1] ?? 0xd9;
    if (marker === 0xda || marker === 0xd9) break;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) sizes.push({ width: bigEndian(bytes, at + 7, 2), height: bigEndian(bytes, at + 5, 2) });
    const hasNoLength = marker <= 1 || (marker >= 0xd0 && marker <= 0xd8);
    if (marker === 0xff) at += 1;
    else at += hasNoLength ? 2 : 2 + bigEndian(bytes, at + 2, 2);
    at = bytes.indexOf(0xff, at);
  }
  return sizes;
}

/** Returns the sizes in a PNG (PNG 3 §11.2.1). */
function pngSizes(bytes: Uint8Array): Size[] {
  const sizes: Size[] = [];
  for (let at = 8, pieces = 0; at + 16 <= bytes.length && pieces < maxPieces; pieces++) {
    const type = text(bytes, at + 4);
    if (type === "IDAT") break;
    if (type === "IHDR") sizes.push({ width: bigEndian(bytes, at + 8, 4), height: bigEndian(bytes, at + 12, 4) });
    at += 12 + bigEndian(bytes, at, 4);
  }
  return sizes;
}

/** Returns the sizes in a WebP (RFC 9649 §2). */
function webpSizes(bytes: Uint8Array): Size[] {
  const sizes: Size[] = [];
  for (let at = 12, pieces = 0; at + 18 <= bytes.length && pieces < maxPieces; pieces++) {
    const type = text(bytes, at);
    const size = webpSize(bytes, type, at + 8);
    if (size) sizes.push(size);
    if (size && type !== "VP8X") break;
    const length = littleEndian(bytes, at + 4, 4);
    at += 8 + length + (length % 2);
  }
  return sizes;
}

function webpSize(bytes: Uint8Array, type: string, at: number): Size | null {
  if (type === "VP8X") return { width: littleEndian(bytes, at + 4, 3) + 1, height: littleEndian(bytes, at + 7, 3) + 1 };
  if (type === "ANMF") return { width: littleEndian(bytes, at + 6, 3) + 1, height: littleEndian(bytes, at + 9, 3) + 1 };
  if (type === "VP8 ")
    return { width: littleEndian(bytes, at + 6, 2) & 0x3fff, height: littleEndian(bytes, at + 8, 2) & 0x3fff };
  if (type !== "VP8L") return null;
  const bits = littleEndian(bytes, at + 1, 4);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** Returns the sizes in a GIF. The screen is extended to include the first frame, as decoders do (GIF89a §18, §20). */
function gifSizes(bytes: Uint8Array): Size[] {
  const screen = { width: littleEndian(bytes, 6, 2), height: littleEndian(bytes, 8, 2) };
  const at = firstGifFrame(bytes);
  if (at === null) return [screen];
  const width = littleEndian(bytes, at + 1, 2) + littleEndian(bytes, at + 5, 2);
  const height = littleEndian(bytes, at + 3, 2) + littleEndian(bytes, at + 7, 2);
  return [screen, { width, height }];
}

function text(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

function bigEndian(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let index = 0; index < length; index++) value = value * 256 + (bytes[at + index] ?? 0);
  return value;
}

function littleEndian(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let index = length - 1; index >= 0; index--) value = value * 256 + (bytes[at + index] ?? 0);
  return value;
}

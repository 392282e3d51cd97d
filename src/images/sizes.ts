/**
 * Reads the sizes that a picture declares: of its canvas, its frames and its tiles. Nothing is decoded, and the file may be
 * damaged or break off after its header.
 */
import { readAvif, type Size } from "./avif.ts";
import { type Format, firstGifFrame } from "./formats.ts";

/** The header stands within the first pieces of a file, after its metadata and colour profile. Our choice. */
const mostPieces = 10_000;

/** All declared sizes; none where the header is not readable. */
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

/** The frame headers before the first scan (ITU-T T.81 §B.2.2). A preview within a segment has its own, which does not count. */
function jpegSizes(bytes: Uint8Array): Size[] {
  const sizes: Size[] = [];
  let at = bytes.indexOf(0xff, 2);
  for (let pieces = 0; at >= 0 && pieces < mostPieces; pieces++) {
    const marker = bytes[at + 1] ?? 0xd9;
    if (marker === 0xda || marker === 0xd9) break;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) sizes.push({ width: big(bytes, at + 7, 2), height: big(bytes, at + 5, 2) });
    const standsAlone = marker <= 1 || (marker >= 0xd0 && marker <= 0xd8);
    if (marker === 0xff) at += 1;
    else at += standsAlone ? 2 : 2 + big(bytes, at + 2, 2);
    at = bytes.indexOf(0xff, at);
  }
  return sizes;
}

/** The headers before the pixels (PNG 3 §11.2.1). */
function pngSizes(bytes: Uint8Array): Size[] {
  const sizes: Size[] = [];
  for (let at = 8, pieces = 0; at + 16 <= bytes.length && pieces < mostPieces; pieces++) {
    const type = text(bytes, at + 4);
    if (type === "IDAT") break;
    if (type === "IHDR") sizes.push({ width: big(bytes, at + 8, 4), height: big(bytes, at + 12, 4) });
    at += 12 + big(bytes, at, 4);
  }
  return sizes;
}

/** The canvas, and the frames up to the first of an animation (RFC 9649 §2). */
function webpSizes(bytes: Uint8Array): Size[] {
  const sizes: Size[] = [];
  for (let at = 12, pieces = 0; at + 18 <= bytes.length && pieces < mostPieces; pieces++) {
    const type = text(bytes, at);
    const size = webpSize(bytes, type, at + 8);
    if (size) sizes.push(size);
    if (size && type !== "VP8X") break;
    const length = little(bytes, at + 4, 4);
    at += 8 + length + (length % 2);
  }
  return sizes;
}

/** `at` is where the chunk's content begins. */
function webpSize(bytes: Uint8Array, type: string, at: number): Size | null {
  if (type === "VP8X") return { width: little(bytes, at + 4, 3) + 1, height: little(bytes, at + 7, 3) + 1 };
  if (type === "ANMF") return { width: little(bytes, at + 6, 3) + 1, height: little(bytes, at + 9, 3) + 1 };
  if (type === "VP8 ") return { width: little(bytes, at + 6, 2) & 0x3fff, height: little(bytes, at + 8, 2) & 0x3fff };
  if (type !== "VP8L") return null;
  const bits = little(bytes, at + 1, 4);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** The screen, and the right and lower end of the first frame: decoders extend the screen up to there (GIF89a §18, §20). */
function gifSizes(bytes: Uint8Array): Size[] {
  const screen = { width: little(bytes, 6, 2), height: little(bytes, 8, 2) };
  const at = firstGifFrame(bytes);
  if (at === null) return [screen];
  const width = little(bytes, at + 1, 2) + little(bytes, at + 5, 2);
  const height = little(bytes, at + 3, 2) + little(bytes, at + 7, 2);
  return [screen, { width, height }];
}

function text(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

/** An unsigned number, its first byte the highest; bytes beyond the end count as 0. */
function big(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let index = 0; index < length; index++) value = value * 256 + (bytes[at + index] ?? 0);
  return value;
}

/** An unsigned number, its first byte the lowest; bytes beyond the end count as 0. */
function little(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let index = length - 1; index >= 0; index--) value = value * 256 + (bytes[at + index] ?? 0);
  return value;
}

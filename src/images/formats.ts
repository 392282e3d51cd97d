/**
 * What an upload is, by its first bytes, and where its first picture ends: so that what is no picture, or has broken off, is
 * refused before anything is decoded, and the decoder sees the picture alone.
 */
import { readAvif } from "./avif.ts";

/** The kinds of picture that covers are made from (contract section 6). */
export type Format = "jpeg" | "png" | "webp" | "gif" | "avif";

/** The format by content, whatever the file is called; null for all else, SVG and an empty file too. */
export function formatOf(bytes: Uint8Array): Format | null {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 512)).toString("latin1");
  if (start.startsWith("\xff\xd8\xff")) return "jpeg";
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (start.startsWith("GIF87a") || start.startsWith("GIF89a")) return "gif";
  if (start.startsWith("RIFF") && start.startsWith("WEBP", 8)) return "webp";
  return brandsOf(start, bytes).some((brand) => brand === "avif" || brand === "avis") ? "avif" : null;
}

/** The major and the compatible brands of an ISO base media file (ISO/IEC 14496-12 §4.3). */
function brandsOf(start: string, bytes: Uint8Array): string[] {
  if (!start.startsWith("ftyp", 4)) return [];
  const brands = start.slice(8, viewOf(bytes).getUint32(0));
  return [brands.slice(0, 4), ...(brands.slice(8).match(/[\s\S]{4}/g) ?? [])];
}

/**
 * The first picture of a file, without what follows it (other frames, an archive) and without a PNG's texts, which may unpack
 * to gigabytes. Null where the file breaks off, its structure does not hold, or it is made of more pieces than pictures are.
 * Everything else waits meanwhile, so that it takes less than ten milliseconds, whatever the 8 MB are.
 */
export function pictureIn(format: Format, bytes: Uint8Array): Uint8Array | null {
  return cutters[format](bytes);
}

/** In pixels: four pictures of the largest allowed size, each with an alpha plane. Our choice. */
const mostAvifPixels = 8 * 12_000_000;

const cutters: Readonly<Record<Format, (bytes: Uint8Array) => Uint8Array | null>> = {
  jpeg: cutJpeg,
  png: cutPng,
  webp: cutWebp,
  gif: cutGif,
  avif: checkAvif,
};

/** Looked at one by one: 8 MB of a photo have 33,000, restart markers and stuffed bytes included. Our choice. */
const mostMarkers = 100_000;
/** 8 MB of PNG as libpng writes them have 1,000. Our choice. */
const mostChunks = 10_000;
/** Of a GIF's data and extensions: 8 MB have 33,000 where they are full, as nearly all are. Our choice. */
const mostBlocks = 100_000;

/** A GIF's colour profile and texts before its first image take some kilobytes. Our choice. */
const mostGifHead = 1_000_000;

/** Up to the end marker (ITU-T T.81 §B.1). */
function cutJpeg(bytes: Uint8Array): Uint8Array | null {
  let at = bytes.indexOf(0xff, 2);
  for (let markers = 0; at >= 0 && markers < mostMarkers; markers++) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xd9) break;
    const standsAlone = marker <= 1 || (marker >= 0xd0 && marker <= 0xd8);
    if (marker === 0xff) at += 1;
    else at += standsAlone ? 2 : 2 + (((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0));
    at = bytes.indexOf(0xff, at);
  }
  if (at < 0) return null;
  // After so many markers what is left is picture data (restart markers may be that dense) or rubbish: the next end will do.
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf("\xff\xd9", at, "latin1");
  return end < 0 ? null : bytes.subarray(0, end + 2);
}

/** Chunks that change what the picture looks like, beside the critical ones (PNG 3 §11). */
const pngKept = new Set(["tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "eXIf"].map(chunkType));
const pngEnd = chunkType("IEND");

function cutPng(bytes: Uint8Array): Uint8Array | null {
  const view = viewOf(bytes);
  const kept: Uint8Array[] = [];
  let keptFrom = 0;
  for (let at = 8, chunks = 0; at + 12 <= bytes.length && chunks < mostChunks; chunks++) {
    const end = at + 12 + view.getUint32(at);
    if (end > bytes.length) return null;
    const type = view.getUint32(at + 4);
    if (type === pngEnd) {
      const last = bytes.subarray(keptFrom, end);
      return kept.length > 0 ? Buffer.concat([...kept, last]) : last; // Copying 8 MB takes longer than all the rest.
    }
    const first = type >>> 24;
    const isCritical = first >= 0x41 && first <= 0x5a; // A capital letter.
    if (!isCritical && !pngKept.has(type)) {
      if (at > keptFrom) kept.push(bytes.subarray(keptFrom, at));
      keptFrom = end;
    }
    at = end;
  }
  return null;
}

function chunkType(name: string): number {
  return Buffer.from(name, "latin1").readUInt32BE();
}

function cutWebp(bytes: Uint8Array): Uint8Array | null {
  const end = 8 + viewOf(bytes).getUint32(4, true);
  return end <= bytes.length ? bytes.subarray(0, end) : null;
}

/** A decoder notices by itself where the file breaks off. It does not bound how often it decodes the same data. */
function checkAvif(bytes: Uint8Array): Uint8Array | null {
  const structure = readAvif(bytes);
  return structure && structure.decodedPixels <= mostAvifPixels ? bytes : null;
}

/** Up to the end of the first image (GIF89a §20), and the trailer. */
function cutGif(bytes: Uint8Array): Uint8Array | null {
  const frame = firstGifFrame(bytes);
  const at = frame && afterGifBlocks(bytes, frame + 11 + gifTableSize(bytes[frame + 9]));
  if (at === null) return null;
  if (bytes[at] === 0x3b) return bytes.subarray(0, at + 1);
  return Buffer.concat([bytes.subarray(0, at), Uint8Array.of(0x3b)]);
}

/** Returns the offset of the first image descriptor, behind the extensions, or null. */
export function firstGifFrame(bytes: Uint8Array): number | null {
  let at: number | null = 13 + gifTableSize(bytes[10]);
  while (at !== null && bytes[at] === 0x21 && at < mostGifHead) at = afterGifBlocks(bytes, at + 2);
  return at !== null && bytes[at] === 0x2c ? at : null;
}

/** Where the blocks that begin at `at` have ended; null where the file ends first, or they are more than any encoder makes. */
function afterGifBlocks(bytes: Uint8Array, at: number): number | null {
  let next = at;
  for (let size = 1, blocks = 0; size > 0; blocks++) {
    size = bytes[next] ?? 0;
    next += 1 + size;
    if (next > bytes.length || blocks === mostBlocks) return null;
  }
  return next;
}

function gifTableSize(flags = 0): number {
  return flags & 0x80 ? 3 << ((flags & 7) + 1) : 0;
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

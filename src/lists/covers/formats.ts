/**
 * What an upload is, by its first bytes, and where its first picture ends: so that what is no picture, or has broken off, is
 * refused before anything is decoded, and the decoder sees the picture alone.
 */

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
 * to gigabytes. Null where the file breaks off or its structure does not hold.
 */
export function pictureIn(format: Format, bytes: Uint8Array): Uint8Array | null {
  try {
    return cutters[format](bytes);
  } catch (error) {
    if (error instanceof RangeError) return null; // A length led beyond the end.
    throw error;
  }
}

const cutters: Readonly<Record<Format, (bytes: Uint8Array) => Uint8Array | null>> = {
  jpeg: cutJpeg,
  png: cutPng,
  webp: cutWebp,
  gif: cutGif,
  avif: (bytes) => bytes, // Its boxes say where everything is: a decoder finds out at once.
};

/** Up to the end marker (ITU-T T.81 §B.1). */
function cutJpeg(bytes: Uint8Array): Uint8Array | null {
  const view = viewOf(bytes);
  for (let at = bytes.indexOf(0xff, 2); at >= 0; at = bytes.indexOf(0xff, at)) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xd9) return bytes.subarray(0, at + 2);
    const standsAlone = marker <= 1 || (marker >= 0xd0 && marker <= 0xd8);
    if (marker === 0xff) at += 1;
    else at += standsAlone ? 2 : 2 + view.getUint16(at + 2);
  }
  return null;
}

/** Chunks that change what the picture looks like, beside the critical ones (PNG 3 §11). */
const pngKept = ["tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "eXIf"];

function cutPng(bytes: Uint8Array): Uint8Array {
  const view = viewOf(bytes);
  const kept = [bytes.subarray(0, 8)];
  for (let at = 8; ; ) {
    const end = at + 12 + view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    view.getUint8(end - 1);
    if (/^[A-Z]/.test(type) || pngKept.includes(type)) kept.push(bytes.subarray(at, end));
    if (type === "IEND") return Buffer.concat(kept);
    at = end;
  }
}

function cutWebp(bytes: Uint8Array): Uint8Array {
  const view = viewOf(bytes);
  const end = 8 + view.getUint32(4, true);
  view.getUint8(end - 1);
  return bytes.subarray(0, end);
}

/** Up to the end of the first image (GIF89a §20), and the trailer. */
function cutGif(bytes: Uint8Array): Uint8Array | null {
  const view = viewOf(bytes);
  const tableSize = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
  const afterBlocks = (from: number) => {
    let at = from;
    while (view.getUint8(at) !== 0) at += 1 + view.getUint8(at);
    return at + 1;
  };
  let at = 13 + tableSize(view.getUint8(10));
  while (view.getUint8(at) === 0x21) at = afterBlocks(at + 2);
  if (view.getUint8(at) !== 0x2c) return null;
  const end = afterBlocks(at + 11 + tableSize(view.getUint8(at + 9)));
  return Buffer.concat([bytes.subarray(0, end), Uint8Array.of(0x3b)]);
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

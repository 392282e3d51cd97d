import type { Metadata, Sharp } from "sharp";
import { unsupportedType } from "../errors.ts";
import { checkDeclaredSizes, decodedBytes, readBoundedHeader, tooManyPixels, unreadable } from "./bounds.ts";
import { firstPicture, formatOf } from "./formats.ts";
import { trimHeap } from "./heap.ts";
import { isJpegDamaged } from "./jpeg-scans.ts";
import { isPngDamaged } from "./png-data.ts";
import { decodeQueue, loadSharp, maxPixels } from "./sharp.ts";

const longSide = 1_600;
const timeoutSeconds = 20;
/** Larger data is checked first, because decoding damaged data took 300 MB. */
const maxUncheckedBytes = 150_000_000;

/**
 * Returns an upright WebP without metadata.
 * @throws ApiError 415 for an unknown format; 422 if too large or damaged; 429 if the queue is full.
 */
export async function encodeCover(bytes: Uint8Array): Promise<Uint8Array> {
  const format = formatOf(bytes);
  if (!format) throw unsupportedType("Unsupported image type");
  checkDeclaredSizes(format, bytes);
  const picture = firstPicture(format, bytes);
  if (!picture) throw unreadable();
  const sharp = await loadSharp();
  const limit = maxPixels[format];
  const header = await readBoundedHeader(sharp, format, picture);
  const { space, icc } = header;
  return decodeQueue.run(async () => {
    trimHeap();
    if (decodedBytes(header) > maxUncheckedBytes && (await isDamaged(header, picture))) throw unreadable();
    const image = sharp(picture, { limitInputPixels: limit, autoOrient: true });
    // sharp would leave these in Display P3.
    return encode(space === "rgb16" && icc ? image.withIccProfile("srgb", { attach: false }) : image);
  }, bytes.byteLength);
}

async function isDamaged({ format, isProgressive }: Metadata, picture: Uint8Array): Promise<boolean> {
  if (format === "png") return isPngDamaged(picture);
  return format === "jpeg" && isProgressive && isJpegDamaged(picture);
}

function encode(image: Sharp): Promise<Uint8Array> {
  return image
    .resize({ width: longSide, height: longSide, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .webp({ quality: 80, effort: 2 })
    .timeout({ seconds: timeoutSeconds })
    .toBuffer()
    .catch(refuse);
}

function refuse(error: unknown): never {
  throw error instanceof Error && error.message.includes("exceeds pixel limit") ? tooManyPixels() : unreadable();
}

const onePixel = Buffer.from("47494638396101000100800000ffffff0000002c00000000010001000002024401003b", "hex");

/** Returns why this machine cannot make covers, or null. */
export async function findCoverFault(): Promise<string | null> {
  try {
    await encodeCover(onePixel);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** From whatever picture somebody sends to the one kind that is kept: a WebP without a past. */
import type { Metadata, Sharp } from "sharp";
import { unsupportedType } from "../errors.ts";
import { boundedHeader, checkDeclaredSizes, decodedBytes, tooManyPixels, unreadable } from "./bounds.ts";
import { formatOf, pictureIn } from "./formats.ts";
import { trimHeap } from "./heap.ts";
import { isJpegDamaged } from "./jpeg-scans.ts";
import { isPngDamaged } from "./png-data.ts";
import { decoding, loadSharp, mostPixels } from "./sharp.ts";

const longSide = 1_600;
const tooLongSeconds = 20;
/** Larger PNGs and progressive JPEGs are checked before: damaged ones took up to 300 MB before they were refused. Our choice. */
const mostUncheckedBytes = 150_000_000;

/**
 * Makes a cover of a picture: WebP in sRGB, turned upright, at most 1,600 pixels on the long side, with nothing of the
 * original but what can be seen. The format is told by content; of anything animated the first frame counts. Pictures are
 * decoded one at a time, off the main thread; most refusals don't wait for that.
 * @throws ApiError 415 `Unsupported image type`; 422 for a side of more than 16,384 pixels, for too many pixels, and for a damaged
 * picture, in this order; 429 where too much waits already.
 */
export async function encodeCover(bytes: Uint8Array): Promise<Uint8Array> {
  const format = formatOf(bytes);
  if (!format) throw unsupportedType("Unsupported image type");
  checkDeclaredSizes(format, bytes);
  const picture = pictureIn(format, bytes);
  if (!picture) throw unreadable();
  const sharp = await loadSharp();
  const limit = mostPixels[format];
  const header = await boundedHeader(sharp, format, picture);
  const { space, icc } = header;
  return decoding.run(async () => {
    trimHeap();
    if (decodedBytes(header) > mostUncheckedBytes && (await isDamaged(header, picture))) throw unreadable();
    const image = sharp(picture, { limitInputPixels: limit, autoOrient: true });
    // Pictures of 16 bits with a profile sharp brings to Display P3, and leaves them there unless told.
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
    .timeout({ seconds: tooLongSeconds })
    .toBuffer()
    .catch(refuse);
}

function refuse(error: unknown): never {
  throw error instanceof Error && error.message.includes("exceeds pixel limit") ? tooManyPixels() : unreadable();
}

/** A picture of one pixel (GIF89a). */
const onePixel = Buffer.from("47494638396101000100800000ffffff0000002c00000000010001000002024401003b", "hex");

/** Why covers can't be made on this machine, in the image library's words; null where they can. */
export async function faultOfCovers(): Promise<string | null> {
  try {
    await encodeCover(onePixel);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

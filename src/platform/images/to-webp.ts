import type { Metadata, Sharp } from "sharp";
import { messageOf, unprocessable, unsupportedType } from "#lib/errors.ts";
import { checkDeclaredSizes, decodedBytes, readBoundedHeader, unreadable } from "./bounds.ts";
import { firstPicture, formatOf } from "./formats.ts";
import { trimHeap } from "./heap.ts";
import { isJpegDamaged } from "./jpeg-scans.ts";
import { isPngDamaged } from "./png-data.ts";
import { decodeQueue, loadSharp, maxPixels } from "./sharp.ts";

const coverSide = 1_600;
/** Side of a photo in pixels. The largest avatar has 80 CSS pixels, and screens have up to 3 for each of them. */
const photoSide = 256;
const timeoutSeconds = 20;
/**
 * The limit of memory in bytes for decoding unchecked data. If decoding would need more, the data are first checked for
 * damage. Decoding damaged data took 300 MB.
 */
const maxUncheckedBytes = 150_000_000;

/** A square within the upright picture, in pixels. */
export type Crop = { readonly x: number; readonly y: number; readonly size: number };

/**
 * Converts a picture to a WebP image for a cover, turned upright and without metadata.
 * @throws ApiError 415 for an unknown format; 422 if the picture is too large or damaged; 429 if the queue is full.
 */
export function encodeCover(bytes: Uint8Array): Promise<Uint8Array> {
  return encode(bytes, (image) =>
    image.resize({ width: coverSide, height: coverSide, fit: "inside", withoutEnlargement: true }),
  );
}

/**
 * Converts a picture to a square WebP image for a photo. `crop` is the part of the picture to use; null means its
 * middle.
 * @throws ApiError as {@link encodeCover}; 422 for a crop that is not within the picture.
 */
export function encodePhoto(bytes: Uint8Array, crop: Crop | null): Promise<Uint8Array> {
  return encode(bytes, (image, { autoOrient: { width, height } }) => {
    if (crop && (crop.x + crop.size > width || crop.y + crop.size > height))
      throw unprocessable("size", `must end within the picture, which has ${width} × ${height} pixels`);
    const part = crop ? image.extract({ left: crop.x, top: crop.y, width: crop.size, height: crop.size }) : image;
    return part.resize({ width: photoSide, height: photoSide, fit: "cover" });
  });
}

async function encode(bytes: Uint8Array, resize: (image: Sharp, header: Metadata) => Sharp): Promise<Uint8Array> {
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
    const image = resize(sharp(picture, { limitInputPixels: limit, autoOrient: true }), header);
    // sharp would leave pictures of these formats in Display P3.
    return toWebp(space === "rgb16" && icc ? image.withIccProfile("srgb", { attach: false }) : image);
  }, bytes.byteLength);
}

async function isDamaged({ format, isProgressive }: Metadata, picture: Uint8Array): Promise<boolean> {
  if (format === "png") return isPngDamaged(picture);
  return format === "jpeg" && isProgressive && isJpegDamaged(picture);
}

function toWebp(image: Sharp): Promise<Uint8Array> {
  return image
    .toColourspace("srgb")
    .webp({ quality: 80, effort: 2 })
    .timeout({ seconds: timeoutSeconds })
    .toBuffer()
    .catch(() => {
      throw unreadable(); // `readBoundedHeader` has refused too many pixels.
    });
}

const onePixel = Buffer.from("47494638396101000100800000ffffff0000002c00000000010001000002024401003b", "hex");

export async function findEncoderError(): Promise<string | null> {
  try {
    await encodeCover(onePixel);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

/**
 * Bounds on the size of pictures, checked on the header before anything is decoded. libvips holds whole rows, so that a bound on
 * the pixels is not enough: a PNG of 67 bytes that declares 25,000,000 × 2 pixels took 2.5 GB.
 */
import type { Metadata } from "sharp";
import { unprocessable } from "../errors.ts";
import type { Size } from "./avif.ts";
import type { Format } from "./formats.ts";
import { type Library, mostPixels } from "./sharp.ts";
import { declaredSizes } from "./sizes.ts";

/** The longest side of a picture in pixels. */
const mostSide = 16_384;
/** A progressive picture is held as a whole while it is decoded; all others a few rows at a time, or shrunk. Our choice. */
const mostHeldBytes = 300_000_000;

/** 422: a damaged picture. */
export const unreadable = () => unprocessable(null, "Image cannot be read");
/** 422: a picture of more pixels than {@link mostPixels} allows. */
export const tooManyPixels = () => unprocessable(null, "Image has too many pixels");
/** 422: a picture with a side of more than 16,384 pixels. */
export const tooWide = () => unprocessable("file", `must be at most ${mostSide} pixels wide and high`);

/**
 * Checks the sizes that the file itself declares, also where the rest of it is damaged.
 * @throws ApiError 422: for a side first, then for the pixels.
 */
export function checkDeclaredSizes(format: Format, bytes: Uint8Array): void {
  checkSizes(format, declaredSizes(format, bytes));
}

/**
 * The header as libvips reads it. `picture` is what will be decoded.
 * @throws ApiError 422 for a picture that is too large, or whose header is damaged.
 */
export async function boundedHeader(sharp: Library, format: Format, picture: Uint8Array): Promise<Metadata> {
  const header = await sharp(picture, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw unreadable();
    });
  checkSizes(format, [header]);
  if (heldBytes(header) > mostHeldBytes) throw tooManyPixels();
  if (format === "jpeg" && picture.length * 8 < leastJpegBits(header)) throw unreadable();
  return header;
}

function checkSizes(format: Format, sizes: readonly Size[]): void {
  if (sizes.some(({ width, height }) => Math.max(width, height) > mostSide)) throw tooWide();
  if (sizes.some(({ width, height }) => width * height > mostPixels[format])) throw tooManyPixels();
}

function heldBytes(header: Metadata): number {
  return header.isProgressive ? decodedBytes(header) : 0;
}

/** Of all pixels. A progressive picture takes so much memory, others less. */
export function decodedBytes({ width, height, channels, depth, format }: Metadata): number {
  const bytesEach = format === "jpeg" || depth === "ushort" ? 2 : 1; // A JPEG's coefficients have 16 bits.
  return width * height * channels * bytesEach;
}

/** Each block of 8 × 8 pixels takes a bit or more. A progressive JPEG of 300 bytes would be held as a whole before that shows. */
function leastJpegBits({ width, height }: Size): number {
  return Math.floor(width / 8) * Math.floor(height / 8);
}

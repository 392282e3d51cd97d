import type { Metadata } from "sharp";
import { unprocessable } from "#lib/errors.ts";
import type { Size } from "./avif.ts";
import type { Format } from "./formats.ts";
import { maxPixels, type SharpModule } from "./sharp.ts";
import { declaredSizes } from "./sizes.ts";

/**
 * The largest width and height in pixels. Limited because libvips buffers whole rows: a PNG of 25,000,000 × 2 pixels
 * took 2.5 GB.
 */
export const maxSide = 16_384;
/** The largest memory in bytes for the buffers of a progressive picture. */
const maxBufferedBytes = 300_000_000;

export const unreadable = () => unprocessable(null, "Image cannot be read");
export const tooManyPixels = () => unprocessable(null, "Image has too many pixels");
export const tooWide = () => unprocessable("file", `must be at most ${maxSide} pixels wide and high`);

export const oneImage = {
  maxBytes: 8_388_608,
  tooLargeMessage: "Image is larger than 8 MB",
  expectedFile: "exactly one image file",
} as const;

export const imageRefusals = {
  415: ["Unsupported image type"],
  422: [tooWide().message, tooManyPixels().message, unreadable().message],
} as const;

export function checkDeclaredSizes(format: Format, bytes: Uint8Array): void {
  checkSizes(format, declaredSizes(format, bytes));
}

export async function readBoundedHeader(sharp: SharpModule, format: Format, picture: Uint8Array): Promise<Metadata> {
  const header = await sharp(picture, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw unreadable();
    });
  checkSizes(format, [header]);
  if (bufferedBytes(header) > maxBufferedBytes) throw tooManyPixels();
  if (format === "jpeg" && picture.length * 8 < minJpegBits(header)) throw unreadable();
  return header;
}

function checkSizes(format: Format, sizes: readonly Size[]): void {
  if (sizes.some(({ width, height }) => Math.max(width, height) > maxSide)) throw tooWide();
  if (sizes.some(({ width, height }) => width * height > maxPixels[format])) throw tooManyPixels();
}

function bufferedBytes(header: Metadata): number {
  return header.isProgressive ? decodedBytes(header) : 0;
}

export function decodedBytes({ width, height, channels, depth, format }: Metadata): number {
  const bytesEach = format === "jpeg" || depth === "ushort" ? 2 : 1; // A coefficient of a JPEG has 16 bits.
  return width * height * channels * bytesEach;
}

/** Returns the least number of bits of a JPEG. Each block of 8 × 8 pixels takes at least one bit. */
function minJpegBits({ width, height }: Size): number {
  return Math.floor(width / 8) * Math.floor(height / 8);
}

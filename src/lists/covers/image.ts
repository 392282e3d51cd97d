/** From whatever picture somebody sends to the one kind that is kept: a WebP without a past. */
import type { Metadata, Sharp } from "sharp";
import { ApiError, unprocessable } from "../../errors.ts";
import { type Format, formatOf, pictureIn } from "./formats.ts";
import { Turns } from "./turns.ts";

type Library = typeof import("sharp").default;

const longSide = 1_600;
const mostPixels = 50_000_000;
/** An AVIF takes four times the work and memory of others for each of its pixels. */
const mostAvifPixels = 12_000_000;
/** One line for the whole process, because memory and cores are the process's. What waits holds its file, up to 8 MB. */
const turns = new Turns(128 * 1_048_576);
/** A progressive picture is held as a whole while it is decoded; all others a few rows at a time, or shrunk. Our choice. */
const mostHeldBytes = 300_000_000;
const tooLongSeconds = 20;

const loaders: Readonly<Record<Format, string>> = {
  jpeg: "VipsForeignLoadJpeg",
  png: "VipsForeignLoadPng",
  webp: "VipsForeignLoadWebp",
  gif: "VipsForeignLoadNsgif",
  avif: "VipsForeignLoadHeif",
};

/**
 * Makes a cover of a picture: WebP in sRGB, turned upright, at most 1,600 pixels on the long side, with nothing of the
 * original but what can be seen. The format is told by content; of anything animated the first frame counts. Pictures are
 * decoded one at a time, off the main thread; refusals don't wait for that.
 * @throws ApiError 415 `Unsupported image type`; 422 `Image has too many pixels` or `Image cannot be read`; 429 where too much
 * waits already.
 */
export async function encodeCover(bytes: Uint8Array): Promise<Uint8Array> {
  const format = formatOf(bytes);
  if (!format) throw new ApiError(415, "Unsupported image type");
  const picture = pictureIn(format, bytes);
  if (!picture) throw unreadable();
  const sharp = await loadSharp();
  const limit = format === "avif" ? mostAvifPixels : mostPixels;
  const header = await headerOf(sharp, picture);
  const { width, height, space, icc } = header;
  if (width * height > limit || heldBytes(header) > mostHeldBytes) throw tooManyPixels();
  return turns.take(picture.byteLength, () => {
    const image = sharp(picture, { limitInputPixels: limit, autoOrient: true });
    // Pictures of 16 bits with a profile sharp brings to Display P3, and leaves them there unless told.
    return encode(space === "rgb16" && icc ? image.withIccProfile("srgb", { attach: false }) : image);
  });
}

/** What the picture says of itself; nothing is decoded. */
function headerOf(sharp: Library, picture: Uint8Array): Promise<Metadata> {
  return sharp(picture, { limitInputPixels: false }).metadata().catch(refuse);
}

function heldBytes({ isProgressive, width, height, channels, depth, format }: Metadata): number {
  const bytesEach = format === "jpeg" || depth === "ushort" ? 2 : 1; // A JPEG's coefficients have 16 bits.
  return isProgressive ? width * height * channels * bytesEach : 0;
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

const unreadable = () => unprocessable("Image cannot be read");
const tooManyPixels = () => unprocessable("Image has too many pixels");

let loading: Promise<Library> | null = null;

/** At the first picture, not at the start: it takes some 30 ms and 20 MB, and many a household has no covers. */
function loadSharp(): Promise<Library> {
  loading ??= import("sharp").then(({ default: sharp }) => {
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({ operation: Object.values(loaders) });
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  });
  return loading;
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

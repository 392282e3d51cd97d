/** From whatever picture somebody sends to the one kind that is kept: a WebP without a past. */
import type Sharp from "sharp";
import { ApiError, unprocessable } from "../../errors.ts";
import { type Format, formatOf, pictureIn } from "./formats.ts";

const longSide = 1_600;
const mostPixels = 50_000_000;
/** An AVIF takes four times the work and memory of others for each of its pixels. */
const mostAvifPixels = 12_000_000;
/** What may wait for its turn, all together. */
const mostWaitingBytes = 128 * 1_048_576;
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
  const pixels = await pixelsOf(sharp, picture);
  if (pixels > limit) throw tooManyPixels();
  return inTurn(picture.byteLength, () => encode(sharp, picture, limit));
}

/** By the header alone. */
async function pixelsOf(sharp: typeof Sharp, picture: Uint8Array): Promise<number> {
  const { width, height } = await sharp(picture, { limitInputPixels: false }).metadata().catch(refuse);
  return width * height;
}

async function encode(sharp: typeof Sharp, picture: Uint8Array, limitInputPixels: number): Promise<Uint8Array> {
  return sharp(picture, { limitInputPixels, autoOrient: true })
    .resize({ width: longSide, height: longSide, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .webp({ quality: 80, effort: 3 })
    .timeout({ seconds: tooLongSeconds })
    .toBuffer()
    .catch(refuse);
}

function refuse(error: unknown): never {
  throw error instanceof Error && error.message.includes("exceeds pixel limit") ? tooManyPixels() : unreadable();
}

const unreadable = () => unprocessable("Image cannot be read");
const tooManyPixels = () => unprocessable("Image has too many pixels");

let loading: Promise<typeof Sharp> | null = null;

/** At the first picture, not at the start: it takes some 30 ms and 20 MB, and many a household has no covers. */
function loadSharp(): Promise<typeof Sharp> {
  loading ??= import("sharp").then(({ default: sharp }) => {
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({ operation: Object.values(loaders) });
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  });
  return loading;
}

/** One line for the whole process, because memory and cores are the process's. */
let lastTurn: Promise<unknown> = Promise.resolve();
let waitingBytes = 0;

/** Runs `work` when all before it have ended, well or not. */
async function inTurn<Result>(size: number, work: () => Promise<Result>): Promise<Result> {
  if (waitingBytes + size > mostWaitingBytes) throw new ApiError(429, "Rate limit exceeded", { "Retry-After": "5" });
  waitingBytes += size;
  const turn = lastTurn.then(work);
  lastTurn = turn.catch(() => {});
  try {
    return await turn;
  } finally {
    waitingBytes -= size;
  }
}

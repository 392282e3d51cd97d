/** What has to be known of the household's own pictures, and small ones made of them. One is decoded at a time. */
import type { Picture } from "./folder-files.ts";

const thumbnailPixels = 480;
const mostPixels = 50_000_000;
/** One kilobyte of AVIF can hold as many pixels as take a gigabyte to decode. */
const mostAvifPixels = 12_000_000;

let last: Promise<unknown> = Promise.resolve();

/** Runs `work` once all that was given before is done. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const result = last.then(work);
  last = result.catch(() => {});
  return result;
}

/** Loaded when it is first wanted: most runs of the program never see a picture. */
async function load({ bytes, type }: Picture) {
  const { default: sharp } = await import("sharp");
  return sharp(bytes, { limitInputPixels: type === "image/avif" ? mostAvifPixels : mostPixels });
}

/** Width and height in pixels as it is shown, its EXIF orientation applied. @throws Error for a damaged one. */
export function measure(picture: Picture): Promise<{ width: number; height: number }> {
  return inTurn(async () => (await (await load(picture)).metadata()).autoOrient);
}

/** A WebP of at most 480 × 480 pixels without metadata. @throws Error for a damaged one, or one of too many pixels. */
export function shrink(picture: Picture): Promise<Uint8Array> {
  return inTurn(async () => {
    const image = await load(picture);
    const size = { width: thumbnailPixels, height: thumbnailPixels, fit: "inside", withoutEnlargement: true } as const;
    return new Uint8Array(await image.autoOrient().resize(size).webp({ quality: 75 }).toBuffer());
  });
}

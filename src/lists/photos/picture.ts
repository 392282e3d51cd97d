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
const loadSharp = async () => (await import("sharp")).default;

const limitsOf = ({ type }: Picture) => ({ limitInputPixels: type === "image/avif" ? mostAvifPixels : mostPixels });

/** Width and height in pixels as it is shown, its EXIF orientation applied; null for a damaged one, or of too many pixels. */
export function measure(picture: Picture): Promise<{ width: number; height: number } | null> {
  return inTurn(async () => {
    const sharp = await loadSharp();
    const metadata = await sharp(picture.bytes, limitsOf(picture))
      .metadata()
      .catch(() => null);
    return metadata?.autoOrient ?? null;
  });
}

/** A WebP of at most 480 × 480 pixels without metadata. @throws Error for a damaged one, or one of too many pixels. */
export function shrink(picture: Picture): Promise<Uint8Array> {
  return inTurn(async () => {
    const sharp = await loadSharp();
    const size = { width: thumbnailPixels, height: thumbnailPixels, fit: "inside", withoutEnlargement: true } as const;
    const image = sharp(picture.bytes, limitsOf(picture)).autoOrient().resize(size).webp({ quality: 75 });
    return new Uint8Array(await image.toBuffer());
  });
}

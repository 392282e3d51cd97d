/** What has to be known of the household's own pictures, and small ones made of them. */
import { decoding, loadSharp, mostPixels } from "../covers/library.ts";
import type { Picture } from "./folder-files.ts";

const thumbnailPixels = 480;

/** Width and height in pixels as it is shown, its EXIF orientation applied; null for a damaged one, or of too many pixels. */
export async function measure({ bytes, format }: Picture): Promise<{ width: number; height: number } | null> {
  const sharp = await loadSharp();
  const metadata = await sharp(bytes, { limitInputPixels: mostPixels[format] })
    .metadata()
    .catch(() => null);
  return metadata?.autoOrient ?? null;
}

/**
 * A WebP of at most 480 × 480 pixels without metadata, made when it is its turn.
 * @throws Error for a damaged one, or one of too many pixels; ApiError 429 where too much waits already.
 */
export async function shrink({ bytes, format }: Picture): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const size = { width: thumbnailPixels, height: thumbnailPixels, fit: "inside", withoutEnlargement: true } as const;
  return decoding.take(bytes.byteLength, async () => {
    const image = sharp(bytes, { limitInputPixels: mostPixels[format] })
      .autoOrient()
      .resize(size)
      .webp({ quality: 75 });
    return new Uint8Array(await image.toBuffer());
  });
}

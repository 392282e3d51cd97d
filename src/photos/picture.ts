/** What has to be known of the household's own pictures, and small ones made of them. */
import { ApiError } from "../errors.ts";
import { boundedHeader, checkDeclaredSizes } from "../images/bounds.ts";
import { pictureIn } from "../images/formats.ts";
import { decoding, loadSharp, mostPixels } from "../images/sharp.ts";
import type { Picture } from "./folder-files.ts";

const thumbnailPixels = 480;

/**
 * Width and height in pixels as it is shown, its EXIF orientation applied. Null for a picture that is too large for a cover, or
 * whose header is damaged.
 */
export async function measure({ bytes, format }: Picture): Promise<{ width: number; height: number } | null> {
  try {
    checkDeclaredSizes(format, bytes);
    return (await boundedHeader(await loadSharp(), format, bytes)).autoOrient;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/**
 * A WebP of at most 480 × 480 pixels without metadata, made when it is its turn. The picture must be one that {@link measure}
 * finds small enough.
 * @throws Error for a damaged one; ApiError 429 where too much waits already.
 */
export async function shrink({ bytes, format }: Picture): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const picture = pictureIn(format, bytes);
  if (!picture) throw new Error("a damaged picture");
  const size = { width: thumbnailPixels, height: thumbnailPixels, fit: "inside", withoutEnlargement: true } as const;
  return decoding.run(async () => {
    const image = sharp(picture, { limitInputPixels: mostPixels[format] })
      .autoOrient()
      .resize(size)
      .webp({ quality: 75 });
    return new Uint8Array(await image.toBuffer());
  }, bytes.byteLength);
}

import { basename, extname, join } from "node:path";
import { BoundedCache } from "#lib/bounded-cache.ts";
import { ApiError } from "#lib/errors.ts";
import { checkDeclaredSizes, readBoundedHeader } from "#platform/images/bounds.ts";
import { firstPicture } from "#platform/images/formats.ts";
import { decodeQueue, loadSharp, maxPixels } from "#platform/images/sharp.ts";
import { fileVersion, listPictureNames, type Picture, readPicture } from "./folder-files.ts";
import { type FoundPhoto, maxPages, type PhotoProvider, pageSize } from "./provider.ts";

const thumbnailPixels = 480;

export const photosFolder = (dataDir: string) => join(dataDir, "photos");

/** Creates a source of photos from a folder. Results are not cached, so that a new picture is found at once. */
export function folder(path: string): PhotoProvider {
  const sizeOf = cachedSizes(path);

  const read = async (name: string): Promise<Picture | null> =>
    (await listPictureNames(path)).includes(name) ? readPicture(path, name) : null;

  return {
    name: "folder",
    isCached: false,
    async search(query, page) {
      const words = foldWords(query).split(/\s+/).filter(Boolean);
      const names = (await listPictureNames(path)).filter((name) => isNamed(name, words));
      const photos: FoundPhoto[] = [];
      for (const name of names.slice((page - 1) * pageSize, page * pageSize)) {
        const size = await sizeOf(name);
        if (size) photos.push(toPhoto(name, size));
      }
      return { photos, totalPages: Math.min(Math.ceil(names.length / pageSize), maxPages) };
    },
    async fetch(id) {
      const picture = await read(id);
      const size = picture && (await sizeOf(id));
      return size && { bytes: picture.bytes, photo: toPhoto(id, size) };
    },
    async thumbnail(source) {
      const picture = await read(source);
      // The file may have been changed since it was found.
      return picture && (await measurePicture(picture)) && makeThumbnail(picture);
    },
  };
}

const foldWords = (text: string) => text.normalize("NFKC").toLowerCase();

function isNamed(name: string, words: readonly string[]): boolean {
  const own = foldWords(basename(name));
  return words.every((word) => own.includes(word));
}

type Size = { readonly width: number; readonly height: number };

/** Returns a function that returns the size of a picture, or null if the file is not a picture. */
function cachedSizes(path: string) {
  const known = new BoundedCache<string, { readonly state: string; readonly size: Size | null }>({
    eviction: "fifo",
    maxSize: 10_000,
  });
  return async (name: string): Promise<Size | null> => {
    const state = await fileVersion(path, name);
    if (state === null) return null;
    const cached = known.get(name);
    if (cached?.state === state) return cached.size;
    const picture = await readPicture(path, name);
    const size = picture && (await measurePicture(picture));
    known.set(name, { state, size });
    return size;
  };
}

function toPhoto(name: string, { width, height }: Size): FoundPhoto {
  return {
    id: name,
    description: basename(name, extname(name))
      .replaceAll(/[\s_-]+/g, " ")
      .trim(),
    width,
    height,
    color: null,
    thumbnail: name,
    photographer: null,
    photographerUrl: null,
    photoUrl: null,
    license: null,
  };
}

/** Returns the size of a picture. Null if the picture is too large or damaged. */
async function measurePicture({ bytes, format }: Picture): Promise<Size | null> {
  try {
    checkDeclaredSizes(format, bytes);
    return (await readBoundedHeader(await loadSharp(), format, bytes)).autoOrient;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** Makes a small WebP. Call {@link measurePicture} first, because this function accepts pictures of any size. */
async function makeThumbnail({ bytes, format }: Picture): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const picture = firstPicture(format, bytes);
  if (!picture) throw new Error("a damaged picture");
  const size = { width: thumbnailPixels, height: thumbnailPixels, fit: "inside", withoutEnlargement: true } as const;
  return decodeQueue.run(async () => {
    const image = sharp(picture, { limitInputPixels: maxPixels[format] })
      .autoOrient()
      .resize(size)
      .webp({ quality: 75 });
    return new Uint8Array(await image.toBuffer());
  }, bytes.byteLength);
}

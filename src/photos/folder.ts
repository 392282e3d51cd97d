/** The household's own pictures, in `photos/` of the data folder: no network, and nobody else to thank. */
import { basename, extname, join } from "node:path";
import { BoundedCache } from "../lib/bounded-cache.ts";
import { listNames, type Picture, readPicture, stateOf } from "./folder-files.ts";
import { measure, shrink } from "./picture.ts";
import { type FoundPhoto, mostPages, type PhotoProvider, pageSize } from "./provider.ts";

/** Where the pictures are. */
export const photosFolder = (dataDir: string) => join(dataDir, "photos");

/** Photos of a folder. Searches are not kept, so that a picture just put there is found. */
export function folder(path: string): PhotoProvider {
  const sizes = new Sizes(path);

  /** @returns null where there is no picture of that name (any more). */
  const read = async (name: string): Promise<Picture | null> =>
    (await listNames(path)).includes(name) ? readPicture(path, name) : null;

  return {
    name: "folder",
    isCached: false,
    async search(query, page) {
      const words = folded(query).split(/\s+/).filter(Boolean);
      const names = (await listNames(path)).filter((name) => isNamed(name, words));
      const photos: FoundPhoto[] = [];
      for (const name of names.slice((page - 1) * pageSize, page * pageSize)) {
        const size = await sizes.of(name);
        if (size) photos.push(toPhoto(name, size));
      }
      return { photos, totalPages: Math.min(Math.ceil(names.length / pageSize), mostPages) };
    },
    async fetch(id) {
      const picture = await read(id);
      const size = picture && (await sizes.of(id));
      return size && { bytes: picture.bytes, photo: toPhoto(id, size) };
    },
    async thumbnail(source) {
      const picture = await read(source);
      // The file may have been replaced by a larger one since it was found.
      return picture && (await measure(picture)) && shrink(picture);
    },
  };
}

/** As words are compared: no matter the case, or how accents are written. */
const folded = (text: string) => text.normalize("NFKC").toLowerCase();

function isNamed(name: string, words: readonly string[]): boolean {
  const own = folded(basename(name));
  return words.every((word) => own.includes(word));
}

type Size = { readonly width: number; readonly height: number };

/** How large pictures are, each measured once for as long as it stays as it is. */
class Sizes {
  private readonly known = new BoundedCache<string, { readonly state: string; readonly size: Size | null }>({
    eviction: "fifo",
    maxSize: 10_000,
  });

  constructor(private readonly path: string) {}

  /** Null for what is no picture after all. */
  async of(name: string): Promise<Size | null> {
    const state = await stateOf(this.path, name);
    if (state === null) return null;
    const known = this.known.get(name);
    if (known?.state === state) return known.size;
    const picture = await readPicture(this.path, name);
    const size = picture && (await measure(picture));
    this.known.set(name, { state, size });
    return size;
  }
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

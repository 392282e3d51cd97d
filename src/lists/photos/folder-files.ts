/** Lists and reads the pictures in a folder. Never follows symbolic links. */
import { constants } from "node:fs";
import { lstat, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { type Format, formatOf } from "#platform/images/formats.ts";

const pictureName = /\.(jpe?g|png|webp|gif|avif)$/i;
const maxBytes = 20 * 1_048_576;
const maxNames = 50_000;

export type Picture = { readonly bytes: Uint8Array; readonly format: Format };

export async function listPictureNames(folder: string): Promise<string[]> {
  const names: string[] = [];
  const walk = async (below: string): Promise<void> => {
    const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const name = below === "" ? entry.name : `${below}/${entry.name}`;
      if (!isAllowedName(entry.name) || names.length >= maxNames) continue;
      if (entry.isDirectory()) await walk(name);
      else if (entry.isFile() && pictureName.test(name)) names.push(name);
    }
  };
  const isFolder = (await lstat(folder).catch(() => null))?.isDirectory();
  if (isFolder) await walk("");
  return names.sort();
}

/** Whether a file name is allowed. A name that contains U+FFFD was not valid UTF-8, so the file cannot be opened. */
function isAllowedName(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
  return !name.startsWith(".") && !/[\\\u0000-\u001f\u007f\ufffd]/.test(name) && name.isWellFormed();
}

export async function fileVersion(folder: string, name: string): Promise<string | null> {
  const found = await lstat(join(folder, name)).catch(() => null);
  return found?.isFile() ? `${found.mtimeMs} ${found.size}` : null;
}

/** Reads a picture. Null if unreadable, too large or no picture. `name` is from {@link listPictureNames} only. */
export async function readPicture(folder: string, name: string): Promise<Picture | null> {
  const file = await open(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => null);
  if (!file) return null;
  try {
    const found = await file.stat();
    if (!found.isFile() || found.size > maxBytes) return null;
    const bytes = new Uint8Array(await file.readFile());
    const format = formatOf(bytes);
    return format && { bytes, format };
  } finally {
    await file.close();
  }
}

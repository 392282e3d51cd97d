/** The pictures of a folder: plain files only, never what a link or a clever name leads to. */
import { constants } from "node:fs";
import { lstat, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { type Format, formatOf } from "../images/formats.ts";

const pictureName = /\.(jpe?g|png|webp|gif|avif)$/i;
const mostBytes = 20 * 1_048_576;
/** More than a household has, and what a folder linked to by mistake is stopped at. */
const mostNames = 50_000;

/** What a file holds. */
export type Picture = { readonly bytes: Uint8Array; readonly format: Format };

/** The names of the pictures in a folder and in those below it, sorted; none where it does not exist. */
export async function listNames(folder: string): Promise<string[]> {
  const names: string[] = [];
  const walk = async (below: string): Promise<void> => {
    const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const name = below === "" ? entry.name : `${below}/${entry.name}`;
      if (!isPlain(entry.name) || names.length >= mostNames) continue;
      if (entry.isDirectory()) await walk(name);
      else if (entry.isFile() && pictureName.test(name)) names.push(name);
    }
  };
  const isFolder = (await lstat(folder).catch(() => null))?.isDirectory();
  if (isFolder) await walk("");
  return names.sort();
}

/** Hidden files are not meant to be shown; U+FFFD stands for bytes that are no UTF-8, so the file could not be opened by it. */
function isPlain(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
  return !name.startsWith(".") && !/[\\\u0000-\u001f\u007f\ufffd]/.test(name) && name.isWellFormed();
}

/** When a file last changed and its size, in one text: another picture of the same name has another. Null: there is none. */
export async function stateOf(folder: string, name: string): Promise<string | null> {
  const found = await lstat(join(folder, name)).catch(() => null);
  return found?.isFile() ? `${found.mtimeMs} ${found.size}` : null;
}

/**
 * A picture's content, at most 20 MB; null where the folder has no such picture. `name` must be one that {@link listNames}
 * gave: what comes from outside is looked for there, and never made a path of by itself.
 */
export async function readPicture(folder: string, name: string): Promise<Picture | null> {
  const file = await open(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => null);
  if (!file) return null;
  try {
    const found = await file.stat();
    if (!found.isFile() || found.size > mostBytes) return null;
    const bytes = new Uint8Array(await file.readFile());
    const format = formatOf(bytes);
    return format && { bytes, format };
  } finally {
    await file.close();
  }
}

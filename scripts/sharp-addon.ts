/**
 * Loads sharp's native part out of the binary. The loader of the system accepts only files, so each process writes the
 * files to a new private folder and deletes them once they are loaded. A process never loads files from an earlier run,
 * because somebody may have changed them. `IMAGE_LIBRARY_DIR` names a folder that already contains the files.
 */
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, open, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { imageLibraryDir } from "#platform/images/library.ts";

/** Path of a file below `@img/`, and its path in the binary. */
export type Embedded = readonly [name: string, source: string];

const bitBytes = 1_048_576;

/**
 * Loads the addon among the files. The addon finds its libraries beside itself.
 * @throws Error if files cannot be written to any folder, or if `IMAGE_LIBRARY_DIR` does not contain them
 */
export async function loadAddon(files: readonly Embedded[]): Promise<unknown> {
  const unpacked = imageLibraryDir();
  if (unpacked !== null) return loadUnpacked(unpacked, files);
  const failures: string[] = [];
  for (const parent of new Set([tmpdir(), homedir(), process.cwd()])) {
    try {
      return await loadFrom(parent, files);
    } catch (error) {
      failures.push(`${parent}: ${error instanceof Error ? error.message : error}`);
    }
  }
  throw new Error(
    `The image library could not be loaded; set TMPDIR to a folder that may hold programs. ${failures.join("; ")}`,
  );
}

async function loadFrom(parent: string, files: readonly Embedded[]): Promise<unknown> {
  const folder = await mkdtemp(join(parent, "inglenook-image-library-"));
  try {
    for (const [name, source] of files) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await unpack(source, join(folder, name));
    }
    return link(folder, files);
  } finally {
    // Windows locks loaded files; its own clean-up deletes them later.
    await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

function loadUnpacked(folder: string, files: readonly Embedded[]): unknown {
  const missing = files.find(([name]) => !existsSync(join(folder, name)))?.[0];
  if (missing !== undefined) throw new Error(`IMAGE_LIBRARY_DIR=${folder} has no ${missing}`);
  try {
    return link(folder, files);
  } catch (error) {
    throw new Error(`IMAGE_LIBRARY_DIR=${folder}: ${error instanceof Error ? error.message : error}`);
  }
}

function link(folder: string, files: readonly Embedded[]): unknown {
  const addon = files.find(([name]) => name.endsWith(".node"))?.[0] ?? "";
  const loaded = { exports: {} };
  process.dlopen(loaded, join(folder, addon));
  return loaded.exports;
}

/** Copies a file in chunks, so that a server can handle requests in between. */
async function unpack(source: string, path: string): Promise<void> {
  const embedded = Bun.file(source);
  const file = await open(path, "wx", 0o700);
  try {
    for (let at = 0; at < embedded.size; at += bitBytes) {
      await file.writeFile(await embedded.slice(at, at + bitBytes).bytes());
    }
  } finally {
    await file.close();
  }
}

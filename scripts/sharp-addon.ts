/**
 * Loads sharp's native part out of the binary. The system's loader takes files only, so they are written to a new folder that
 * nobody else can look into, and removed as soon as they are loaded. Written anew by each process that needs them: nothing
 * that somebody may have changed since is ever loaded.
 */
import { mkdir, mkdtemp, open, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A file's path below `@img/`, and where it is in the binary. */
export type Embedded = readonly [name: string, source: string];

const bitBytes = 1_048_576;

/** Loads the addon among the files; what it links to is found beside it. @throws Error where no folder takes them. */
export async function loadAddon(files: readonly Embedded[]): Promise<unknown> {
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
    const addon = files.find(([name]) => name.endsWith(".node"))?.[0] ?? "";
    const loaded = { exports: {} };
    process.dlopen(loaded, join(folder, addon));
    return loaded.exports;
  } finally {
    // Windows keeps what is loaded; its own clean-up takes it later.
    await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

/** Bit by bit, so that a server goes on answering meanwhile. */
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

/** Temporary folders, and functions that write and compare their contents. */
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAllTests } from "./clean-up.ts";

const root = mkdtempSync(join(tmpdir(), "inglenook-folders-"));
let count = 0;

afterAllTests(() => rmSync(root, { recursive: true, force: true }));

/** Returns the path of a folder that does not exist yet. If it is created, it is deleted after the tests. */
export function newPath(): string {
  return join(root, String(count++));
}

/** Writes a file, and creates the folders above it. */
export function put(folder: string, name: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
}

/**
 * Returns every file, folder and link in a folder with the SHA-256 of its content. Two results are equal if nothing
 * changed in between.
 */
export function contentsOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true }) as string[];
  return Object.fromEntries(
    names
      .filter(isKept)
      .sort()
      .map((name) => {
        const path = join(folder, name);
        return [name, lstatSync(path).isFile() ? Bun.SHA256.hash(readFileSync(path), "hex") : "-"];
      }),
  );
}

/**
 * Whether a file is compared. The files `-wal` and `-shm` are not, because SQLite deletes them only when the last
 * statement of a closed connection is garbage-collected, at an unknown time.
 */
const isKept = (name: string) => !/\.db-(wal|shm)$/.test(name);

/**
 * The one file of a backup: a plain tar that any tar can unpack, `manifest.json` first (what it is, from which version, every
 * file's size and SHA-256), `manifest.sha256` second, then the database and the pictures. It is not compressed: a picture
 * would not shrink, what is unpacked can't be larger than the file, and no byte is without a checksum or a known value.
 */
import { closeSync, constants, fstatSync, fsyncSync, openSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Facts, formatManifest, type Manifest, NewerError, parseManifest } from "./manifest.ts";
import { chunksOf, entriesOf, type TarEntry, writeEnd, writeEntry } from "./tar.ts";

const largestManifest = 64 << 20;

/**
 * Writes the named files of a folder into a new archive and returns once it is on the disk. The database's name must come
 * first. @throws Error where the archive exists already, or a file changes meanwhile.
 */
export function writeArchive(path: string, folder: string, names: readonly string[], facts: Facts): void {
  const archive = openSync(path, "wx", 0o600);
  try {
    const files = names.map((name) => withFile(join(folder, name), (file) => describeFile(name, file)));
    const text = Buffer.from(formatManifest({ ...facts, files }));
    writeEntry(archive, "manifest.json", text.length, [text]);
    const checksum = checksumLine(text);
    writeEntry(archive, "manifest.sha256", checksum.length, [checksum]);
    for (const { name, size, sha256 } of files) {
      withFile(join(folder, name), (file) => writeEntry(archive, name, size, checked(chunksOf(file), sha256, changed)));
    }
    writeEnd(archive);
    fsyncSync(archive);
  } finally {
    closeSync(archive);
  }
}

/**
 * Reads an archive to its end, holding every byte against its checksum, and hands each file to `keep`, which must take all
 * chunks and must not believe in them before this returns. Names are safe to put under a folder (see `isArchiveName`).
 * @throws Error with one plain sentence where the file is damaged, no backup of ours, or from a newer version.
 */
export function readArchive(path: string, knownSchema: number, keep: (entry: TarEntry) => void = drain): Manifest {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new Error(`There is no file ${path}.`);
  return withFile(path, (archive) => {
    try {
      const entries = entriesOf(archive);
      const manifest = readManifest(entries, knownSchema);
      for (const { name, size, sha256 } of manifest.files) {
        const entry = next(entries, name);
        if (entry.size !== size) throw new Error(`${name} is damaged`);
        keep({ name, size, chunks: () => checked(entry.chunks(), sha256, () => new Error(`${name} is damaged`)) });
      }
      if (!entries.next().done) throw new Error("it holds more than it says");
      return manifest;
    } catch (error) {
      if (error instanceof NewerError) throw new Error(`${path} ${error.message}. Nothing was changed.`);
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`${path} is damaged or not an Inglenook backup (${reason}). Nothing was changed.`);
    }
  });
}

function drain(entry: TarEntry): void {
  for (const _ of entry.chunks());
}

function readManifest(entries: Generator<TarEntry>, knownSchema: number): Manifest {
  const text = contentOf(next(entries, "manifest.json"));
  const checksum = contentOf(next(entries, "manifest.sha256"));
  if (!checksum.equals(checksumLine(text))) throw new Error("manifest.json is damaged");
  return parseManifest(text.toString(), knownSchema);
}

function next(entries: Generator<TarEntry>, name: string): TarEntry {
  const { value } = entries.next();
  if (!value || value.name !== name) throw new Error(`it lacks ${name}`);
  return value;
}

function contentOf(entry: TarEntry): Buffer {
  if (entry.size > largestManifest) throw new Error(`${entry.name} is too large`);
  return Buffer.concat([...entry.chunks()].map((chunk) => Buffer.from(chunk)));
}

/** As `sha256sum` writes it, so that it can be checked by hand. */
function checksumLine(manifest: Buffer): Buffer {
  return Buffer.from(`${Bun.SHA256.hash(manifest, "hex")}  manifest.json\n`);
}

function* checked(chunks: Iterable<Uint8Array>, sha256: string, fault: () => Error): Generator<Uint8Array> {
  const hasher = new Bun.CryptoHasher("sha256");
  for (const chunk of chunks) {
    hasher.update(chunk);
    yield chunk;
  }
  if (hasher.digest("hex") !== sha256) throw fault();
}

const changed = () => new Error("a picture changed while it was read; try again");

function describeFile(name: string, file: number) {
  const hasher = new Bun.CryptoHasher("sha256");
  for (const chunk of chunksOf(file)) hasher.update(chunk);
  return { name, size: fstatSync(file).size, sha256: hasher.digest("hex") };
}

function withFile<T>(path: string, use: (file: number) => T): T {
  const file = openSync(path, constants.O_RDONLY);
  try {
    return use(file);
  } finally {
    closeSync(file);
  }
}

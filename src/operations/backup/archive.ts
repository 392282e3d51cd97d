/**
 * Reads and writes backup archives. An archive contains `manifest.json` with each file's size and SHA-256, then
 * `manifest.sha256`, the database and the pictures.
 */
import { fstatSync, statSync } from "node:fs";
import { join } from "node:path";
import { chunksOf, hashOf, readFrom, type Write, withFile } from "#lib/byte-streams.ts";
import { codeOf, messageOf } from "#lib/errors.ts";
import { readContentOf } from "#lib/zstd.ts";
import {
  type BackupFacts,
  formatManifest,
  type Manifest,
  NewerVersionError,
  parseFacts,
  parseManifest,
} from "./manifest.ts";
import { readEntries, type TarEntry, writeEnd, writeEntry } from "./tar.ts";

/** Maximum size of a manifest. A manifest of this size lists about 300,000 pictures. */
const maxManifestBytes = 64 << 20;
const maxFactsBytes = 16 << 10;

/** Writes an archive. The database must come first in `names`. @throws Error if a file changes while it is read */
export function writeArchive(write: Write, folder: string, names: readonly string[], facts: BackupFacts): void {
  const files = names.map((name) => withFile(join(folder, name), (file) => describeFile(name, file)));
  const text = Buffer.from(formatManifest({ ...facts, files }));
  if (text.length > maxManifestBytes) throw new Error("there are more pictures than a backup can hold");
  writeEntry(write, "manifest.json", text.length, [text]);
  const checksum = checksumLine(text);
  writeEntry(write, "manifest.sha256", checksum.length, [checksum]);
  for (const { name, size, sha256 } of files) {
    withFile(join(folder, name), (file) =>
      writeEntry(write, name, size, verifyChunks(chunksOf(readFrom(file)), sha256, changedError)),
    );
  }
  writeEnd(write);
}

/**
 * Reads and verifies an archive. `keep` must read all chunks of each file, and must not use the data before this
 * function returns, because only then all files are verified.
 * @throws Error if the file is damaged, is not a backup, or is of a newer version
 */
export function readArchive(path: string, knownSchema: number, keep: (entry: TarEntry) => void = drain): Manifest {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new Error(`There is no file ${path}.`);
  return withFile(path, (archive) => {
    try {
      const entries = readEntries(readContentOf(archive));
      const manifest = readManifest(entries, knownSchema);
      for (const { name, size, sha256 } of manifest.files) {
        const entry = nextEntry(entries, name);
        if (entry.size !== size) throw new Error(`${name} is damaged`);
        keep({ name, size, chunks: () => verifyChunks(entry.chunks(), sha256, () => new Error(`${name} is damaged`)) });
      }
      if (!entries.next().done) throw new Error("manifest mismatch: there are more files");
      return manifest;
    } catch (error) {
      if (error instanceof NewerVersionError) throw new Error(`${path} ${error.message}. Nothing was changed.`);
      throw damagedBackupError(path, error);
    }
  });
}

const systemErrorCodes = /^(E[A-Z]+|SQLITE_(BUSY|CANTOPEN|FULL|IOERR(?!_SHORT_READ))\w*)$/;

/** Whether the operating system caused the error, such as a full disk. */
export function isSystemError(error: unknown): boolean {
  return systemErrorCodes.test(codeOf(error));
}

export function damagedBackupError(path: string, error: unknown): unknown {
  if (isSystemError(error)) return error;
  const reason = messageOf(error);
  return new Error(`${path} is damaged or not an Inglenook backup (${reason}). Nothing was changed.`);
}

/** Reads the facts about a backup from the start of its archive. Returns null if the start is damaged. */
export function peekFacts(path: string): BackupFacts | null {
  try {
    return withFile(path, (archive) => {
      const [start = Buffer.alloc(0)] = nextEntry(readEntries(readContentOf(archive)), "manifest.json").chunks();
      return parseFacts(Buffer.from(start.subarray(0, maxFactsBytes)).toString());
    });
  } catch {
    return null;
  }
}

function drain(entry: TarEntry): void {
  for (const _ of entry.chunks());
}

function readManifest(entries: Generator<TarEntry>, knownSchema: number): Manifest {
  const text = readContent(nextEntry(entries, "manifest.json"));
  const checksum = readContent(nextEntry(entries, "manifest.sha256"));
  if (!checksum.equals(checksumLine(text))) throw new Error("manifest.json is damaged");
  return parseManifest(text.toString(), knownSchema);
}

function nextEntry(entries: Generator<TarEntry>, name: string): TarEntry {
  const { value } = entries.next();
  if (!value || value.name !== name) throw new Error(`manifest mismatch: ${name} is missing`);
  return value;
}

function readContent(entry: TarEntry): Buffer {
  if (entry.size > maxManifestBytes) throw new Error(`${entry.name} is too large`);
  return Buffer.concat([...entry.chunks()].map((chunk) => Buffer.from(chunk)));
}

function checksumLine(manifest: Buffer): Buffer {
  return Buffer.from(`${Bun.SHA256.hash(manifest, "hex")}  manifest.json\n`);
}

function* verifyChunks(chunks: Iterable<Uint8Array>, sha256: string, fault: () => Error): Generator<Uint8Array> {
  const hasher = new Bun.CryptoHasher("sha256");
  for (const chunk of chunks) {
    hasher.update(chunk);
    yield chunk;
  }
  if (hasher.digest("hex") !== sha256) throw fault();
}

const changedError = () => new Error("a picture changed while it was read; try again");

function describeFile(name: string, file: number) {
  return { name, size: fstatSync(file).size, sha256: hashOf(chunksOf(readFrom(file))) };
}

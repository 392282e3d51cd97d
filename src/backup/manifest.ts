/** `manifest.json` of a backup: what it is, from which version, and every file's size and SHA-256. */
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { isArchiveName } from "./files.ts";

const format = "inglenook-backup";
const formatVersion = 1;

const ArchivedFile = Type.Object({
  name: Type.String(),
  size: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
});

const AnyVersion = Type.Object({ format: Type.Literal(format), formatVersion: Type.Integer() });

/** What `manifest.json` says. A later version may say more. */
const Manifest = Type.Object({
  format: Type.Literal(format),
  formatVersion: Type.Integer({ minimum: 1 }),
  /** Of the program that wrote it. */
  appVersion: Type.String(),
  /** Of the database in it. */
  schemaVersion: Type.Integer({ minimum: 1 }),
  /** When the copy of the database was begun. */
  createdAt: Type.String(),
  households: Type.Integer({ minimum: 0 }),
  files: Type.Array(ArchivedFile),
});

/** A manifest that this version understands. */
export type Manifest = Static<typeof Manifest>;

/** What the writer knows beside the files themselves. */
export type Facts = Pick<Manifest, "appVersion" | "schemaVersion" | "createdAt" | "households">;

/** A backup of a version that is not known yet; `message` goes on after the file's name. */
export class NewerError extends Error {}

/** The text of `manifest.json`. */
export function formatManifest(manifest: Omit<Manifest, "format" | "formatVersion">): string {
  return `${JSON.stringify({ format, formatVersion, ...manifest }, null, 2)}\n`;
}

/**
 * Reads `manifest.json`, which may be anybody's.
 * @throws NewerError where a later version wrote it; Error where it is not understood, or its files are not a backup's.
 */
export function parseManifest(text: string, knownSchema: number): Manifest {
  const manifest: unknown = JSON.parse(text);
  if (Value.Check(AnyVersion, manifest) && manifest.formatVersion > formatVersion) {
    throw new NewerError(`was written by a newer Inglenook (backup format ${manifest.formatVersion})`);
  }
  if (!Value.Check(Manifest, manifest)) throw new Error("manifest.json is not understood");
  const { schemaVersion, appVersion } = manifest;
  if (schemaVersion > knownSchema) {
    const versions = `${appVersion}, data version ${schemaVersion}; this one knows ${knownSchema}`;
    throw new NewerError(`was written by a newer Inglenook (${versions})`);
  }
  refuseUnsafe(manifest);
  return manifest;
}

function refuseUnsafe({ files }: Manifest): void {
  const names = files.map(({ name }) => name);
  const unsafe = names.find((name) => !isArchiveName(name));
  if (unsafe !== undefined) throw new Error(`it holds a file named ${JSON.stringify(unsafe)}`);
  if (new Set(names).size !== names.length) throw new Error("it holds a file twice");
  if (!names.includes("inglenook.db")) throw new Error("it holds no database");
}

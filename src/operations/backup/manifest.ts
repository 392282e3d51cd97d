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

/** Schema of a manifest. Later versions of the program may add fields. */
const Manifest = Type.Object({
  format: Type.Literal(format),
  formatVersion: Type.Integer({ minimum: 1 }),
  appVersion: Type.String({ pattern: "^[\\w.+-]{1,60}$" }),
  schemaVersion: Type.Integer({ minimum: 1 }),
  createdAt: Type.String({ pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$" }),
  households: Type.Integer({ minimum: 0 }),
  files: Type.Array(ArchivedFile),
});

export type Manifest = Static<typeof Manifest>;

export type BackupFacts = Pick<Manifest, "appVersion" | "schemaVersion" | "createdAt" | "households">;

/** Error for a backup of a newer version. `message` continues a sentence that begins with the file's name. */
export class NewerVersionError extends Error {}

export function formatManifest(manifest: Omit<Manifest, "format" | "formatVersion">): string {
  return `${JSON.stringify({ format, formatVersion, ...manifest }, null, 2)}\n`;
}

const Facts = Type.Omit(Manifest, ["files"]);

/** Parses what precedes the list of files in {@link formatManifest}. @throws Error if malformed */
export function parseFacts(start: string): BackupFacts {
  const end = start.search(/,\s*"files"\s*:/);
  const facts: unknown = JSON.parse(`${start.slice(0, Math.max(end, 0))}}`);
  if (Value.Check(Facts, facts) && facts.formatVersion === formatVersion && isInstant(facts.createdAt)) return facts;
  throw new Error("manifest.json is malformed");
}

/** Parses a manifest. @throws NewerVersionError; Error if the text is malformed or unsafe */
export function parseManifest(text: string, knownSchema: number): Manifest {
  const manifest: unknown = JSON.parse(text);
  if (Value.Check(AnyVersion, manifest) && manifest.formatVersion > formatVersion) {
    throw new NewerVersionError(
      `was written by a newer Inglenook (backup format ${manifest.formatVersion}). Update Inglenook, then restore it`,
    );
  }
  if (!Value.Check(Manifest, manifest)) throw new Error("manifest.json is malformed");
  const { schemaVersion, appVersion } = manifest;
  if (schemaVersion > knownSchema) {
    const versions = `${appVersion}, data version ${schemaVersion}; this one knows ${knownSchema}`;
    throw new NewerVersionError(
      `was written by a newer Inglenook (${versions}). Install Inglenook ${appVersion} or newer, then restore it`,
    );
  }
  if (!isInstant(manifest.createdAt)) throw new Error("manifest.json is malformed");
  refuseUnsafeFiles(manifest);
  return manifest;
}

function isInstant(text: string): boolean {
  return !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text;
}

function refuseUnsafeFiles({ files }: Manifest): void {
  const names = files.map(({ name }) => name);
  const unsafe = names.find((name) => !isArchiveName(name));
  if (unsafe !== undefined) throw new Error(`manifest mismatch: unsafe file name ${JSON.stringify(unsafe)}`);
  if (new Set(names).size !== names.length) throw new Error("manifest mismatch: a file is listed twice");
  if (!names.includes("inglenook.db")) throw new Error("manifest mismatch: inglenook.db is missing");
}

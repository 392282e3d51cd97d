/** Fetches packages for other platforms, which `npm install` leaves out, in the versions that `bun.lock` contains. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import lock from "../bun.lock";

const ownCache = join(import.meta.dir, "../node_modules/.cache/inglenook");

/** Packages in `bun.lock`. Maps names to `[name@version, registry, metadata, digest]`. */
const locked: Readonly<Record<string, readonly unknown[]>> = lock.packages;

/**
 * Returns the version and the digest of a package in `bun.lock`.
 * @throws Error if `bun.lock` has no digest of the package
 */
export function lockedPackage(name: string): { spec: string; digest: string } {
  const [spec, , , digest] = (Object.hasOwn(locked, name) ? locked[name] : undefined) ?? [];
  if (typeof spec !== "string" || typeof digest !== "string" || !digest.startsWith("sha512-"))
    throw new Error(`${name}: bun.lock has no sha512 of this package`);
  return { spec, digest };
}

/**
 * Checks the digest of a fetched package.
 * @throws Error if the digest differs from that in `bun.lock`
 */
function checkDigest(bytes: Uint8Array, digest: string, file: string): void {
  const found = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  if (found !== digest)
    throw new Error(`${file}: its digest is ${found}, and bun.lock has ${digest}. Delete the file and build again.`);
}

/**
 * Fetches a package and returns its unpacked folder. The package is unpacked at each call, because only the archive can
 * be checked.
 * @throws Error if the package cannot be fetched or differs from `bun.lock`
 */
export async function fetchPackage(name: string, cache = ownCache): Promise<string> {
  const { spec, digest } = lockedPackage(name);
  const archive = join(cache, `${spec.replace(/^@/, "").replaceAll("/", "-").replace(/@/, "-")}.tgz`);
  mkdirSync(cache, { recursive: true });
  if (!existsSync(archive)) await download(spec, archive);
  const bytes = await Bun.file(archive).bytes();
  checkDigest(bytes, digest, archive);
  // The folders' names must remain those of npm: the addon finds libvips by a relative path.
  const unpacked = join(cache, "unpacked", name);
  rmSync(unpacked, { recursive: true, force: true });
  const folder = `${unpacked}.new`;
  rmSync(folder, { recursive: true, force: true });
  await new Bun.Archive(bytes).extract(folder);
  renameSync(join(folder, "package"), unpacked);
  rmSync(folder, { recursive: true });
  return unpacked;
}

async function download(spec: string, archive: string): Promise<void> {
  const folder = `${archive}.download`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  try {
    if (!Bun.which("npm")) throw new Error(`${spec}: npm is needed to fetch it`);
    const child = Bun.spawn(["npm", "pack", "--silent", "--pack-destination", folder, spec], {
      stdout: "pipe",
      stderr: "inherit",
    });
    const [file, code] = await Promise.all([new Response(child.stdout).text(), child.exited]);
    if (code !== 0) throw new Error(`${spec}: npm could not fetch it`);
    renameSync(join(folder, file.trim()), archive);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

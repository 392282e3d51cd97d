import manifest from "../../package.json" with { type: "json" };

export const version: string = manifest.version;

/** The id of the build. The build script sets this constant. */
declare const INGLENOOK_BUILD: string | undefined;

/** The id of the build. Every ETag contains this id, so that answers of another build are not reused. */
export const build: string = typeof INGLENOOK_BUILD === "string" ? INGLENOOK_BUILD : crypto.randomUUID();

/**
 * The public key of releases. The build script reads the key from `packaging/minisign.pub`. The key is empty if the
 * file is missing.
 */
declare const INGLENOOK_UPDATE_KEY: string | undefined;

/** The public key of releases in Base64. Empty if the build has no key. */
export const releaseKey: string = typeof INGLENOOK_UPDATE_KEY === "string" ? INGLENOOK_UPDATE_KEY : "";

export const repository: string = manifest.repository;

export const isBinary: boolean = typeof INGLENOOK_BUILD === "string";

/**
 * Returns the address of a module in `src` that runs as a worker. In the binary, all modules are in the folder of
 * `main.ts`.
 */
export function workerAddress(path: string): string {
  return new URL(`${isBinary ? "." : ".."}/${path}`, import.meta.url).href;
}

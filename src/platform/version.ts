import manifest from "../../package.json" with { type: "json" };

export const version: string = manifest.version;

/** The id of the build. The build script sets this constant. */
declare const INGLENOOK_BUILD: string | undefined;

/** The id of the build. Every ETag contains this id, so that answers of another build are not reused. */
export const build: string = typeof INGLENOOK_BUILD === "string" ? INGLENOOK_BUILD : crypto.randomUUID();

/** The public key of releases from `packaging/minisign.pub`. Empty if the build script found no such file. */
declare const INGLENOOK_UPDATE_KEY: string | undefined;

/** The public key of releases in Base64. Empty if the build has no key. */
export const releaseKey: string = typeof INGLENOOK_UPDATE_KEY === "string" ? INGLENOOK_UPDATE_KEY : "";

export const repository: string = manifest.repository;

export const isBinary: boolean = typeof INGLENOOK_BUILD === "string";

/** Returns the address of a worker in `src`. In the binary, all modules are in the folder of `main.ts`. */
export function workerAddress(path: string): string {
  return new URL(`${isBinary ? "." : ".."}/${path}`, import.meta.url).href;
}

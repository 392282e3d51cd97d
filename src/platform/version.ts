import manifest from "../../package.json" with { type: "json" };

export const version: string = manifest.version;

/** The id of the build, set by the build script. */
declare const INGLENOOK_BUILD: string | undefined;

/** The id of the build. It is part of every ETag, so that answers of another build are not reused. */
export const build: string = typeof INGLENOOK_BUILD === "string" ? INGLENOOK_BUILD : crypto.randomUUID();

/** The public key of releases, set by the build script from `packaging/minisign.pub`. Empty without that file. */
declare const INGLENOOK_UPDATE_KEY: string | undefined;

/** The public key of releases in Base64. Empty if there is none. */
export const releaseKey: string = typeof INGLENOOK_UPDATE_KEY === "string" ? INGLENOOK_UPDATE_KEY : "";

export const repository: string = manifest.repository;

export const isBinary: boolean = typeof INGLENOOK_BUILD === "string";

/** Address of a module of `src` that runs as a worker. In the binary all modules are in the folder of `main.ts`. */
export function workerAddress(path: string): string {
  return new URL(`${isBinary ? "." : ".."}/${path}`, import.meta.url).href;
}

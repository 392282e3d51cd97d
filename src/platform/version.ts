import manifest from "../../package.json" with { type: "json" };

export const version: string = manifest.version;

/** Set by the build script. */
declare const INGLENOOK_BUILD: string | undefined;

/** Part of every ETag: answers of another build are not reused. */
export const build: string = typeof INGLENOOK_BUILD === "string" ? INGLENOOK_BUILD : crypto.randomUUID();

/** Set by the build script from `packaging/minisign.pub`; empty without that file. */
declare const INGLENOOK_UPDATE_KEY: string | undefined;

/** Base64. */
export const releaseKey: string = typeof INGLENOOK_UPDATE_KEY === "string" ? INGLENOOK_UPDATE_KEY : "";

export const repository: string = manifest.repository;

export const isBinary: boolean = typeof INGLENOOK_BUILD === "string";

/** Address of a module of `src` that runs as a worker. In the binary all modules are in the folder of `main.ts`. */
export function workerAddress(path: string): string {
  return new URL(`${isBinary ? "." : ".."}/${path}`, import.meta.url).href;
}

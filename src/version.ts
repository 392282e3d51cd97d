import manifest from "../package.json" with { type: "json" };

/** The product's version, as `--version` and the API's descriptions name it. */
export const version: string = manifest.version;

/** Set by the build script; absent when run from source. */
declare const INGLENOOK_BUILD: string | undefined;

/** Names this build in ETags, so that no answer of another one is taken for current. From source, each start is a build. */
export const build: string = typeof INGLENOOK_BUILD === "string" ? INGLENOOK_BUILD : crypto.randomUUID();

import { join } from "node:path";
import type { BunPlugin } from "bun";
import { buildId } from "./build-id.ts";
import { readReleaseKey } from "./release-key.ts";
import type { CrossTarget } from "./targets.ts";

/** Entry points of the program. The first starts the others as workers. */
export const entryPoints = [
  "src/main.ts",
  "src/platform/db/checkpoint-worker.ts",
  "src/kitchen/recipe-import/page-worker.ts",
] as const;

/**
 * Builds the program as one file: for the platform `target`, or for this machine if `target` is null. Only tests let it
 * read a package.json, by which imports of code outside of the file are resolved.
 * @throws AggregateError if the build fails
 */
export async function buildProgram(
  outfile: string,
  plugins: BunPlugin[],
  target: CrossTarget | null = null,
  { readsPackageJson = false } = {},
) {
  const { logs } = await Bun.build({
    entrypoints: entryPoints.map((file) => join(import.meta.dir, "..", file)),
    // Ignore the working directory: load neither settings from a .env nor code from a bunfig.toml.
    compile: {
      outfile,
      ...(target && { target: target.compile, executablePath: target.runtime }),
      autoloadDotenv: false,
      autoloadBunfig: false,
      autoloadTsconfig: false,
      autoloadPackageJson: readsPackageJson,
    },
    define: {
      INGLENOOK_BUILD: JSON.stringify(await buildId()),
      INGLENOOK_UPDATE_KEY: JSON.stringify(await readReleaseKey()),
    },
    target: "bun",
    plugins,
    // Elysia reads its handlers' source to learn which context they use; it would misread minified code.
    minify: false,
    // Bytecode halves the start time and adds 8 MB.
    bytecode: true,
    format: "esm",
    sourcemap: "none",
  });
  for (const log of logs) console.error(log);
}

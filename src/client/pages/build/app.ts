/** Builds the app from `src/web`. This code is not part of the binary. */
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pageAddresses } from "../addresses.ts";
import { type BuiltFile, builtFile } from "./files.ts";
import { buildPage } from "./page.ts";
import { browserBuild, buildScripts, type Script } from "./scripts.ts";
import { buildStyles } from "./styles.ts";

export const source = join(import.meta.dir, "../../../web");

/** Result of a build of the app. The entry script is the first of the scripts. */
type AppBuild = {
  readonly files: readonly BuiltFile[];
  readonly scripts: readonly Script[];
  /** Absolute paths of all source files. */
  readonly inputs: readonly string[];
};

/** Builds the app. `plugins` may change the sources. @throws Error that lists the errors in the sources */
export async function buildApp(plugins: readonly Bun.BunPlugin[] = []): Promise<AppBuild> {
  try {
    const [scripts, styles, icons] = await Promise.all([
      buildScripts(source, plugins),
      buildStyles(source),
      readIcons(),
    ]);
    const page = await buildPage(source, scripts, styles);
    const assets = [...scripts.map(({ file }) => file), styles.sheet, styles.later, ...styles.fonts];
    const manifest = builtFile("/manifest.webmanifest", await Bun.file(join(source, "manifest.webmanifest")).bytes());
    const worker = await buildWorker(page, assets);
    const inputs = [...scripts.flatMap((script) => script.inputs), ...styles.inputs, ...worker.inputs];
    return { scripts, inputs, files: [page, ...assets, worker.file, manifest, ...icons] };
  } catch (error) {
    if (!(error instanceof AggregateError)) throw error;
    throw new Error(`The app could not be built: ${error.errors.map(String).join("\n")}`);
  }
}

async function buildWorker(page: BuiltFile, assets: readonly BuiltFile[]) {
  const shell = {
    name: `shell-${Bun.hash(page.bytes).toString(36)}`,
    assets: assets.map(({ address }) => address),
    sections: [...new Set(pageAddresses.map((address) => address.split("/")[1] ?? ""))],
  };
  const entry = join(source, "worker/service-worker.ts");
  const build = browserBuild(entry, { SHELL: JSON.stringify(shell) });
  const { outputs, metafile } = await Bun.build({ ...build, format: "iife", metafile: true });
  const inputs = Object.keys(metafile?.inputs ?? {}).map((path) => resolve(path));
  return { file: builtFile("/sw.js", (await outputs[0]?.text()) ?? ""), inputs };
}

async function readIcons(): Promise<BuiltFile[]> {
  const folder = join(source, "icons");
  const files = (await readdir(folder)).sort().map(async (name) => {
    const address = name === "favicon.ico" ? "/favicon.ico" : `/icons/${name}`;
    return builtFile(address, await Bun.file(join(folder, name)).bytes());
  });
  return Promise.all(files);
}

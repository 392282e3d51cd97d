/** Builds the app from `src/web`. This code is not part of the binary. */

import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { version } from "#platform/version.ts";
import { pageAddresses } from "../addresses.ts";
import { type BuiltFile, builtFile } from "./files.ts";
import { browserBuild, buildScripts, type Script, withImports } from "./scripts.ts";
import { buildStyles, type Styles } from "./styles.ts";

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

/** Returns `index.html` with links to the built scripts and styles. */
export async function buildPage(source: string, scripts: readonly Script[], styles: Styles): Promise<BuiltFile> {
  const [entry] = scripts;
  if (!entry) throw new Error("the bundler made no script");
  const [font] = styles.fonts;
  const links = [
    `<link rel="stylesheet" href="${styles.sheet.address}">`,
    font && `<link rel="preload" as="font" type="font/woff2" crossorigin href="${font.address}">`,
    ...withImports(scripts, [entry]).flatMap((script) =>
      script === entry ? [] : [`<link rel="modulepreload" href="${script.file.address}">`],
    ),
  ];
  let isFound = false;
  const rewriter = new HTMLRewriter().on('script[src="./main.tsx"]', {
    element(script) {
      isFound = true;
      script.before(links.filter(Boolean).join("\n    "), { html: true });
      script.before("\n    ");
      script.setAttribute("src", entry.file.address);
      script.setAttribute("data-later-styles", styles.later.address);
      script.setAttribute("data-version", version);
    },
  });
  const html = rewriter.transform(await Bun.file(join(source, "index.html")).text());
  if (!isFound) throw new Error("index.html has no script ./main.tsx");
  return builtFile("/", html, "index.html");
}

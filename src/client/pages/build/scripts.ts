import { join, relative, resolve } from "node:path";
import { mergeChunks } from "./chunks.ts";
import { type BuiltFile, builtFile } from "./files.ts";
import { preactStore } from "./preact.ts";

export type Script = {
  readonly file: BuiltFile;
  /** Paths of the modules in the script, relative to `src/web`. Packages are left out. */
  readonly modules: readonly string[];
  /** Absolute paths of all source files. */
  readonly inputs: readonly string[];
  readonly imports: readonly string[];
};

export function browserBuild(entry: string, define: Readonly<Record<string, string>> = {}): Bun.BuildConfig {
  return {
    entrypoints: [entry],
    target: "browser",
    minify: true,
    sourcemap: "none",
    env: "disable",
    // Without these two, Bun builds for development.
    define: { "process.env.NODE_ENV": '"production"', ...define },
    jsx: { runtime: "automatic", importSource: "preact", development: false },
  };
}

/** Builds the scripts. The entry script comes first. @throws Error from the bundler */
export async function buildScripts(source: string, plugins: readonly Bun.BunPlugin[] = []): Promise<readonly Script[]> {
  const name = "[name]-[hash].[ext]";
  const { outputs, metafile } = await Bun.build({
    ...browserBuild(join(source, "main.tsx")),
    format: "esm",
    splitting: true,
    publicPath: "/assets/",
    naming: { entry: name, chunk: name, asset: name },
    metafile: true,
    plugins: [
      preactStore,
      mergeChunks(source),
      { name: "styles", setup: (build) => skipStyles(build, source) },
      ...plugins,
    ],
  });
  const scripts: Script[] = [];
  for (const output of outputs) {
    const described = metafile?.outputs[output.path];
    if (!described) throw new Error(`the bundler does not describe ${output.path}`);
    const file = builtFile(addressOf(output.path), new Uint8Array(await output.arrayBuffer()));
    const inputs = Object.keys(described.inputs).map((path) => resolve(path));
    const modules = inputs.map((path) => relative(source, path));
    const imports = described.imports.filter(({ kind }) => kind === "import-statement");
    const script = {
      file,
      inputs,
      modules: modules.filter((path) => !path.startsWith("..")),
      imports: imports.map(({ path }) => addressOf(path)),
    };
    if (output.kind === "entry-point") scripts.unshift(script);
    else scripts.push(script);
  }
  return scripts;
}

/** Returns the entry scripts with all scripts that they import directly or indirectly. */
export function withImports(scripts: readonly Script[], entries: readonly Script[]): readonly Script[] {
  const found = new Set(entries);
  for (const { imports } of found) {
    for (const script of scripts) if (imports.includes(script.file.address)) found.add(script);
  }
  return [...found];
}

/**
 * Removes stylesheets from the scripts.
 * @throws Error if a stylesheet is imported outside the two style files, because it would never be loaded
 */
function skipStyles(build: Bun.PluginBuilder, source: string): void {
  build.onLoad({ filter: /\.css$/ }, ({ path }) => {
    if (!["index.css", "later.css"].some((name) => path === join(source, "styles", name)))
      throw new Error(`${path}: import it in styles/index.css or styles/later.css`);
    return { contents: "", loader: "js" };
  });
}

function addressOf(output: string): string {
  return `/assets/${output.replace(/^\.?\//, "")}`;
}

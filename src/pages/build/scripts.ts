/** The app's scripts: one that begins, and those that are loaded when they are needed. */
import { join, relative, resolve } from "node:path";
import { type BuiltFile, builtFile } from "./files.ts";
import { preactForReact } from "./preact.ts";

/** A script, and what it can't run without. */
export type Script = {
  readonly file: BuiltFile;
  /** The source files in it, below `src/web`; those of packages are not told. */
  readonly modules: readonly string[];
  /** The addresses of scripts that it imports at once. */
  readonly imports: readonly string[];
};

/** What bundling takes, whatever is bundled for the browser: `define` replaces names by JSON. */
export function browserBuild(entry: string, define: Readonly<Record<string, string>> = {}): Bun.BuildConfig {
  return {
    entrypoints: [entry],
    target: "browser",
    minify: true,
    sourcemap: "none",
    env: "disable",
    // React's own development build is what comes without both.
    define: { "process.env.NODE_ENV": '"production"', ...define },
    jsx: { runtime: "automatic", importSource: "react", development: false },
  };
}

/** All scripts, the one that begins first. @throws Error with what the bundler says. */
export async function buildScripts(source: string): Promise<readonly Script[]> {
  const name = "[name]-[hash].[ext]";
  const { outputs, metafile } = await Bun.build({
    ...browserBuild(join(source, "main.tsx")),
    format: "esm",
    splitting: true,
    publicPath: "/assets/",
    naming: { entry: name, chunk: name, asset: name },
    metafile: true,
    plugins: [preactForReact, { name: "styles", setup: (build) => leaveOutStyles(build, source) }],
  });
  const scripts: Script[] = [];
  for (const output of outputs) {
    const described = metafile?.outputs[output.path];
    if (!described) throw new Error(`the bundler does not describe ${output.path}`);
    const file = builtFile(addressOf(output.path), new Uint8Array(await output.arrayBuffer()));
    const modules = Object.keys(described.inputs).map((path) => relative(source, resolve(path)));
    const imports = described.imports.filter(({ kind }) => kind === "import-statement");
    const script = {
      file,
      modules: modules.filter((path) => !path.startsWith("..")),
      imports: imports.map(({ path }) => addressOf(path)),
    };
    if (output.kind === "entry-point") scripts.unshift(script);
    else scripts.push(script);
  }
  return scripts;
}

/** Scripts with all that they import at once, near and far; each once, themselves first. */
export function withImports(scripts: readonly Script[], begun: readonly Script[]): readonly Script[] {
  const found = new Set(begun);
  for (const { imports } of found) {
    for (const script of scripts) if (imports.includes(script.file.address)) found.add(script);
  }
  return [...found];
}

/** Styles are built by themselves. One that only a lazy script names would never be loaded, so that none may be elsewhere. */
function leaveOutStyles(build: Bun.PluginBuilder, source: string): void {
  build.onLoad({ filter: /\.css$/ }, ({ path }) => {
    if (path !== join(source, "styles/index.css")) throw new Error(`${path}: import it in styles/index.css`);
    return { contents: "", loader: "js" };
  });
}

function addressOf(output: string): string {
  return `/assets/${output.replace(/^\.?\//, "")}`;
}

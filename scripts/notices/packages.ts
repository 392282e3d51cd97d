/** Finds the npm packages that are in the bundles of the server, the app and the bridge, and their licence texts. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildApp } from "#client/pages/build/app.ts";
import { entryPoints } from "../program.ts";
import { sharpPlugin } from "../sharp-plugin.ts";

export type BundledPackage = {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly text: string;
};

export const root = join(import.meta.dir, "../..");
const isLicenceFile = (name: string) =>
  /^(licen[cs]es?|copying|notice|copyright)([.-](md|txt|mit|apache))?$|\.LICENSE\.txt$/i.test(name);

/** Folders of packages that only macros read. The bundler does not list them. */
const fromMacros = [join(root, "node_modules/@iconify-json/lucide")];

/** Returns the folders of all packages that are in a bundle. */
export async function bundledFolders(): Promise<readonly string[]> {
  const [program, bridge, app] = await Promise.all([
    inputsOf(entryPoints),
    inputsOf(["scripts/bridge-program.ts"]),
    buildApp(),
  ]);
  const folders = new Set(fromMacros);
  for (const file of [...program, ...bridge, ...app.inputs]) {
    const [folder] = /^.*[/\\]node_modules[/\\](@[^/\\]+[/\\])?[^/\\]+/.exec(file) ?? [];
    // The parts for this platform; `native.ts` has those of all platforms.
    if (folder && !/[/\\]@img[/\\]sharp-/.test(folder)) folders.add(folder);
  }
  return [...folders];
}

async function inputsOf(entries: readonly string[]): Promise<string[]> {
  const { metafile } = await Bun.build({
    entrypoints: entries.map((entry) => join(root, entry)),
    target: "bun",
    metafile: true,
    plugins: [
      sharpPlugin(),
      // The binary has the built app in place of what builds it.
      {
        name: "web",
        setup: (build) => void build.onResolve({ filter: /^\.\/build\// }, ({ path }) => ({ path, external: true })),
      },
    ],
  });
  return Object.keys(metafile?.inputs ?? {}).map((path) => resolve(path));
}

/**
 * Returns a package with its licence texts.
 * @throws Error if neither the package nor the folder `stored` contains a licence text
 */
export function describePackage(folder: string, stored = join(root, "packaging/licences/packages")): BundledPackage {
  const { name, version, license }: { name: string; version: string; license?: string } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  );
  const files = readdirSync(folder)
    .filter(isLicenceFile)
    .sort()
    .map((file) => join(folder, file));
  const own = join(stored, `${name.replace("/", "-")}.txt`);
  const found = files.length > 0 ? files : existsSync(own) ? [own] : [];
  if (found.length === 0 || !license)
    throw new Error(
      `${name} ${version} is in the bundle without a licence text: store it as packaging/licences/packages/${name.replace("/", "-")}.txt`,
    );
  const text = found.map((file) => readFileSync(file, "utf8").replaceAll("\r\n", "\n").trim()).join("\n\n");
  return { name, version, licence: license, text };
}

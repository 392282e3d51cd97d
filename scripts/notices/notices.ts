import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Component } from "../../src/licences.ts";
import { bunLibraries, imageLibraries, type NativeLibrary } from "./native.ts";
import { type BundledPackage, bundledFolders, describePackage, root } from "./packages.ts";

export const noticesFile = join(root, "THIRD_PARTY_NOTICES.txt");
export const componentsFile = join(root, "packaging/licences/components.json");

/** Texts that several libraries share; those of the npm packages come from the packages themselves. */
const shared = ["MIT", "BSD-3-Clause", "Apache-2.0", "MPL-1.1", "LGPL-2", "LGPL-2.1", "LGPL-3", "GPL-3"];

const intro = `Inglenook contains the work of others. This file names each part with its licence, and has the texts.

1. npm packages
2. Bun, the runtime, and the libraries that it contains
3. libvips, which handles pictures, and the libraries that it contains
4. The texts of the licences of 2 and 3
`;

const relinking = `Some of these libraries are under the LGPL, which lets you replace them with versions of your own:

- JavaScriptCore, WebKit and tinycc are part of Bun. Bun's source, with the exact revision of WebKit in
  scripts/build/deps/webkit.ts, is at https://github.com/oven-sh/bun. Build Bun, and run Inglenook's source with it
  (bun run src/main.ts serve), or build the binary with it (bun run build).
- libvips and its libraries are one shared library, libvips-cpp. Its sources and build script are at
  https://github.com/lovell/sharp-libvips. Replace the file in node_modules/@img/sharp-libvips-<platform>/lib
  and run bun run build.

Inglenook's own source, with its build scripts, is under the MIT licence. You may also reverse engineer the program to
debug such changes.
`;

/** @throws Error for a package without a licence text. */
export async function collectNotices(): Promise<{ text: string; components: readonly Component[] }> {
  const packages = (await bundledFolders()).map((folder) => describePackage(folder)).sort(byName);
  const images = imageLibraries();
  const sections = [
    intro,
    relinking,
    heading("1. npm packages"),
    ...groupByText(packages).map(([names, text]) => `${names.join("\n")}\n\n${text}\n`),
    heading("2. Bun and its libraries"),
    bunLibraries.map(lineOf).join(""),
    heading("3. libvips and its libraries"),
    "The LGPL 3 is used where a library is under the LGPL 2 or 2.1 “or any later version”.\n",
    images.map(lineOf).join(""),
    heading("4. Licences"),
    ...shared.map(
      (name) => `${heading(name)}\n${readFileSync(join(root, `packaging/licences/${name}.txt`), "utf8").trim()}\n`,
    ),
  ];
  const components = [
    ...packages.map(({ name, version, licence }) => ({ name, version, licence, isPackage: true })),
    ...[...bunLibraries, ...images].map(({ name, version, licence }) => ({ name, version, licence, isPackage: false })),
  ];
  return { text: sections.join("\n"), components };
}

/** Packages with the same text stand above one copy of it. */
function groupByText(packages: readonly BundledPackage[]): [string[], string][] {
  const groups = new Map<string, string[]>();
  for (const { name, version, licence, text } of packages) {
    groups.set(text, [...(groups.get(text) ?? []), `--- ${name} ${version} (${licence})`]);
  }
  return [...groups].map(([text, names]) => [names, text]);
}

const heading = (title: string) => `${"=".repeat(80)}\n${title}\n${"=".repeat(80)}\n`;

function lineOf({ name, version, licence, home }: NativeLibrary): string {
  return `- ${name}${version ? ` ${version}` : ""}: ${licence}${home ? `, ${home}` : ""}\n`;
}

function byName(a: BundledPackage, b: BundledPackage): number {
  return `${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1;
}

export const componentsText = (components: readonly Component[]) => `${JSON.stringify(components, null, 2)}\n`;

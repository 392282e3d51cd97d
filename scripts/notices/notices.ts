import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Component } from "#server/licences.ts";
import { bunLibraries, crates, imageLibraries, type NativeLibrary, polyfills } from "./native.ts";
import { checkOwnTexts, type OwnText, readOwnTexts } from "./own-texts.ts";
import { type BundledPackage, bundledFolders, describePackage, root } from "./packages.ts";

export const noticesFile = join(root, "THIRD_PARTY_NOTICES.txt");
export const componentsFile = join(root, "packaging/licences/components.json");

/** Names of licence texts without copyright lines, which several libraries share. */
const shared = ["Apache-2.0", "MPL-1.1", "MPL-2.0", "LGPL-2", "LGPL-2.1", "LGPL-3", "GPL-2", "GPL-3"];

const intro = `Inglenook contains the work of others. This file names each part with its licence, and has the texts.

1. npm packages
2. Bun, the runtime, and the libraries that it contains
3. libvips, which handles pictures, and the libraries that it contains
4. Rust crates in Bun and in librsvg, a part of libvips
5. Copyright and licences of each part of 2, 3 and 4
6. Licences to which 5 refers
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

/** Sentences that the licences of libjpeg and FreeType require. */
const acknowledgements = `This software is based in part on the work of the Independent JPEG Group.
Portions of this software are copyright © 2026 The FreeType Project (www.freetype.org). All rights reserved.
`;

/**
 * Collects the licence texts of all packages and libraries.
 * @throws Error for a package or a library without a licence text
 */
export async function collectNotices(): Promise<{ text: string; components: readonly Component[] }> {
  const packages = (await bundledFolders()).map((folder) => describePackage(folder)).sort(byName);
  const native = [...bunLibraries, ...polyfills, ...imageLibraries(), ...crates];
  const texts = readOwnTexts();
  checkOwnTexts(
    native.map(({ name }) => name),
    texts,
  );
  const sections = [
    intro,
    relinking,
    heading("1. npm packages"),
    ...groupByText(packages).map(([names, text]) => `${names.join("\n")}\n\n${text}\n`),
    heading("2. Bun and its libraries"),
    bunLibraries.map(lineOf).join(""),
    "Bun also contains these npm packages, which stand in for Node's modules in browsers:\n",
    polyfills.map(lineOf).join(""),
    heading("3. libvips and its libraries"),
    "The LGPL 3 is used where a library is under the LGPL 2 or 2.1 “or any later version”.\n",
    imageLibraries().map(lineOf).join(""),
    acknowledgements,
    heading("4. Rust crates"),
    "The source of each crate is at https://crates.io/crates/<name>.\n",
    crates.map(lineOf).join(""),
    heading("5. Copyright and licences of these parts"),
    ...texts.map(showOwnText),
    heading("6. Licences"),
    ...shared.map(
      (name) => `${heading(name)}\n${readFileSync(join(root, `packaging/licences/${name}.txt`), "utf8").trim()}\n`,
    ),
  ];
  const components = [
    ...packages.map(({ name, version, licence }) => ({ name, version, licence, isPackage: true })),
    ...native.map(({ name, version, licence }) => ({ name, version, licence, isPackage: false })),
  ];
  return { text: sections.join("\n"), components };
}

/** Groups packages that have the same licence text. Each text comes with the names of its packages. */
function groupByText(packages: readonly BundledPackage[]): [string[], string][] {
  const groups = new Map<string, string[]>();
  for (const { name, version, licence, text } of packages) {
    groups.set(text, [...(groups.get(text) ?? []), `--- ${name} ${version} (${licence})`]);
  }
  return [...groups].map(([text, names]) => [names, text]);
}

const showOwnText = ({ libraries, text }: OwnText) =>
  `${libraries.map(({ name, lines }) => `--- ${name}\n${lines}`.trim()).join("\n")}\n\n${text}\n`;

const heading = (title: string) => `${"=".repeat(80)}\n${title}\n${"=".repeat(80)}\n`;

function lineOf({ name, version, licence, home }: NativeLibrary): string {
  return `- ${name}${version ? ` ${version}` : ""}: ${licence}${home ? `, ${home}` : ""}\n`;
}

function byName(a: BundledPackage, b: BundledPackage): number {
  return `${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1;
}

export const componentsText = (components: readonly Component[]) => `${JSON.stringify(components, null, 2)}\n`;

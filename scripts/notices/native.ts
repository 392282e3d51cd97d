/** Native libraries in the binary: those of Bun, and libvips with its libraries. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import bunParts from "../../packaging/licences/bun.json" with { type: "json" };
import crateParts from "../../packaging/licences/crates.json" with { type: "json" };
import polyfillParts from "../../packaging/licences/polyfills.json" with { type: "json" };
import { root } from "./packages.ts";

export type NativeLibrary = {
  readonly name: string;
  readonly version: string | null;
  readonly licence: string;
  readonly home: string | null;
};

/** Libraries of Bun whose versions Bun reports, mostly as commits. `key` is the name in `process.versions`. */
export const bunLibraries: readonly NativeLibrary[] = bunParts.map(({ name, licence, home, key }) => ({
  name,
  licence,
  home,
  version: (key && process.versions[key]?.slice(0, 12)) ?? null,
}));

const unversioned = (part: { name: string; licence: string }) => ({ ...part, version: null, home: null });

/** Libraries that are bundled into Bun as replacements of Node's modules for browsers. */
export const polyfills: readonly NativeLibrary[] = polyfillParts.map(unversioned);

/** Rust libraries that are linked into Bun or librsvg. */
export const crates: readonly NativeLibrary[] = crateParts.map(unversioned);

/** Names in sharp's `versions.json` that differ from the names in its README by more than a leading `lib`. */
const shortNames: Readonly<Record<string, string>> = { ultrahdr: "uhdr" };

/**
 * Returns the native libraries of sharp. Its packages contain the same libraries for all platforms.
 * @throws Error if the package has another structure than expected
 */
export function imageLibraries(): readonly NativeLibrary[] {
  const images = join(root, "node_modules/@img");
  const name = readdirSync(images).find((each) => /^sharp-(libvips-|win32-)/.test(each));
  if (!name) throw new Error("libvips is not installed: run npm install");
  const readme = readFileSync(join(images, name, "README.md"), "utf8");
  const versions: Readonly<Record<string, string>> = JSON.parse(
    readFileSync(join(images, name, "versions.json"), "utf8"),
  );
  const left = new Set(Object.keys(versions));
  const libraries = [...readme.matchAll(/^\| ([\w-]+) +\| (.+?) +\|$/gm)].flatMap(([, library = "", terms = ""]) => {
    if (library === "Library") return [];
    const short = library.replace(/^lib/, "");
    const key = shortNames[short] ?? short;
    left.delete(key);
    const [, home = null] = /\]\((\S+)\)/.exec(terms) ?? [];
    return [
      { name: library, version: versions[key] ?? null, licence: terms.replace(/\[(.+?)\]\(\S+?\)/g, "$1"), home },
    ];
  });
  if (left.size > 0) throw new Error(`${name}: its README has no licence of ${[...left].join(", ")}`);
  return libraries;
}

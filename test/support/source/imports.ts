/** Reads every file of `src`, and every import of one such file by another. */
import { dirname, join, normalize } from "node:path";
import { Glob } from "bun";

export const root = join(import.meta.dir, "../../..");
export const files = [...new Glob("src/**/*.{ts,tsx}").scanSync(root)].filter((file) => !file.endsWith(".d.ts")).sort();

/** Import of one file by another. `isLater` means that `import()` loads the file when it is first needed. */
export type Import = { from: string; to: string; isType: boolean; isLater: boolean };

/** Resolves the specifier of an import to one of our files: `#calendar/events/store.ts` or a relative path. */
export function fileOf(from: string, specifier: string): string {
  return specifier.startsWith("#") ? `src/${specifier.slice(1)}` : normalize(join(dirname(from), specifier));
}

/** Returns every import of another of our files in a file, including imports of types. */
async function importsOf(from: string): Promise<Import[]> {
  const text = await Bun.file(join(root, from)).text();
  const found = [
    ...text.matchAll(/(?:^|\n)((?:import|export)\b[^;]*?from |import )"([.#][^"]+)"|import\("([.#][^"]+)"\)/g),
  ];
  return found.map(([, how = "", there, later]) => {
    const to = fileOf(from, there ?? later ?? "");
    return { from, to, isType: /^\w+ type\b/.test(how), isLater: later !== undefined };
  });
}

export const imports = (await Promise.all(files.map(importsOf))).flat();

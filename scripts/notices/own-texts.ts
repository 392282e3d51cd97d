/**
 * Licence texts of the native libraries with their copyright lines, in `packaging/licences/native`. In these files,
 * `=== name` starts the lines of one library. Libraries with the same text follow each other, and the text follows
 * after an empty line.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./packages.ts";

export type OwnText = {
  /** Names of the libraries with their copyright lines. The lines are empty if `text` contains them. */
  readonly libraries: readonly { readonly name: string; readonly lines: string }[];
  readonly text: string;
};

const native = join(root, "packaging/licences/native");

export const readOwnTexts = (folder = native): readonly OwnText[] =>
  readdirSync(folder)
    .sort()
    .flatMap((file) => parseOwnTexts(readFileSync(join(folder, file), "utf8")));

export function parseOwnTexts(content: string): readonly OwnText[] {
  const [, ...parts] = content.split(/^=== /m);
  const texts: OwnText[] = [];
  let libraries: { name: string; lines: string }[] = [];
  for (const part of parts) {
    const [head = "", ...rest] = part.split("\n\n");
    const [name = "", ...lines] = head.trim().split("\n");
    libraries.push({ name, lines: lines.join("\n") });
    const text = rest.join("\n\n").trim();
    if (text === "") continue;
    texts.push({ libraries, text });
    libraries = [];
  }
  return texts;
}

/**
 * Checks that each library has a stored text and each text a library.
 * @throws Error for a library without a text, and for a text without a library
 */
export function checkOwnTexts(names: readonly string[], texts: readonly OwnText[]): void {
  const known = new Set(texts.flatMap(({ libraries }) => libraries.map(({ name }) => name)));
  const missing = names.filter((name) => !known.has(name));
  if (missing.length > 0)
    throw new Error(`${missing.join(", ")}: no licence text in packaging/licences/native, add it below "=== <name>"`);
  const unused = [...known].filter((name) => !names.includes(name));
  if (unused.length > 0) throw new Error(`${unused.join(", ")}: not in the binary, remove from packaging/licences`);
}

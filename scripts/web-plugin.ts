/** Build plugin that puts the compressed app for the browser into the binary. */
import { mkdirSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import type { BunPlugin } from "bun";
import type { PackedFile } from "#client/pages/build/pack.ts";

const folder = resolve("dist/web");
/** Resolved, so that a build fails if the module has another name. */
const replaced = Bun.resolveSync("#client/pages/built.ts", import.meta.dir);

/**
 * Returns a plugin that replaces the module which would build the app at its first request. Writes the files to the
 * path where the build finds them.
 */
export async function webPlugin(files: readonly PackedFile[]): Promise<BunPlugin> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const imports: string[] = [];
  const entries: string[] = [];
  for (const [index, { address, type, tag, bodies }] of files.entries()) {
    const readers: string[] = [];
    for (const [encoding, bytes] of Object.entries(bodies)) {
      const path = `${folder}/${index}.${encoding}`;
      await Bun.write(path, bytes);
      imports.push(`import ${encoding}${index} from ${quoted(path)} with { type: "file" };`);
      readers.push(`${encoding}: () => Bun.file(${encoding}${index}).bytes()`);
    }
    const file = `{ type: ${quoted(type)}, tag: ${quoted(tag)}, bodies: { ${readers.join(", ")} } }`;
    entries.push(`  [${quoted(address)}, ${file}],`);
  }
  const contents = `${imports.join("\n")}
const files = new Map([
${entries.join("\n")}
]);
export const builtApp = async () => files;`;
  return {
    name: "web",
    setup(build) {
      build.onLoad({ filter: new RegExp(`^${RegExp.escape(replaced)}$`) }, () => ({ contents, loader: "js" }));
    },
  };
}

const quoted = (text: string) => JSON.stringify(text);

/** Build plugin that puts sharp's native part into the binary: its addon and libvips. */
import { readdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { BunPlugin } from "bun";

/** Whether the loader of the system needs the file. `glib-2.0/` and similar folders are only needed for building. */
const isNeeded = (name: string) => /\.(node|dll|dylib)$|\.so(\.[\d.]+)?$/.test(name);

/**
 * Returns a plugin that replaces the module with which sharp finds its addon in node_modules. `folders` are those of
 * the packages for another platform. Without `folders`, the packages installed for this machine are used.
 */
export const sharpPlugin = (folders?: readonly string[]): BunPlugin => ({
  name: "sharp",
  setup(build) {
    build.onLoad({ filter: /[/\\]sharp[/\\]dist[/\\]sharp\.(mjs|cjs)$/ }, ({ path }) => {
      const files = nativeFiles(folders ?? installedFolders(resolve(dirname(path), "../../@img")));
      const imports = files.map(({ file }, index) => `import file${index} from ${quoted(file)} with { type: "file" };`);
      const entries = files.map(({ name }, index) => `[${quoted(name)}, file${index}]`);
      const loader = quoted(join(import.meta.dir, "sharp-addon.ts"));
      const contents = `${imports.join("\n")}
import { loadAddon } from ${loader};
export default await loadAddon([${entries.join(", ")}]);`;
      return { contents, loader: "js" };
    });
  },
});

function installedFolders(packages: string): string[] {
  const names = readdirSync(packages).filter((name) => name.startsWith("sharp-"));
  return names.map((name) => join(packages, name));
}

/**
 * Returns the files of the addon and its libraries.
 * @throws Error if the addon is missing
 */
export function nativeFiles(folders: readonly string[]): { name: string; file: string }[] {
  const files = folders.flatMap((folder) =>
    readdirSync(join(folder, "lib"))
      .filter(isNeeded)
      .map((file) => ({ name: `${basename(folder)}/lib/${file}`, file: join(folder, "lib", file) })),
  );
  if (!files.some(({ name }) => name.endsWith(".node")))
    throw new Error(`sharp has no addon for this platform in ${folders.join(", ")}`);
  return files;
}

const quoted = (text: string) => JSON.stringify(text);

/** Puts sharp's native part into the binary: its addon and libvips, for the platform that the build runs on. */
import { readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { BunPlugin } from "bun";

/** The files that the system's loader needs; `glib-2.0/` and the like are for building. */
const isNeeded = (name: string) => /\.(node|dll|dylib)$|\.so(\.[\d.]+)?$/.test(name);

/** Replaces the module with which sharp finds its addon in node_modules. */
export const sharpPlugin: BunPlugin = {
  name: "sharp",
  setup(build) {
    build.onLoad({ filter: /[/\\]sharp[/\\]dist[/\\]sharp\.(mjs|cjs)$/ }, ({ path }) => {
      const files = nativeFiles(resolve(dirname(path), "../../@img"));
      const imports = files.map(({ file }, index) => `import file${index} from ${quoted(file)} with { type: "file" };`);
      const entries = files.map(({ name }, index) => `[${quoted(name)}, file${index}]`);
      const loader = quoted(join(import.meta.dir, "sharp-addon.ts"));
      const contents = `${imports.join("\n")}
import { loadAddon } from ${loader};
export default await loadAddon([${entries.join(", ")}]);`;
      return { contents, loader: "js" };
    });
  },
};

/** The addon and its libraries, from the installed packages, which are those of the build platform. */
export function nativeFiles(packages: string): { name: string; file: string }[] {
  const files = readdirSync(packages)
    .filter((name) => name.startsWith("sharp-"))
    .flatMap((name) => readdirSync(join(packages, name, "lib")).map((file) => `${name}/lib/${file}`))
    .filter(isNeeded);
  if (!files.some((name) => name.endsWith(".node")))
    throw new Error(`sharp has no addon for this platform in ${packages}`);
  return files.map((name) => ({ name, file: join(packages, name) }));
}

const quoted = (text: string) => JSON.stringify(text);

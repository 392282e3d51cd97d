import { join } from "node:path";
import { type BuiltFile, builtFile, hashedAddress } from "./files.ts";

/** Fonts in the order of use. */
export type Styles = { readonly sheet: BuiltFile; readonly fonts: readonly BuiltFile[] };

export async function buildStyles(source: string): Promise<Styles> {
  const fonts = new Map<string, BuiltFile>();
  const { outputs } = await Bun.build({
    entrypoints: [join(source, "styles/index.css")],
    // Otherwise Bun rewrites `light-dark()` and `inset-inline` for older browsers.
    target: "bun",
    minify: true,
    plugins: [{ name: "fonts", setup: (build) => emitFonts(build, fonts) }],
  });
  const [bundled] = outputs;
  if (!bundled) throw new Error("the bundler made no styles");
  const text = await bundled.text();
  return { sheet: builtFile(hashedAddress("styles.css", text), text), fonts: [...fonts.values()] };
}

/** Bun would otherwise inline the fonts. */
function emitFonts(build: Bun.PluginBuilder, fonts: Map<string, BuiltFile>): void {
  build.onResolve({ filter: /\.woff2$/ }, async ({ path, importer }) => {
    const file = Bun.resolveSync(path, join(importer, ".."));
    const bytes = await Bun.file(file).bytes();
    const font = builtFile(hashedAddress(file, bytes), bytes);
    fonts.set(file, font);
    return { path: font.address, external: true };
  });
}

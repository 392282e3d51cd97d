/** The app's styles: one file, and the fonts that it names. */
import { join } from "node:path";
import { type BuiltFile, builtFile, hashedAddress } from "./files.ts";

/** The sheet, and its fonts in the order in which it names them. */
export type Styles = { readonly sheet: BuiltFile; readonly fonts: readonly BuiltFile[] };

/** Bundles `styles/index.css`. @throws Error with what the bundler says. */
export async function buildStyles(source: string): Promise<Styles> {
  const fonts = new Map<string, BuiltFile>();
  const { outputs } = await Bun.build({
    entrypoints: [join(source, "styles/index.css")],
    // For browsers, Bun rewrites what is older than they are: `light-dark()` into variables, `inset-inline` into lists of
    // languages that are written from the right. This leaves all as it stands.
    target: "bun",
    minify: true,
    plugins: [{ name: "fonts", setup: (build) => keepFonts(build, fonts) }],
  });
  const [bundled] = outputs;
  if (!bundled) throw new Error("the bundler made no styles");
  const text = await bundled.text();
  return { sheet: builtFile(hashedAddress("styles.css", text), text), fonts: [...fonts.values()] };
}

/** As files of their own, which Bun would otherwise write into the sheet. */
function keepFonts(build: Bun.PluginBuilder, fonts: Map<string, BuiltFile>): void {
  build.onResolve({ filter: /\.woff2$/ }, async ({ path, importer }) => {
    const file = Bun.resolveSync(path, join(importer, ".."));
    const bytes = await Bun.file(file).bytes();
    const font = builtFile(hashedAddress(file, bytes), bytes);
    fonts.set(file, font);
    return { path: font.address, external: true };
  });
}

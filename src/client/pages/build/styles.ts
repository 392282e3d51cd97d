import { join } from "node:path";
import { type BuiltFile, builtFile, hashedAddress } from "./files.ts";

/**
 * The built styles. `later` is loaded with the screens that need it. `fonts` are in the order of use. `inputs` are the
 * absolute paths of the fonts.
 */
export type Styles = {
  readonly sheet: BuiltFile;
  readonly later: BuiltFile;
  readonly fonts: readonly BuiltFile[];
  readonly inputs: readonly string[];
};

export async function buildStyles(source: string): Promise<Styles> {
  const fonts = new Map<string, BuiltFile>();
  const build = async (name: string): Promise<BuiltFile> => {
    const { outputs } = await Bun.build({
      entrypoints: [join(source, "styles", name)],
      // Otherwise Bun rewrites `light-dark()` and `inset-inline` for older browsers.
      target: "bun",
      minify: true,
      plugins: [{ name: "fonts", setup: (build) => emitFonts(build, fonts) }],
    });
    const [bundled] = outputs;
    if (!bundled) throw new Error("the bundler made no styles");
    const text = await bundled.text();
    return builtFile(hashedAddress(name, text), text);
  };
  const [sheet, later] = await Promise.all([build("index.css"), build("later.css")]);
  return { sheet, later, fonts: [...fonts.values()], inputs: [...fonts.keys()] };
}

/** Writes fonts to files of their own. Otherwise Bun would inline the fonts. */
function emitFonts(build: Bun.PluginBuilder, fonts: Map<string, BuiltFile>): void {
  build.onResolve({ filter: /\.woff2$/ }, async ({ path, importer }) => {
    const file = Bun.resolveSync(path, join(importer, ".."));
    const bytes = await Bun.file(file).bytes();
    const font = builtFile(hashedAddress(file, bytes), bytes);
    fonts.set(file, font);
    return { path: font.address, external: true };
  });
}

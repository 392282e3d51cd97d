/** Builds the gallery as the app is built and serves it under the app's own content security policy. */
import { join } from "node:path";
import { type BuiltFile, builtFile } from "#client/pages/build/files.ts";
import { browserBuild, preactStore } from "#client/pages/build/scripts.ts";
import { buildStyles } from "#client/pages/build/styles.ts";

const here = import.meta.dir;
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'";

/**
 * Builds the page of the gallery with its script, styles and fonts.
 * @throws Error with the message of the bundler
 */
async function buildGallery(): Promise<BuiltFile[]> {
  const [scripts, styles, page] = await Promise.all([
    Bun.build({ ...browserBuild(join(here, "gallery.tsx")), plugins: [preactStore] }),
    buildStyles(join(here, "../../../src/web")),
    Bun.file(join(here, "index.html")).text(),
  ]);
  const [script] = scripts.outputs;
  if (!script) throw new Error("the bundler made no script");
  return [
    builtFile(
      "/",
      page.replace("/index.css", styles.sheet.address).replace("/later.css", styles.later.address),
      "index.html",
    ),
    builtFile("/gallery.js", await script.text()),
    styles.sheet,
    styles.later,
    ...styles.fonts,
  ];
}

/** Serves the gallery on a free port. */
export async function serveGallery() {
  const files = await buildGallery();
  return Bun.serve({
    port: 0,
    fetch(request) {
      const file = files.find(({ address }) => address === new URL(request.url).pathname);
      if (!file) return new Response("", { status: 404 });
      return new Response(file.bytes, { headers: { "Content-Type": file.type, "Content-Security-Policy": policy } });
    },
  });
}

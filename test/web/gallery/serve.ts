/** Builds the gallery as the app is built and serves it under the app's own content security policy. */
import { join } from "node:path";

const here = import.meta.dir;
const root = join(here, "../../..");
const font = join(root, "node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2");
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'";

/** The bundled files by path: one of code and one of styles. @throws AggregateError when something does not build */
export async function buildGallery(): Promise<Map<string, Blob>> {
  const built = await Bun.build({
    entrypoints: [join(here, "gallery.tsx"), join(root, "src/web/styles/index.css")],
    target: "browser",
    minify: true,
    naming: "[name].[ext]",
    external: ["/fonts/*"],
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const files = new Map(built.outputs.map((file) => [file.path.replace(/^\.?\/?/, "/"), file as Blob]));
  files.set("/", Bun.file(join(here, "index.html")));
  files.set("/fonts/figtree-latin-wght-normal.woff2", Bun.file(font));
  return files;
}

/** Serves the gallery on a free port. */
export async function serveGallery() {
  const files = await buildGallery();
  return Bun.serve({
    port: 0,
    fetch(request) {
      const file = files.get(new URL(request.url).pathname);
      if (!file) return new Response("", { status: 404 });
      return new Response(file, { headers: { "Content-Security-Policy": policy } });
    },
  });
}

import { join } from "node:path";
import { version } from "#platform/version.ts";
import { type BuiltFile, builtFile } from "./files.ts";
import { type Script, withImports } from "./scripts.ts";
import type { Styles } from "./styles.ts";

/** Returns `index.html` with links to the built scripts and styles. */
export async function buildPage(source: string, scripts: readonly Script[], styles: Styles): Promise<BuiltFile> {
  const [entry] = scripts;
  if (!entry) throw new Error("the bundler made no script");
  const [font] = styles.fonts;
  const links = [
    `<link rel="stylesheet" href="${styles.sheet.address}">`,
    font && `<link rel="preload" as="font" type="font/woff2" crossorigin href="${font.address}">`,
    ...withImports(scripts, [entry]).flatMap((script) =>
      script === entry ? [] : [`<link rel="modulepreload" href="${script.file.address}">`],
    ),
  ];
  let isFound = false;
  const rewriter = new HTMLRewriter().on('script[src="./main.tsx"]', {
    element(script) {
      isFound = true;
      script.before(links.filter(Boolean).join("\n    "), { html: true });
      script.before("\n    ");
      script.setAttribute("src", entry.file.address);
      script.setAttribute("data-later-styles", styles.later.address);
      script.setAttribute("data-version", version);
    },
  });
  const html = rewriter.transform(await Bun.file(join(source, "index.html")).text());
  if (!isFound) throw new Error("index.html has no script ./main.tsx");
  return builtFile("/", html, "index.html");
}

/** Opens the app in a pseudo-language (`pseudo-texts.ts`), and finds texts that are cut off. */
import { join } from "node:path";
import type { Page } from "playwright-core";
import { pageAddresses } from "#client/pages/addresses.ts";
import { buildApp } from "#client/pages/build/app.ts";
import type { BuiltFile } from "#client/pages/build/files.ts";
import { open } from "../../support/browser/browser.ts";
import { allow } from "../../support/browser/faults.ts";
import type { Site, View } from "../../support/browser/pages.ts";

declare const document: any; // The page's globals, because some functions below run in the page.
declare const localStorage: any;
declare const NodeFilter: any;

/** Codes of the pseudo-languages, which are both made from English. */
const pseudoLanguages = { ltr: "xl", rtl: "xr" } as const;
type Direction = keyof typeof pseudoLanguages;

let built: Promise<ReadonlyMap<string, BuiltFile>> | null = null;

/** Adds each pseudo-language to the app's table of languages, as a translator would add a language. */
const withPseudoLanguages: Bun.BunPlugin = {
  name: "pseudo-languages",
  setup: (build) => {
    build.onLoad({ filter: /i18n\/languages\.ts$/ }, async ({ path }) => {
      const source = await Bun.file(path).text();
      const lines = Object.entries(pseudoLanguages).map(([direction, tag]) => {
        const load = (file: string) => `() => import("./en/${file}.ts").then((file) => pseudo(file, "${direction}"))`;
        const parts = `first: ${load("index")}, signedOut: ${load("signed-out")}, later: ${load("later")}`;
        return `${tag}: { name: "${tag}", server: "en", ${parts}, typed: () => import("./en/typed.ts") },`;
      });
      const list = "const table = {";
      if (!source.includes(list)) throw new Error(`${path} has no line “${list}”`);
      const module = join(import.meta.dir, "pseudo-texts.ts");
      const contents = source.replace(list, `import { pseudo } from "${module}";\n${list}\n${lines.join("\n")}`);
      return { contents, loader: "ts" };
    });
  },
};

/** Prepares a page that shows nothing of the app. `page.goto` then opens the app in the pseudo-language. */
export async function openPseudo(site: Site, direction: Direction, view: View & { allow?: RegExp[] }): Promise<Page> {
  built ??= buildApp([withPseudoLanguages]).then(({ files }) => new Map(files.map((file) => [file.address, file])));
  const files = await built;
  const page = await open(site, { ...view, path: "/manifest.webmanifest" });
  // The browser does not know where a replaced page comes from, and so it refuses the live channel.
  allow(page, /LOCAL_NETWORK_ACCESS/);
  const isPage = (path: string) =>
    pageAddresses.some((address) => new RegExp(`^${address.replace(/:\w+/, "[^/]+")}$`).test(path));
  await page.context().route(
    (url) => url.origin === site.url,
    (route) => {
      const { pathname } = new URL(route.request().url());
      const file = files.get(isPage(pathname) ? "/" : pathname);
      return file ? route.fulfill({ contentType: file.type, body: Buffer.from(file.bytes) }) : route.fallback();
    },
  );
  await page.evaluate((tag) => localStorage.setItem("inglenook-language", tag), pseudoLanguages[direction]);
  return page;
}

/** Returns texts of the app that are cut off in their control or extend beyond it. */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = "button, a[href], label, summary, [role=button], [role=tab], [role=menuitem], [role=option]";
    const { getComputedStyle } = document.defaultView;
    const found: string[] = [];
    for (const control of document.body.querySelectorAll(controls)) {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (!/[\u2063\u2064]/.test(text.data) || text.parentElement.closest("select, textarea")) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const own = range.getBoundingClientRect();
        for (let box = text.parentElement; box; box = box === control ? null : box.parentElement) {
          const { left, right, top, bottom, width, height } = box.getBoundingClientRect();
          // The element is hidden on purpose.
          if (width <= 2 || height <= 2) break;
          const style = getComputedStyle(box);
          const isClipped = style.overflowX !== "visible" || style.overflowY !== "visible";
          if (style.display === "inline" || style.display === "contents" || (!isClipped && box !== control)) continue;
          if (own.left < left - 1 || own.right > right + 1 || own.top < top - 4 || own.bottom > bottom + 4) {
            found.push(`“${text.data}” in ${control.cloneNode().outerHTML.slice(0, 140)}`);
            break;
          }
        }
      }
    }
    return [...new Set(found)];
  });
}

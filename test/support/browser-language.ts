/** The app in the pseudo-language (`pseudo-language.ts`), and checks of its texts. */
import { join } from "node:path";
import type { Page, Response } from "playwright-core";
import { pageAddresses } from "../../src/pages/addresses.ts";
import { buildApp } from "../../src/pages/build/app.ts";
import type { BuiltFile } from "../../src/pages/build/files.ts";
import { open } from "./browser.ts";
import { allow } from "./browser-faults.ts";
import type { Site, View } from "./browser-pages.ts";

declare const document: any; // The page's globals, because some functions below run in the page.
declare const localStorage: any;
declare const NodeFilter: any;

/** Both are made from English. */
const pseudoLanguages = { ltr: "xl", rtl: "xr" } as const;
type Direction = keyof typeof pseudoLanguages;

let built: Promise<ReadonlyMap<string, BuiltFile>> | null = null;

/** Adds a line for each pseudo-language to the app's list, as a new language would. */
const withPseudoLanguages: Bun.BunPlugin = {
  name: "pseudo-languages",
  setup: (build) => {
    build.onLoad({ filter: /i18n\/loaders\.ts$/ }, async ({ path }) => {
      const source = await Bun.file(path).text();
      const lines = Object.entries(pseudoLanguages).map(([direction, tag]) => {
        const load = (file: string) => `() => import("./en/${file}.ts").then((file) => pseudo(file, "${direction}"))`;
        const parts = `first: ${load("index")}, signedOut: ${load("signed-out")}, later: ${load("later")}`;
        return `${tag}: { ${parts}, typed: () => import("./en/typed.ts") },`;
      });
      const list = "const folders = {";
      if (!source.includes(list)) throw new Error(`${path} has no line “${list}”`);
      const module = join(import.meta.dir, "pseudo-language.ts");
      const contents = source.replace(list, `import { pseudo } from "${module}";\n${list}\n${lines.join("\n")}`);
      return { contents, loader: "ts" };
    });
  },
};

/** Opens a page without the app; `page.goto` then opens the app in the pseudo-language. */
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

/** Collects all texts that the server sends to a page: people wrote them. */
export type ServerTexts = () => Promise<ReadonlySet<string>>;

export function serverTexts(page: Page): ServerTexts {
  const found = new Set<string>();
  const reads: Promise<void>[] = [];
  const collect = (value: unknown) => {
    if (typeof value === "string") found.add(value);
    else if (typeof value === "object" && value !== null) for (const each of Object.values(value)) collect(each);
  };
  page.on("response", (response: Response) => {
    const isJson = /application\/json/.test(response.headers()["content-type"] ?? "");
    // The body of a page that is gone can't be read.
    if (isJson) reads.push(response.json().then(collect, () => {}));
  });
  return async () => {
    await Promise.all(reads);
    return found;
  };
}

/** Finds texts of the app that are cut off in their control, or reach out of it. */
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
          // Hidden from sight on purpose.
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

/** Finds visible texts and labels with words that come neither from the catalogue nor from the server. */
export async function foreignTexts(page: Page, serverTextsOf: ServerTexts): Promise<string[]> {
  const shown: string[] = await page.evaluate(() => {
    const found = new Set<string>();
    const attributes = ["aria-label", "title", "placeholder", "alt", "aria-valuetext", "aria-roledescription"];
    for (const element of document.body.querySelectorAll("*")) {
      if (element.closest("script, style, noscript, code, [hidden]")) continue;
      for (const name of attributes) found.add(element.getAttribute(name) ?? "");
      for (const node of element.childNodes) if (node.nodeType === 3) found.add(node.data);
    }
    return [...found];
  });
  const all = [...(await serverTextsOf())].join("\n").replace(/\s+/g, " ").toLowerCase();
  return shown.filter((text) => {
    const rest = text
      .replace(/\u2063.*\u2064/su, " ")
      .replace(/\s+/g, " ")
      .trim()
      .toLowerCase();
    const words = rest.match(/\p{L}[\p{L}'’]+/gu) ?? [];
    if (/[\u2063\u2064]/.test(rest)) return false; // The middle of a text that is shown in pieces.
    return (
      words.length > 0 && !all.includes(rest) && !words.every((word) => calendarWords.has(word) || all.includes(word))
    );
  });
}

/** Words that `Intl` writes, not the catalogue. */
const calendarWords = new Set(
  ["long", "short", "narrow"].flatMap((width) =>
    Array.from({ length: 366 }, (_, day) =>
      new Intl.DateTimeFormat("en-GB", {
        weekday: width as "long",
        month: width as "long",
        day: "numeric",
        timeZone: "UTC",
      }).format(new Date(Date.UTC(2028, 0, 1 + day))),
    ).flatMap((text) => text.toLowerCase().match(/\p{L}+/gu) ?? []),
  ),
);
for (const word of ["inglenook", "and", "am", "pm", "sept", "english", "deutsch", "xl", "xr"]) calendarWords.add(word);

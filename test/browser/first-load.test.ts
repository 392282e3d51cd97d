/**
 * Loading in stages: a browser loads few files before the sign-in, and the other files with the first screen after it.
 */
import { expect } from "bun:test";
import { brotliCompressSync, constants } from "node:zlib";
import type { Page, Response } from "playwright-core";
import { bestQuality } from "#client/pages/build/pack.ts";
import { open, test } from "../support/browser/browser.ts";
import { browserHome } from "../support/browser/home.ts";
import { freshSite } from "../support/browser/homes/fresh.ts";
import { eventually, expectPoll } from "../support/browser/wait.ts";

const kB = 1_000;
/** Path of a file that is not a page of the app. A browser page that shows it has loaded nothing of the app yet. */
const nothing = "/manifest.webmanifest";

/** Opens an address, waits until the network is idle, and returns the loaded HTML, scripts and styles. */
async function filesOf(page: Page, url: string) {
  const loaded = new Map<string, Response>();
  const keep = (response: Response) => void loaded.set(new URL(response.url()).pathname, response);
  page.on("response", keep);
  await page.goto(url);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  page.off("response", keep);
  const files = await Promise.all(
    [...loaded].map(async ([address, response]) => {
      const type = (await response.headerValue("content-type"))?.split(";")[0] ?? "";
      return /html|javascript|css/.test(type) ? [{ address, type, response }] : [];
    }),
  );
  return files.flat();
}

/** Returns the number of bytes of a file that is compressed with Brotli, as in the released program. */
async function sizeOf({ response }: { response: Response }): Promise<number> {
  const bytes = await response.body();
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: bestQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return brotliCompressSync(bytes, { params }).length;
}

/** Expects that a page before the sign-in loads at most 62.5 kB and is in this language. */
async function expectLight(page: Page, url: string, language: string): Promise<void> {
  const files = await filesOf(page, url);
  await expectPoll(() => page.locator("html").getAttribute("lang")).toBe(language);
  const types = new Set(files.map(({ type }) => type));
  expect([...types].sort()).toEqual(["text/css", "text/html", "text/javascript"]);
  const counted = await Promise.all(files.map(async (file) => [file.address, await sizeOf(file)] as const));
  const bytes = counted.reduce((sum, [, size]) => sum + size, 0);
  expect({ bytes, isLight: bytes <= 62.5 * kB, counted }).toMatchObject({ isLight: true });
}

test("The English sign-in page loads at most 62.5 kB of compressed HTML, scripts and styles", async () => {
  const home = await browserHome();
  const page = await open(home, { path: nothing, fresh: true, allow: [/401/] });
  await expectLight(page, `${home.url}/sign-in`, "en");
});

test("The German set-up page loads at most 62.5 kB of compressed HTML, scripts and styles", async () => {
  const site = freshSite();
  const page = await open(site, { path: nothing, fresh: true, locale: "de-DE", allow: [/401/] });
  await expectLight(page, site.url + site.path, "de");
});

test("The first screen after the sign-in loads at most 15 scripts, even if it is not the screen Today", async () => {
  const home = await browserHome();
  const page = await open(home, { as: "Anna", path: nothing, fresh: true });
  const release = Promise.withResolvers<void>();
  await page.context().route("**/assets/later-*.css", async (route) => {
    await release.promise;
    await route.continue();
  });
  const awaited = new Set<string>();
  page.on("request", (request) => awaited.add(request.url()));
  page.on("requestfinished", (request) => awaited.delete(request.url()));
  const scripts = page.waitForResponse(/assets\/screens-/);
  const loading = filesOf(page, `${home.url}/tasks`);
  const address = JSON.stringify((await scripts).url());
  await page.evaluate(`import(${address}).then(() => null)`); // It has run, with all that it imports.
  await eventually("only the styles are awaited", () => [...awaited].every((url) => url.includes("/assets/later-")));
  await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))");
  const field = page.getByRole("heading", { name: "Tasks", level: 1 });
  await expectPoll(() => field.count()).toBe(0);
  release.resolve();
  await field.waitFor();
  const addresses = (await loading).filter(({ type }) => type === "text/javascript").map(({ address }) => address);
  expect(addresses).toContainEqual(expect.stringContaining("/screens-"));
  expect({ addresses, isFew: addresses.length <= 15 }).toMatchObject({ isFew: true });
});

/** What the browser fetches before signing in, and with the first of the other screens. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { buildApp } from "../../src/pages/build/app.ts";
import { bestQuality, pack } from "../../src/pages/build/pack.ts";
import { open, test } from "../support/browser.ts";
import { freshSite } from "../support/browser-fresh.ts";
import { browserHome } from "../support/browser-home.ts";
import { expectPoll } from "../support/browser-wait.ts";

const kB = 1_000;
const packed = await pack((await buildApp()).files, bestQuality);

/** Opens a path and returns the files that the page loads until it is idle, with their sizes in the binary. */
async function filesOf(page: Page, url: string) {
  const loaded = new Set<string>();
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    loaded.add(response.request().isNavigationRequest() ? "/" : pathname);
  });
  await page.goto(url);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  const files = packed.filter(({ address }) => loaded.has(address));
  return files.map(({ address, type, bodies }) => ({ address, type, bytes: (bodies.br ?? bodies.identity).length }));
}

describe("before signing in", () => {
  const light = async (page: Page, url: string, locale: string) => {
    const files = await filesOf(page, url);
    await expectPoll(() => page.locator("html").getAttribute("lang")).toBe(locale.slice(0, 2));
    expect(files.map(({ type }) => type.split(";")[0])).toEqual(
      expect.arrayContaining(["text/html", "text/javascript", "text/css"]),
    );
    const counted = files.filter(({ type }) => /html|javascript|css/.test(type));
    const bytes = counted.reduce((sum, file) => sum + file.bytes, 0);
    expect({ bytes, isLight: bytes <= 62.5 * kB, counted }).toMatchObject({ isLight: true });
  };

  for (const locale of ["en-GB", "de-DE"] as const) {
    test(`the sign-in page transfers at most 62.5 kB of page, scripts and styles (${locale})`, async () => {
      const home = await browserHome();
      const page = await open(home, { path: "/docs", fresh: true, locale, allow: [/401/] });
      await light(page, `${home.url}/sign-in`, locale);
    });

    test(`the setup page transfers at most 62.5 kB of page, scripts and styles (${locale})`, async () => {
      const site = freshSite();
      const page = await open(site, { path: "/docs", fresh: true, locale, allow: [/401/] });
      await light(page, site.url + site.path, locale);
    });
  }
});

test("another screen loads at most 15 scripts", async () => {
  const home = await browserHome();
  const page = await open(home, { as: "Anna", path: "/docs", fresh: true });
  const scripts = (await filesOf(page, `${home.url}/settings`)).filter(({ type }) =>
    type.startsWith("text/javascript"),
  );
  const addresses = scripts.map(({ address }) => address);
  expect(addresses).toContainEqual(expect.stringContaining("/screens-"));
  expect({ addresses, isFew: addresses.length <= 15 }).toMatchObject({ isFew: true });
});

describe("the styles of the other screens", () => {
  test("are loaded before such a screen is shown", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Anna", path: "/docs", fresh: true });
    const release = Promise.withResolvers<void>();
    await page.context().route("**/assets/later-*.css", async (route) => {
      await release.promise;
      await route.continue();
    });
    const scripts = page.waitForResponse(/assets\/screens-/);
    const styles = page.waitForRequest(/assets\/later-.*css/);
    await page.goto(`${home.url}/tasks`);
    await Promise.all([scripts.then((response) => response.finished()), styles]);
    const field = page.getByRole("textbox", { name: "Add a task" });
    await expectPoll(() => field.count()).toBe(0);
    release.resolve();
    await field.waitFor();
  });
});

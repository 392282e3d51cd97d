/** For tests of the gallery: one browser for a file of them, and a fresh page for each. */
import { afterAll, beforeAll, expect } from "bun:test";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { launch, openGallery, type sizes } from "./browser.ts";
import { serveGallery } from "./serve.ts";

const axeSource = await Bun.file(createRequire(import.meta.url).resolve("axe-core/axe.min.js")).text();

/** Opens the gallery, and after the work closes it and sees that nothing was complained about. */
export type Visit = (
  size: keyof typeof sizes,
  scheme: "light" | "dark",
  work: (page: Page) => Promise<void>,
) => Promise<void>;

/** Serves the gallery to the tests of the file that calls it. */
export function gallery(): Visit {
  let server: Awaited<ReturnType<typeof serveGallery>>;
  let browser: Browser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([serveGallery(), launch()]);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    server?.stop(true);
  }, 30_000);
  return async (size, scheme, work) => {
    const { page, complaints } = await openGallery(browser, server.url.href, size, scheme);
    await work(page);
    expect(complaints).toEqual([]);
    await page.context().close();
  };
}

/** What axe finds wrong. (Code for the page is text here: the tests' types know no DOM.) */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate<{ violations: Violation[] }>("axe.run(document)");
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
}

type Violation = { id: string; nodes: { html: string; failureSummary: string }[] };

/** A button by its whole name. */
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

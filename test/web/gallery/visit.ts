/** For tests of the gallery. */
import { afterAll, beforeAll } from "bun:test";
import type { Page } from "playwright-core";
import { open } from "../../support/browser.ts";
import type { Device } from "../../support/browser-pages.ts";
import { serveGallery } from "./serve.ts";

/** Opens the gallery in a running test, which closes it. */
export type OpenGallery = (device: Device, colorScheme?: "light" | "dark") => Promise<Page>;

/** Serves the gallery to the tests of the file that calls it. */
export function gallery(): OpenGallery {
  let server: Awaited<ReturnType<typeof serveGallery>>;
  beforeAll(async () => {
    server = await serveGallery();
  }, 60_000);
  afterAll(() => server?.stop(true), 30_000);
  return async (device, colorScheme = "light") => {
    const page = await open({ url: server.url.origin }, { device, colorScheme });
    await page.locator("h1").waitFor();
    return page;
  };
}

/** A button by its whole name. */
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Pages of the gallery, one for each device, which show one case after another. */
import { expect } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { sharedPage } from "../../support/browser/browser.ts";
import { type Device, devices } from "../../support/browser/pages.ts";
import { afterAllTests } from "../../support/home/clean-up.ts";
import type { CaseName } from "./gallery.tsx";
import { serveGallery } from "./serve.ts";

let server: ReturnType<typeof serveGallery> | null = null;

/** Shows a case to the running test, on the page of a device, without anything that earlier tests left there. */
export async function mount(name: CaseName, device: Device = "desktop"): Promise<Page> {
  server ??= serveGallery();
  const page = await sharedPage({ url: (await server).url.origin }, { device });
  await page.setViewportSize(devices[device].viewport);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.mouse.move(0, 0);
  await page.mouse.up();
  await page.evaluate(`mount(${JSON.stringify(name)})`);
  return page;
}

afterAllTests(async () => (await server)?.stop(true));

/** Returns a button by its whole name. */
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Expects that a dialog is open after the frames in which a press would have closed it. */
export async function expectStaysOpen(dialog: Locator): Promise<void> {
  await frames(dialog.page());
  const isOpen = await dialog.isVisible();
  expect(isOpen).toBe(true);
}

/** Waits for the second frame from now, which shows the effect of every press before it. */
export async function frames(page: Page): Promise<void> {
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
}

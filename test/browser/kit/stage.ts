/** Opens the gallery in one page for each device. The page shows one case after another. */
import { expect } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { sharedPage } from "../../support/browser/browser.ts";
import { type Device, devices } from "../../support/browser/pages.ts";
import { afterAllTests } from "../../support/home/clean-up.ts";
import type { CaseName } from "./gallery.tsx";
import { serveGallery } from "./serve.ts";

let server: ReturnType<typeof serveGallery> | null = null;

/** Shows a case on the page of a device, and resets what earlier tests left on that page. */
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

/** Returns the button with exactly this name. */
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Waits two frames, in which a press would have closed the dialog, and expects that the dialog is open. */
export async function expectStaysOpen(dialog: Locator): Promise<void> {
  await frames(dialog.page());
  const isOpen = await dialog.isVisible();
  expect(isOpen).toBe(true);
}

/** Waits for two frames, after which the page shows the effect of every earlier press. */
export async function frames(page: Page): Promise<void> {
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
}

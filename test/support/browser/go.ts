/** Navigates from one screen to another. */
import type { Page } from "playwright-core";

declare const window: any; // Functions given to `page.evaluate` run in the page.

/**
 * Clicks a navigation link and waits until the app has left the previous screen. A click alone returns sooner: the
 * previous screen is then still mounted, and still renders and fetches the next changes.
 */
export async function goTo(page: Page, name: string): Promise<void> {
  const link = page.locator(".nav").getByRole("link", { name, exact: true });
  await link.click();
  await link.and(page.locator("[aria-current=page]")).waitFor();
}

/** Moves to an address of the app like its links, without loading a page. */
export async function moveTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => window.history.pushState(null, "", to), path);
}

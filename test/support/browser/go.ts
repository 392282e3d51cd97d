/** Navigates from one screen of the app to another. */
import type { Page } from "playwright-core";

declare const window: any; // Functions given to `page.evaluate` run in the page.

/**
 * Clicks a navigation link and waits until the app has removed the previous screen. Without the wait, the previous
 * screen would still be mounted, and would still render and fetch the changes that follow.
 */
export async function goTo(page: Page, name: string): Promise<void> {
  const link = page.locator(".nav").getByRole("link", { name, exact: true });
  await link.click();
  await link.and(page.locator("[aria-current=page]")).waitFor();
}

/** Goes to an address of the app as its links do, without loading a page. */
export async function moveTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => window.history.pushState(null, "", to), path);
}

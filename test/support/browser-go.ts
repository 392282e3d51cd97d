/** Navigates from one screen to another. */
import type { Page } from "playwright-core";

/**
 * Clicks a navigation link and waits until the app has left the former screen. A click alone returns sooner: the former
 * screen is then still mounted, and still renders and fetches the next changes.
 */
export async function goTo(page: Page, name: string): Promise<void> {
  const link = page.locator(".nav").getByRole("link", { name, exact: true });
  await link.click();
  await link.and(page.locator("[aria-current=page]")).waitFor();
}

/** Going from one screen to another. */
import type { Page } from "playwright-core";

/**
 * Presses a link of the navigation and waits until the app has left the former screen. A click alone returns sooner: the former
 * screen is then still mounted, shows what is changed next, and reads it again by itself.
 */
export async function goTo(page: Page, name: string): Promise<void> {
  const link = page.locator(".nav").getByRole("link", { name, exact: true });
  await link.click();
  await link.and(page.locator("[aria-current=page]")).waitFor();
}

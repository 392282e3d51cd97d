/** Closes toasts that cover a page. */
import type { Page } from "playwright-core";

/** Closes the visible toasts, if any. On a phone, toasts cover the controls below them for 8 s. */
export async function dismissToasts(page: Page): Promise<void> {
  await page.locator(".toast .icon-button").evaluateAll((all: any[]) => {
    for (const each of all) each.click();
  });
}

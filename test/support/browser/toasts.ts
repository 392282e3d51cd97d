/** Reads and uses the toasts of a page. */
import type { Page } from "playwright-core";

/** Closes the visible toasts, if any. On a phone, toasts cover the controls below them for 8 s. */
export async function dismissToasts(page: Page): Promise<void> {
  await page.locator(".toast .icon-button").evaluateAll((all: any[]) => {
    for (const each of all) each.click();
  });
}

/** Waits for a toast that contains this text. */
export const waitForToast = (page: Page, text: string | RegExp) => page.locator(".toast", { hasText: text }).waitFor();

/**
 * Undoes the last change with the button in its toast, and waits for the toast that reports the undo. Otherwise, this
 * toast could later replace the toast of another change.
 */
export async function undo(page: Page): Promise<void> {
  await page.locator(".toast-action").last().click();
  await waitForToast(page, /Taken back|Rückgängig gemacht/);
}

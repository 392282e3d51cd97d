/** Pictures of pages, for developers to look at. */
import { join } from "node:path";
import type { Page } from "playwright-core";

/**
 * Saves a picture of the page as `<name>-<width>.png` in the folder `SCREENS_DIR`. Does nothing if that variable is not
 * set.
 */
export async function screens(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENS_DIR;
  if (!folder) return;
  const words = name.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  await page.screenshot({ path: join(folder, `${words}-${page.viewportSize()?.width}.png`) });
}

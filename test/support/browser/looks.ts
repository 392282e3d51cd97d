/** Checks of the appearance that every screen must pass. */
import type { Page } from "playwright-core";
import { expectAccessible } from "./axe.ts";
import { expectNoOverflow } from "./layout.ts";
import { screens } from "./screens.ts";
import { expectTargets44 } from "./targets.ts";

/**
 * Expects that a page is accessible, fits its window, and has touch targets of at least 44 px. `small` has the
 * selectors of targets that may be smaller, with reasons. Saves a picture of the page.
 */
export async function expectGoodLooks(page: Page, name: string, small: Record<string, string> = {}): Promise<void> {
  await expectAccessible(page);
  await expectNoOverflow(page);
  await expectTargets44(page, small);
  await screens(page, name);
}

/**
 * Expects that a page looks good in light colours and has enough contrast in dark colours. Nothing but colours differs
 * in the dark.
 */
export async function expectGoodLooksInBothSchemes(
  page: Page,
  name: string,
  small: Record<string, string> = {},
): Promise<void> {
  await expectGoodLooks(page, `${name} light`, small);
  await inTheDark(page, async () => {
    await expectContrast(page);
    await screens(page, `${name} dark`);
  });
}

/** Expects that a page is accessible in light colours and has enough contrast in dark colours. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  await expectAccessible(page);
  await inTheDark(page, () => expectContrast(page));
}

const expectContrast = (page: Page) => expectAccessible(page, { rules: ["color-contrast"] });

async function inTheDark(page: Page, work: () => Promise<void>): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  await work();
  await page.emulateMedia({ colorScheme: "light" });
}

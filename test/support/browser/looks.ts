/** Checks of the look that every screen must have. */
import type { Page } from "playwright-core";
import { expectAccessible } from "./axe.ts";
import { expectNoOverflow } from "./layout.ts";
import { screens } from "./screens.ts";
import { expectTargets44 } from "./targets.ts";

/**
 * Expects a page to be accessible, to fit its window, and to have targets of 44 px. `small` names those that may be
 * smaller, with reasons. Saves a picture.
 */
export async function expectGoodLooks(page: Page, name: string, small: Record<string, string> = {}): Promise<void> {
  await expectAccessible(page);
  await expectNoOverflow(page);
  await expectTargets44(page, small);
  await screens(page, name);
}

/**
 * Expects a page to look good in the light, and to have enough contrast in the dark, where nothing but colours changes.
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

/** Expects a page to be accessible in the light, and to have enough contrast in the dark. */
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

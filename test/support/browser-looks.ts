/** What every screen must look like. */
import type { Page } from "playwright-core";
import { expectAccessible } from "./browser-axe.ts";
import { expectNoOverflow } from "./browser-layout.ts";
import { screens } from "./browser-screens.ts";
import { expectTargets44 } from "./browser-targets.ts";

/** Expects a page in the light to be accessible; in the dark, where only colours differ, to have enough contrast. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  await expectAccessible(page);
  await inTheDark(page, () => expectAccessible(page, { rules: ["color-contrast"] }));
}

/**
 * Expects it of a page that also fits and has targets of 44 px but for the `small` ones, each with a reason. Saves a
 * picture of both schemes.
 */
export async function expectGoodLooks(page: Page, name: string, small: Record<string, string> = {}): Promise<void> {
  await expectAccessibleInBothSchemes(page);
  await expectNoOverflow(page);
  await expectTargets44(page, small);
  await screens(page, `${name} light`);
  await inTheDark(page, () => screens(page, `${name} dark`));
}

async function inTheDark(page: Page, work: () => Promise<void>): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  await work();
  await page.emulateMedia({ colorScheme: "light" });
}

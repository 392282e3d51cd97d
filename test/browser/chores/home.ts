/** A household with chores, and the cards and columns that show them. */
import type { Page } from "playwright-core";
import { open } from "../../support/browser.ts";
import { browserHome } from "../../support/browser-home.ts";
import { choresOf } from "../../support/web-chores.ts";

/** A Wednesday, half a second before a minute ends. */
const now = new Date("2026-11-25T09:59:59.500Z");

export async function choresHome() {
  const home = await browserHome({ now });
  return { home, chores: choresOf(home), show: (as = "Anna", path = "/chores") => open(home, { as, path }) };
}

export const card = (page: Page, name: string) => page.getByRole("checkbox", { name });
export const column = (page: Page, name: string) => page.getByRole("article", { name });

/** Chooses an item of a chore's menu. */
export async function moreFor(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole("button", { name: `More for “${name}”` }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

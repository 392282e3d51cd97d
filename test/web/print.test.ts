/** A list, a recipe and the week on paper: all that they say, and nothing that is only there to press. */
import { describe } from "bun:test";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { open, test } from "../support/browser.ts";
import { browserHome } from "../support/browser-home.ts";
import { expectPoll } from "../support/browser-wait.ts";
import { halfShown } from "../support/calendar-pages.ts";

declare const document: any; // Functions given to `page.evaluate` run in the page.

const home = await browserHome({ demo: true, now: new Date("2026-11-25T09:00:00Z") });
const { sections } = (await home.api("Anna").get("/v1/lists")).body;
const [list] = sections[0].lists;
const recipe = (await home.api("Anna").get("/v1/recipes")).body.recipes.find(
  ({ name }: any) => name === "Chickpea curry",
);

/** Shows an address as on paper of A4, by default between margins of 1.5 cm. */
async function onPaper(path: string, shown: string, width = 680): Promise<Page> {
  const page = await open(home, { as: "Anna", device: "desktop", colorScheme: "dark", path });
  await page.getByText(shown).first().waitFor();
  await page.setViewportSize({ width, height: 1009 });
  await page.emulateMedia({ media: "print" });
  return page;
}

async function sheetsOf(page: Page): Promise<number> {
  const bytes = await page.pdf({ format: "A4", preferCSSPageSize: true });
  const folder = process.env.SCREENS_DIR;
  if (folder) await Bun.write(join(folder, `${new URL(page.url()).pathname.replaceAll("/", "-")}.pdf`), bytes);
  return bytes.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

async function expectReadable(page: Page): Promise<void> {
  await expectPoll(() => page.locator(".nav").isVisible()).toBe(false);
  await expectPoll(() => page.locator("main .button:visible, main .icon-button:visible").count()).toBe(0);
  const paper = () =>
    page.evaluate(() => document.defaultView.getComputedStyle(document.documentElement).backgroundColor);
  await expectPoll(paper).toBe("rgb(255, 255, 255)");
  await expectPoll(() => page.evaluate(() => document.scrollingElement.scrollWidth)).toBe(page.viewportSize()!.width);
}

describe("on paper", () => {
  test("a list has all its items in two columns", async () => {
    const page = await onPaper(`/lists/${list.id}`, "Spinach");
    await expectReadable(page);
    await expectPoll(() => page.locator(".lists-add").isVisible()).toBe(false);
    const [first, last] = [page.getByText("Apples", { exact: true }), page.getByText("Bananas", { exact: true })];
    const left = async (item: typeof first) => (await item.boundingBox())!.x;
    await expectPoll(async () => (await left(last)) - (await left(first))).toBeGreaterThan(250);
    await expectPoll(() => sheetsOf(page)).toBeLessThanOrEqual(2);
  });

  test("a recipe is one sheet", async () => {
    const page = await onPaper(`/recipes/${recipe.id}`, "Ingredients");
    await expectReadable(page);
    await expectPoll(() => page.getByRole("listitem").count()).toBeGreaterThan(5);
    await expectPoll(() => sheetsOf(page)).toBe(1);
  });

  test("the week is one sheet, with every hour", async () => {
    const page = await onPaper("/calendar", "Piano lesson");
    await expectReadable(page);
    await expectPoll(() => halfShown(page)).toEqual([]);
    const height = () => page.evaluate(() => document.scrollingElement.scrollHeight);
    await expectPoll(height).toBeLessThanOrEqual(1009);
    await expectPoll(() => sheetsOf(page)).toBe(1);
  });

  test("the plan of meals is one sheet", async () => {
    // The app shows a day instead of the week to a window of a phone.
    const page = await onPaper("/meals", "Chickpea curry", 794);
    await expectReadable(page);
    await expectPoll(() => sheetsOf(page)).toBe(1);
  });
});

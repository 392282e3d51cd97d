/** A list, a recipe and the week on paper: all that they say, and nothing that is only there to press. */
import { describe } from "bun:test";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { open, test } from "../support/browser.ts";
import { browserHome } from "../support/browser-home.ts";
import { expectPoll } from "../support/browser-wait.ts";
import { halfShown, view } from "../support/calendar-pages.ts";

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

/** Finds parts that scroll, or stick to the edge of a part that scrolls: a printer leaves those where the screen had them. */
function findScrollers(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isScroller = (each: any) => {
      const { position, overflowX, overflowY } = document.defaultView.getComputedStyle(each);
      return position === "sticky" || /auto|scroll/.test(`${overflowX} ${overflowY}`);
    };
    const shown = [...document.querySelectorAll("#main *")].filter((each) => each.checkVisibility());
    return shown.filter(isScroller).map(({ className }) => className);
  });
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

  test("a week that was just opened has its days above all hours", async () => {
    for (const device of ["desktop", "phone"] as const) {
      const page = await open(home, { as: "Anna", device, path: "/calendar" });
      await view(page, "2");
      const grid = page.locator(".calendar-grid");
      await expectPoll(() => grid.evaluate((each: any) => each.scrollTop)).toBeGreaterThan(0);
      await page.emulateMedia({ media: "print" });
      await expectPoll(() => findScrollers(page)).toEqual([]);
      await expectPoll(() => sheetsOf(page)).toBe(1);
    }
  });

  test("a month is one sheet with every event of its days", async () => {
    for (const device of ["desktop", "phone"] as const) {
      const page = await open(home, { as: "Anna", device, path: "/calendar" });
      await view(page, "3");
      await page.locator(".calendar-more").first().waitFor();
      await expectPoll(() => sheetsOf(page)).toBe(1);
      await page.evaluate(() => document.defaultView.dispatchEvent(new Event("beforeprint")));
      await expectPoll(() => page.locator(".calendar-more").count()).toBe(0);
      await page.evaluate(() => document.defaultView.dispatchEvent(new Event("afterprint")));
      await page.locator(".calendar-more").first().waitFor();
    }
  });

  test("a list begins with its whole title", async () => {
    const name = "Everything that we still have to pack for the summer holidays at the sea with grandma and grandpa";
    const small = await browserHome();
    const { post } = small.api("Anna");
    const sectionId = (await post("/v1/lists/sections", { name: "Home" })).body.id;
    for (const title of ["Packing", name]) {
      const { id } = (await post("/v1/lists", { name: title, sectionId })).body;
      const page = await open(small, { as: "Anna", device: "phone", path: `/lists/${id}` });
      const heading = page.getByRole("heading", { name: title });
      await heading.waitFor();
      await page.emulateMedia({ media: "print" });
      for (const part of [heading, page.locator(".lists-title .lists-icon")])
        await expectPoll(async () => (await part.boundingBox())!.y).toBeGreaterThanOrEqual(0);
    }
  });

  test("no screen scrolls or sticks", async () => {
    for (const path of [
      "/calendar",
      "/meals",
      "/chores",
      "/check-ins",
      "/tasks",
      `/lists/${list.id}`,
      `/recipes/${recipe.id}`,
    ]) {
      const page = await open(home, { as: "Anna", device: "desktop", path });
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForLoadState("networkidle");
      await page.emulateMedia({ media: "print" });
      const found = async () => ({ path, scrollers: await findScrollers(page) });
      await expectPoll(found).toEqual({ path, scrollers: [] });
    }
  });

  test("the plan of meals is one sheet", async () => {
    // The app shows a day instead of the week to a window of a phone.
    const page = await onPaper("/meals", "Chickpea curry", 794);
    await expectReadable(page);
    await expectPoll(() => sheetsOf(page)).toBe(1);
  });
});

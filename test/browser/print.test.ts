/**
 * Printing: a list, a recipe, the week and the plan of meals are printed with all their content and without controls.
 */
import { join } from "node:path";
import type { Page } from "playwright-core";
import { sharedPage, test } from "../support/browser/browser.ts";
import { browserHome } from "../support/browser/home.ts";
import { halfShown, view } from "../support/browser/homes/calendar-pages.ts";
import { devices } from "../support/browser/pages.ts";
import { expectPoll } from "../support/browser/wait.ts";
import { arrive } from "./tour/moving.ts";

declare const document: any; // Functions given to `page.evaluate` run in the page.

const home = await browserHome({ demo: true, now: new Date("2026-11-25T09:00:00Z") });
const anna = home.api("Anna");
const [section] = (await anna.get("/v1/lists")).body.sections;
const [list] = section.lists;
const recipe = (await anna.get("/v1/recipes")).body.recipes.find(({ name }: any) => name === "Chickpea curry");

/** Shows an address in dark colours, which must not be printed, on a desktop. All tests use the same page. */
async function onScreen(path: string, shows: string): Promise<Page> {
  const page = await sharedPage(home, { as: "Anna", colorScheme: "dark", path: "/activity" });
  await page.setViewportSize(devices.desktop.viewport);
  await page.emulateMedia({ media: null });
  await arrive(page, { to: path, shows });
  return page;
}

async function onPhone(path: string, shows: string): Promise<Page> {
  const page = await sharedPage(home, { as: "Anna", device: "phone", path: "/activity" });
  await page.emulateMedia({ media: null });
  await arrive(page, { to: path, shows });
  return page;
}

/**
 * Shows an address as it is printed on A4. `width` is the width of the content in px. The default leaves margins of 1.5
 * cm.
 */
async function onPaper(path: string, shows: string, width = 680): Promise<Page> {
  const page = await onScreen(path, shows);
  await page.setViewportSize({ width, height: 1009 });
  await page.emulateMedia({ media: "print" });
  await expectPoll(() => page.locator(".nav").isVisible()).toBe(false);
  await expectPoll(() => page.locator("main .button:visible, main .icon-button:visible").count()).toBe(0);
  const paper = () =>
    page.evaluate(() => document.defaultView.getComputedStyle(document.documentElement).backgroundColor);
  await expectPoll(paper).toBe("rgb(255, 255, 255)");
  await expectPoll(() => page.evaluate(() => document.scrollingElement.scrollWidth)).toBe(width);
  await expectPoll(() => findScrollers(page)).toEqual([]);
  return page;
}

async function sheetsOf(page: Page): Promise<number> {
  const bytes = await page.pdf({ format: "A4", preferCSSPageSize: true });
  const folder = process.env.SCREENS_DIR;
  if (folder) await Bun.write(join(folder, `${new URL(page.url()).pathname.replaceAll("/", "-")}.pdf`), bytes);
  return bytes.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

/**
 * Returns the class names of parts that scroll or are sticky, because they are printed at their position on the screen.
 */
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

test("A printed list shows its items in two columns, on at most two sheets of paper", async () => {
  const page = await onPaper(`/lists/${list.id}`, ".lists-row");
  await expectPoll(() => page.locator(".lists-add").isVisible()).toBe(false);
  const [first, last] = [page.getByText("Apples", { exact: true }), page.getByText("Bananas", { exact: true })];
  const left = async (item: typeof first) => (await item.boundingBox())!.x;
  await expectPoll(async () => (await left(last)) - (await left(first))).toBeGreaterThan(250);
  await expectPoll(() => sheetsOf(page)).toBeLessThanOrEqual(2);
});

test("A printed recipe fits on one sheet of paper", async () => {
  const page = await onPaper(`/recipes/${recipe.id}`, ".recipes-columns");
  await expectPoll(() => page.getByRole("listitem").count()).toBeGreaterThan(5);
  await expectPoll(() => sheetsOf(page)).toBe(1);
});

test("The printed plan of a week's meals fits on one sheet of paper", async () => {
  // The app shows a list instead of the plan in a window of a phone's size.
  const page = await onPaper("/meals", ".meals-tile", 794);
  await expectPoll(() => sheetsOf(page)).toBe(1);
});

test("A printed week of the calendar fits on one sheet of paper, with all hours of its days", async () => {
  const page = await onPaper("/calendar", ".calendar-event");
  await expectPoll(() => halfShown(page)).toEqual([]);
  await expectPoll(() => page.evaluate(() => document.scrollingElement.scrollHeight)).toBeLessThanOrEqual(1009);
  await expectPoll(() => sheetsOf(page)).toBe(1);
});

test("The printed screens of chores, check-ins and tasks have no parts that scroll or that are sticky", async () => {
  for (const [path, shows] of [
    ["/chores", ".chore"],
    ["/check-ins", ".check-ins-strip"],
    ["/tasks", ".task"],
  ] as const) {
    const page = await onScreen(path, shows);
    await page.emulateMedia({ media: "print" });
    const found = async () => ({ path, scrollers: await findScrollers(page) });
    await expectPoll(found).toEqual({ path, scrollers: [] });
  }
});

/** Expects that the month is printed on one sheet of paper with all events, although the screen shows only a few. */
async function expectMonthOnPaper(page: Page): Promise<void> {
  await view(page, "3");
  const more = page.locator(".calendar-more").first();
  await more.waitFor();
  await expectPoll(() => sheetsOf(page)).toBe(1);
  await page.evaluate(() => document.defaultView.dispatchEvent(new Event("beforeprint")));
  await more.waitFor({ state: "detached" });
  await page.evaluate(() => document.defaultView.dispatchEvent(new Event("afterprint")));
  await more.waitFor();
}

test("A month that is printed from a desktop has all events, even those not on screen, on one sheet", async () => {
  const page = await onScreen("/calendar", ".calendar-event");
  await expectMonthOnPaper(page);
  await view(page, "2");
});

test("A week or a month of the calendar fits on one sheet of paper if it is printed from a phone", async () => {
  const page = await onPhone("/calendar", ".calendar-event");
  await view(page, "2");
  await page.locator(".week-day").first().waitFor();
  await page.emulateMedia({ media: "print" });
  await expectPoll(() => findScrollers(page)).toEqual([]);
  await expectPoll(() => sheetsOf(page)).toBe(1);
  await page.emulateMedia({ media: null });
  await expectMonthOnPaper(page);
});

test("A list that is printed from a phone shows its complete title and its icon", async () => {
  const long = "Everything that we still have to pack for the summer holidays at the sea with grandma and grandpa";
  const { id } = (await anna.post("/v1/lists", { name: long, sectionId: section.id })).body;
  for (const [title, path] of [
    [long, `/lists/${id}`],
    [list.name, `/lists/${list.id}`],
  ] as const) {
    const page = await onPhone(path, ".lists-title");
    await page.emulateMedia({ media: "print" });
    for (const part of [page.getByRole("heading", { name: title }), page.locator(".lists-title .lists-icon")]) {
      await expectPoll(async () => (await part.boundingBox())!.y).toBeGreaterThanOrEqual(0);
    }
  }
});

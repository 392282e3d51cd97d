/** The look of meals and recipes on each device, in the light and the dark scheme. */
import { describe, expect } from "bun:test";
import { open, test } from "../support/browser.ts";
import { expectAccessible } from "../support/browser-axe.ts";
import { largeTextFaults } from "../browser/tour/large-text.ts";
import { expectNoOverflow, layoutShift } from "../support/browser-layout.ts";
import { devices } from "../support/browser-pages.ts";
import { expectTargets44 } from "../support/browser-targets.ts";
import { expectPoll } from "../support/browser-wait.ts";
import { friday, inTray, kitchen, monday, tile } from "../support/kitchen.ts";

const home = await kitchen();
const long = "Grandmother’s slowly braised Sunday beef with root vegetables and far too much red wine";
const soup = await home.recipe("Soup", ["Carrots", "2 onions"], { prepMinutes: 95, instructions: "Chop.\nCook." });
const beef = await home.recipe(long, Array(12).fill("A very long line of what it takes, amount and all"), {
  emoji: "🥩",
});
const pasta = await home.recipe("Pasta", ["Spaghetti"], { instructions: "Boil." });
const meal = await home.plan(friday, "dinner", beef);
await home.plan(friday, "dinner", soup);
await home.plan(monday, "morning_snack", beef);
await home.plan(monday, "lunch", pasta);

const places: Readonly<Record<string, string>> = {
  "/meals": "Soup",
  "/meals?week=2027-01-04": "Nothing is planned for this week yet.",
  [`/meals?cell=${friday}.lunch`]: "What will it be?",
  [`/meals?meal=${meal.id}`]: "Take it off the plan",
  [`/meals?recipe=${soup.id}`]: "Plan it here",
  "/meals?groceries=1": "2 onions",
  "/meals?fill=1": "No recipe fits",
  "/recipes": "1 h 35 min",
  "/recipes?import=1": "Address of the page",
  [`/recipes/${beef.id}`]: "No instructions yet",
  [`/recipes/${soup.id}?edit=1`]: "Save recipe",
  [`/recipes/${soup.id}?cook=1`]: "Step 1 of 2",
};

const all = Object.keys(places);
const views = [
  { device: "phone", colorScheme: "light", paths: all },
  { device: "phone", colorScheme: "dark", paths: ["/meals"] },
  { device: "tablet", colorScheme: "light", paths: ["/meals"] },
  { device: "desktop", colorScheme: "dark", paths: all },
] as const;

for (const { paths, ...view } of views) {
  test(`is accessible, fits and can be hit on a ${view.device} in the ${view.colorScheme}`, async () => {
    const page = await open(home, { as: "Anna", path: "/meals", ...view });
    for (const path of paths) {
      await page.goto(home.url + path);
      await page.getByText(places[path]!).first().waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
      await expectTargets44(page);
    }
  });
}

test("has buttons on a German phone whose names have the words that they show", async () => {
  const page = await open(home, { as: "Anna", path: "/meals", device: "phone", locale: "de-DE" });
  await page.getByRole("button", { name: "Einkauf", exact: true }).waitFor();
  await expectAccessible(page);
});

test("does not jump while it loads", async () => {
  const page = await open(home, { as: "Anna", path: "/meals" });
  await tile(page, friday, "dinner", "Soup").waitFor();
  expect(await layoutShift(page)).toBeLessThan(0.02);
});

describe("on a tablet in portrait", () => {
  const portrait = { width: 820, height: 1180 };

  test("shows whole words, from the first day on, and keys move a meal as it looks", async () => {
    const page = await open(home, { as: "Anna", path: "/meals", device: "tablet" });
    await page.setViewportSize(portrait);
    const days = page.locator("th[scope=row]");
    await expectPoll(() => days.count()).toBe(7);
    const tray = { ".meals-tray *": "two lines, which a tap shows whole" };
    await expectPoll(() => largeTextFaults(page, tray)).toEqual([]);
    await expectPoll(() => days.first().getAttribute("data-date")).toBe(monday);
    const [first, last, screen] = [await days.first().boundingBox(), await days.last().boundingBox(), portrait];
    expect(first!.x).toBeGreaterThan(0);
    expect(first!.y).toBeGreaterThan(0);
    expect(last!.y).toBeLessThan(screen.height);
    await inTray(page, "Pasta").focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowLeft");
    await page
      .getByText("Pasta is over Afternoon snack, Thursday 26 November (Plan here)")
      .waitFor({ state: "attached" });
    await page.keyboard.press("Escape");
  });

  test("leaves out the meals that the household does not plan, unless something is planned", async () => {
    const own = await kitchen();
    const oats = await own.recipe("Oats");
    await own.plan(monday, "breakfast", oats);
    const hiddenMealTypes = ["breakfast", "morning_snack", "dinner", "evening_snack"];
    expect((await own.anna.patch("/v1/households/me/display", { hiddenMealTypes })).status).toBe(200);
    const page = await open(own, { as: "Anna", path: "/meals", device: "tablet" });
    await page.setViewportSize(portrait);
    const shown = (selector: string) => async () =>
      (await page.locator(selector).allTextContents()).map((text) => text.replace(/[^\w ]/gu, "").trim());
    await expectPoll(shown("th[scope=col]")).toEqual(["Breakfast", "Lunch", "Afternoon snack"]);
    await inTray(page, "Oats").click();
    const choices = ".meals-place-type .meals-place-text > :first-child";
    await expectPoll(shown(choices)).toEqual(["Breakfast", "Lunch", "Afternoon snack"]);
    // Dinner, the usual choice, is not planned here.
    await expectPoll(() => page.getByRole("radio", { checked: true }).count()).toBe(1);
    await page.keyboard.press("Escape");
    await page.setViewportSize(devices.phone.viewport);
    await expectPoll(shown(".meals-courses h3")).toEqual(["Breakfast", "Lunch", "Afternoon snack"]);
    await page.goto(`${own.url}/meals?week=2027-01-04`);
    await expectPoll(shown(".meals-courses h3")).toEqual(["Lunch", "Afternoon snack"]);
  });
});

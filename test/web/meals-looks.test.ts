/** The look of meals and recipes on each device, in the light and the dark scheme. */
import { describe, expect } from "bun:test";
import { largeTextFaults } from "../browser/tour/large-text.ts";
import { open, test } from "../support/browser.ts";
import { devices } from "../support/browser-pages.ts";
import { expectPoll } from "../support/browser-wait.ts";
import { friday, inTray, kitchen, monday } from "../support/kitchen.ts";

const home = await kitchen();
const long = "Grandmother’s slowly braised Sunday beef with root vegetables and far too much red wine";
const soup = await home.recipe("Soup", ["Carrots", "2 onions"], { prepMinutes: 95, instructions: "Chop.\nCook." });
const beef = await home.recipe(long, Array(12).fill("A very long line of what it takes, amount and all"), {
  emoji: "🥩",
});
const pasta = await home.recipe("Pasta", ["Spaghetti"], { instructions: "Boil." });
await home.plan(friday, "dinner", beef);
await home.plan(friday, "dinner", soup);
await home.plan(monday, "morning_snack", beef);
await home.plan(monday, "lunch", pasta);

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

/** The look of meals and recipes on each device, in the light and the dark scheme. */
import { expect } from "bun:test";
import { open, test } from "../support/browser.ts";
import { expectAccessible } from "../support/browser-axe.ts";
import { expectNoOverflow, layoutShift } from "../support/browser-layout.ts";
import { expectTargets44 } from "../support/browser-targets.ts";
import { expectPoll } from "../support/browser-wait.ts";
import { friday, kitchen, monday, tile } from "../support/kitchen.ts";

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
  "/meals?groceries=1": "Spaghetti",
  "/recipes": "1 h 35 min",
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

test("does not jump while it loads", async () => {
  const page = await open(home, { as: "Anna", path: "/meals" });
  await tile(page, friday, "dinner", "Soup").waitFor();
  expect(await layoutShift(page)).toBeLessThan(0.02);
});

test("starts with today on a narrow screen", async () => {
  const onMonday = await kitchen(new Date(`${monday}T12:00:00Z`));
  const page = await open(onMonday, { as: "Anna", path: "/docs", allow: [/401/] });
  await page.setViewportSize({ width: 820, height: 1180 });
  await page.goto(`${onMonday.url}/meals`);
  const left = async (selector: string) => Math.round((await page.locator(selector).first().boundingBox())!.x);
  await page.locator("th[scope=row]").first().waitFor();
  await expectPoll(async () => (await left(`th[data-date="${monday}"]`)) > (await left("th[scope=row]"))).toBe(true);
});

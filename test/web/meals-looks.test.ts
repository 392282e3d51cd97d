/** Meals and recipes as everybody sees them: on each device, in both schemes and languages, with hostile text in each field. */
import { expect } from "bun:test";
import { open, test } from "../support/browser.ts";
import { expectAccessible } from "../support/browser-axe.ts";
import { expectNoOverflow, layoutShift } from "../support/browser-layout.ts";
import { expectTargets44 } from "../support/browser-targets.ts";
import { friday, kitchen, monday, tile } from "../support/kitchen.ts";
import { expectNothingExecuted, payloads } from "../support/markup.ts";

const home = await kitchen();
const long = "Grandmother’s slowly braised Sunday beef with root vegetables and far too much red wine";
const soup = await home.recipe("Soup", ["Carrots", "2 onions"], { prepMinutes: 95, instructions: "Chop.\nCook." });
const beef = await home.recipe(long, Array(30).fill("A very long line of what it takes, amount and all"), {
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

const views = [
  { device: "phone", colorScheme: "light" },
  { device: "phone", colorScheme: "dark" },
  { device: "tablet", colorScheme: "light" },
  { device: "desktop", colorScheme: "dark" },
] as const;

for (const view of views) {
  test(`is accessible, fits and can be hit on a ${view.device} in the ${view.colorScheme}`, async () => {
    const page = await open(home, { as: "Anna", path: "/meals", ...view });
    for (const [path, text] of Object.entries(places)) {
      await page.goto(home.url + path);
      await page.getByText(text, { exact: false }).first().waitFor();
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

test("speaks German", async () => {
  const page = await open(home, { as: "Anna", path: "/meals", locale: "de-DE" });
  await page.getByRole("heading", { level: 1, name: "Essen" }).waitFor();
  await page.getByRole("rowheader", { name: "Abendessen" }).waitFor();
  await page.getByText("Heute Abend").waitFor();
  await page.getByRole("button", { name: "Etwas einplanen: Mittagessen, Freitag, 27. November" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Pasta" }).click();
  await page.getByText("„Pasta“ eingeplant: Mittagessen, Freitag, 27. November").waitFor();
  await page.locator(".toast-action").click();
  await page.getByText("Rückgängig gemacht").waitFor();
});

test("shows hostile text as text", async () => {
  const hostile = await kitchen();
  for (const [index, payload] of payloads.entries()) {
    const more = { emoji: "<b onx", instructions: payload, prepMinutes: index };
    const made = await hostile.recipe(payload.trim() || "x", [payload.trim() || "x"], more);
    if (index < 7) await hostile.plan(`2026-11-2${3 + index}`, "dinner", made);
  }
  const page = await open(hostile, { as: "Anna", path: "/recipes" });
  await page.getByText(payloads[0]!, { exact: true }).first().waitFor();
  await expectNothingExecuted(page);
  const [first] = (await hostile.anna.get("/v1/recipes")).body.recipes;
  for (const path of ["/meals", "/meals?groceries=1", `/recipes/${first.id}`, `/recipes/${first.id}?cook=1`]) {
    await page.goto(hostile.url + path);
    await page.getByText("<b onx").first().waitFor();
    await expectNothingExecuted(page);
  }
});

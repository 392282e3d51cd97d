/** Tests the cooking mode of a recipe, and its ingredients. */
import { expect } from "bun:test";
import type { Page } from "playwright-core";
import { open, test } from "../../support/browser/browser.ts";
import { kitchen } from "../../support/browser/homes/kitchen.ts";
import { swipe } from "../../support/browser/touch.ts";
import { expectPoll } from "../../support/browser/wait.ts";

const instructions = "1. Chop the onions.\n2) Fry them.\n\n- Pour on the stock.";

async function crepes() {
  const home = await kitchen();
  const { id } = await home.recipe("Crêpes", ["300 ml milk", "2 eggs", "Flour"], { emoji: "🥞", instructions });
  await home.anna.patch(`/v1/recipes/${id}/details`, { servings: 4 });
  return { ...home, path: `/recipes/${id}` };
}

const cookMode = (page: Page) => page.getByRole("dialog", { name: "Cook Crêpes" });
const cook = (page: Page) => page.getByRole("button", { name: "Cook", exact: true });

/** Replaces the browser's wake lock API by the expression `value`, until {@link restoreWakeLock} is called. */
const replaceWakeLock = (page: Page, value: string) =>
  page.evaluate(`Object.defineProperty(navigator, "wakeLock", { value: ${value}, configurable: true })`);
const restoreWakeLock = (page: Page) => page.evaluate("delete navigator.wakeLock");

test("The cooking mode of a recipe can be used by keyboard, and keeps the screen on", async () => {
  const home = await crepes();
  const page = await open(home, { as: "Anna", path: home.path });
  await page.evaluate("window.locks = 0");
  await replaceWakeLock(page, "{ request: async () => ({ release: async () => locks--, _: locks++ }) }");
  const locks = () => page.evaluate<number>("locks");
  await cook(page).click();
  const mode = cookMode(page);
  await mode.getByText("Chop the onions.").waitFor();
  await mode.getByText("Step 1 of 3").waitFor();
  await expectPoll(locks).toBe(1);
  await expectPoll(() => page.getByText("Your screen may go dark").count()).toBe(0);
  await page.keyboard.press("ArrowRight");
  await mode.getByText("Fry them.").waitFor();
  await page.keyboard.press("PageDown");
  await mode.getByText("Pour on the stock.").waitFor();
  await page.keyboard.press("ArrowLeft");
  await mode.getByText("Fry them.").waitFor();
  await page.keyboard.press("Escape");
  await mode.waitFor({ state: "detached" });
  await expectPoll(locks).toBe(0);
  expect(new URL(page.url()).search).toBe("");
  await cook(page).click();
  await mode.waitFor();
  const widthOf = async (selector: string) => (await page.locator(selector).boundingBox())?.width ?? 0;
  for (const width of [820, 1180]) {
    await page.setViewportSize({ width, height: 820 });
    const [ingredients, step] = [await widthOf(".recipes-cook aside"), await widthOf(".recipes-cook-stage")];
    expect({ width, isWide: step > 1.7 * ingredients && ingredients > 0 }).toEqual({ width, isWide: true });
  }
  await page.goBack();
  await mode.waitFor({ state: "detached" });
  await page.getByRole("heading", { level: 1, name: "Crêpes" }).waitFor();
  await restoreWakeLock(page);
});

test("The cooking mode of a recipe can be used by touch, and says if it cannot keep the screen on", async () => {
  const home = await crepes();
  const page = await open(home, { as: "Anna", device: "phone", path: home.path });
  await replaceWakeLock(page, "undefined");
  await cook(page).tap();
  const mode = cookMode(page);
  await mode.getByText("Your screen may go dark").waitFor();
  await mode.getByRole("button", { name: "Next step" }).tap();
  await mode.getByText("Fry them.").waitFor();
  await swipe(page, { x: 330, y: 260 }, { x: 60, y: 260 });
  await mode.getByText("Pour on the stock.").waitFor();
  await swipe(page, { x: 60, y: 260 }, { x: 330, y: 260 });
  await mode.getByText("Fry them.").waitFor();
  await mode.getByRole("button", { name: "Next step" }).tap();
  await mode.getByText("Step 3 of 3").waitFor();
  await mode.getByRole("button", { name: "Done, enjoy!" }).tap();
  await mode.waitFor({ state: "detached" });
  await restoreWakeLock(page);
});

test("The ingredients of a recipe can be scaled and ticked, and stay ticked until the end of the day", async () => {
  const home = await crepes();
  const page = await open(home, { as: "Anna", path: home.path });
  const box = (name: string) => page.getByRole("checkbox", { name });
  await box("300 ml milk").check();
  for (const _ of ["for 5", "for 6"]) await page.getByRole("button", { name: "For one more" }).click();
  await box("3 eggs").waitFor();
  await expectPoll(() => box("450 ml milk").isChecked()).toBe(true);
  await cook(page).click();
  await cookMode(page).getByRole("checkbox", { name: "450 ml milk" }).waitFor();
  await cookMode(page).getByRole("checkbox", { name: "Flour" }).check();
  await page.keyboard.press("Escape");
  await cookMode(page).waitFor({ state: "detached" });
  await page.reload();
  await box("Flour").waitFor();
  await expectPoll(() => box("Flour").isChecked()).toBe(true);
  await expectPoll(() => page.getByRole("checkbox", { name: "eggs" }).isChecked()).toBe(false);
  await home.advance(24 * 60 * 60_000);
  await page.reload();
  await box("Flour").waitFor();
  await expectPoll(() => box("Flour").isChecked()).toBe(false);
});

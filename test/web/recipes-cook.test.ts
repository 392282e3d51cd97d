/** Cooking from a recipe. */
import { describe, expect } from "bun:test";
import { open, test } from "../support/browser.ts";
import { swipe } from "../support/browser-touch.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { kitchen } from "../support/kitchen.ts";

const steps = "1. Chop the onions.\n2) Fry them.\n\n- Pour on the stock.";

async function box() {
  const home = await kitchen();
  const crepes = await home.recipe("Crêpes", ["Milk", "2 eggs", "Flour"], { emoji: "🥞", instructions: steps });
  return { ...home, crepes };
}

describe("ingredients", () => {
  test("stay ticked on this device over a reload, until the day is over", async () => {
    const home = await box();
    const page = await open(home, { as: "Anna", path: `/recipes/${home.crepes.id}` });
    const milk = page.getByRole("checkbox", { name: "Milk" });
    await milk.check();
    await page.reload();
    await milk.waitFor();
    await expectPoll(() => milk.isChecked()).toBe(true);
    await home.advance(24 * 60 * 60_000);
    await page.reload();
    await milk.waitFor();
    await expectPoll(() => milk.isChecked()).toBe(false);
  });
});

describe("cooking", () => {
  test("goes step by step by keyboard, and Escape goes back to the recipe", async () => {
    const home = await box();
    const page = await open(home, { as: "Anna", path: `/recipes/${home.crepes.id}` });
    await page.getByRole("button", { name: "Cook" }).click();
    const cook = page.getByRole("dialog", { name: "Cook Crêpes" });
    await cook.getByText("Chop the onions.").waitFor();
    await cook.getByText("Step 1 of 3").waitFor();
    await page.keyboard.press("ArrowRight");
    await cook.getByText("Fry them.").waitFor();
    await page.keyboard.press("PageDown");
    await cook.getByText("Pour on the stock.").waitFor();
    await page.keyboard.press("ArrowLeft");
    await cook.getByText("Fry them.").waitFor();
    await cook.getByRole("checkbox", { name: "Flour" }).check();
    await page.keyboard.press("Escape");
    await cook.waitFor({ state: "detached" });
    await expectPoll(() => page.getByRole("checkbox", { name: "Flour" }).isChecked()).toBe(true);
    expect(new URL(page.url()).search).toBe("");
    await page.getByRole("button", { name: "Cook" }).click();
    await cook.waitFor();
    await page.goBack();
    await cook.waitFor({ state: "detached" });
    await page.getByRole("heading", { level: 1, name: "Crêpes" }).waitFor();
  });

  test("goes step by step by touch, and says if the browser can't keep the screen on", async () => {
    const home = await box();
    const path = `/recipes/${home.crepes.id}?cook=1`;
    const page = await open(home, { as: "Anna", device: "phone", path, plainHttp: true });
    const cook = page.getByRole("dialog", { name: "Cook Crêpes" });
    await cook.getByText("Your screen may go dark").waitFor();
    await cook.getByRole("button", { name: "Next step" }).tap();
    await cook.getByText("Fry them.").waitFor();
    await swipe(page, { x: 330, y: 260 }, { x: 60, y: 260 });
    await cook.getByText("Pour on the stock.").waitFor();
    await swipe(page, { x: 60, y: 260 }, { x: 330, y: 260 });
    await cook.getByText("Fry them.").waitFor();
    await cook.getByRole("button", { name: "Next step" }).tap();
    await cook.getByText("Step 3 of 3").waitFor();
    await cook.getByRole("button", { name: "Done, enjoy!" }).tap();
    await cook.waitFor({ state: "detached" });
  });

  test("gives the step the wide column, also on a tablet held upright", async () => {
    const home = await box();
    const page = await open(home, { as: "Anna", device: "tablet", path: `/recipes/${home.crepes.id}?cook=1` });
    const widthOf = async (selector: string) => (await page.locator(selector).boundingBox())?.width ?? 0;
    for (const width of [820, 1180]) {
      await page.setViewportSize({ width, height: 820 });
      const [ingredients, step] = [await widthOf(".recipes-cook aside"), await widthOf(".recipes-cook-stage")];
      expect({ width, isWide: step > 1.7 * ingredients && ingredients > 0 }).toEqual({ width, isWide: true });
    }
  });

  test("keeps the screen on if the browser permits it, and releases it afterwards", async () => {
    const home = await box();
    const page = await open(home, { as: "Anna", path: `/recipes/${home.crepes.id}` });
    await page.evaluate(`
      window.locks = [];
      Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
        window.locks.push("on");
        return { release: async () => { window.locks.push("off"); } };
      } } });`);
    await page.getByRole("button", { name: "Cook" }).click();
    await eventually("it is on", async () => (await page.evaluate<string[]>("window.locks")).includes("on"));
    await expectPoll(() => page.getByText("Your screen may go dark").count()).toBe(0);
    await page.keyboard.press("Escape");
    await eventually("all are off", async () => {
      const locks = await page.evaluate<string[]>("window.locks");
      return locks.filter((each) => each === "on").length === locks.filter((each) => each === "off").length;
    });
  });
});

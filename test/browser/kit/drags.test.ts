/** Tests drags in the kit by mouse, by touch and by keyboard. */
import { describe } from "bun:test";
import type { Page } from "playwright-core";
import { test } from "../../support/browser/browser.ts";
import { longPressDrag, pointAt, swipe } from "../../support/browser/touch.ts";
import { eventually, expectPoll } from "../../support/browser/wait.ts";
import { button, expectStaysOpen, mount } from "./stage.ts";

describe("A sortable list", () => {
  const rows = (page: Page) => page.getByRole("list", { name: "Groceries" }).getByRole("listitem").allInnerTexts();

  test("A sortable list can be sorted by keyboard, and each step is announced to screen readers", async () => {
    const page = await mount("a sorted list");
    await button(page, "Move: Milk").focus();
    await page.keyboard.press("Space");
    await page.getByText("Milk is picked up").waitFor({ state: "attached" });
    await page.keyboard.press("ArrowDown");
    await page.getByText("Milk is over Bread").waitFor({ state: "attached" });
    await page.keyboard.press("Space");
    await page.getByText("Milk is put down").waitFor({ state: "attached" });
    await expectPoll(() => rows(page)).toEqual(["Bread", "Milk", "Apples"]);
  });

  test("A sortable list lets the mouse drag an item by the item's handle", async () => {
    const page = await mount("a sorted list");
    await button(page, "Move: Apples").scrollIntoViewIfNeeded();
    const from = (await button(page, "Move: Milk").boundingBox())!;
    const to = (await button(page, "Move: Apples").boundingBox())!;
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x + 12, from.y + 40, { steps: 5 });
    await page.mouse.move(to.x + 12, to.y + to.height / 2 + 12, { steps: 10 });
    await page.mouse.up();
    await page.locator(".drag-ghost").waitFor({ state: "detached" });
    await expectPoll(() => rows(page)).toEqual(["Bread", "Apples", "Milk"]);
  });
});

const lastDrop = (page: Page, words: string) => page.getByLabel("Last drop").getByText(words).waitFor();
const said = (page: Page, words: string) => page.getByText(words, { exact: true }).waitFor({ state: "attached" });
const isLifted = (page: Page) => page.locator(".drag-ghost").waitFor({ state: "attached" });
const isPutDown = (page: Page) => page.locator(".drag-ghost").waitFor({ state: "detached" });
const grip = (page: Page, name: string) => button(page, `Move: ${name}`);
const slot = (page: Page, name: string) => page.locator(".card").getByText(name, { exact: true });

async function middleOf(page: Page, name: string) {
  const box = (await grip(page, name).boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Presses the mouse button on the handle of an item and moves the mouse 5 px, which starts a drag. */
async function lift(page: Page, name: string) {
  await grip(page, name).scrollIntoViewIfNeeded();
  const { x, y } = await middleOf(page, name);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 5, y + 5, { steps: 3 });
  await isLifted(page);
}

describe("Sortable lists", () => {
  test("Sortable lists accept an item from another list, between two items or at the end", async () => {
    const page = await mount("lists and targets");
    await lift(page, "Butter");
    const beer = await middleOf(page, "Beer");
    await page.mouse.move(beer.x, beer.y - 6, { steps: 5 });
    await said(page, "Butter is over Beer");
    await page.mouse.up();
    await lastDrop(page, "Butter from Fridge 0 to Cellar 1");
    await isPutDown(page);
    await lift(page, "Cheese");
    await page.mouse.move(beer.x, beer.y + 80, { steps: 5 });
    await page.mouse.up();
    await lastDrop(page, "Cheese from Fridge 0 to Cellar Infinity");
    await isPutDown(page);
    await expectPoll(() => page.getByRole("list", { name: "Cellar" }).getByRole("listitem").allInnerTexts()).toEqual([
      "Wine",
      "Butter",
      "Beer",
      "Cheese",
    ]);
  });

  test("Arrow keys move an item to another sortable list, even an empty one, and the item stays focused", async () => {
    const page = await mount("lists and targets");
    await grip(page, "Wine").press("Enter");
    await said(page, "Wine is picked up");
    await page.keyboard.press("ArrowRight");
    await said(page, "Wine is over Attic");
    await page.keyboard.press("Enter");
    await lastDrop(page, "Wine from Cellar 0 to Attic Infinity");
    await page.locator("button:focus[aria-label='Move: Wine']").waitFor();
    await isPutDown(page);
  });

  test("Sortable lists stay unchanged if a drag ends with Escape, with Tab, or at the item's old place", async () => {
    const page = await mount("lists and targets");
    await lift(page, "Butter");
    const beer = await middleOf(page, "Beer");
    await page.mouse.move(beer.x, beer.y, { steps: 5 });
    await page.keyboard.press("Escape");
    await said(page, "Butter stays where it was");
    await isPutDown(page);
    await page.mouse.up();
    for (const keys of [
      ["ArrowDown", "ArrowUp", "Space"],
      ["ArrowDown", "Escape"],
      ["ArrowDown", "Tab"],
    ]) {
      await grip(page, "Cheese").press("Space");
      await said(page, "Cheese is picked up");
      for (const key of keys) await page.keyboard.press(key);
      await said(page, "Cheese stays where it was");
      await isPutDown(page);
    }
    await page.getByText("Nothing yet").waitFor();
  });

  test("When an item of a sortable list disappears while it is dragged, the drag ends", async () => {
    const page = await mount("lists and targets");
    await lift(page, "Butter");
    await page.evaluate(
      "[...document.querySelectorAll('button')].find((each) => each.textContent === 'Eat the butter').click()",
    );
    await isPutDown(page);
    await expectPoll(() => page.locator(".drag-mark").count()).toBe(0);
    await page.mouse.up();
    await page.getByText("Nothing yet").waitFor();
    await lift(page, "Cheese");
    await page.keyboard.press("Escape");
    await isPutDown(page);
  });

  test("A finger can drag an item of a sortable list by the item's handle without a long press", async () => {
    const page = await mount("lists and targets", "phone");
    await grip(page, "Cheese").scrollIntoViewIfNeeded();
    await longPressDrag(page, grip(page, "Butter"), grip(page, "Quark"), { holdMs: 0 });
    await lastDrop(page, "Butter from Fridge 0 to Fridge");
  });
});

describe("Targets of a drag", () => {
  test("A target of a drag accepts a drop by mouse, and a click without movement does not start a drag", async () => {
    const page = await mount("lists and targets");
    const soup = page.locator("#piece");
    await soup.click();
    await expectPoll(() => page.locator(".drag-ghost").count()).toBe(0);
    await soup.hover();
    await page.mouse.down();
    await slot(page, "Tuesday lunch").hover();
    await page.locator(".drop-target").getByText("Tuesday lunch").waitFor();
    await page.mouse.up();
    await lastDrop(page, "Soup to Tuesday lunch");
    await isPutDown(page);
    await expectPoll(() => page.locator(".drop-target").count()).toBe(0);
  });

  test("A target of a drag accepts an element that a finger drags after a long press", async () => {
    const page = await mount("lists and targets", "phone");
    await longPressDrag(page, page.locator("#piece"), slot(page, "Monday dinner"));
    await lastDrop(page, "Soup to Monday dinner");
    await isPutDown(page);
  });

  test("A touch that moves without a long press scrolls the page, and drags nothing", async () => {
    const page = await mount("lists and targets", "phone");
    const { x, y } = await pointAt(page.locator("#piece"));
    await swipe(page, { x, y }, { x, y: y - 200 }, { steps: 30 }); // The finger moves for longer than the hold.
    await eventually("the page has scrolled", async () => (await page.evaluate<number>("window.scrollY")) > 0);
    await page.getByText("Nothing yet").waitFor();
    await expectPoll(() => page.locator(".drag-ghost").count()).toBe(0);
  });

  test("An arrow key chooses the nearest target of a drag in the direction of the arrow", async () => {
    const page = await mount("lists and targets");
    await page.locator("#piece").press("Space");
    await page.keyboard.press("ArrowDown");
    await said(page, "Soup is over Monday lunch");
    await page.keyboard.press("ArrowRight");
    await said(page, "Soup is over Tuesday lunch");
    await page.keyboard.press("ArrowDown");
    await said(page, "Soup is over Tuesday dinner");
    await page.keyboard.press("ArrowLeft");
    await said(page, "Soup is over Monday dinner");
    await page.keyboard.press("Space");
    await lastDrop(page, "Soup to Monday dinner");
    await said(page, "Soup is put down");
  });
});

describe("A list that scrolls", () => {
  const names = (page: Page) => page.getByRole("list", { name: "Long list" }).getByRole("listitem").allInnerTexts();

  test("A long list scrolls while a dragged item is near an edge of the list", async () => {
    const page = await mount("a long list");
    await lift(page, "Row 1");
    const box = (await page.locator("#scroller").boundingBox())!;
    await page.mouse.move(box.x + 30, box.y + box.height - 6, { steps: 8 });
    await eventually("its end is in sight", async () => {
      const left = "(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)";
      return (await page.evaluate<number>(`${left}(document.querySelector("#scroller"))`)) < 2;
    });
    await said(page, "Row 1 is over Row 60");
    await page.mouse.up();
    await isPutDown(page);
    await expectPoll(async () => (await names(page)).at(-1)).toBe("Row 1");
  });

  test("A long list scrolls when arrow keys move a picked-up item beyond the visible rows", async () => {
    const page = await mount("a long list");
    await grip(page, "Row 2").press("Space");
    for (let each = 0; each < 12; each++) await page.keyboard.press("ArrowDown");
    await said(page, "Row 2 is over Row 14");
    await expectPoll(() => page.evaluate<number>("document.querySelector('#scroller').scrollTop")).toBeGreaterThan(50);
    await page.keyboard.press("Space");
    await isPutDown(page);
    await expectPoll(async () => (await names(page)).indexOf("Row 2")).toBe(13);
  });
});

describe("A drag in a sheet", () => {
  test("A drag in a sheet is announced and shows the dragged item, and Escape ends only the drag", async () => {
    const page = await mount("a sheet with a sorted list");
    await button(page, "Open steps").click();
    await page.getByRole("dialog", { name: "Steps" }).and(page.locator(":focus-within")).waitFor(); // The sheet takes the focus after its first frame.
    await grip(page, "Boil").press("Space");
    await said(page, "Boil is picked up");
    await isLifted(page);
    await page.keyboard.press("Escape");
    await said(page, "Boil stays where it was");
    await isPutDown(page);
    await expectStaysOpen(page.getByRole("dialog", { name: "Steps" }));
    await grip(page, "Boil").press("Space");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Space");
    await eventually("it is sorted", async () => {
      const steps = await page.getByRole("list", { name: "Steps in order" }).getByRole("listitem").allInnerTexts();
      return steps.join() === "Stir,Boil";
    });
  });
});

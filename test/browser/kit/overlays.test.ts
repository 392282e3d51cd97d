/** Tests the menus, popovers and toasts of the kit. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { test } from "../../support/browser/browser.ts";
import { expectPoll } from "../../support/browser/wait.ts";
import { button, expectStaysOpen, mount } from "./stage.ts";

const more = "More for this list";
const boxOf = async (page: Page, name: string) => (await page.getByRole("dialog", { name }).boundingBox())!;

describe("A menu", () => {
  test("Arrow keys and letters move the focus in a menu, and Escape moves the focus to the menu's button", async () => {
    const page = await mount("overlays");
    const focused = (name: string) => page.locator(".menu-item:focus", { hasText: name }).waitFor();
    await button(page, more).press("Enter");
    await focused("Copy");
    await page.keyboard.press("ArrowUp");
    await focused("Delete");
    await page.keyboard.press("ArrowDown");
    await focused("Copy");
    await page.keyboard.press("s");
    await focused("Show done");
    await page.keyboard.press("Escape");
    await page.locator(`button:focus[aria-label='${more}']`).waitFor();
    await expectPoll(() => page.getByRole("menu").count()).toBe(0);
  });

  test("A menu fits on a phone, runs the action of a pressed item, and closes after a press outside", async () => {
    const page = await mount("overlays", "phone");
    await button(page, more).click();
    const box = (await page.getByRole("menu").boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(390);
    await page.getByRole("menuitem", { name: "Copy" }).click();
    await page.locator("output", { hasText: "Copied" }).waitFor();
    await button(page, more).click();
    await page.mouse.click(10, 60);
    await page.getByRole("menu").waitFor({ state: "detached" });
  });

  test("A menu opens above its button if the window has no room below", async () => {
    const page = await mount("overlays");
    const { y, height } = (await button(page, more).boundingBox())!;
    await page.setViewportSize({ width: 1440, height: Math.ceil(y + height + 20) });
    await button(page, more).click();
    await expectPoll(async () => {
      const box = (await page.getByRole("menu").boundingBox())!;
      return box.y >= 0 && box.y + box.height <= y;
    }).toBe(true);
  });
});

describe("A popover", () => {
  test("A popover opens inside a sheet, and Escape closes only the popover", async () => {
    const page = await mount("overlays");
    await button(page, "Open sheet").click();
    await button(page, "Next dates").click();
    await page.getByRole("dialog", { name: "The next three" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "The next three" }).waitFor({ state: "detached" });
    await page.locator("button:focus", { hasText: "Next dates" }).waitFor();
    await expectStaysOpen(page.getByRole("dialog", { name: "Edit event" }));
  });

  test("A popover closes when the Tab key moves the focus out of the popover", async () => {
    const page = await mount("overlays");
    await button(page, "Popover").press("Enter");
    await page.getByRole("dialog", { name: "Next dates" }).and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Tab");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.locator("button:focus", { hasText: "Tuesday" }).waitFor();
  });

  test("A popover can open beside an element, and Escape returns the focus to that element", async () => {
    const page = await mount("overlays");
    const anchor = (await button(page, "Tuesday").boundingBox())!;
    for (const key of ["Shift+Tab", "Escape"]) {
      await button(page, "Tuesday").press("Enter");
      await page.getByRole("dialog", { name: "Swimming on Tuesday" }).and(page.locator(":focus")).waitFor();
      const box = await boxOf(page, "Swimming on Tuesday");
      expect(box.x).toBeGreaterThanOrEqual(anchor.x + anchor.width);
      await page.keyboard.press(key);
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.locator("button:focus", { hasText: "Tuesday" }).waitFor();
    }
  });

  test("A press outside a popover closes the popover; if a button is pressed, the button also acts", async () => {
    const page = await mount("overlays");
    await button(page, "Tuesday").click();
    await button(page, "Edit it").click();
    await page.locator("output", { hasText: "Edited" }).waitFor();
    await page.getByRole("heading", { name: "Overlays", exact: true }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await button(page, "Tuesday").click();
    await button(page, "Open sheet").click();
    await page.getByRole("dialog", { name: "Edit event" }).waitFor();
    await expectPoll(() => page.getByRole("dialog", { name: "Swimming on Tuesday" }).count()).toBe(0);
  });
});

describe("A toast", () => {
  test("A toast is replaced by a newer toast, but an unread error stays", async () => {
    const page = await mount("overlays", "phone");
    const messages = () => page.locator(".toast p").allTextContents();
    await button(page, "Toast").tap();
    await button(page, "Failing toast").tap();
    await expectPoll(messages).toEqual(["That was not saved: the list is gone."]);
    await button(page, "Toast").tap();
    await expectPoll(messages).toEqual(["That was not saved: the list is gone."]);
    await button(page, "Dismiss").tap();
    await expectPoll(messages).toEqual([]);
    await button(page, "Toast").tap();
    await expectPoll(messages).toEqual(["“Passport photos” is done"]);
    await button(page, "Undo").tap();
    await page.locator("output", { hasText: "Undone" }).waitFor();
    await expectPoll(messages).toEqual([]);
  });
});

/** The gallery of the design system in a real browser, under the app's content security policy. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { test } from "../support/browser.ts";
import { expectAccessible } from "../support/browser-axe.ts";
import { expectAccessibleInBothSchemes } from "../support/browser-looks.ts";
import { type Device, devices } from "../support/browser-pages.ts";
import { expectPoll } from "../support/browser-wait.ts";
import { button, gallery } from "./gallery/visit.ts";

const openGallery = gallery();

describe("everything", () => {
  for (const device of Object.keys(devices) as Device[]) {
    test(`is accessible on a ${device} in the light and in the dark, with a sheet, a menu and toasts too`, async () => {
      const page = await openGallery(device);
      await expectAccessibleInBothSchemes(page);
      await button(page, "Open sheet").click();
      await page.getByRole("dialog", { name: "Edit event" }).waitFor();
      await expectAccessibleInBothSchemes(page);
      await page.keyboard.press("Escape");
      await button(page, "Toast").click();
      await button(page, "Failing toast").click();
      await button(page, "More for this list").click();
      await page.getByRole("menuitem", { name: "Archive" }).waitFor();
      await expectAccessibleInBothSchemes(page);
    });
  }

  test("fits on a narrow phone without scrolling sideways", async () => {
    const page = await openGallery("phone");
    await page.setViewportSize({ width: 320, height: 640 });
    const overflow = await page.evaluate("document.documentElement.scrollWidth - window.innerWidth");
    expect(overflow).toBe(0);
  });
});

describe("the look", () => {
  const paper = "getComputedStyle(document.documentElement).backgroundColor";
  const setOnRoot = (page: Page, name: string, value: string) =>
    page.evaluate(`document.documentElement.dataset.${name} = "${value}"`);

  test("follows the device's colour scheme until the user chooses one", async () => {
    const page = await openGallery("phone", "dark");
    const dark = await page.evaluate(paper);
    await setOnRoot(page, "scheme", "light");
    const light = await page.evaluate(paper);
    expect(light).not.toBe(dark);
    await page.emulateMedia({ colorScheme: "light" });
    await expectPoll(() => page.evaluate(paper)).toBe(light);
    await setOnRoot(page, "scheme", "dark");
    await expectPoll(() => page.evaluate(paper)).toBe(dark);
    await expectAccessible(page);
  });

  test("grows on a wall, and still fits", async () => {
    const page = await openGallery("tablet");
    const height = async () => (await page.locator("h1").boundingBox())!.height;
    const before = await height();
    await setOnRoot(page, "size", "wall");
    await page.evaluate("document.documentElement.style.fontSize = '125%'");
    await expectPoll(() => height()).toBeGreaterThan(before * 1.15);
    await expectPoll(() => page.evaluate("document.documentElement.scrollWidth - window.innerWidth")).toBe(0);
  });
});

describe("a menu", () => {
  test("is used by keyboard: arrow keys, letters, and Escape, which returns to its button", async () => {
    const page = await openGallery("desktop");
    const focused = (name: string) => page.locator(".menu-item:focus", { hasText: name }).waitFor();
    await button(page, "More for this list").press("Enter");
    await focused("Copy");
    await page.keyboard.press("ArrowUp");
    await focused("Delete");
    await page.keyboard.press("s");
    await focused("Show done");
    await page.keyboard.press("Escape");
    await page.locator("button:focus[aria-label='More for this list']").waitFor();
    await expectPoll(() => page.getByRole("menu").count()).toBe(0);
  });

  test("fits on a narrow screen, runs the pressed item, and closes by a press outside", async () => {
    const page = await openGallery("phone");
    await button(page, "More for this list").click();
    const box = (await page.getByRole("menu").boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(390);
    expect(box.y + box.height).toBeLessThanOrEqual(844);
    await page.getByRole("menuitem", { name: "Copy" }).click();
    await page.locator("output", { hasText: "Copied" }).waitFor();
    await button(page, "More for this list").click();
    await page.mouse.click(10, 60);
    await page.getByRole("menu").waitFor({ state: "detached" });
  });
});

describe("a choice of a few options", () => {
  test("is made by arrow keys, and hides the browser's radio buttons", async () => {
    const page = await openGallery("phone");
    const radio = (name: string) => page.getByRole("group", { name: "View" }).getByRole("radio", { name });
    await radio("Week").focus();
    await page.keyboard.press("ArrowRight");
    await expectPoll(() => radio("Month").isChecked()).toBe(true);
    await expectPoll(async () => (await radio("Month").boundingBox())!.width).toBeLessThanOrEqual(1);
  });
});

describe("a popover", () => {
  test("opens inside a sheet, and Escape closes only the popover", async () => {
    const page = await openGallery("desktop");
    await button(page, "Open sheet").click();
    await button(page, "Next dates").click();
    await page.getByRole("dialog", { name: "The next three" }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "The next three" }).waitFor({ state: "detached" });
    await expectPoll(() => page.getByRole("dialog", { name: "Edit event" }).isVisible()).toBe(true);
  });
});

describe("toasts", () => {
  test("are shown one at a time, the newest first, except that an unread error stays", async () => {
    const page = await openGallery("phone");
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
  });
});

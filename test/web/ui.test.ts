/** The gallery of the design system in a real browser, under the app's content security policy. */
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { sizes } from "./gallery/browser.ts";
import { button, gallery, violations } from "./gallery/visit.ts";

const inGallery = gallery();

describe("everything", () => {
  for (const size of Object.keys(sizes) as (keyof typeof sizes)[]) {
    for (const scheme of ["light", "dark"] as const) {
      test(`is accessible on a ${size} in the ${scheme}, with a sheet, a menu and toasts too`, async () => {
        await inGallery(size, scheme, async (page) => {
          expect(await violations(page)).toEqual([]);
          await button(page, "Open sheet").click();
          await page.getByRole("dialog", { name: "Edit event" }).waitFor();
          expect(await violations(page)).toEqual([]);
          await page.keyboard.press("Escape");
          await button(page, "Toast").click();
          await button(page, "Failing toast").click();
          await button(page, "More for this list").click();
          await page.getByRole("menuitem", { name: "Archive" }).waitFor();
          expect(await violations(page)).toEqual([]);
        });
      }, 60_000);
    }
  }

  test("fits on a narrow phone without scrolling sideways", async () => {
    await inGallery("phone", "light", async (page) => {
      await page.setViewportSize({ width: 320, height: 640 });
      const overflow = await page.evaluate("document.documentElement.scrollWidth - window.innerWidth");
      expect(overflow).toBe(0);
    });
  }, 60_000);
});

describe("the look", () => {
  const paper = "getComputedStyle(document.documentElement).backgroundColor";
  const setOnRoot = (page: Page, name: string, value: string) =>
    page.evaluate(`document.documentElement.dataset.${name} = "${value}"`);

  test("follows the device's colour scheme until the user chooses one", async () => {
    await inGallery("phone", "dark", async (page) => {
      const dark = await page.evaluate(paper);
      await setOnRoot(page, "scheme", "light");
      const light = await page.evaluate(paper);
      expect(light).not.toBe(dark);
      await page.emulateMedia({ colorScheme: "light" });
      expect(await page.evaluate(paper)).toBe(light);
      await setOnRoot(page, "scheme", "dark");
      expect(await page.evaluate(paper)).toBe(dark);
      expect(await violations(page)).toEqual([]);
    });
  }, 60_000);

  test("grows on a wall, and still fits", async () => {
    await inGallery("tablet", "light", async (page) => {
      const height = async () => (await page.locator("h1").boundingBox())!.height;
      const before = await height();
      await setOnRoot(page, "size", "wall");
      expect(await height()).toBeGreaterThan(before * 1.15);
      expect(await page.evaluate("document.documentElement.scrollWidth - window.innerWidth")).toBe(0);
    });
  }, 60_000);
});

describe("a menu", () => {
  test("is used by keyboard: arrow keys, letters, and Escape, which returns to its button", async () => {
    await inGallery("desktop", "light", async (page) => {
      const focused = (name: string) => page.locator(".menu-item:focus", { hasText: name }).waitFor();
      await button(page, "More for this list").press("Enter");
      await focused("Copy");
      await page.keyboard.press("ArrowUp");
      await focused("Delete");
      await page.keyboard.press("s");
      await focused("Show done");
      await page.keyboard.press("Escape");
      await page.locator("button:focus[aria-label='More for this list']").waitFor();
      expect(await page.getByRole("menu").count()).toBe(0);
    });
  }, 60_000);

  test("fits on a narrow screen, runs the pressed item, and closes by a press outside", async () => {
    await inGallery("phone", "light", async (page) => {
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
  }, 60_000);
});

describe("a choice of a few options", () => {
  test("is made by arrow keys, and hides the browser's radio buttons", async () => {
    await inGallery("phone", "light", async (page) => {
      const radio = (name: string) => page.getByRole("group", { name: "View" }).getByRole("radio", { name });
      await radio("Week").focus();
      await page.keyboard.press("ArrowRight");
      expect(await radio("Month").isChecked()).toBe(true);
      expect((await radio("Month").boundingBox())!.width).toBeLessThanOrEqual(1);
    });
  }, 60_000);
});

describe("a popover", () => {
  test("opens inside a sheet, and Escape closes only the popover", async () => {
    await inGallery("desktop", "light", async (page) => {
      await button(page, "Open sheet").click();
      await button(page, "Next dates").click();
      await page.getByRole("dialog", { name: "The next three" }).waitFor();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog", { name: "The next three" }).waitFor({ state: "detached" });
      expect(await page.getByRole("dialog", { name: "Edit event" }).isVisible()).toBe(true);
    });
  }, 60_000);
});

describe("toasts", () => {
  test("are limited to the newest three", async () => {
    await inGallery("phone", "light", async (page) => {
      // Use the keyboard, because the toasts cover the buttons.
      await button(page, "Failing toast").press("Enter");
      for (let each = 0; each < 3; each++) await button(page, "Toast").press("Enter");
      expect(await page.locator(".toast").count()).toBe(3);
      expect(await page.locator(".toast-error").count()).toBe(0);
    });
  }, 60_000);
});

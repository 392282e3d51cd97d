/**
 * Tests the appearance of the kit: contrast, width, colour scheme and size, under the app's Content-Security-Policy.
 */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { expectAccessible } from "../../support/browser/axe.ts";
import { test } from "../../support/browser/browser.ts";
import { expectNoOverflow } from "../../support/browser/layout.ts";
import { expectAccessibleInBothSchemes } from "../../support/browser/looks.ts";
import { expectPoll } from "../../support/browser/wait.ts";
import { button, mount } from "./stage.ts";

const paper = "getComputedStyle(document.documentElement).backgroundColor";
const setOnRoot = (page: Page, name: string, value: string) =>
  page.evaluate(`document.documentElement.dataset.${name} = "${value}"`);

describe("The user-interface components", () => {
  test("The user-interface components are accessible on a phone in light and dark colours", async () => {
    const page = await mount("everything", "phone");
    await expectAccessibleInBothSchemes(page);
    await button(page, "Open sheet").click();
    await button(page, "Next dates").click();
    await page.getByRole("dialog", { name: "The next three" }).waitFor();
    await expectAccessibleInBothSchemes(page);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await button(page, "Failing toast").click();
    await button(page, "More for this list").click();
    await page.getByRole("menuitem", { name: "Archive" }).waitFor();
    await expectAccessibleInBothSchemes(page);
  });

  test("The user-interface components are accessible on a desktop", async () => {
    await expectAccessible(await mount("everything"));
  });

  test("The user-interface components fit on a phone that is 320 px wide", async () => {
    const page = await mount("everything", "phone");
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoOverflow(page);
  });

  test("The user-interface components use the device's colour scheme until the user chooses another one", async () => {
    const page = await mount("everything", "phone");
    await page.emulateMedia({ colorScheme: "dark" });
    const dark = await page.evaluate(paper);
    await setOnRoot(page, "scheme", "light");
    const light = await page.evaluate(paper);
    expect(light).not.toBe(dark);
    await page.emulateMedia({ colorScheme: "light" });
    await expectPoll(() => page.evaluate(paper)).toBe(light);
    await setOnRoot(page, "scheme", "dark");
    await expectPoll(() => page.evaluate(paper)).toBe(dark);
  });

  test("The user-interface components are larger on a wall tablet, and still fit into its width", async () => {
    const page = await mount("everything");
    await page.setViewportSize({ width: 1180, height: 820 });
    const height = async () => (await page.locator("h1").boundingBox())!.height;
    const before = await height();
    await setOnRoot(page, "size", "wall");
    await page.evaluate("document.documentElement.style.fontSize = '125%'");
    await expectPoll(() => height()).toBeGreaterThan(before * 1.15);
    await expectNoOverflow(page);
  });
});

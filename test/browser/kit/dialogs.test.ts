/** Tests the dialogs of the kit: sheets, and confirmation dialogs over them. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { test } from "../../support/browser/browser.ts";
import { expectPoll } from "../../support/browser/wait.ts";
import { button, expectStaysOpen, frames, mount } from "./stage.ts";

const sheet = (page: Page) => page.getByRole("dialog", { name: "Edit event" });
const question = (page: Page) => page.getByRole("alertdialog", { name: "Throw it away?" });
const focused = (page: Page, text: string) => page.locator("button:focus", { hasText: text }).waitFor();

describe("A sheet", () => {
  test("A sheet that closes returns the focus to the element that opened the sheet", async () => {
    const page = await mount("overlays");
    await button(page, "Open sheet").focus();
    await page.keyboard.press("Enter");
    const title = page.getByLabel("Title of the event");
    await title.fill("Diving");
    await title.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.locator("button:focus", { hasText: "Open sheet" }).waitFor();
  });

  test("When a sheet opens, a toast that was shown before is dismissed, but an unread error is not", async () => {
    const page = await mount("overlays", "phone");
    await button(page, "Toast").tap();
    await page.locator(".toast").waitFor();
    await button(page, "Open sheet").tap();
    await sheet(page).waitFor();
    await frames(page);
    const toasts = await page.locator(".toast").count(); // It would end by itself after 8 s.
    expect(toasts).toBe(0);
    await button(page, "Close").tap();
    await sheet(page).waitFor({ state: "detached" });
    await button(page, "Failing toast").tap();
    await button(page, "Open sheet").tap();
    await sheet(page).waitFor();
    // The sheet fills a low window, but the error covers nothing of it.
    await page.setViewportSize({ width: 390, height: 420 });
    await expectPoll(async () => {
      const error = (await page.locator(".toast-error").boundingBox())!;
      return (await sheet(page).boundingBox())!.y - error.y - error.height;
    }).toBeGreaterThanOrEqual(0);
    await button(page, "Reload").tap();
    await page.locator(".toast").waitFor({ state: "detached" });
    await expectStaysOpen(sheet(page));
    await expectPoll(() => page.getByLabel("Title of the event").inputValue()).toBe("Reloaded");
  });
});

describe("A confirmation", () => {
  test("A confirmation of a dangerous action focuses its Cancel button, and ignores a click outside", async () => {
    const page = await mount("overlays");
    await button(page, "Ask").click();
    const dialog = page.getByRole("alertdialog", { name: "Delete the event?" });
    await dialog.waitFor();
    await page.locator("button:focus", { hasText: "Cancel" }).waitFor();
    await page.mouse.click(5, 5);
    await expectStaysOpen(dialog);
  });
});

describe("A dialog", () => {
  test("While a dialog is open, the Tab key moves the focus only within the dialog and a visible toast", async () => {
    const page = await mount("overlays");
    await button(page, "Failing toast").click();
    await button(page, "Open sheet").press("Enter");
    await page.locator("button:focus[aria-label=Close]").waitFor();
    await page.keyboard.press("Shift+Tab");
    await page.locator(".toast button:focus[aria-label=Dismiss]").waitFor();
    await page.keyboard.press("Shift+Tab");
    await focused(page, "Reload");
    await page.keyboard.press("Shift+Tab");
    await focused(page, "Save");
    await page.keyboard.press("Tab");
    await focused(page, "Reload");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.locator("button:focus[aria-label=Close]").waitFor();
  });

  test("A dialog makes everything behind the dialog inert, except toasts and live regions", async () => {
    const page = await mount("everything");
    const inert = () =>
      page.evaluate(
        "[...document.body.children].filter((each) => each.inert).map((each) => each.id || each.className)",
      );
    await expectPoll(() => inert()).toEqual([]);
    await button(page, "Open sheet").click();
    await sheet(page).waitFor();
    await expectPoll(() => inert()).toEqual(expect.arrayContaining(["root"]));
    await expectPoll(() => inert()).not.toEqual(expect.arrayContaining(["toasts"]));
    await expectPoll(() => page.evaluate("document.querySelector('[aria-live=assertive].visually-hidden').inert")).toBe(
      false,
    );
    await page.keyboard.press("Escape");
    await sheet(page).waitFor({ state: "detached" });
    await expectPoll(() => inert()).toEqual([]);
  });

  test("A click outside a dialog closes the dialog, but a press that begins or ends inside it does not", async () => {
    const page = await mount("overlays");
    await button(page, "Open sheet").click();
    const field = (await page.getByLabel("Title of the event").boundingBox())!;
    const inside = [field.x + 20, field.y + 10] as const;
    await page.mouse.move(...inside);
    await page.mouse.down();
    await page.mouse.move(5, 5, { steps: 3 });
    await page.mouse.up();
    await expectStaysOpen(sheet(page));
    await page.mouse.down();
    await page.mouse.move(...inside, { steps: 3 });
    await page.mouse.up();
    await expectStaysOpen(sheet(page));
    await page.mouse.click(5, 5);
    await sheet(page).waitFor({ state: "detached" });
    await focused(page, "Open sheet");
  });

  test("A dialog stays open behind a confirmation, and Escape closes only the confirmation", async () => {
    const page = await mount("overlays");
    await button(page, "Open sheet").press("Enter");
    await button(page, "Discard").press("Enter");
    await question(page).waitFor();
    await focused(page, "Cancel");
    await page.keyboard.press("Shift+Tab");
    await focused(page, "Throw away");
    await page.keyboard.press("Escape");
    await question(page).waitFor({ state: "detached" });
    await focused(page, "Discard");
    await page.keyboard.press("Escape");
    await sheet(page).waitFor({ state: "detached" });
    await focused(page, "Open sheet");
  });

  test("When a dialog that replaced another one closes, the opener of the first dialog gets the focus", async () => {
    const page = await mount("overlays");
    await button(page, "Open sheet").press("Enter");
    await sheet(page).getByRole("button", { name: "Delete" }).press("Enter");
    await page.getByRole("alertdialog", { name: "Delete the event?" }).waitFor();
    await focused(page, "Cancel");
    await page.keyboard.press("Enter");
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    await focused(page, "Open sheet");
  });

  test("When a dialog closes and its opener cannot be focused, the focus moves to the page's heading", async () => {
    const page = await mount("overlays");
    await button(page, "Open sheet").press("Enter");
    await sheet(page).waitFor();
    await page.evaluate(
      "[...document.querySelectorAll('button')].find((each) => each.textContent === 'Open sheet').disabled = true",
    );
    await page.keyboard.press("Escape");
    await page.locator("h1:focus").waitFor();
  });

  test("A dialog stays open when the Escape key cancels a text that an input method is composing", async () => {
    const page = await mount("overlays");
    await button(page, "Open sheet").click();
    await sheet(page).waitFor();
    const press = (more: string) =>
      page.evaluate(
        `document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, ${more} }))`,
      );
    await press("isComposing: true");
    await press("keyCode: 229");
    await expectStaysOpen(sheet(page));
    await press("");
    await sheet(page).waitFor({ state: "detached" });
  });

  test("A menu inside a dialog appears in front of the dialog, and Escape closes only the menu", async () => {
    const page = await mount("overlays", "phone");
    await button(page, "Open sheet").tap();
    await button(page, "More for the event").tap();
    const item = page.getByRole("menuitem", { name: "Repeat" });
    const box = (await item.boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await expectPoll(() =>
      page.evaluate(`document.elementFromPoint(${x}, ${y}).closest("[role=menuitem]") !== null`),
    ).toBe(true);
    await page.keyboard.press("Escape");
    await item.waitFor({ state: "detached" });
    await expectStaysOpen(sheet(page));
  });

  test("A dialog that is opened by touch gets the focus itself, so that no on-screen keyboard opens", async () => {
    const page = await mount("overlays", "phone");
    await button(page, "Open sheet").tap();
    await page.locator("[role=dialog]:focus").waitFor();
    await button(page, "Close").tap();
    await sheet(page).waitFor({ state: "detached" });
    await focused(page, "Open sheet");
  });

  test("A dialog prevents the page behind the dialog from scrolling", async () => {
    const page = await mount("overlays");
    await button(page, "Open sheet").scrollIntoViewIfNeeded();
    const place = () => page.evaluate("[window.scrollY, document.querySelector('h1').getBoundingClientRect().x]");
    const before = await place();
    await button(page, "Open sheet").click();
    await sheet(page).waitFor();
    await page.mouse.move(5, 300);
    await page.mouse.wheel(0, 400);
    await frames(page);
    await expectPoll(() => place()).toEqual(before);
    await page.keyboard.press("Escape");
    await sheet(page).waitFor({ state: "detached" });
    await expectPoll(() => place()).toEqual(before);
    await expectPoll(() => page.evaluate("document.documentElement.style.overflow")).toBe("");
  });

  test("While the closing animation of a dialog runs, the page can already be used", async () => {
    const page = await mount("overlays");
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await button(page, "Open sheet").click();
    await sheet(page).waitFor();
    await page.keyboard.press("Escape");
    await expectPoll(() => page.evaluate("document.querySelector('#root').inert")).toBe(false);
    await page.locator(".dialog-layer").waitFor({ state: "detached" });
    await button(page, "Open beside").click();
    await sheet(page).waitFor();
  });
});

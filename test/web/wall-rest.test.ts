/** The wall without a user, or with a guest: its idle state, its night mode, its PIN, and the screens that it refuses. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { test } from "../support/browser.ts";
import { expectAccessible } from "../support/browser-axe.ts";
import { goTo } from "../support/browser-go.ts";
import { browserHome } from "../support/browser-home.ts";
import { expectNoOverflow } from "../support/browser-layout.ts";
import { screens } from "../support/browser-screens.ts";
import { expectTargets44 } from "../support/browser-targets.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { openWall } from "../support/wall.ts";

declare const document: any; // Functions given to `page.evaluate` run in the page.

const home = await browserHome({ demo: true });
const evening = new Date("2026-11-21T20:58:00Z"); // 21:58 in the household.

const settings = (page: Page) => page.getByRole("button", { name: "Settings" }).click();
const type = async (page: Page, pin: string) => {
  for (const digit of pin) await page.getByRole("dialog").getByRole("button", { name: digit, exact: true }).click();
};

describe("an idle wall", () => {
  test("returns to Today two minutes after the last touch, and closes everything", async () => {
    const { page } = await openWall(home, { clock: home.now() });
    await goTo(page, "Lists");
    await page.getByRole("link", { name: /Groceries/ }).click();
    await page.getByRole("checkbox", { name: "Apples" }).click();
    await page.getByRole("dialog", { name: "Who are you?" }).waitFor();
    await page.clock.runFor(110_000);
    await page.getByRole("dialog", { name: "Who are you?" }).waitFor();
    await page.clock.runFor(15_000);
    await page.locator(".today-board").waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
    await expectPoll(() => page.getByRole("dialog").count()).toBe(0);
  });

  test("is dark at night until it is touched", async () => {
    const { page } = await openWall(home, { clock: evening });
    await page.locator(".today-board").waitFor();
    await expectPoll(() => page.locator(".wall-night").count()).toBe(0);
    await page.clock.runFor(3 * 60_000);
    await page.locator(".wall-night").waitFor();
    await expectPoll(() => page.locator("html").getAttribute("data-scheme")).toBe("dark");
    await page.mouse.click(700, 20);
    await page.locator(".wall-night").waitFor({ state: "detached" });
    await settings(page);
    await page.getByLabel("From").selectOption("23");
    await eventually(
      "it is evening again",
      async () => (await page.locator("html").getAttribute("data-scheme")) === null,
    );
  });

  test("shifts its content by a few pixels from time to time", async () => {
    const { page } = await openWall(home, { clock: home.now() });
    const at = () => page.evaluate(() => document.querySelector(".frame-page").getBoundingClientRect().x);
    const first = await at();
    await page.clock.runFor(3 * 60_000);
    await eventually("it has moved", async () => (await at()) !== first);
    await expectPoll(async () => Math.abs((await at()) - first)).toBeLessThan(8);
    await expectNoOverflow(page);
  });
});

describe("the PIN of a wall", () => {
  test("protects its settings, and after five attempts enforces a wait, also after a reload", async () => {
    const { page } = await openWall(home, { clock: home.now() });
    await settings(page);
    await page.getByRole("button", { name: "Choose a PIN" }).click();
    await type(page, "2580");
    await page.getByRole("dialog", { name: "Once more" }).waitFor();
    await type(page, "2580");
    await page.getByRole("dialog").getByRole("button", { name: "Change the PIN" }).waitFor();
    await page.keyboard.press("Escape");
    await settings(page);
    const pin = page.getByRole("dialog", { name: "PIN" });
    for (let tries = 1; tries < 5; tries++) {
      await type(page, "1111");
      await pin.getByText("That is not the PIN.").waitFor();
    }
    await page.keyboard.type("1111");
    await pin.getByText(/Too many tries. Wait (30|29) s/).waitFor();
    await page.keyboard.type("2580");
    await expectPoll(() => page.getByText("This tablet").count()).toBe(0);
    await page.reload();
    await settings(page);
    await pin.getByText(/Too many tries/).waitFor();
    await page.clock.runFor(31_000);
    await pin.getByText(/Too many tries/).waitFor({ state: "detached" });
    await type(page, "1111");
    await pin.getByText(/Wait (60|59) s/).waitFor();
    await page.clock.runFor(61_000);
    await pin.getByText(/Too many tries/).waitFor({ state: "detached" });
    await type(page, "2580");
    await page.getByRole("dialog", { name: "This tablet" }).waitFor();
  });
});

describe("a guest at the wall", () => {
  for (const device of ["tablet", "phone"] as const) {
    test(`can add, but not change the household, on a ${device}`, async () => {
      const { page } = await openWall(home, { device });
      for (const name of ["Today", "Calendar", "Chores", "Check-ins", "Lists", "Meals"]) {
        await goTo(page, name);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await eventually("it is loaded", async () => (await page.locator(".skeleton").count()) === 0);
        await expectPoll(() => page.getByRole("button", { name: /New|Edit|Delete|Remove|Sign out/ }).count()).toBe(0);
        await expectPoll(() => page.getByRole("button", { name: "Add" }).count()).toBe(1);
        await screens(page, `wall ${name}`);
        await expectNoOverflow(page);
        await expectTargets44(page, { ".calendar-event, .calendar-bar": "as large as they last, as in the app" });
        await expectAccessible(page);
      }
      for (const path of ["/settings/members", "/tasks", "/activity", "/recipes"]) {
        await page.goto(home.url + path);
        await page.locator(".today-board").waitFor();
      }
    });
  }

  test("has sheets that everybody can use", async () => {
    const { page } = await openWall(home, { colorScheme: "dark", locale: "de-DE" });
    await page.getByRole("button", { name: "Einstellungen" }).click();
    await page.getByRole("dialog", { name: "Dieses Tablet" }).waitFor();
    await expectAccessible(page);
    await expectTargets44(page);
    await page.getByRole("button", { name: "PIN festlegen" }).click();
    await page.getByRole("dialog", { name: "PIN festlegen" }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Dieses Tablet" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await goTo(page, "Essen");
    await page.locator(".wall-meal").first().click();
    await page.getByRole("dialog").waitFor();
    await expectAccessible(page);
  });
});

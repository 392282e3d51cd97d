/** The wall's own look: its calendar, its schedule, its recipes, and what is chosen at the tablet. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { test } from "../support/browser.ts";
import { expectAccessible } from "../support/browser-axe.ts";
import { goTo } from "../support/browser-go.ts";
import { browserHome } from "../support/browser-home.ts";
import { expectNoOverflow } from "../support/browser-layout.ts";
import { tap } from "../support/browser-touch.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { addNotice } from "../support/notices.ts";
import { openWall } from "../support/wall.ts";

declare const document: any; // Functions given to `page.evaluate` run in the page.
declare const innerHeight: number;
declare const innerWidth: number;

const now = new Date("2026-11-24T10:00:00Z");
const home = await browserHome({ demo: true, now });
const radio = (page: Page, name: string) => tap(page, page.getByRole("radio", { name }).locator("xpath=.."));

/** Controls of the navigation, and of the page's head, that are not wholly in the window. */
const hidden = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll(".nav a, .nav button, .page-header button, .page-header .segment")]
      .filter((element: any) => {
        const { top, bottom, left, right } = element.getBoundingClientRect();
        return top < 0 || left < 0 || bottom > innerHeight + 0.5 || right > innerWidth + 0.5;
      })
      .map((element: any) => element.outerHTML.slice(0, 80)),
  );

describe("the calendar of the wall", () => {
  test("has seven columns, a month and a day as in the app, and only shows them", async () => {
    const { page } = await openWall(home, { path: "/calendar", clock: now });
    for (const [width, height] of [
      [820, 1180],
      [1180, 820],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expectPoll(() => page.locator(".calendar-column").count()).toBe(7);
      const last = await page.locator(".calendar-column").last().boundingBox();
      expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(width);
    }
    await page.mouse.click(700, 700);
    await page.locator(".calendar-event").first().click();
    await page.getByRole("dialog").waitFor();
    await expectPoll(() => page.getByRole("dialog").getByRole("button").count()).toBe(1);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await radio(page, "Month");
    await page.locator(".calendar-month").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Open Thursday 26 November" }).click();
    await page.locator(".calendar-grid-people").waitFor();
    await expectPoll(() => page.getByRole("heading", { level: 1 }).textContent()).toBe("Calendar");
    await page.getByText("Thursday 26 November").first().waitFor();
  });
});

describe("the wall", () => {
  test("shows the schedule in the widest column", async () => {
    const { page } = await openWall(home);
    for (const width of [1180, 1280, 1440]) {
      await page.setViewportSize({ width, height: 820 });
      await page.locator(".today-agenda .today-event").first().waitFor();
      const widthOf = async (name: string) => (await page.locator(`.today-${name}`).boundingBox())?.width ?? 0;
      const schedule = await widthOf("agenda");
      for (const other of ["tasks", "side"]) expect(schedule).toBeGreaterThanOrEqual(await widthOf(other));
    }
  });

  test("opens recipes to cook, stays there while nobody touches it, and comes back", async () => {
    const { page } = await openWall(home, { clock: now });
    await page.locator("button.today-meal").first().click();
    const cooking = page.getByRole("dialog");
    await cooking.getByText(/^Step 1 of/).waitFor();
    await page.clock.runFor(10 * 60_000);
    await cooking.getByRole("button", { name: "Next step" }).click();
    await cooking.getByText(/^Step 2 of/).waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".today-board").waitFor();
    await goTo(page, "Meals");
    await page.locator(".wall-meal").first().click();
    await cooking.getByText(/^Step 1 of/).waitFor();
    await page.clock.runFor(61 * 60_000);
    await expectPoll(() => cooking.count()).toBe(0);
    await page.locator(".today-board").waitFor();
  });

  test("has its own size of text, colours and language, and hides no control behind large text", async () => {
    const { page } = await openWall(home);
    await page.getByRole("button", { name: "Settings" }).click();
    await radio(page, "150 %");
    await radio(page, "Dark");
    await page.getByLabel("Language", { exact: true }).selectOption("de");
    await page.getByRole("dialog", { name: "Dieses Tablet" }).waitFor();
    await expectAccessible(page);
    await page.reload();
    await page.getByRole("button", { name: "Einstellungen" }).waitFor();
    const look = () =>
      page.evaluate(() => {
        const { style, dataset, lang } = document.documentElement;
        return [style.fontSize, dataset.scheme, lang];
      });
    await expectPoll(look).toEqual(["150%", "dark", "de"]);
    for (const [width, height] of [
      [820, 1180],
      [1180, 820],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const name of ["Heute", "Kalender", "Haushalt", "Wie geht’s?", "Listen", "Essen"]) {
        await goTo(page, name);
        await eventually("it is loaded", async () => (await page.locator(".skeleton").count()) === 0);
        await expectPoll(() => hidden(page)).toEqual([]);
        await expectNoOverflow(page);
      }
    }
  });
});

test("a German wall words what is due in German, and in English once somebody chooses that", async () => {
  const home = await browserHome({ now: new Date("2026-11-25T09:00:00Z") });
  const from = home.now().getTime();
  const owner = {
    db: home.db,
    id: home.work().householdId,
    members: { anna: home.member("Anna") },
    clock: { now: home.now() },
  };
  const event = { type: "event", location: null, allDay: false, firstDay: null } as const;
  addNotice(owner, {
    about: [home.member("Mia").id],
    facts: { ...event, title: "Müll rausbringen", from, to: from + 1_800_000 },
  });
  const { page } = await openWall(home, { locale: "de-DE" });
  await page.getByText("Mia: Müll rausbringen jetzt").waitFor();
  await page.getByRole("button", { name: "Einstellungen" }).click();
  await page.getByRole("combobox", { name: "Sprache" }).selectOption("en");
  await page.getByText("Mia: Müll rausbringen now").waitFor({ state: "attached" });
});

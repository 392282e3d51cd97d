/** Wall tablet: pairing, idle state, night, PIN, settings, and content that people can see but not edit. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { open, test } from "../../support/browser/browser.ts";
import { goTo, moveTo } from "../../support/browser/go.ts";
import { browserHome } from "../../support/browser/home.ts";
import { endedElsewhere, noMember } from "../../support/browser/homes/wall.ts";
import { tap } from "../../support/browser/touch.ts";
import { eventually, expectPoll } from "../../support/browser/wait.ts";
import { addNotice } from "../../support/reminders/notices.ts";
import { wallAtRest, whoAreYou } from "./shared-wall.ts";

declare const document: any; // Functions given to `page.evaluate` run in the page.
declare const innerHeight: number;
declare const innerWidth: number;
declare const window: any;

const now = new Date("2026-11-24T10:00:00Z");
const home = await browserHome({ demo: true, now });
const anna = home.api("Anna");

const settings = (page: Page) => page.locator(".wall-foot .icon-button").last().click();
const radio = (page: Page, name: string) => tap(page, page.getByRole("radio", { name }).locator("xpath=.."));
const board = (page: Page) => page.locator(".wall-left").waitFor();
const usual = { width: 1180, height: 820 };

const codeOn = async (page: Page) => ((await page.locator(".wall-code").textContent()) ?? "").replace(/\D/g, "");

describe("A tablet", () => {
  test("A tablet shows a pairing code, and is paired when an adult enters that code in the settings", async () => {
    const own = await browserHome({ now });
    const memberId = own.member("Ben").id;
    await own.api("Anna").post("/v1/tasks", { label: "Feed the cat", memberId, dueDate: "2026-11-24" });
    const view = { as: "Anna", device: "tablet", path: "/manifest.webmanifest" } as const;
    const tablet = await open(own, { ...view, allow: [noMember, endedElsewhere] });
    await tablet.clock.install({ time: now });
    await tablet.goto(`${own.url}/wall`);
    await tablet.getByRole("heading", { name: "Make this your family’s wall" }).waitFor();
    await tablet.getByText("Anna will then be signed out of this browser.").waitFor();
    const goodFor = tablet.getByRole("timer").getByText(/^Good for (10:00|9:\d\d)$/);
    await goodFor.waitFor();
    const first = await codeOn(tablet);
    expect(first).toMatch(/^\d{6}$/);
    await tablet.clock.fastForward(10 * 60_000);
    await eventually("another code is shown", async () => {
      await tablet.clock.runFor(1_000);
      return (await codeOn(tablet)) !== first;
    });
    await goodFor.waitFor();

    const phone = await open(own, { as: "Ben", device: "phone", path: "/settings/tablets" });
    await phone.getByRole("button", { name: "Pair a tablet" }).first().click();
    await phone.getByLabel("Code on the tablet").fill(await codeOn(tablet));
    await phone.getByRole("dialog").getByRole("button", { name: "Pair a tablet" }).click();
    await tablet.getByText("Feed the cat").waitFor();
    await expectPoll(() => tablet.locator("html").getAttribute("data-size")).toBe("wall");
    expect(await tablet.evaluate(() => window.fetch("/app/session").then(({ status }: Response) => status))).toBe(403);
    await tablet.reload();
    await tablet.getByText("Feed the cat").waitFor();

    const [device] = (await own.api("Anna").get("/app/devices")).body.devices;
    await own.api("Anna").delete(`/app/devices/${device.id}`);
    await tablet.locator(".wall-code").waitFor();
    await expectPoll(() => tablet.getByText("Feed the cat").count()).toBe(0);
    await tablet.getByRole("link", { name: "Sign in as a person instead" }).waitFor();
  });
});

describe("An idle wall tablet", () => {
  test("An idle wall tablet returns to the screen Today two minutes after the last touch", async () => {
    const page = await wallAtRest(home);
    await goTo(page, "Lists");
    await page.getByRole("link", { name: /Groceries/ }).click();
    await page.getByRole("checkbox", { name: "Apples" }).click();
    await whoAreYou(page).waitFor();
    await page.clock.fastForward(110_000);
    await expectPoll(() => whoAreYou(page).count()).toBe(1);
    await page.clock.fastForward(15_000);
    await board(page);
    expect(new URL(page.url()).pathname).toBe("/");
    await expectPoll(() => page.getByRole("dialog").count()).toBe(0);
  });

  test("An idle wall tablet is dark at night until somebody touches the tablet", async () => {
    const page = await wallAtRest(home);
    const scheme = () => page.locator("html").getAttribute("data-scheme");
    const night = page.locator(".wall-night");
    await page.clock.setSystemTime(new Date("2026-11-24T20:58:00Z")); // 21:58 in the household.
    await page.clock.fastForward(60_000);
    await expectPoll(() => night.count()).toBe(0);
    await page.clock.fastForward(120_000);
    await night.waitFor();
    await expectPoll(scheme).toBe("dark");
    await page.mouse.click(700, 20);
    await night.waitFor({ state: "detached" });
    await settings(page);
    await page.getByLabel("From").selectOption("23");
    await expectPoll(scheme).toBeNull();
    await page.getByLabel("From").selectOption("22");
    await expectPoll(scheme).toBe("dark");
    await page.clock.setSystemTime(now);
    await page.clock.fastForward(60_000);
    await expectPoll(scheme).toBeNull();
  });

  test("An idle wall tablet moves its content by a few pixels now and then, so that nothing burns in", async () => {
    const page = await wallAtRest(home);
    const at = () => page.evaluate(() => document.querySelector(".frame-page").getBoundingClientRect().x);
    const first = await at();
    await page.clock.fastForward(181_000);
    await expectPoll(at).not.toBe(first);
    await expectPoll(async () => Math.abs((await at()) - first)).toBeLessThan(8);
  });
});

describe("The PIN of a wall tablet", () => {
  test("The PIN of a wall tablet protects the settings, and wrong PINs cause longer and longer waits", async () => {
    const page = await wallAtRest(home);
    const pin = page.getByRole("dialog", { name: "PIN" });
    const type = (digits: string) => page.keyboard.type(digits);
    await settings(page);
    await page.getByRole("button", { name: "Choose a PIN" }).click();
    for (const digit of "2580") await page.getByRole("dialog").getByRole("button", { name: digit }).click();
    await page.getByRole("dialog", { name: "Once more" }).waitFor();
    await type("2580");
    await page.getByRole("dialog").getByRole("button", { name: "Change the PIN" }).waitFor();
    await page.keyboard.press("Escape");
    await settings(page);
    for (let tries = 1; tries < 5; tries++) {
      await type("1111");
      await pin.getByText("That is not the PIN.").waitFor();
    }
    await type("1111");
    await pin.getByText(/Too many tries. Wait (30|29) s/).waitFor();
    await type("2580");
    await expectPoll(() => page.getByText("This tablet").count()).toBe(0);
    await page.reload();
    await settings(page);
    await pin.getByText(/Too many tries/).waitFor();
    await page.clock.fastForward(31_000);
    await pin.getByText(/Too many tries/).waitFor({ state: "detached" });
    await type("1111");
    await pin.getByText(/Wait (60|59) s/).waitFor();
    await page.clock.fastForward(61_000);
    await pin.getByText(/Too many tries/).waitFor({ state: "detached" });
    await type("2580");
    await page.getByRole("dialog", { name: "This tablet" }).waitFor();
    await page.getByRole("button", { name: "Remove the PIN" }).click();
    await page.getByRole("button", { name: "Choose a PIN" }).waitFor();
  });
});

describe("The settings of a wall tablet", () => {
  /** Returns the controls of the navigation and the page header that are not completely inside the window. */
  const hidden = (page: Page): Promise<string[]> =>
    page.evaluate(() =>
      [...document.querySelectorAll(".nav a, .nav button, .page-header button, .page-header .segment")]
        .filter((element: any) => {
          const { top, bottom, left, right } = element.getBoundingClientRect();
          return top < 0 || left < 0 || bottom > innerHeight + 0.5 || right > innerWidth + 0.5;
        })
        .map((element: any) => element.outerHTML.slice(0, 80)),
    );
  const look = (page: Page): Promise<unknown> =>
    page.evaluate(() => {
      const { style, dataset, lang } = document.documentElement;
      return [style.getPropertyValue("--wall-text"), dataset.scheme, lang];
    });

  test("The settings of a wall tablet change text size, colours and language, and no button is cut off", async () => {
    const owner = { db: home.db, id: home.work().householdId, members: { anna: home.member("Anna") } };
    const [from, about] = [now.getTime(), [home.member("Mia").id]];
    const event = { type: "event", location: null, allDay: false, firstDay: null } as const;
    const facts = { ...event, title: "Müll rausbringen", from, to: from + 1_800_000 };
    const page = await wallAtRest(home);
    addNotice({ ...owner, clock: { now } }, { about, facts });
    await settings(page);
    await radio(page, "150 %");
    await radio(page, "Dark");
    await page.getByLabel("Language", { exact: true }).selectOption("de");
    await page.getByRole("dialog", { name: "Dieses Tablet" }).waitFor();
    await page.reload();
    await expectPoll(() => look(page)).toEqual(["1.5", "dark", "de"]);
    await page.getByText("Mia: Müll rausbringen jetzt").waitFor();
    await page.getByRole("button", { name: "Gesehen" }).click();
    await page.getByText("Müll rausbringen").waitFor({ state: "detached" });
    await page.setViewportSize({ width: 820, height: 1180 });
    for (const name of ["Heute", "Kalender", "Haushalt", "Wie geht’s?", "Listen", "Essen"]) {
      await goTo(page, name);
      await expectPoll(() => hidden(page)).toEqual([]);
    }
    await page.setViewportSize(usual);
    await settings(page);
    await page.getByLabel("Sprache", { exact: true }).selectOption({ label: "Automatisch" });
    await page.getByRole("dialog", { name: "This tablet" }).waitFor();
    await radio(page, "125 %");
    await radio(page, "Automatic");
    await expectPoll(() => look(page)).toEqual(["1.25", undefined, "en"]);
  });
});

describe("The calendar of a wall tablet", () => {
  test("The calendar of a wall tablet shows a week, a month or a day, and its events cannot be edited", async () => {
    const page = await wallAtRest(home);
    await goTo(page, "Calendar");
    for (const size of [{ width: 820, height: 1180 }, usual]) {
      await page.setViewportSize(size);
      await expectPoll(() => page.locator(".calendar-column").count()).toBe(7);
      const last = (await page.locator(".calendar-column").last().boundingBox())!;
      expect(last.x + last.width).toBeLessThanOrEqual(size.width);
    }
    await page.locator(".calendar-event").first().click();
    await page.getByRole("dialog").waitFor();
    await expectPoll(() => page.getByRole("dialog").getByRole("button").count()).toBe(1);
    await page.keyboard.press("Escape");
    await radio(page, "Month");
    await page.getByRole("button", { name: "Open Thursday 26 November" }).click();
    await page.locator(".calendar-grid-people").waitFor();
    await page.getByText("Thursday 26 November").first().waitFor();
    await expectPoll(() => page.getByRole("heading", { level: 1 }).textContent()).toBe("Calendar");
  });
});

describe("A recipe on a wall tablet", () => {
  test("A recipe on a wall tablet stays open for an hour without a touch, and then closes", async () => {
    const page = await wallAtRest(home);
    const cooking = page.getByRole("dialog");
    await page.locator("button.wall-dinner").first().click();
    await cooking.getByText(/^Step 1 of/).waitFor();
    await page.clock.fastForward(10 * 60_000);
    await cooking.getByRole("button", { name: "Next step" }).click();
    await cooking.getByText(/^Step 2 of/).waitFor();
    await page.keyboard.press("Escape");
    await board(page);
    await goTo(page, "Meals");
    await page.locator(".wall-meal").first().click();
    await cooking.getByText(/^Step 1 of/).waitFor();
    await page.clock.fastForward(61 * 60_000);
    await cooking.waitFor({ state: "detached" });
    await board(page);
  });

  test("A recipe on a wall tablet shows amounts for the meal's servings, even if the recipe has no steps", async () => {
    const post = async (path: string, body: object) => (await anna.post(path, body)).body;
    const soup = await post("/v1/recipes", { name: "Carrot soup", ingredients: ["500 g Carrots"] });
    await anna.patch(`/v1/recipes/${soup.id}/details`, { servings: 2 });
    const meal = await post("/v1/meals", { date: "2026-11-26", mealType: "evening_snack", recipeId: soup.id });
    await anna.patch(`/v1/meals/${meal.id}/details`, { servings: 4, cookId: home.member("Ben").id });
    const page = await wallAtRest(home);
    await goTo(page, "Meals");
    await page.getByRole("button", { name: /Ben cooks.*Carrot soup/ }).click();
    const sheet = page.getByRole("dialog", { name: /Carrot soup/ });
    await sheet.getByText(/^(1 kg|1,?000 g) Carrots$/).waitFor();
    const likes = async () => (await anna.get(`/v1/recipes/${soup.id}`)).body.likes;
    const mia = sheet.getByRole("button", { name: "Mia" });
    await mia.click();
    await expectPoll(likes).toEqual([home.member("Mia").id]);
    await mia.click();
    await expectPoll(likes).toEqual([]);
    await page.keyboard.press("Escape");
  });
});

describe("A wall tablet", () => {
  test("People at a wall tablet can add things, but can neither edit them nor open household settings", async () => {
    const page = await wallAtRest(home);
    for (const name of ["Today", "Calendar", "Chores", "Check-ins", "Lists", "Meals"]) {
      await goTo(page, name);
      await eventually("it is loaded", async () => (await page.locator(".skeleton").count()) === 0);
      await expectPoll(() => page.getByRole("button", { name: /New|Edit|Delete|Remove|Sign out/ }).count()).toBe(0);
      await expectPoll(() => page.getByRole("button", { name: "Add", exact: true }).count()).toBe(1);
    }
    for (const path of ["/settings/members", "/tasks", "/activity", "/recipes"]) {
      await goTo(page, "Chores");
      await moveTo(page, path);
      await board(page);
    }
  });
});

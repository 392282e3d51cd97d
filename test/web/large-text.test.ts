/**
 * Every screen on a phone with large text, and the wall: no heading has a broken word, and nothing covers a control.
 * `bun run prove:text` tries every size in every language, `npm test` the hardest of them.
 */
import { expect } from "bun:test";
import type { Page } from "playwright-core";
import { open, test } from "../support/browser.ts";
import { freshSite } from "../support/browser-fresh.ts";
import { browserHome } from "../support/browser-home.ts";
import { enlargeText, largeTextFaults } from "../support/browser-large-text.ts";
import { settle } from "../support/browser-layout.ts";
import { screens } from "../support/browser-screens.ts";
import { eventually } from "../support/browser-wait.ts";
import { noMember, openWall } from "../support/wall.ts";

declare const document: any; // Functions given to `page.evaluate` run in the page.
declare const window: any;

const isWhole = process.env.LARGE_TEXT === "whole";
const languages = isWhole ? (["de-DE", "en-GB"] as const) : (["de-DE"] as const);
const sizes = isWhole ? [150, 200] : [200];
const walls = [
  { width: 1180, height: 820 },
  { width: 1440, height: 900 },
  { width: 820, height: 1180 },
];

/** The words of an event in a grid of hours or days, where its place has one size. */
const shortened = { ".calendar-event, .calendar-bar": "a tap shows the whole event" };

const day = "2026-11-25";
const home = await browserHome({ demo: true, now: new Date(`${day}T17:00:00Z`) });
const get = async (path: string) => (await home.api("Anna").get(path)).body;
const [list] = (await get("/v1/lists")).sections[0].lists;
const [recipe] = (await get("/v1/recipes")).recipes;
const [task] = (await get("/v1/tasks?completed=false")).tasks;
const [event] = (await get(`/v1/events?from=${day}T00:00:00Z&to=2026-12-05T00:00:00Z`)).events;
const [meal] = (await get("/v1/meals?weekStart=2026-11-23")).meals;

/** A path with a query opens a sheet over the screen. */
const paths = [
  "/?over=more",
  "/?over=search",
  "/tasks",
  `/tasks?edit=${task.id}`,
  "/chores",
  "/chores?edit=new",
  "/chores?all=yes",
  "/check-ins",
  "/check-ins?edit=new",
  "/lists",
  "/lists?sheet=new",
  `/lists/${list.id}`,
  "/meals",
  `/meals?cell=${day}.dinner`,
  `/meals?meal=${meal.id}`,
  `/meals?recipe=${recipe.id}`,
  "/meals?groceries=1",
  "/recipes",
  "/recipes?edit=new",
  `/recipes/${recipe.id}`,
  `/recipes/${recipe.id}?edit=1`,
  `/recipes/${recipe.id}?cook=1`,
  "/activity",
  "/settings",
  ...["you", "notifications", "members", "household", "calendars", "tablets", "integrations", "about"].map(
    (part) => `/settings/${part}`,
  ),
  "/settings/calendars?connect=",
  "/settings/calendars?feed=",
  "/settings/calendars?follow=",
  "/calendar",
  `/calendar?event=${event.id}&at=${event.startsAt}`,
  `/calendar?new=${day}T10:00&until=${day}T11:00`,
];

const titles = (page: Page) =>
  page.evaluate(() => {
    const textOf = (selector: string) => document.querySelector(selector)?.textContent ?? "";
    return { screen: textOf("h1"), sheet: textOf("[role=dialog]:not([inert] *) h2") };
  });

/** Goes there within the app, which costs far less than a load. */
async function moveTo(page: Page, path: string): Promise<void> {
  const former = await titles(page);
  const isOther = new URL(page.url()).pathname !== path.split("?")[0];
  await page.evaluate((to) => window.history.pushState(null, "", to), path);
  await eventually(`${path} is shown`, async () => {
    const { screen, sheet } = await titles(page);
    const isThere = path.includes("?") ? sheet !== "" && sheet !== former.sheet : sheet === "";
    return isThere && screen !== "" && (!isOther || screen !== former.screen);
  });
}

async function faultsAt(page: Page, name: string): Promise<string[]> {
  await page.locator(".skeleton").first().waitFor({ state: "detached" });
  await settle(page);
  await screens(page, `large text ${name}`);
  return (await largeTextFaults(page, shortened)).map((fault) => `${name}: ${fault}`);
}

for (const locale of languages) {
  for (const size of sizes) {
    test(`the screens of the household can be read and used in ${locale} at ${size} %`, async () => {
      const page = await open(home, { as: "Anna", device: "phone", locale });
      await page.locator("h1").waitFor();
      await enlargeText(page, size);
      const faults = await faultsAt(page, `${locale} ${size} today`);
      for (const path of paths) {
        await moveTo(page, path);
        faults.push(...(await faultsAt(page, `${locale} ${size} ${path.replaceAll(/[\da-f-]{36}/g, "id")}`)));
      }
      await moveTo(page, "/tasks");
      await moveTo(page, "/calendar");
      for (const view of ["day", "week", "month", "agenda"]) {
        await page
          .locator(".calendar-views input")
          .nth(["day", "week", "month", "agenda"].indexOf(view))
          .check({ force: true });
        await page.locator(`.calendar-toolbar[data-view=${view}]`).waitFor();
        faults.push(...(await faultsAt(page, `${locale} ${size} ${view}`)));
      }
      expect(faults).toEqual([]);
    });

    test(`the screens before a sign-in can be read and used in ${locale} at ${size} %`, async () => {
      const faults: string[] = [];
      const fresh = freshSite();
      const { body } = await home.api("Anna").post(`/app/members/${home.member("Ben").id}/invitation`, undefined);
      const link = new URL(body.link);
      for (const [site, path] of [
        [home, "/sign-in"],
        [home, "/join"],
        [home, link.pathname + link.hash],
        [home, "/wall"],
        [fresh, fresh.path],
        [fresh, "/"],
      ] as const) {
        const page = await open(site, { device: "phone", locale, path, allow: [noMember] });
        await page.locator("h1").first().waitFor();
        await enlargeText(page, size);
        faults.push(...(await faultsAt(page, `${locale} ${size} ${path.split("#")[0]}`)));
      }
      expect(faults).toEqual([]);
    });
  }

  test(`the wall can be read and used in ${locale}`, async () => {
    const { page } = await openWall(home, { locale });
    const faults: string[] = [];
    for (const size of isWhole ? walls : walls.slice(0, 1)) {
      await page.setViewportSize(size);
      for (const path of ["/", "/calendar", "/lists", "/chores", "/check-ins", "/meals"]) {
        await page.locator(`nav a[href="${path}"]`).click();
        await page.locator(`nav a[href="${path}"][aria-current]`).waitFor();
        faults.push(...(await faultsAt(page, `${locale} wall ${size.width} ${path}`)));
      }
    }
    expect(faults).toEqual([]);
  });
}

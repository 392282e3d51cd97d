/** Every screen in a language with longer words, from left to right and from right to left. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { test } from "../support/browser.ts";
import { freshSite } from "../support/browser-fresh.ts";
import { browserHome } from "../support/browser-home.ts";
import { cutTexts, foreignTexts, openPseudo, type ServerTexts, serverTexts } from "../support/browser-language.ts";
import { expectNoOverflow, settle } from "../support/browser-layout.ts";
import type { Device, Site } from "../support/browser-pages.ts";
import { screens } from "../support/browser-screens.ts";
import { expectTargets44 } from "../support/browser-targets.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { noMember, pairDevice } from "../support/wall.ts";

declare const document: any; // Functions given to `page.evaluate` run in the page.
declare const localStorage: any;
declare const window: any;

const home = await browserHome({ demo: true });
const { sections } = (await home.api("Anna").get("/v1/lists")).body;
const { recipes } = (await home.api("Anna").get("/v1/recipes")).body;

/** Shows a screen and returns what is wrong with it, each with the screen's name. */
async function faultsAt(page: Page, known: ServerTexts, name: string): Promise<string[]> {
  await page.locator("h1, h2").first().waitFor();
  await page.locator(".skeleton").first().waitFor({ state: "detached" });
  await settle(page);
  await screens(page, `language ${name}`);
  const tell = async (check: Promise<unknown>) => {
    const found = await check.catch((error: unknown) => [String(error).slice(0, 2_000)]);
    return Array.isArray(found) ? found.map((each) => `${name}: ${each}`) : [];
  };
  return [
    ...(await tell(expectNoOverflow(page))),
    ...(await tell(cutTexts(page))),
    ...(await tell(foreignTexts(page, known))),
    ...(await tell(expectTargets44(page, small))),
  ];
}

const small = {
  ".calendar-event, .calendar-bar, .calendar-date, .calendar-more": "see calendar-access.test.ts",
  ".drag-handle": "see tasks-board.test.ts",
};

type Way = { direction: "ltr" | "rtl"; device: Device };
const sample: Way[] = [
  { direction: "ltr", device: "phone" },
  { direction: "rtl", device: "tablet" },
];
const others: Way[] = [
  { direction: "ltr", device: "tablet" },
  { direction: "rtl", device: "phone" },
];
/** LANGUAGES=whole: `bun run prove:languages`. */
const ways = process.env.LANGUAGES === "whole" ? [...sample, ...others] : sample;

/** Goes to another screen within the app, which costs far less than a load, and waits until the former one is gone. */
async function moveTo(page: Page, path: string): Promise<void> {
  const former = await page.locator("h1").first().elementHandle();
  await page.evaluate((to) => window.history.pushState(null, "", to), path);
  await eventually(`${path} replaces the former screen`, () =>
    former!.evaluate((heading: any) => !heading.isConnected),
  );
}

async function visit(site: Site, { direction, device }: Way, as: string | null, paths: readonly string[]) {
  const page = await openPseudo(site, direction, { device, as, allow: [noMember] });
  const known = serverTexts(page);
  const faults: string[] = [];
  for (const [index, path] of paths.entries()) {
    const [, view] = /view=(\w+)/.exec(path) ?? [];
    if (view) await page.evaluate((each) => localStorage.setItem("inglenook-calendar-view", each), view);
    // The settings share a heading, and the calendar reads its view when it is loaded.
    const isLoaded = index === 0 || as === null || path.startsWith("/settings") || view;
    await (isLoaded ? page.goto(site.url + path) : moveTo(page, path));
    faults.push(...(await faultsAt(page, known, `${direction} ${device} ${path.split("#")[0]}`)));
  }
  if (paths.length > 0) await expectPoll(() => page.evaluate(() => document.documentElement.dir)).toBe(direction);
  return { page, known, faults };
}

describe.each(ways)("in a language from $direction on a $device", (way) => {
  test("the screens of the household fit, and all their words are translated", async () => {
    const { page, known, faults } = await visit(home, way, "Anna", [
      "/",
      "/calendar?view=day",
      "/calendar?view=week",
      "/calendar?view=month",
      "/calendar?view=agenda",
      "/tasks",
      "/chores",
      "/check-ins",
      "/lists",
      `/lists/${sections[0].lists[0].id}`,
      "/meals",
      "/recipes",
      `/recipes/${recipes[0].id}`,
      "/activity",
    ]);
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").waitFor();
    faults.push(...(await faultsAt(page, known, `${way.direction} ${way.device} search`)));
    expect(faults).toEqual([]);
  });

  test("the settings fit, and all their words are translated", async () => {
    const parts = ["you", "notifications", "members", "household", "calendars", "tablets", "integrations", "about"];
    const { faults } = await visit(home, way, "Anna", ["/settings", ...parts.map((part) => `/settings/${part}`)]);
    expect(faults).toEqual([]);
  });

  test("the screens before a sign-in and the wall fit, and all their words are translated", async () => {
    const { faults } = await visit(home, way, null, ["/sign-in", "/wall", "/join"]);
    const site = freshSite();
    faults.push(...(await visit(site, way, null, [site.path, "/"])).faults);
    const { token } = await pairDevice(home);
    const { page, known } = await visit(home, way, null, []);
    await page.context().addCookies([{ name: "inglenook_device", value: token, url: home.url }]);
    await page.goto(`${home.url}/wall`);
    await page.locator("[data-size=wall] .wall").waitFor();
    faults.push(...(await faultsAt(page, known, `${way.direction} ${way.device} paired wall`)));
    expect(faults).toEqual([]);
  });
});

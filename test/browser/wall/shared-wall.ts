/** Paired tablet on one page, which the tests of a file use one after another. */
import type { Page } from "playwright-core";
import { sharedPage } from "../../support/browser/browser.ts";
import type { BrowserHome } from "../../support/browser/home.ts";
import { noMember, pairDevice } from "../../support/browser/homes/wall.ts";

/** Milliseconds, more than the two minutes after which the wall is at rest. */
const restMs = 125_000;
const blank = "/manifest.webmanifest";

/**
 * Returns the page of the household's tablet, in the state of a wall that nobody has touched for two minutes: on Today,
 * and without a member. Its clock goes on by itself, and can also be moved.
 */
export async function wallAtRest(home: BrowserHome, device: "tablet" | "phone" = "tablet"): Promise<Page> {
  // The entries of two tests have different times.
  home.clock?.advance(1_000);
  const page = await sharedPage(home, { device, path: blank, allow: [noMember] });
  if (page.url().endsWith(blank)) {
    const { token } = pairDevice(home);
    await page.context().addCookies([{ name: "inglenook_device", value: token, url: home.url }]);
    await page.clock.install({ time: home.now() });
    await page.goto(home.url);
  } else {
    await page.mouse.move(1, 1);
    await page.mouse.move(2, 2);
    await page.clock.setSystemTime(home.now());
    await page.clock.fastForward(restMs);
  }
  await page.locator("[data-size=wall] .wall .today-board").waitFor();
  return page;
}

export const whoAreYou = (page: Page) => page.getByRole("dialog", { name: "Who are you?" });

/** Answers who is at the wall. */
export async function iAm(page: Page, name: string): Promise<void> {
  await whoAreYou(page).getByRole("button", { name, exact: true }).click();
}

/** Returns the newest entry of the activity feed: the names of its action, its subject and its actor. */
export async function newestEntry(home: BrowserHome): Promise<string> {
  const { entries } = (await home.api("Anna").get("/v1/activity")).body;
  const [{ action, subject, actor }] = entries;
  return `${actor.name} ${action} ${subject.label}`;
}

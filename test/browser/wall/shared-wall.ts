/** Opens a paired wall tablet on one page, which the tests of a file use one after another. */
import type { Page } from "playwright-core";
import { sharedPage } from "../../support/browser/browser.ts";
import type { BrowserHome } from "../../support/browser/home.ts";
import { noMember, pairDevice } from "../../support/browser/homes/wall.ts";

/** Time in ms that is longer than the two minutes after which a wall tablet becomes idle. */
const restMs = 125_000;
const blank = "/manifest.webmanifest";

/**
 * Returns the page of the household's wall tablet in its idle state: it shows the screen Today, and no member is
 * chosen. The page's clock runs, and tests can also advance it.
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
  await page.locator("[data-size=wall] .wall .wall-left").waitFor();
  return page;
}

export const whoAreYou = (page: Page) => page.getByRole("dialog", { name: "Who are you?" });

/** Answers the question “Who are you?” with this name. */
export async function iAm(page: Page, name: string): Promise<void> {
  await whoAreYou(page).getByRole("button", { name, exact: true }).click();
}

/** Returns the newest entry of the activity feed as text: actor, action and subject. */
export async function newestEntry(home: BrowserHome): Promise<string> {
  const { entries } = (await home.api("Anna").get("/v1/activity")).body;
  const [{ action, subject, actor }] = entries;
  return `${actor.name} ${action} ${subject.label}`;
}

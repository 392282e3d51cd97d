/** Layout shifts: screens do not move while they load. */
import { expect } from "bun:test";
import type { Page } from "playwright-core";
import { open, test } from "../support/browser/browser.ts";
import { browserHome } from "../support/browser/home.ts";
import { layoutShift } from "../support/browser/layout.ts";
import { expectPoll } from "../support/browser/wait.ts";

/** Household with the demo data, in which the time is 15:20. */
const home = await browserHome({ demo: true, now: new Date("2026-11-21T14:20:00Z") });
const { sections } = (await home.api("Anna").get("/v1/lists")).body;
const packing = sections.flatMap(({ lists }: any) => lists).find(({ name }: any) => name.startsWith("Packing"));

async function expectStill(page: Page, shown: string): Promise<void> {
  await page.locator(shown).first().waitFor();
  await page.locator(".skeleton").first().waitFor({ state: "detached" });
  expect(await layoutShift(page)).toBeLessThan(0.02);
}

for (const device of ["phone", "tablet", "desktop"] as const) {
  test(`The layout of the screen Today does not shift while the screen loads on a ${device}`, async () => {
    const page = await open(home, { as: "Anna", device, fresh: true });
    await page.getByText("Cinema with Lina").first().waitFor();
    await page.getByRole("link", { name: "Chickpea curry" }).waitFor();
    await expectStill(page, ".today-body");
  });
}

test("The layout of the screen Today does not shift if the list of members is the last data to load", async () => {
  const page = await open(home, { as: "Anna", device: "desktop", path: "/manifest.webmanifest", fresh: true });
  await page.route("**/v1/households/me/members", async (route) => {
    await page.waitForResponse(/v1\/chores/).then((response) => response.finished());
    await route.continue();
  });
  await page.goto(home.url);
  await page.getByRole("checkbox", { name: "Wash the car" }).waitFor();
  await expectStill(page, ".today-body");
});

test("The board of the screen Today on a phone is where its placeholder was before the members loaded", async () => {
  const page = await open(home, { as: "Anna", device: "phone", path: "/manifest.webmanifest", fresh: true });
  const top = async () => (await page.locator(".today-body").boundingBox())?.y;
  const held = Promise.withResolvers<void>();
  await page.route(/\/v1\/(agenda|households\/me\/members)/, (route) => held.promise.then(() => route.continue()));
  await page.goto(home.url);
  await page.locator(".today-body .skeleton").first().waitFor({ state: "attached" });
  const before = await top();
  held.resolve();
  await page.locator(".other-head").first().waitFor();
  await page.getByText("Cinema with Lina").first().waitFor();
  await expectPoll(top).toBe(before);
});

test("The layout of the board of lists, a list and the plan of meals does not shift while they load", async () => {
  for (const [path, shown] of [
    ["/lists", ".lists-card"],
    [`/lists/${packing.id}`, ".lists-edit"],
    ["/meals", ".meals-tile"],
  ] as const) {
    await expectStill(await open(home, { as: "Anna", device: "desktop", path, fresh: true }), shown);
  }
});

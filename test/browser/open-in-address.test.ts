/** Addresses of overlays: opening, browser back and forward, reload, links, and two overlays above each other. */
import { expect } from "bun:test";
import type { Page } from "playwright-core";
import { sharedPage, test } from "../support/browser/browser.ts";
import { moveTo } from "../support/browser/go.ts";
import { browserHome } from "../support/browser/home.ts";
import { eventually, expectPoll } from "../support/browser/wait.ts";

const home = await browserHome({ demo: true });
const read = async (path: string) => (await home.api("Anna").get(path)).body;
const { sections } = await read("/v1/lists");
const list = sections[0].lists.find(({ blocks }: { blocks: unknown[] }) => blocks.length > 0);
const [task] = (await read("/v1/tasks")).tasks;
const [chore] = (await read("/v1/chores")).chores;
const [checkIn] = (await read("/v1/check-ins")).checkIns;
const [recipe] = (await read("/v1/recipes")).recipes;
const { days } = await read("/v1/agenda?days=14");
const { date, events } = days.find((day: { events: unknown[] }) => day.events.length > 0);
const [meal] = days.flatMap(({ meals }: { meals: unknown[] }) => meals);
const anna = home.member("Anna").id;

/** Moves Anna's page to an address without reloading the page. */
async function at(address: string): Promise<Page> {
  const page = await sharedPage(home, { as: "Anna" });
  await moveTo(page, address);
  return page;
}

const dialogs = (page: Page) => page.locator("[role=dialog]");
const isAt = (page: Page, address: string) =>
  eventually(`the address becomes ${address}`, () => page.url() === home.url + address);
const isClosed = (page: Page) => eventually("nothing is open", async () => (await dialogs(page).count()) === 0);

/**
 * Addresses of screens, each with a button that opens an overlay and the parameter that the overlay adds to the
 * address.
 */
const openings: readonly [path: string, button: string | RegExp, adds: string][] = [
  [`/tasks?who=${task.memberId}`, new RegExp(`^${task.label}`), `edit=${task.id}`],
  ["/chores?kept=1", "All chores", "all=yes"],
  [`/check-ins?kept=1`, "New check-in", "edit=new"],
  ["/lists?kept=1", "New list", "sheet=new"],
  ["/recipes?q=a", "New recipe", "edit=new"],
  [`/recipes/${recipe.id}?kept=1`, "Plan it", "plan=1"],
  ["/meals?week=2027-01-04", "Add week to groceries", "groceries=1"],
  ["/calendar?day=2027-03-03", "New", "over=add"],
  ["/settings/members?kept=1", "Add somebody", "add="],
  ["/settings/calendars?kept=1", "Connect", "connect="],
  ["/settings/calendars?kept=1", "Share", "feed="],
  ["/settings/calendars?kept=1", "Follow", "follow="],
  ["/settings/tablets?kept=1", "Pair a tablet", "pair="],
  ["/settings/integrations?kept=1", "Create a key", "new="],
  [`/?for=${anna}`, "Search", "over=search"],
];

/** Addresses that open an overlay, each with the address after the overlay has been closed. */
const links: readonly [address: string, closesTo: string][] = [
  [`/calendar?day=${date}&event=${events[0].id}`, `/calendar?day=${date}`],
  ["/calendar?new", "/calendar"],
  ["/calendar?day=2027-03-03&new=2027-03-03T10:00&until=2027-03-03T11:00", "/calendar?day=2027-03-03"],
  [`/tasks?edit=${task.id}`, "/tasks"],
  [`/chores?chore=${chore.id}`, "/chores"],
  ["/chores?edit=new", "/chores"],
  [`/check-ins?edit=${checkIn.id}`, "/check-ins"],
  ["/lists?sheet=new", "/lists"],
  [`/lists/${list.id}?sheet=item&about=${list.blocks[0].id}`, `/lists/${list.id}`],
  ["/recipes?edit=new", "/recipes"],
  [`/recipes/${recipe.id}?edit=1`, `/recipes/${recipe.id}`],
  [`/meals?meal=${meal.id}`, "/meals"],
  [`/settings/members?edit=${anna}`, "/settings/members"],
];

/** Returns the key of the current history entry. */
const entry = (page: Page): Promise<string> => page.evaluate("navigation.currentEntry.key");

for (const [path, button, adds] of openings) {
  const shown = path.replace(/[?].*/, "").replace(/[\da-f-]{36}/, "…");
  const label = String(button).replace(/^\W+|\W+$/g, "");

  test(`The button “${label}” at ${shown} opens a dialog that has an address, and Back closes the dialog`, async () => {
    const page = await at(path);
    const opens = page.getByRole("button", { name: button, exact: typeof button === "string" }).first();
    const isOpen = async () => {
      await dialogs(page).waitFor();
      expect(page.url()).toStartWith(`${home.url}${path}&${adds}`);
    };
    const screen = await entry(page);
    await opens.click();
    await isOpen();
    await page.goBack();
    await isClosed(page);
    await isAt(page, path);
    await page.goForward();
    await isOpen();
    await page.keyboard.press("Escape");
    await isClosed(page);
    await isAt(page, path);
    await expectPoll(() => entry(page)).toBe(screen);
  });
}

for (const [address, closesTo] of links) {
  const shown = address.replaceAll(/=([\da-f-]{36}|\d{4}-\d\d-\d\d)/g, "=…").replace(/s\/[\da-f-]{36}/, "s/…");

  test(`A link to ${shown} opens a dialog, and Escape leads to the address of the screen behind it`, async () => {
    const page = await at(address);
    await dialogs(page).waitFor();
    await page.keyboard.press("Escape");
    await isClosed(page);
    await isAt(page, closesTo);
  });
}

test("A reload keeps the search and a member's check-ins open, and Back closes one after the other", async () => {
  const page = await at("/lists");
  await page.getByRole("navigation").getByRole("link", { name: "Check-ins" }).click();
  await page.getByRole("heading", { name: "Check-ins", level: 1 }).waitFor();
  await page.getByRole("button", { name: /^Mia/ }).first().click();
  await page.getByRole("button", { name: "Somebody else" }).waitFor();
  const asked = new URL(page.url()).search;
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").waitFor();
  expect(new URL(page.url()).search).toBe(`${asked}&over=search`);
  await page.reload();
  await page.getByRole("combobox").waitFor();
  // Both happen in one task, in which going back does not end.
  await page.getByRole("combobox").evaluate((box: any) => {
    for (const _ of [1, 2]) box.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  });
  await isClosed(page);
  await isAt(page, `/check-ins${asked}`);
  await page.goForward();
  await page.getByRole("combobox").waitFor();
  await page.goBack();
  await isClosed(page);
  await isAt(page, `/check-ins${asked}`);
  await page.goBack();
  await isAt(page, "/check-ins");
  await page.goBack();
  await isAt(page, "/lists");
});

test("Escape closes a sheet even if the browser ignored the app's earlier request to go back", async () => {
  const page = await at("/lists");
  await page.getByRole("button", { name: "New list", exact: true }).click();
  await dialogs(page).waitFor();
  await page.evaluate(() => {
    const { history } = globalThis as any;
    history.back = () => delete history.back;
  });
  await eventually("Escape closes it", async () => {
    await page.keyboard.press("Escape");
    return (await dialogs(page).count()) === 0;
  });
  await isAt(page, "/lists");
});

const leavings: readonly [member: string, next: string][] = [
  ["Mia", `/settings/members?edit=${home.member("Ben").id}`],
  ["Ben", `/tasks?edit=${task.id}`],
];

for (const [member, next] of leavings) {
  test(`A late response to an earlier form does not close the next form at ${next.replace(/=.*/, "=…")}`, async () => {
    const page = await at(`/settings/members?edit=${home.member(member).id}`);
    const address = "**/app/members/*";
    const answer = Promise.withResolvers<void>();
    await page.route(address, async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.getByLabel("Email (optional)").fill(`${member}@home.example`);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const answered = page.waitForResponse(/\/app\/members\//);
    await moveTo(page, next);
    await dialogs(page).waitFor();
    answer.resolve();
    await answered;
    await page.locator(".toast", { hasText: `${member} is changed` }).waitFor();
    await isAt(page, next);
    await dialogs(page).waitFor();
    await page.unroute(address);
  });
}

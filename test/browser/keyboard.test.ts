/** Keyboard use of the app: when the focused element moves or disappears, the focus never falls back to the body. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { open, test } from "../support/browser/browser.ts";
import { moveTo } from "../support/browser/go.ts";
import { type BrowserHome, browserHome } from "../support/browser/home.ts";
import { add, calendarHome, eventCalled, now, startsOf, view } from "../support/browser/homes/calendar-pages.ts";
import { webLists } from "../support/browser/homes/lists.ts";
import { eventually, expectPoll } from "../support/browser/wait.ts";

declare const document: any; // Global of the page, in which the callbacks of `page.evaluate` run.

/** Returns the name or the text of the focused element, or "" when the page body has the focus. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: element, body } = document;
    return element === body ? "" : (element.getAttribute("aria-label") ?? element.textContent);
  });

const holdsFocus = (page: Page, what: RegExp) =>
  eventually(`the focus is on ${what}`, async () => what.test(await focused(page)));

const holdsSomeFocus = (page: Page) =>
  eventually("an element has the focus", () => page.evaluate(() => document.activeElement !== document.body));

const dinner = (home: BrowserHome, more: object = {}) => add(home, "Dinner", 3, "12:00", "13:00", more);

describe("The keyboard focus stays", () => {
  test("The keyboard focus stays on a task when its menu or Ctrl+Z moves the task below another heading", async () => {
    const home = await browserHome({ now });
    await home
      .api("Anna")
      .post("/v1/tasks", { label: "Sow peas", memberId: home.member("Anna").id, dueDate: "2027-03-03" });
    const page = await open(home, { as: "Anna", path: "/tasks" });
    await page.getByRole("button", { name: "More for “Sow peas”" }).press("Enter");
    await page.getByRole("menuitem", { name: "Due tomorrow" }).press("Enter");
    await page.getByRole("heading", { name: /^This week/ }).waitFor();
    await holdsFocus(page, /^More for “Sow peas”$/);
    await page.keyboard.press("Control+z");
    await page.getByRole("heading", { name: /^Today/ }).waitFor();
    await holdsFocus(page, /^More for “Sow peas”$/);
  });

  test("The keyboard focus moves to the button “The day before” when “The day after” becomes disabled", async () => {
    const home = await browserHome({ now });
    const chore = { name: "Sweep", emoji: "🧹", stars: 1, startDate: "2027-03-01", assignment: "each" };
    await home.api("Anna").post("/app/chores", { ...chore, memberIds: [home.member("Anna").id] });
    const page = await open(home, { as: "Anna", path: "/chores" });
    await page.getByRole("button", { name: "The day before" }).press("Enter");
    await page.getByRole("button", { name: "The day after" }).press("Enter");
    await holdsFocus(page, /^The day before$/);
  });

  test("The keyboard focus stays on the check-ins screen when an adult chooses whose questions to answer", async () => {
    const home = await browserHome({ demo: true, now: new Date("2026-11-21T14:20:00Z") });
    const page = await open(home, { as: "Anna", path: "/check-ins" });
    await page.getByRole("button", { name: "Ben 1 question" }).press("Enter");
    await holdsFocus(page, /^How did Ben sleep last night\?$/);
    await page.getByRole("button", { name: "Somebody else" }).press("Enter");
    await page.getByRole("heading", { name: "How are the others?" }).waitFor();
    await expectPoll(() => focused(page)).not.toBe("");
  });

  test("When a key moves an event to another day and Ctrl+Z moves it back, the event keeps the focus", async () => {
    const home = await calendarHome();
    await dinner(home);
    const page = await open(home, { as: "Anna", path: "/calendar" });
    await view(page, "2");
    await eventCalled(page, "Dinner").press("Alt+ArrowRight");
    await eventually("it has moved", async () => (await startsOf(home, "Dinner"))[0] === "04T11:00");
    await holdsFocus(page, /^Dinner/);
    await page.keyboard.press("Control+z");
    await eventually("it is back", async () => (await startsOf(home, "Dinner"))[0] === "03T11:00");
    await holdsFocus(page, /^Dinner/);
  });

  test("The keyboard focus stays on an event when somebody else moves the event to another day", async () => {
    const home = await calendarHome();
    const { id } = await dinner(home);
    const page = await open(home, { as: "Anna", path: "/calendar" });
    await view(page, "2");
    await eventCalled(page, "Dinner").focus();
    const times = { startsAt: "2027-03-05T12:00:00+01:00", endsAt: "2027-03-05T13:00:00+01:00" };
    await home.agent().patch(`/v1/events/${id}`, times);
    await page.getByRole("group", { name: "Friday 5 March" }).getByText("Dinner").first().waitFor();
    await holdsFocus(page, /^Dinner/);
  });

  test("When the app asks which dates of a series change, arrow keys choose and Enter confirms an answer", async () => {
    const home = await calendarHome();
    await dinner(home, { recurrenceRule: "FREQ=DAILY;COUNT=3" });
    const page = await open(home, { as: "Anna", path: "/calendar" });
    await view(page, "2");
    await eventCalled(page, "Dinner").press("Alt+ArrowDown");
    await page.getByRole("radio", { name: /^Only this/ }).waitFor();
    await eventually("the first answer has the focus", () =>
      page.evaluate(() => document.activeElement.matches("[type=radio]")),
    );
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await eventually("all have moved", async () =>
      Bun.deepEquals(await startsOf(home, "Dinner"), ["03T11:15", "04T11:15", "05T11:15"]),
    );
  });
});

describe("The keyboard focus is not lost", () => {
  const remove = async (page: Page, menu: string, entry: string) => {
    await page.getByRole("button", { name: menu, exact: true }).press("Enter");
    await page.getByRole("menuitem", { name: entry, exact: true }).press("Enter");
  };

  test("The keyboard focus is not lost when a list or a section is deleted, even the last list", async () => {
    const lists = await webLists();
    await lists.list("One");
    await lists.list("Two");
    await lists.section("Garden");
    const page = await open(lists.home, { as: "Anna", path: "/lists" });
    await remove(page, "More for One", "Delete list");
    await holdsFocus(page, /Two/);
    await remove(page, "More for Garden", "Delete section");
    await holdsSomeFocus(page);
    await remove(page, "More for Two", "Delete list");
    await holdsSomeFocus(page);
  });

  test("The keyboard focus is not lost when an item of a list is deleted in the item's form", async () => {
    const lists = await webLists();
    const id = await lists.list("Camping", ["Tent", "Stove", "Mugs"]);
    const page = await open(lists.home, { as: "Anna", path: `/lists/${id}` });
    await page.getByRole("button", { name: "More for Stove" }).press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).press("Enter");
    await page.getByRole("checkbox", { name: "Done: Stove" }).waitFor({ state: "detached" });
    await holdsSomeFocus(page);
  });

  test("The keyboard focus is not lost when an event is deleted in the event's popover", async () => {
    const home = await calendarHome();
    await dinner(home);
    const page = await open(home, { as: "Anna", path: "/calendar" });
    await eventCalled(page, "Dinner").press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).press("Enter");
    await eventCalled(page, "Dinner").waitFor({ state: "detached" });
    await holdsSomeFocus(page);
  });

  test("The keyboard focus is not lost when a task is ticked or a meal is removed from the plan", async () => {
    const home = await browserHome({ demo: true });
    const page = await open(home, { as: "Anna", path: "/" });
    const box = page.getByRole("region", { name: "Today", exact: true }).getByRole("checkbox").first();
    await box.press("Space");
    await holdsSomeFocus(page);
    await moveTo(page, "/meals");
    await page.locator("[data-meal]").first().press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Take it off the plan" }).press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await holdsSomeFocus(page);
  });
});

describe("The calendar", () => {
  test("The header of the calendar does not cover the focused event", async () => {
    const home = await calendarHome();
    await add(home, "Early", 3, "05:00", "05:45");
    await add(home, "Late", 3, "22:00", "22:45");
    const page = await open(home, { as: "Anna", path: "/calendar" });
    await view(page, "1");
    await page.locator(".calendar-grid").evaluate((grid: any) => grid.scrollTo(0, grid.scrollHeight));
    await eventCalled(page, "Early").focus();
    const isShown = await eventCalled(page, "Early").evaluate((event: any) => {
      const { left, top, width, height } = event.getBoundingClientRect();
      return [top + 2, top + height - 2].every((y) => event.contains(document.elementFromPoint(left + width / 2, y)));
    });
    expect(isShown).toBe(true);
  });

  test("The calendar on a phone is no taller than the window", async () => {
    const home = await calendarHome();
    await dinner(home);
    const page = await open(home, { as: "Anna", device: "phone", path: "/calendar" });
    for (const key of ["1", "2", "3", "4"] as const) {
      await view(page, key);
      const shown = key === "2" ? page.locator(".week-title", { hasText: "Dinner" }) : eventCalled(page, "Dinner");
      await shown.first().waitFor({ state: "attached" });
      const { tall, top } = await page.evaluate(() => {
        const { scrollHeight, scrollTop } = document.scrollingElement;
        return { tall: scrollHeight, top: scrollTop };
      });
      expect({ key, tall, top }).toEqual({ key, tall: 844, top: 0 });
    }
  });
});

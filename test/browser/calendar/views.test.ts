/** Views of the calendar: choosing them, paging through them and filtering them. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { open, test } from "../../support/browser/browser.ts";
import { moveTo } from "../../support/browser/go.ts";
import { add, calendarHome, eventCalled, eventNow, view } from "../../support/browser/homes/calendar-pages.ts";
import { swipe, tap } from "../../support/browser/touch.ts";
import { eventually, expectPoll } from "../../support/browser/wait.ts";

declare const document: any; // Functions given to `page.evaluate` run in the page.
declare const window: any;

const shows = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
const focusedText = (page: Page) => page.evaluate(() => document.activeElement.textContent as string);
const shownDays = (page: Page) =>
  page.locator(".calendar-column").evaluateAll((all: any[]) => all.map((each) => each.dataset.day).join(" "));

describe("The calendar's views", () => {
  test("Shortcuts choose the calendar's view and day, and a reload keeps both and the member filter", async () => {
    const home = await calendarHome();
    await add(home, "Piano", 3, "15:00", "16:00", { memberIds: [home.member("Mia").id] });
    await add(home, "Football", 3, "17:00", "18:00", { memberIds: [home.member("Ben").id] });
    await add(home, "Dinner out", 3, "19:00", "21:00");
    const page = await open(home, { as: "Anna", path: "/calendar" });
    await shows(page, "March 2027");
    await eventCalled(page, "Football").waitFor();
    await page.getByRole("button", { name: "Only Mia" }).click();
    await eventCalled(page, "Football").waitFor({ state: "detached" });
    await eventCalled(page, "Piano").waitFor();
    await eventCalled(page, "Dinner out").waitFor();
    await page.keyboard.press("1");
    await shows(page, "Wednesday 3 March");
    await page.keyboard.press("ArrowRight");
    await shows(page, "Thursday 4 March");
    expect(new URL(page.url()).searchParams.get("day")).toBe("2027-03-04");
    await page.keyboard.press("3");
    await page.keyboard.press("ArrowLeft");
    await shows(page, "February 2027");
    await page.reload();
    await shows(page, "February 2027");
    await expectPoll(() => page.getByRole("radio", { name: "Month" }).isChecked()).toBe(true);
    await page.keyboard.press("t");
    await shows(page, "March 2027");
    await eventCalled(page, "Piano").waitFor();
    await expectPoll(() => eventCalled(page, "Football").count()).toBe(0);
    await page.getByRole("button", { name: "Only Mia", pressed: true }).click();
    await eventCalled(page, "Football").waitFor();
  });

  test("A shortcut key works even if it is pressed at the moment at which the calendar appears", async () => {
    const page = await open(await calendarHome(), { as: "Anna", path: "/tasks" });
    await page.getByRole("link", { name: "Calendar", exact: true }).first().waitFor();
    await page.evaluate(() => {
      new window.MutationObserver((_: unknown, observer: any) => {
        if (!document.querySelector(".calendar-toolbar")) return;
        observer.disconnect();
        document.body.dispatchEvent(new window.KeyboardEvent("keydown", { key: "1", bubbles: true }));
      }).observe(document.body, { childList: true, subtree: true });
    });
    await page.getByRole("link", { name: "Calendar", exact: true }).first().click();
    await shows(page, "Wednesday 3 March");
  });

  test("The month view shows as many events as fit into each day, and says how many more there are", async () => {
    const home = await calendarHome();
    for (const hour of [8, 9, 10, 11, 12, 13, 14, 15]) {
      const two = String(hour).padStart(2, "0");
      await add(home, `Errand ${hour}`, 11, `${two}:00`, `${two}:30`);
    }
    await add(home, "Fair", 11, "00:00", "00:00", { allDay: true, endsAt: "2027-03-13T00:00:00Z" });
    const page = await open(home, { as: "Anna", path: "/calendar" });
    await view(page, "3");
    await page.getByRole("button", { name: /^Fair, / }).waitFor();
    await page.getByRole("button", { name: /^Errand 8, / }).waitFor();
    const more = page.getByRole("button", { name: /more on Thursday 11 March/ });
    const [, count] = /^(\d+) more/.exec((await more.textContent()) ?? "") ?? [];
    const shown = await page.locator(".calendar-bar[data-key]").count();
    expect(shown + Number(count)).toBe(9);
    await more.click();
    await shows(page, "Thursday 11 March");
    await page.getByRole("button", { name: /^Errand 15, / }).waitFor();
    await expectPoll(() => page.locator(".calendar-event").count()).toBe(8);
  });

  test("A browser in New York shows events in the household's time zone, even when the clocks change", async () => {
    const home = await calendarHome();
    const piano = { title: "Piano", startsAt: "2027-03-27T16:00:00+01:00", endsAt: "2027-03-27T17:00:00+01:00" };
    await home.api("Anna").post("/v1/events", { ...piano, recurrenceRule: "FREQ=DAILY;COUNT=3" });
    const { id } = await add(home, "Brunch", 27, "11:00", "12:00");
    const page = await open(home, { as: "Anna", path: "/calendar?day=2027-03-28", timeZone: "America/New_York" });
    await view(page, "2");
    await page
      .getByRole("button", { name: /^Piano, 16:00 – 17:00/ })
      .nth(1)
      .waitFor();
    const tops = await page
      .locator(".calendar-event", { hasText: "Piano" })
      .evaluateAll((all: any[]) => all.map(({ style }) => style.insetBlockStart));
    expect(new Set(tops).size).toBe(1);
    await eventCalled(page, "Brunch").press("Alt+ArrowRight");
    await expectPoll(async () => (await eventNow(home, id)).startsAt).toBe("2027-03-28T09:00:00.000Z");
    await moveTo(page, "/calendar?day=2027-10-31");
    await page.getByRole("group", { name: "Sunday 31 October" }).waitFor();
    await expectPoll(() => page.locator(".calendar-gutter time").count()).toBe(23);
  });

  test("The calendar's agenda loads later months when it is scrolled, and a button loads earlier months", async () => {
    const home = await calendarHome();
    const birthday = { title: "Grandma’s birthday", startsAt: "2020-07-09T00:00:00Z", endsAt: "2020-07-09T00:00:00Z" };
    await home.api("Anna").post("/v1/events", { ...birthday, allDay: true, recurrenceRule: "FREQ=YEARLY" });
    const page = await open(home, { as: "Anna", path: "/calendar" });
    await view(page, "4");
    const agenda = page.getByRole("region", { name: "Agenda" });
    await agenda.getByRole("region", { name: "March 2027" }).waitFor();
    await agenda.hover();
    await eventually("July is reached", async () => {
      await page.mouse.wheel(0, 900);
      return (await page.getByRole("button", { name: /^Grandma’s birthday, Friday 9 July/ }).count()) > 0;
    });
    await agenda.getByRole("button", { name: "Earlier" }).click();
    await agenda.getByRole("region", { name: "February 2027" }).waitFor({ state: "attached" });
  });

  test("If a month has more events than the calendar can show, the calendar shows a message", async () => {
    const page = await open(await calendarHome(), { as: "Anna", path: "/tasks" });
    await page.route(/\/v1\/events\?/, async (route) => {
      const response = await route.fetch({
        url: route
          .request()
          .url()
          .replace(/&cursor=.*/, ""),
      });
      await route.fulfill({ response, json: { ...(await response.json()), nextCursor: "more" } });
    });
    await moveTo(page, "/calendar?day=2027-06-16");
    await page.getByText("There are too many events to show all of them.").waitFor();
  });

  test("The week on a phone has its days below each other, and a tap on a day opens the day", async () => {
    const home = await calendarHome();
    const memberIds = [home.member("Mia").id];
    await add(home, "School", 1, "08:00", "13:00", { memberIds, recurrenceRule: "FREQ=DAILY;COUNT=5" });
    await add(home, "Fair", 6, "00:00", "00:00", { allDay: true, endsAt: "2027-03-08T00:00:00Z" });
    for (const hour of [14, 15, 16, 17, 18]) await add(home, `Errand ${hour}`, 4, `${hour}:00`, `${hour}:30`);
    const page = await open(home, { as: "Anna", device: "phone", path: "/calendar?day=2027-03-04" });
    await view(page, "2");
    await page.getByRole("button", { name: "School Mon – Fri, 8:00 – 13:00 Mia" }).waitFor();
    await page.getByRole("button", { name: "Fair Sat, Sun Everybody" }).waitFor();
    const row = (day: string) => page.getByRole("button", { name: `Open ${day}` });
    await expectPoll(() => row("Thursday 4 March").locator(".week-line").allTextContents()).toEqual(
      [14, 15, 16, 17].map((hour) => `${hour}:00Errand ${hour}`),
    );
    await row("Thursday 4 March").getByText("+1").waitFor();
    await expectPoll(() => row("Thursday 4 March").locator(".week-bar > i").count()).toBe(6);
    await expectPoll(() => row("Wednesday 3 March").getByText("Nothing planned").count()).toBe(0);
    await page.keyboard.press("g");
    await page.getByRole("dialog").getByLabel("Date").fill("2027-01-17");
    await page.keyboard.press("Enter");
    await row("Sunday 17 January").getByText("Nothing planned").waitFor();
    const bottom = () => row("Sunday 17 January").evaluate((each: any) => each.getBoundingClientRect().bottom);
    await expectPoll(bottom).toBeLessThan(page.viewportSize()!.height - 88);
    await swipe(page, { x: 120, y: 400 }, { x: 330, y: 406 });
    await tap(page, row("Thursday 7 January"));
    await shows(page, "Thu 7 Jan");
  });

  test("The key G opens a dialog to choose a date, and the key ? lists the calendar's shortcuts", async () => {
    const page = await open(await calendarHome(), { as: "Anna", path: "/calendar" });
    await page.getByRole("button", { name: "March 2027" }).click();
    const chooser = page.getByRole("dialog", { name: "Go to a date" });
    await chooser.getByLabel("Date").fill("2027-12-24");
    await chooser.getByLabel("Date").press("Enter");
    await page.getByRole("group", { name: "Friday 24 December" }).waitFor();
    await expectPoll(() => focusedText(page)).toContain("December 2027");
    await page.keyboard.press("g");
    await chooser.getByLabel("Date").fill("1650-01-01");
    await chooser.getByRole("button", { name: "Go" }).click();
    await chooser.getByText("Choose a day between 1900 and 2200").waitFor();
    await page.keyboard.press("Escape");
    await chooser.waitFor({ state: "detached" });
    await page.keyboard.press("?");
    const shortcuts = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    for (const [key, does] of Object.entries({ G: "Go to a date", N: "Add something", T: "Today" })) {
      await shortcuts
        .locator("div", { has: page.locator("dt", { hasText: key }) })
        .getByText(does)
        .waitFor();
    }
    await page.keyboard.press("?");
    await shortcuts.waitFor({ state: "detached" });
    await page.keyboard.press("t");
    await page.getByRole("group", { name: "Wednesday 3 March" }).waitFor();
  });

  test("A household can let the week view begin with today, but the month view still begins on Monday", async () => {
    const home = await calendarHome();
    const page = await open(home, { as: "Anna", path: "/settings/household" });
    await page.getByRole("switch", { name: /seven days from today/ }).click();
    await page.getByRole("link", { name: "Calendar", exact: true }).click();
    await expectPoll(() => shownDays(page)).toBe(
      "2027-03-03 2027-03-04 2027-03-05 2027-03-06 2027-03-07 2027-03-08 2027-03-09",
    );
    await page.keyboard.press("ArrowRight");
    await expectPoll(() => shownDays(page)).toStartWith("2027-03-10");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await expectPoll(() => shownDays(page)).toStartWith("2027-02-24");
    await page.keyboard.press("3");
    await expectPoll(() => page.locator(".calendar-weekdays").textContent()).toMatch(/^Mon/);
    await expectPoll(async () => (await home.api("Ben").get("/v1/households/me/display")).body).toMatchObject({
      weekStartsToday: true,
    });
  });

  test("The calendar and Today have the clock and date format that a user chose, the calendar week numbers", async () => {
    const home = await calendarHome();
    await add(home, "Dentist", 1, "09:00", "10:00");
    await add(home, "Choir", 3, "19:00", "20:00");
    const page = await open(home, { as: "Anna", path: "/settings/you" });
    await page.locator("label", { hasText: "12 hours" }).click();
    await page.getByRole("switch", { name: "Week numbers in the calendar" }).click();
    await page.getByLabel("Dates").selectOption({ label: "31.12.2026" });
    await page.getByRole("link", { name: "Calendar", exact: true }).click();
    await expectPoll(() => page.locator(".calendar-gutter").textContent()).toMatch(/9 am.*1 pm/);
    await expectPoll(() => page.locator(".calendar-corner").first().textContent()).toBe("Week 9");
    await page.keyboard.press("3");
    await expectPoll(() => page.locator(".calendar-week-number").allTextContents()).toEqual(
      [9, 10, 11, 12, 13].map((week) => `Week ${week}${week}`),
    );
    await page.keyboard.press("2");
    await eventCalled(page, "Dentist").click();
    await page.getByRole("dialog").getByText("Monday, 01.03.").waitFor();
    await page.getByRole("dialog").getByText("9:00 am – 10:00 am").waitFor();
    await page.reload();
    await page.getByRole("dialog").getByText("9:00 am – 10:00 am").waitFor();
    await moveTo(page, "/");
    await shows(page, "Wednesday, 03.03.");
    await page.getByText("7:00 pm").first().waitFor();
  });
});

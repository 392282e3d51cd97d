/** Tests the popover beside an event in the calendar, and how much of a short event is shown. */
import { describe, expect } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { open, test } from "../../support/browser/browser.ts";
import { moveTo } from "../../support/browser/go.ts";
import type { BrowserHome } from "../../support/browser/home.ts";
import {
  add,
  calendarHome,
  eventCalled,
  halfShown,
  pointIn,
  view,
} from "../../support/browser/homes/calendar-pages.ts";
import { expectPoll } from "../../support/browser/wait.ts";

declare const document: any; // Functions given to `page.evaluate` run in the page.

const everyone = (home: BrowserHome) => ["Anna", "Ben", "Mia"].map((name) => home.member(name).id);
const dialog = (page: Page) => page.getByRole("dialog");
const isGone = (part: Locator) => part.waitFor({ state: "detached" });
const hasFocus = (page: Page, title: string) =>
  expectPoll(() => page.evaluate(() => document.activeElement.textContent as string)).toContain(title);

/** Expects that the popover is inside the window, near the event, and does not cover the event. */
async function expectBeside(page: Page, event: Locator): Promise<void> {
  const { width, height } = page.viewportSize()!;
  const panel = (await dialog(page).boundingBox())!;
  const button = (await event.boundingBox())!;
  expect(Math.min(panel.x, panel.y)).toBeGreaterThanOrEqual(0);
  expect(panel.x + panel.width).toBeLessThanOrEqual(width);
  expect(panel.y + panel.height).toBeLessThanOrEqual(height);
  const across = Math.max(panel.x - (button.x + button.width), button.x - (panel.x + panel.width));
  const along = Math.max(panel.y - (button.y + button.height), button.y - (panel.y + panel.height));
  expect(Math.max(across, along)).toBeGreaterThan(0);
  expect(Math.max(across, along)).toBeLessThan(20);
}

describe("An event on a wide screen", () => {
  test("A click on an event, or the Enter key, shows the event's details in a popover beside it", async () => {
    const home = await calendarHome();
    await home.agent().post("/v1/events", {
      ...{ title: "Dentist", startsAt: "2027-03-01T08:00:00Z", endsAt: "2027-03-01T09:00:00Z" },
      ...{ memberIds: everyone(home), location: "Main street 4", notes: "Bring the card" },
    });
    await add(home, "Choir", 7, "21:00", "23:30", { recurrenceRule: "FREQ=WEEKLY;COUNT=3" });
    await add(home, "Trip", 4, "00:00", "00:00", { allDay: true, endsAt: "2027-03-06T00:00:00Z" });
    const page = await open(home, { as: "Anna", path: "/calendar" });
    const dentist = eventCalled(page, "Dentist");
    await dentist.press("Enter");
    await dialog(page).getByText("Bring the card").waitFor();
    const facts = ["Monday 1 March", "9:00 – 10:00", "Anna", "Ben", "Mia", "Main street 4", "Added by Test key"];
    for (const fact of facts) await dialog(page).getByText(fact).waitFor();
    await expectBeside(page, dentist);
    await page.keyboard.press("Shift+Tab");
    await isGone(dialog(page));
    await hasFocus(page, "Dentist");
    await page.keyboard.press("Enter");
    await dialog(page).waitFor();
    await page.keyboard.press("Escape");
    await isGone(dialog(page));
    await hasFocus(page, "Dentist");
    for (const title of ["Choir", "Trip"]) {
      await eventCalled(page, title).click();
      await page.getByRole("dialog", { name: title }).waitFor();
      await expectBeside(page, eventCalled(page, title));
    }
    await page.goBack();
    await isGone(dialog(page));
    await page.getByRole("heading", { level: 1, name: "March 2027" }).waitFor();
  });

  test("A click outside an event's popover closes the popover; a button there still reacts to the click", async () => {
    const home = await calendarHome();
    await add(home, "Dentist", 1, "09:00", "10:00");
    await add(home, "Choir", 7, "21:00", "23:30", { recurrenceRule: "FREQ=WEEKLY;COUNT=3" });
    const page = await open(home, { as: "Anna", path: "/calendar" });
    await eventCalled(page, "Dentist").click();
    await dialog(page).waitFor();
    const { x, y } = await pointIn(page, "Saturday 6 March", "11:00");
    await page.mouse.click(x, y);
    await isGone(dialog(page));
    await expectPoll(() => new URL(page.url()).search).toBe("");
    await eventCalled(page, "Dentist").click();
    await dialog(page).waitFor();
    await page.getByRole("button", { name: "Next week" }).click();
    await page.getByRole("group", { name: "Wednesday 10 March" }).waitFor();
    await isGone(dialog(page));
    await page.getByRole("button", { name: "Previous week" }).click();
    await eventCalled(page, "Choir").click();
    await dialog(page).getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog", { name: "Delete “Choir”" }).getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("dialog", { name: "Choir", exact: true }).getByRole("button", { name: "Edit" }).click();
    await page.getByRole("dialog", { name: "Edit event" }).getByRole("button", { name: "Cancel" }).click();
    await isGone(dialog(page));
    await hasFocus(page, "Choir");
  });

  test("A link to an event opens the event on its day, or shows a message if the event no longer exists", async () => {
    const home = await calendarHome();
    await add(home, "Club nights", 24, "19:00", "20:00");
    const { id } = await add(home, "Dentist", 24, "10:00", "11:00");
    home.db.$client.run("UPDATE event SET is_unrolled = 1, object_id = id WHERE title = 'Club nights'");
    const page = await open(home, { as: "Anna", path: `/calendar?event=${id}`, allow: [/404/] });
    await page.getByRole("dialog", { name: "Dentist" }).waitFor();
    await page.getByRole("group", { name: "Wednesday 24 March" }).waitFor();
    await page.keyboard.press("Escape");
    await eventCalled(page, "Club nights").press("Enter");
    await dialog(page).getByText("It repeats in a way that can’t be edited here").waitFor();
    await expectPoll(() =>
      dialog(page)
        .getByRole("button", { name: /^(Edit|Delete)/ })
        .count(),
    ).toBe(0);
    await moveTo(page, "/calendar?event=01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42");
    await page.getByText("This event is no longer in the calendar").waitFor();
  });
});

for (const device of ["desktop", "phone"] as const) {
  test(`A short event on a ${device} has no line that is cut off, and at most one member's picture`, async () => {
    const home = await calendarHome();
    const memberIds = everyone(home);
    await add(home, "Trip", 4, "00:00", "00:00", { allDay: true, endsAt: "2027-03-06T00:00:00Z" });
    await add(home, "Call the insurance about the broken roof", 3, "13:00", "13:15", { memberIds });
    await add(home, "Standup", 3, "14:00", "14:30", { memberIds });
    await add(home, "At the same time", 3, "14:00", "15:00", { memberIds });
    await add(home, "Preparations for the parents’ evening", 3, "15:00", "15:45", { memberIds });
    const place = { memberIds, location: "Garden" };
    await add(home, "Dinner with the neighbours from upstairs", 3, "18:00", "19:30", place);
    const page = await open(home, { as: "Anna", device, path: "/calendar" });
    const call = eventCalled(page, "Call the insurance");
    // The week on a phone is a list.
    for (const key of device === "phone" ? (["1"] as const) : (["1", "2"] as const)) {
      await view(page, key);
      await eventCalled(page, "Standup").waitFor();
      await expectPoll(() => halfShown(page)).toEqual([]);
      // A narrow column has no room for an avatar.
      await expectPoll(() => call.locator(".avatar:visible").count()).toBe(device === "desktop" ? 1 : 0);
      await expectPoll(() => call.getAttribute("title")).toMatch(
        /^Call the insurance about the broken roof, 13:00 – 13:15, Anna, Ben and Mia/,
      );
    }
    const hour = page.locator(".calendar-gutter time").first();
    const size = await hour.evaluate((each: any) => document.defaultView.getComputedStyle(each).fontSize);
    expect(Number.parseFloat(size)).toBeGreaterThanOrEqual(12);
    if (device !== "phone") return;
    await view(page, "4");
    const dates = async () =>
      (await page.locator(".calendar-agenda-date").allInnerTexts()).map((each) => each.split("\n").join(" "));
    await expectPoll(dates).toContain("4 Thu");
    await expectPoll(dates).toContain("3 Wed Today");
    await eventCalled(page, "Standup").click();
    await expectPoll(() => dialog(page).getAttribute("aria-modal")).toBe("true");
  });
}

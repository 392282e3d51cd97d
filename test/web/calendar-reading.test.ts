/** Reading the calendar: the event beside its button, going to a date, the shortcuts, the week from today, short events. */
import { describe, expect } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { open, test } from "../support/browser.ts";
import { expectAccessible } from "../support/browser-axe.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { add, calendarHome, eventCalled, halfShown, pointIn, view } from "../support/calendar-pages.ts";

declare const document: any; // Functions given to `page.evaluate` run in the page.

const home = await calendarHome();
const all = ["Anna", "Ben", "Mia"].map((name) => home.member(name).id);
const notes = "Bring the card";
await add(home, "Dentist", 1, "09:00", "10:00", { memberIds: all, location: "Main street 4", notes });
await add(home, "Choir", 7, "21:00", "23:30", { recurrenceRule: "FREQ=WEEKLY;COUNT=3" });
await add(home, "Trip", 4, "00:00", "00:00", { allDay: true, endsAt: "2027-03-06T00:00:00Z" });
await add(home, "Call the insurance about the broken roof", 3, "13:00", "13:15", { memberIds: all });
await add(home, "Standup", 3, "14:00", "14:30", { memberIds: all });
await add(home, "Preparations for the parents’ evening", 3, "15:00", "15:45", { memberIds: all });
await add(home, "Dinner with the neighbours from upstairs", 3, "18:00", "19:30", {
  memberIds: all,
  location: "Garden",
});
await add(home, "At the same time", 3, "14:00", "15:00", { memberIds: all });

const dialog = (page: Page) => page.getByRole("dialog");
const focusedText = (page: Page) => page.evaluate(() => document.activeElement.textContent as string);

/** Expects the popover inside the window, near the event and not over it. */
async function expectBeside(page: Page, event: Locator): Promise<void> {
  const [{ width, height }, panel, button] = [
    page.viewportSize()!,
    (await dialog(page).boundingBox())!,
    (await event.boundingBox())!,
  ];
  expect([panel.x >= 0, panel.y >= 0, panel.x + panel.width <= width, panel.y + panel.height <= height]).toEqual(
    Array(4).fill(true),
  );
  const across = Math.max(panel.x - (button.x + button.width), button.x - (panel.x + panel.width));
  const along = Math.max(panel.y - (button.y + button.height), button.y - (panel.y + panel.height));
  expect(Math.max(across, along)).toBeGreaterThan(0);
  expect(Math.max(across, along)).toBeLessThan(20);
}

await add(home, "Club nights", 2, "19:00", "20:00");
home.db.$client.run("UPDATE event SET is_unrolled = 1, object_id = id WHERE title = 'Club nights'");

describe("an event on a wide screen", () => {
  test("says why it can't be edited if it repeats as no event can", async () => {
    const page = await open(home, { as: "Anna", path: "/calendar" });
    await view(page, "2");
    await eventCalled(page, "Club nights").press("Enter");
    await dialog(page).getByText("It repeats in a way that can’t be edited here").waitFor();
    await expectPoll(() =>
      dialog(page)
        .getByRole("button", { name: /^(Edit|Delete)/ })
        .count(),
    ).toBe(0);
  });

  test("opens beside its button with all its facts, by Enter too, and returns the focus", async () => {
    const page = await open(home, { as: "Anna", path: "/calendar" });
    await view(page, "2");
    const dentist = eventCalled(page, "Dentist");
    await dentist.press("Enter");
    await dialog(page).getByText(notes).waitFor();
    for (const fact of ["Monday 1 March", "9:00 – 10:00", "Anna", "Ben", "Mia", "Main street 4"]) {
      await dialog(page).getByText(fact).waitFor();
    }
    await expectAccessible(page);
    await expectBeside(page, dentist);
    await page.keyboard.press("Shift+Tab");
    await dialog(page).waitFor({ state: "detached" });
    await expectPoll(() => focusedText(page)).toContain("Dentist");
    await page.keyboard.press("Enter");
    await dialog(page).waitFor();
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
    await expectPoll(() => focusedText(page)).toContain("Dentist");
    for (const title of ["Choir", "Trip"]) {
      await eventCalled(page, title).click();
      await page.getByRole("dialog", { name: title }).waitFor();
      await expectBeside(page, eventCalled(page, title));
    }
    await page.goBack();
    await dialog(page).waitFor({ state: "detached" });
    await page.getByRole("heading", { level: 1, name: "March 2027" }).waitFor();
  });

  test("closes by a press on nothing, which does nothing else, and by a press on a control, which works", async () => {
    const page = await open(home, { as: "Anna", path: "/calendar" });
    await view(page, "2");
    await eventCalled(page, "Dentist").click();
    await dialog(page).waitFor();
    const { x, y } = await pointIn(page, "Saturday 6 March", "11:00");
    await page.mouse.click(x, y);
    await dialog(page).waitFor({ state: "detached" });
    await expectPoll(() => new URL(page.url()).search).toBe("");
    await eventCalled(page, "Dentist").click();
    await dialog(page).waitFor();
    await page.getByRole("button", { name: "Next week" }).click();
    await page.getByRole("group", { name: "Wednesday 10 March" }).waitFor();
    await dialog(page).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Previous week" }).click();
    await eventCalled(page, "Choir").click();
    await dialog(page).getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog", { name: "Delete “Choir”" }).getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("dialog", { name: "Choir", exact: true }).getByRole("button", { name: "Edit" }).click();
    await page.getByRole("dialog", { name: "Edit event" }).getByRole("button", { name: "Cancel" }).click();
    await dialog(page).waitFor({ state: "detached" });
    await expectPoll(() => focusedText(page)).toContain("Choir");
  });
});

test("the title and G go to a date, and “?” lists the shortcuts", async () => {
  const page = await open(home, { as: "Anna", path: "/calendar" });
  await view(page, "2");
  await page.getByRole("button", { name: "March 2027" }).click();
  const chooser = page.getByRole("dialog", { name: "Go to a date" });
  await expectAccessible(page);
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
  for (const [key, does] of Object.entries({ G: "Go to a date", N: "New event", T: "Today" })) {
    await shortcuts
      .locator("div", { has: page.locator("dt", { hasText: key }) })
      .getByText(does)
      .waitFor();
  }
  await expectAccessible(page);
  await page.keyboard.press("?");
  await shortcuts.waitFor({ state: "detached" });
  await page.keyboard.press("t");
  await page.getByRole("group", { name: "Wednesday 3 March" }).waitFor();
});

test("the week begins today if the household wants it; the month does not", async () => {
  const own = await calendarHome();
  const page = await open(own, { as: "Anna", path: "/settings/household" });
  await page.getByRole("switch", { name: /seven days from today/ }).click();
  await eventually("the server has it", async () => {
    return (await own.api("Anna").get("/v1/households/me/display")).body.weekStartsToday === true;
  });
  await page.getByRole("link", { name: "Calendar", exact: true }).click();
  await view(page, "2");
  const days = () => page.locator(".calendar-column").evaluateAll((all: any[]) => all.map((each) => each.dataset.day));
  await expectPoll(async () => (await days()).join()).toBe(
    "2027-03-03,2027-03-04,2027-03-05,2027-03-06,2027-03-07,2027-03-08,2027-03-09",
  );
  await page.keyboard.press("ArrowRight");
  await expectPoll(async () => (await days())[0]).toBe("2027-03-10");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expectPoll(async () => (await days())[0]).toBe("2027-02-24");
  await page.keyboard.press("3");
  await expectPoll(() => page.locator(".calendar-weekdays").textContent()).toMatch(/^Mon/);
});

describe("short events", () => {
  for (const device of ["desktop", "phone"] as const) {
    test(`show whole lines and one face on a ${device}`, async () => {
      const page = await open(home, { as: "Anna", device, path: "/calendar" });
      for (const key of ["1", "2"] as const) {
        await view(page, key);
        await eventCalled(page, "Standup").waitFor();
        await expectPoll(() => halfShown(page)).toEqual([]);
        // A narrow column has no room for any.
        const faces = () => eventCalled(page, "Call the insurance").locator(".avatar:visible").count();
        await expectPoll(faces).toBe(device === "desktop" ? 1 : 0);
        await expectPoll(() => eventCalled(page, "Call the insurance").getAttribute("title")).toMatch(
          /^Call the insurance about the broken roof, 13:00 – 13:15, Anna, Ben and Mia/,
        );
      }
      const labels = page.locator(".calendar-gutter time").first();
      const size = () => labels.evaluate((each: any) => each.ownerDocument.defaultView.getComputedStyle(each).fontSize);
      await expectPoll(async () => Number.parseFloat(await size())).toBeGreaterThanOrEqual(12);
      if (device !== "phone") return;
      await view(page, "4");
      const dates = () => page.locator(".calendar-agenda-date").allInnerTexts();
      await expectPoll(async () => (await dates()).map((each) => each.split("\n").join(" "))).toContain("4 Thu");
      await expectPoll(async () => (await dates()).map((each) => each.split("\n").join(" "))).toContain("3 Wed Today");
      await eventCalled(page, "Dentist").click();
      await expectPoll(() => dialog(page).getAttribute("aria-modal")).toBe("true");
    });
  }
});

test("times and dates follow this device’s choice, everywhere and at once", async () => {
  const page = await open(home, { as: "Anna", path: "/settings/you" });
  await page.locator("label", { hasText: "12 hours" }).click();
  await page.getByLabel("Dates").selectOption({ label: "31.12.2026" });
  await page.getByRole("link", { name: "Calendar", exact: true }).click();
  await view(page, "2");
  await expectPoll(() => page.locator(".calendar-gutter").textContent()).toMatch(/9 am.*1 pm/);
  await eventCalled(page, "Dentist").click();
  await dialog(page).getByText("Monday, 01.03.").waitFor();
  await dialog(page).getByText("9:00 am – 10:00 am").waitFor();
  await page.reload();
  await dialog(page).getByText("9:00 am – 10:00 am").waitFor();
  await page.goto(`${home.url}/`);
  await page.getByRole("heading", { level: 1, name: "Wednesday, 03.03." }).waitFor();
  await page.getByText("10:20 am").first().waitFor();
});

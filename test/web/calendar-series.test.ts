/** Changes to recurring events: one date, this and later dates, or all dates, each with Undo. */
import { describe } from "bun:test";
import type { Page } from "playwright-core";
import { open, test } from "../support/browser.ts";
import type { BrowserHome } from "../support/browser-home.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { add, calendarHome, drag, eventCalled, eventNow, pointIn, startsOf, view } from "../support/calendar-pages.ts";

const tuesdays = ["02T15:00", "09T15:00", "16T15:00", "23T15:00", "30T14:00"];

const lessons = (home: BrowserHome) =>
  add(home, "Piano", 2, "16:00", "17:00", { recurrenceRule: "FREQ=WEEKLY;BYDAY=TU" });

/** Drags the lesson on Tuesday 16 March to one hour later. */
async function dragLesson(page: Page): Promise<void> {
  await view(page, "2");
  await eventCalled(page, "Piano").waitFor();
  const from = await pointIn(page, "Tuesday 16 March", "16:15");
  await drag(page, from, { x: from.x, y: from.y + 60 });
  await page.getByRole("dialog", { name: "Change “Piano”" }).waitFor();
}

async function undo(page: Page, home: BrowserHome): Promise<void> {
  await page.getByRole("button", { name: "Undo" }).last().click();
  await eventually("all is as before", async () => String(await startsOf(home, "Piano")) === String(tuesdays));
}

describe("a drag of one date of a series", () => {
  test('asks for the scope, preselects "Only this", and keeps the other dates', async () => {
    const home = await calendarHome();
    await lessons(home);
    const page = await open(home, { as: "Anna", path: "/calendar?day=2027-03-16" });
    await dragLesson(page);
    await expectPoll(() => page.getByRole("radio", { name: /^Only this/ }).isChecked()).toBe(true);
    await page.getByRole("button", { name: "Change" }).click();
    await page.getByRole("button", { name: /^Piano, 17:00 – 18:00/ }).waitFor();
    await eventually("it is an hour later", async () => (await startsOf(home, "Piano"))[2] === "16T16:00");
    await expectPoll(() => startsOf(home, "Piano")).toEqual([
      "02T15:00",
      "09T15:00",
      "16T16:00",
      "23T15:00",
      "30T14:00",
    ]);
    await undo(page, home);
  });

  test("moves this and later dates", async () => {
    const home = await calendarHome();
    await lessons(home);
    const page = await open(home, { as: "Anna", path: "/calendar?day=2027-03-16" });
    await dragLesson(page);
    await page.getByText("All dates from Tue 16 Mar on change. Earlier ones stay as they are.").click();
    await page.getByRole("button", { name: "Change" }).click();
    await eventually("later ones have moved", async () => (await startsOf(home, "Piano"))[3] === "23T16:00");
    await expectPoll(() => startsOf(home, "Piano")).toEqual([
      "02T15:00",
      "09T15:00",
      "16T16:00",
      "23T16:00",
      "30T15:00",
    ]);
    await undo(page, home);
  });

  test("moves all dates, and shows how many changed dates are kept", async () => {
    const home = await calendarHome();
    const { id } = await lessons(home);
    const own = { editScope: "this", instanceStartsAt: "2027-03-09T15:00:00Z", startsAt: "2027-03-10T10:00:00Z" };
    await home.api("Ben").patch(`/v1/events/${id}`, { ...own, endsAt: "2027-03-10T11:00:00Z" });
    const page = await open(home, { as: "Anna", path: "/calendar?day=2027-03-16" });
    await dragLesson(page);
    await page.getByText("All dates change, past ones too. 1 changed date will be kept.").click();
    await page.getByRole("button", { name: "Change" }).click();
    await eventually("all have moved", async () => (await startsOf(home, "Piano"))[0] === "02T16:00");
    await expectPoll(() => startsOf(home, "Piano")).toEqual([
      "02T16:00",
      "10T10:00",
      "16T16:00",
      "23T16:00",
      "30T15:00",
    ]);
    await page.getByRole("button", { name: "Undo" }).last().click();
    await eventually("all are back", async () => (await startsOf(home, "Piano"))[0] === "02T15:00");
  });

  test("changes nothing after Cancel", async () => {
    const home = await calendarHome();
    await lessons(home);
    const page = await open(home, { as: "Anna", path: "/calendar?day=2027-03-16" });
    await dragLesson(page);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.locator(".calendar-ghost").waitFor({ state: "detached" });
    await page.getByRole("button", { name: /^Piano, 16:00 – 17:00/ }).waitFor();
    await expectPoll(() => startsOf(home, "Piano")).toEqual(tuesdays);
  });

  test("moves the right date when somebody else has moved the series at the same time", async () => {
    const home = await calendarHome();
    const { id } = await lessons(home);
    const page = await open(home, { as: "Anna", path: "/calendar?day=2027-03-16", allow: [/404/] });
    await dragLesson(page);
    const all = { startsAt: "2027-03-03T08:00:00Z", endsAt: "2027-03-03T09:00:00Z" };
    await page.getByRole("radio", { name: /^Only this/ }).waitFor();
    await home.api("Ben").patch(`/v1/events/${id}`, all);
    await page.getByRole("button", { name: "Change" }).click();
    await eventually("this one has gone where it was dragged", async () => {
      return (await startsOf(home, "Piano")).includes("16T16:00");
    });
    await expectPoll(() => startsOf(home, "Piano")).toEqual([
      "03T08:00",
      "10T08:00",
      "16T16:00",
      "24T08:00",
      "31T07:00",
    ]);
    await expectPoll(async () => (await eventNow(home, id)).exceptions).toHaveLength(1);
  });
});

describe("a series", () => {
  test("can be deleted for one date, for this and later dates, or completely, each with Undo", async () => {
    const home = await calendarHome();
    await lessons(home);
    const page = await open(home, { as: "Anna", path: "/calendar?day=2027-03-16" });
    await view(page, "2");
    const remaining = { "Only this": 4, "This and later": 2, All: 0 } as const;
    for (const [answer, left] of Object.entries(remaining)) {
      await eventCalled(page, "Piano").click();
      await page.getByRole("dialog", { name: "Piano" }).getByRole("button", { name: "Delete" }).click();
      const asked = page.getByRole("dialog", { name: "Delete “Piano”" });
      await asked.getByText(answer, { exact: true }).click();
      await asked.getByRole("button", { name: "Delete" }).click();
      await eventCalled(page, "Piano").waitFor({ state: "detached" });
      await eventually(`${left} are left`, async () => (await startsOf(home, "Piano")).length === left);
      await undo(page, home);
      await eventCalled(page, "Piano").waitFor();
    }
  });

  test("ends at a date when its recurrence is removed from there", async () => {
    const home = await calendarHome();
    const { id } = await lessons(home);
    const page = await open(home, {
      as: "Anna",
      path: `/calendar?day=2027-03-16&edit=${id}&at=2027-03-16T15:00:00.000Z`,
    });
    await page.getByRole("dialog").getByLabel("Repeats").selectOption({ label: "Does not repeat" });
    await page.getByRole("button", { name: "Save" }).click();
    const asked = page.getByRole("dialog", { name: "Change “Piano”" });
    await asked.getByText("It happens on Tue 16 Mar and no more. Earlier dates stay.").waitFor();
    await expectPoll(() => asked.getByRole("radio").count()).toBe(2);
    await asked.getByRole("button", { name: "Change" }).click();
    await eventually("it ends", async () => String(await startsOf(home, "Piano")) === "02T15:00,09T15:00,16T15:00");
  });

  test("cannot be deleted by a child, who can delete a single event", async () => {
    const home = await calendarHome();
    await lessons(home);
    await add(home, "Ice cream", 16, "12:00", "13:00");
    const page = await open(home, { as: "Mia", path: "/calendar?day=2027-03-16" });
    await eventCalled(page, "Piano").click();
    await page.getByRole("button", { name: "Edit" }).waitFor();
    await expectPoll(() => page.getByRole("button", { name: "Delete" }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await eventCalled(page, "Ice cream").click();
    await page.getByRole("button", { name: "Delete" }).click();
    await eventually("it is gone", async () => (await startsOf(home, "Ice cream")).length === 0);
  });

  test("is changed by a child for one date only, without a question", async () => {
    const home = await calendarHome();
    await lessons(home);
    const page = await open(home, { as: "Mia", path: "/calendar?day=2027-03-16" });
    await view(page, "2");
    await eventCalled(page, "Piano").waitFor();
    const from = await pointIn(page, "Tuesday 16 March", "16:15");
    await drag(page, from, { x: from.x, y: from.y + 60 });
    const moved = ["02T15:00", "09T15:00", "16T16:00", "23T15:00", "30T14:00"];
    await eventually("it is an hour later", async () => String(await startsOf(home, "Piano")) === String(moved));
    await eventCalled(page, "Piano").click();
    await page.getByRole("button", { name: "Edit" }).click();
    const sheet = page.getByRole("dialog", { name: "Edit event" });
    await sheet.getByLabel("Title").fill("Concert");
    await expectPoll(() => sheet.getByLabel("Repeats").count()).toBe(0);
    await sheet.getByRole("button", { name: "Save" }).click();
    await eventually("it alone has the name", async () => (await startsOf(home, "Concert")).length === 1);
  });

  test("cannot be made by a child from a single event", async () => {
    const home = await calendarHome();
    await add(home, "Ice cream", 16, "12:00", "13:00");
    const page = await open(home, { as: "Mia", path: "/calendar?day=2027-03-16" });
    await eventCalled(page, "Ice cream").click();
    await page.getByRole("button", { name: "Edit" }).click();
    const sheet = page.getByRole("dialog", { name: "Edit event" });
    await sheet.getByLabel("Title").waitFor();
    await expectPoll(() => sheet.getByLabel("Repeats").count()).toBe(0);
  });
});

/** Changes to one date, to later dates or to all dates of a series, with Undo. Also tests what a child may change. */
import type { Page } from "playwright-core";
import { open, test } from "../../support/browser/browser.ts";
import { moveTo } from "../../support/browser/go.ts";
import type { BrowserHome } from "../../support/browser/home.ts";
import {
  add,
  calendarHome,
  drag,
  eventCalled,
  eventNow,
  pointIn,
  startsOf,
  view,
} from "../../support/browser/homes/calendar-pages.ts";
import { expectPoll } from "../../support/browser/wait.ts";

const tuesdays = ["02T15:00", "09T15:00", "16T15:00", "23T15:00", "30T14:00"];
const lessons = (home: BrowserHome) =>
  add(home, "Piano", 2, "16:00", "17:00", { recurrenceRule: "FREQ=WEEKLY;BYDAY=TU" });
const lessonsAre = (home: BrowserHome, starts: readonly string[]) =>
  expectPoll(() => startsOf(home, "Piano")).toEqual([...starts]);

const path = "/calendar?day=2027-03-16";
const question = (page: Page) => page.getByRole("dialog", { name: "Change “Piano”" });
const confirm = (page: Page) => question(page).getByRole("button", { name: "Change" }).click();

/** Moves the lesson on Tuesday 16 March by 15 minutes, to a later time. */
const moveLesson = (page: Page) => eventCalled(page, "Piano").press("Alt+ArrowDown");

async function undo(page: Page, home: BrowserHome, starts = tuesdays): Promise<void> {
  await page.getByRole("button", { name: "Undo" }).last().click();
  await lessonsAre(home, starts);
}

test("When a date of a series is dragged, the app asks which dates change, and Cancel changes nothing", async () => {
  const home = await calendarHome();
  await lessons(home);
  const page = await open(home, { as: "Anna", path });
  await view(page, "2");
  await eventCalled(page, "Piano").waitFor();
  const from = await pointIn(page, "Tuesday 16 March", "16:15");
  await drag(page, from, { x: from.x, y: from.y + 60 });
  await question(page).getByRole("button", { name: "Cancel" }).click();
  await page.locator(".calendar-ghost").waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^Piano, 16:00 – 17:00/ }).waitFor();
  await lessonsAre(home, tuesdays);

  await drag(page, from, { x: from.x, y: from.y + 60 });
  await expectPoll(() => page.getByRole("radio", { name: /^Only this/ }).isChecked()).toBe(true);
  await confirm(page);
  await page.getByRole("button", { name: /^Piano, 17:00 – 18:00/ }).waitFor();
  await lessonsAre(home, ["02T15:00", "09T15:00", "16T16:00", "23T15:00", "30T14:00"]);
  await undo(page, home);
  await page.getByRole("button", { name: /^Piano, 16:00 – 17:00/ }).waitFor();

  await moveLesson(page);
  await page.getByText("All dates from Tue 16 Mar on change. Earlier ones stay as they are.").click();
  await confirm(page);
  await lessonsAre(home, ["02T15:00", "09T15:00", "16T15:15", "23T15:15", "30T14:15"]);
  await undo(page, home);
});

test("When a whole series is moved, exceptions keep their times, and the app says how many there are", async () => {
  const home = await calendarHome();
  const { id } = await lessons(home);
  const own = { editScope: "this", instanceStartsAt: "2027-03-09T15:00:00Z", startsAt: "2027-03-10T10:00:00Z" };
  await home.api("Ben").patch(`/v1/events/${id}`, { ...own, endsAt: "2027-03-10T11:00:00Z" });
  const page = await open(home, { as: "Anna", path });
  await moveLesson(page);
  await page.getByText("All dates change, past ones too. 1 changed date will be kept.").click();
  await confirm(page);
  await lessonsAre(home, ["02T15:15", "10T10:00", "16T15:15", "23T15:15", "30T14:15"]);
  await undo(page, home, ["02T15:00", "10T10:00", "16T15:00", "23T15:00", "30T14:00"]);
});

test("One date of a series gets the chosen time even if somebody else has just moved the whole series", async () => {
  const home = await calendarHome();
  const { id } = await lessons(home);
  const page = await open(home, { as: "Anna", path, allow: [/404/] });
  await moveLesson(page);
  await page.getByRole("radio", { name: /^Only this/ }).waitFor();
  const all = { startsAt: "2027-03-03T08:00:00Z", endsAt: "2027-03-03T09:00:00Z" };
  await home.api("Ben").patch(`/v1/events/${id}`, all);
  await confirm(page);
  await lessonsAre(home, ["03T08:00", "10T08:00", "16T15:15", "24T08:00", "31T07:00"]);
  await expectPoll(async () => (await eventNow(home, id)).exceptions).toHaveLength(1);
});

test("One date of a series, that date and later ones, or all dates can be deleted and restored by Undo", async () => {
  const home = await calendarHome();
  await lessons(home);
  const page = await open(home, { as: "Anna", path });
  await view(page, "2");
  const remaining = { "Only this": 4, "This and later": 2, All: 0 } as const;
  for (const [answer, left] of Object.entries(remaining)) {
    await eventCalled(page, "Piano").click();
    await page.getByRole("dialog", { name: "Piano" }).getByRole("button", { name: "Delete" }).click();
    const asked = page.getByRole("dialog", { name: "Delete “Piano”" });
    await asked.getByText(answer, { exact: true }).click();
    await asked.getByRole("button", { name: "Delete" }).click();
    await eventCalled(page, "Piano").waitFor({ state: "detached" });
    await expectPoll(() => startsOf(home, "Piano")).toHaveLength(left);
    await undo(page, home);
    await eventCalled(page, "Piano").waitFor();
  }
});

test("When a series is edited, a recurrence rule that the app cannot describe is kept", async () => {
  const home = await calendarHome();
  const recurrenceRule = "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1";
  const { id } = await add(home, "Payday", 31, "08:00", "08:30", { recurrenceRule });
  const lesson = await lessons(home);
  const page = await open(home, { as: "Anna", path: `/calendar?day=2027-03-31&event=${id}` });
  await page.getByText(`By a rule of its own: ${recurrenceRule}`).waitFor();
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Title").fill("Pay day");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("All dates change, past ones too.").click();
  await page.getByRole("button", { name: "Change" }).click();
  await expectPoll(() => eventNow(home, id)).toMatchObject({ title: "Pay day", recurrenceRule });

  await moveTo(page, `${path}&edit=${lesson.id}&at=2027-03-16T15:00:00.000Z`);
  await page.getByRole("dialog").getByLabel("Repeats").selectOption({ label: "Does not repeat" });
  await page.getByRole("button", { name: "Save" }).click();
  await question(page).getByText("It happens on Tue 16 Mar and no more. Earlier dates stay.").waitFor();
  await expectPoll(() => question(page).getByRole("radio").count()).toBe(2);
  await confirm(page);
  await lessonsAre(home, ["02T15:00", "09T15:00", "16T15:00"]);
});

test("A child can change one date of a series, but cannot delete or create a series", async () => {
  const home = await calendarHome();
  await lessons(home);
  await add(home, "Ice cream", 16, "12:00", "13:00");
  const page = await open(home, { as: "Mia", path });
  await moveLesson(page);
  await lessonsAre(home, ["02T15:00", "09T15:00", "16T15:15", "23T15:00", "30T14:00"]);
  await eventCalled(page, "Piano").click();
  await page.getByRole("button", { name: "Edit" }).waitFor();
  await expectPoll(() => page.getByRole("button", { name: "Delete" }).count()).toBe(0);
  await page.getByRole("button", { name: "Edit" }).click();
  const sheet = page.getByRole("dialog", { name: "Edit event" });
  await sheet.getByLabel("Title").fill("Concert");
  await expectPoll(() => sheet.getByLabel("Repeats").count()).toBe(0);
  await sheet.getByRole("button", { name: "Save" }).click();
  await expectPoll(() => startsOf(home, "Concert")).toEqual(["16T15:15"]);
  await sheet.waitFor({ state: "detached" });

  await eventCalled(page, "Ice cream").click();
  await page.getByRole("button", { name: "Edit" }).click();
  await sheet.getByLabel("Title").waitFor();
  await expectPoll(() => sheet.getByLabel("Repeats").count()).toBe(0);
  await sheet.getByRole("button", { name: "Cancel" }).click();
  await sheet.waitFor({ state: "detached" });
  await eventCalled(page, "Ice cream").click();
  await page.getByRole("button", { name: "Delete" }).click();
  await expectPoll(() => startsOf(home, "Ice cream")).toEqual([]);
});

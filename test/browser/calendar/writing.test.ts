/** Tests the form of an event: creating, repeating and copying an event. */
import type { Locator } from "playwright-core";
import { openFullForm } from "../../support/browser/add-field.ts";
import { open, test } from "../../support/browser/browser.ts";
import { chooseByLabel } from "../../support/browser/choice.ts";
import { moveTo } from "../../support/browser/go.ts";
import { add, calendarHome, eventCalled, startsOf } from "../../support/browser/homes/calendar-pages.ts";
import { choresOf } from "../../support/browser/homes/chores.ts";
import { expectPoll } from "../../support/browser/wait.ts";

const nextDates = (form: Locator) =>
  expectPoll(async () => (await form.locator(".repeat-dates li").allTextContents()).join(", "));
const repeats = (form: Locator, label: string) => form.getByLabel("Repeats").selectOption({ label });

test("The form of a new event requires a title, saves all fields, and warns of overlapping events", async () => {
  const home = await calendarHome();
  const memberIds = [home.member("Mia").id];
  await add(home, "Piano", 5, "15:00", "16:00", { memberIds });
  const page = await open(home, { as: "Anna", path: "/calendar?day=2027-03-03" });
  await openFullForm(page);
  const sheet = page.getByRole("dialog", { name: "New event" });
  await sheet.getByRole("button", { name: "Save" }).click();
  await sheet.getByText("Give it a title").waitFor();
  await sheet.getByLabel("Title").fill("Dentist");
  await sheet.getByLabel("Starts").fill("2027-03-05");
  await sheet.getByLabel("Start time").fill("15:30");
  await expectPoll(() => sheet.getByLabel("Ends").inputValue()).toBe("2027-03-05");
  await expectPoll(() => sheet.getByLabel("End time").inputValue()).toBe("16:30");
  await sheet.getByText("Mia", { exact: true }).click();
  await sheet.getByText("Mia already has “Piano” (15:00 – 16:00)").waitFor();
  await sheet.getByLabel("Place").fill("Main street 4");
  await sheet.getByLabel("Reminder").selectOption({ label: "1 hour before" });
  await sheet.getByLabel("Reminder").selectOption({ label: "1 day before" });
  await sheet.getByLabel("Notes").fill("Bring the card");
  await sheet.getByRole("button", { name: "Save" }).click();
  await page.getByText("Added “Dentist” · Fri 5 Mar, 15:30 – 16:30").waitFor();
  await expectPoll(async () => (await home.api("Anna").get("/v1/events")).body.events[1]).toMatchObject({
    ...{ title: "Dentist", startsAt: "2027-03-05T14:30:00.000Z", endsAt: "2027-03-05T15:30:00.000Z", allDay: false },
    ...{ location: "Main street 4", notes: "Bring the card", reminderMinutesList: [60, 1_440], memberIds },
  });
  await eventCalled(page, "Dentist").click();
  await page.getByRole("dialog", { name: "Dentist" }).getByText("Main street 4").waitFor();
  await page.goBack();
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

test("The form of a new series shows the next dates of the series", async () => {
  const home = await calendarHome();
  const path = "/calendar?day=2027-03-03&new=2027-03-03T22:00&until=2027-03-03T23:00";
  const page = await open(home, { as: "Anna", path });
  const sheet = page.getByRole("dialog", { name: "New event" });
  await sheet.getByLabel("Title").fill("Swimming");
  await expectPoll(() => sheet.getByLabel("Repeats").locator("option").allTextContents()).toEqual([
    ...["Does not repeat", "Every day", "Every weekday (Monday to Friday)", "Every week on Wednesday"],
    ...["Every 2 weeks on Wednesday", "Every month on the 3rd", "Every month on the first Wednesday"],
    "Every year on 3 Mar",
  ]);
  await repeats(sheet, "Every 2 weeks on Wednesday");
  await chooseByLabel(sheet.getByRole("checkbox", { name: "Friday" }));
  await sheet.getByLabel("Until").selectOption({ label: "A number of times" });
  await sheet.getByLabel("How often").fill("3");
  await nextDates(sheet).toBe("Wed 3 Mar, Fri 5 Mar, Wed 17 Mar");
  await sheet.getByRole("button", { name: "Save" }).click();
  await page.getByText("Added “Swimming”").waitFor();
  await expectPoll(() => startsOf(home, "Swimming")).toEqual(["03T21:00", "05T21:00", "17T21:00"]);
  await expectPoll(async () => (await home.api("Anna").get("/v1/events")).body.events[0].recurrenceRule).toBe(
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=WE,FR;COUNT=3",
  );
  const { height } = page.viewportSize()!;
  await expectPoll(async () => {
    const box = await eventCalled(page, "Swimming").first().boundingBox();
    return box !== null && box.y > 0 && box.y + box.height <= height;
  }).toBe(true);
});

test("If a series repeats on a day that some months lack, the form offers each month's last day instead", async () => {
  const home = await calendarHome();
  const path = "/calendar?day=2027-01-31&new=2027-01-31T10:00&until=2027-01-31T11:00";
  const page = await open(home, { as: "Anna", path });
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Title").fill("Club");
  await repeats(sheet, "Every month on the 31st");
  const note = "In February, April, June, September and November there is no 31st, so it is left out.";
  await sheet.getByText(note).waitFor();
  await sheet.getByLabel("Starts").fill("2027-01-30");
  await sheet.getByText("In February there is no 30th, so it is left out.").waitFor();
  await sheet.getByRole("button", { name: "Take the last day then" }).click();
  await nextDates(sheet).toBe("Sat 30 Jan, Sun 28 Feb, Tue 30 Mar, Fri 30 Apr");
  await sheet.getByLabel("Starts").fill("2028-02-29");
  await repeats(sheet, "Every year on 29 Feb");
  await sheet
    .getByText(/^Only leap years have a 29 February\. It is left out in 2029, 2030,? and 2031, for example\.$/)
    .waitFor();
  await sheet.getByRole("button", { name: "Take the last day then" }).click();
  await sheet.getByText("Only leap years").waitFor({ state: "detached" });
  await sheet.getByRole("button", { name: "Save" }).click();
  const clubs = "/v1/events?from=2028-02-29T00:00:00Z&to=2028-02-29T23:00:00Z&raw=true";
  const rule = async () => (await home.api("Anna").get(clubs)).body.events[0]?.recurrenceRule;
  await expectPoll(rule).toBe("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1");
});

test("A rule for every two weeks counts weeks from Sunday if the household's week begins on Sunday", async () => {
  const home = await calendarHome();
  await home.api("Anna").patch("/app/household", { weekStartsOn: 7 });
  const path = "/calendar?day=2027-03-03&new=2027-03-03T10:00&until=2027-03-03T11:00";
  const page = await open(home, { as: "Anna", path });
  const sheet = page.getByRole("dialog");
  await repeats(sheet, "Every 2 weeks on Wednesday");
  await chooseByLabel(sheet.getByRole("checkbox", { name: "Sunday" }));
  await nextDates(sheet).toBe("Wed 3 Mar, Sun 14 Mar, Wed 17 Mar, Sun 28 Mar");
  await moveTo(page, "/chores?edit=new");
  await sheet.getByLabel("What is to be done?").fill("Bins");
  await sheet.getByText("Ben", { exact: true }).click();
  await sheet.getByLabel("How often?").selectOption({ label: "Every 2 weeks on Wednesday" });
  await chooseByLabel(sheet.getByRole("checkbox", { name: "Sunday" }));
  await nextDates(sheet).toBe("Wed 3 Mar, Sun 14 Mar, Wed 17 Mar, Sun 28 Mar");
  await sheet.getByRole("button", { name: "Save" }).click();
  await expectPoll(async () => (await choresOf(home).find("Bins"))?.recurrenceRule).toBe(
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=WE,SU;WKST=SU",
  );
});

test("An event can be copied to another day, and a deleted event can be restored with Undo", async () => {
  const home = await calendarHome();
  await add(home, "Dentist", 3, "10:00", "11:00", { location: "Main street" });
  const page = await open(home, { as: "Anna", path: "/calendar?day=2027-03-03" });
  await eventCalled(page, "Dentist").click();
  await page.getByRole("button", { name: "Duplicate" }).click();
  await page.getByLabel("Starts").fill("2027-03-05");
  await page.getByRole("button", { name: "Save" }).click();
  await expectPoll(async () => (await home.api("Anna").get("/v1/events")).body.events).toMatchObject([
    { title: "Dentist", startsAt: "2027-03-03T09:00:00.000Z", location: "Main street" },
    { title: "Dentist", startsAt: "2027-03-05T09:00:00.000Z", location: "Main street" },
  ]);
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await eventCalled(page, "Dentist").click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByText("Deleted “Dentist”").waitFor();
  await expectPoll(() => startsOf(home, "Dentist")).toHaveLength(1);
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expectPoll(() => startsOf(home, "Dentist")).toHaveLength(2);
});

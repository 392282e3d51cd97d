/** Dates that a repetition has or leaves out: weeks that begin on Sunday, the 31st and 29 February, for events and chores. */
import { describe } from "bun:test";
import type { Locator } from "playwright-core";
import { open, test } from "../support/browser.ts";
import { expectAccessible } from "../support/browser-axe.ts";
import { type BrowserHome, browserHome } from "../support/browser-home.ts";
import { expectPoll } from "../support/browser-wait.ts";
import { choresOf } from "../support/web-chores.ts";

const now = new Date("2027-01-03T08:00:00Z");
const next = (form: Locator) => form.locator(".repeat-dates li").allTextContents();

async function sundayHome(): Promise<BrowserHome> {
  const home = await browserHome({ now });
  await home.api("Anna").patch("/app/household", { weekStartsOn: 7 });
  return home;
}

async function newEvent(home: BrowserHome, day: string, locale?: "de-DE") {
  const path = `/calendar?day=${day}&new=${day}T10:00&until=${day}T11:00`;
  const page = await open(home, { as: "Anna", path, ...(locale ? { locale } : {}) });
  const form = page.getByRole("dialog");
  await form.getByLabel(locale ? "Titel" : "Title").fill("Club");
  const saved = async () =>
    (await home.api("Anna").get(`/v1/events?from=${day}T00:00:00Z&to=${day}T23:59:00Z&raw=true`)).body.events.find(
      ({ title }: any) => title === "Club",
    )?.recurrenceRule;
  return { page, form, saved };
}

describe("every 2 weeks on Sunday and Monday, where the week begins on Sunday,", () => {
  const rule = "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU";
  const dates = ["Sun 3 Jan", "Mon 4 Jan", "Sun 17 Jan", "Mon 18 Jan"];

  test("is one weekend's end and the day after it for an event, also when the event is opened again", async () => {
    const home = await sundayHome();
    const { page, form, saved } = await newEvent(home, "2027-01-03");
    await form.getByLabel("Repeats").selectOption({ label: "Every 2 weeks on Sunday" });
    await form.getByRole("checkbox", { name: "Monday" }).check({ force: true });
    await expectPoll(() => next(form)).toEqual(dates);
    await form.getByRole("button", { name: "Save" }).click();
    await expectPoll(saved).toBe(rule);
    await page.getByRole("button", { name: /^Club/ }).first().click();
    await page.getByText("Every 2 weeks on Monday and Sunday").waitFor();
    await page.getByRole("button", { name: "Edit" }).click();
    await expectPoll(() => next(form)).toEqual(dates);
  });

  test("is the same for a chore", async () => {
    const home = await sundayHome();
    const page = await open(home, { as: "Anna", path: "/chores" });
    await page.getByRole("button", { name: "New chore" }).click();
    const form = page.getByRole("dialog", { name: "New chore" });
    await form.getByLabel("What is to be done?").fill("Bins");
    await form.getByText("Ben", { exact: true }).click();
    await form.getByLabel("How often?").selectOption({ label: "Every 2 weeks on Sunday" });
    await form.getByRole("checkbox", { name: "Monday" }).check({ force: true });
    await expectPoll(() => next(form)).toEqual(dates);
    await form.getByRole("button", { name: "Save" }).click();
    await expectPoll(async () => (await choresOf(home).find("Bins"))?.recurrenceRule).toBe(rule);
  });
});

describe("a day that some months lack", () => {
  test("is named with the months that are left out, and offers the last day", async () => {
    const home = await browserHome({ now });
    const { page, form, saved } = await newEvent(home, "2027-01-31");
    await form.getByLabel("Repeats").selectOption({ label: "Every month on the 31st" });
    const told = "In February, April, June, September and November there is no 31st, so it is left out.";
    await form.getByText(told).waitFor();
    await expectAccessible(page);
    await form.getByRole("button", { name: "Take the last day then" }).click();
    await form.getByText(told).waitFor({ state: "detached" });
    await expectPoll(() => next(form)).toEqual(["Sun 31 Jan", "Sun 28 Feb", "Wed 31 Mar", "Fri 30 Apr"]);
    await form.getByRole("button", { name: "Save" }).click();
    await expectPoll(saved).toBe("FREQ=MONTHLY;BYMONTHDAY=-1");
  });

  test("may keep the 30th, and take the last day of February alone", async () => {
    const home = await browserHome({ now });
    const { form, saved } = await newEvent(home, "2027-01-30");
    await form.getByLabel("Repeats").selectOption({ label: "Every month on the 30th" });
    await form.getByText("In February there is no 30th, so it is left out.").waitFor();
    await form.getByRole("button", { name: "Take the last day then" }).click();
    await expectPoll(() => next(form)).toEqual(["Sat 30 Jan", "Sun 28 Feb", "Tue 30 Mar", "Fri 30 Apr"]);
    await form.getByRole("button", { name: "Save" }).click();
    await expectPoll(saved).toBe("FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1");
  });

  test("is 29 February in three of four years, in English and in German", async () => {
    const home = await browserHome({ now });
    const { form, saved } = await newEvent(home, "2028-02-29");
    await form.getByLabel("Repeats").selectOption({ label: "Every year on 29 Feb" });
    await form
      .getByText(/^Only leap years have a 29 February\. It is left out in 2029, 2030,? and 2031, for example\.$/)
      .waitFor();
    await form.getByRole("button", { name: "Take the last day then" }).click();
    await form.getByRole("button", { name: "Save" }).click();
    await expectPoll(saved).toBe("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1");
    const german = await newEvent(await browserHome({ now }), "2028-02-29", "de-DE");
    await german.form.getByLabel("Wiederholung").selectOption({ label: "Jedes Jahr am 29. Feb." });
    await german.form.getByText("Einen 29. Februar gibt es nur in Schaltjahren").waitFor();
    await german.form.getByRole("button", { name: "Dann den letzten Tag nehmen" }).click();
    await german.form.getByText("Jedes Jahr am letzten Tag im Februar").waitFor({ state: "attached" });
  });

  test("is named for a chore as well", async () => {
    const home = await browserHome({ now: new Date("2027-01-31T08:00:00Z") });
    const page = await open(home, { as: "Anna", device: "phone", path: "/chores" });
    await page.getByRole("button", { name: "New chore" }).tap();
    const form = page.getByRole("dialog", { name: "New chore" });
    await form.getByLabel("What is to be done?").fill("Rent");
    await form.getByText("Ben", { exact: true }).tap();
    await form.getByLabel("How often?").selectOption({ label: "Every month on the 31st" });
    await form.getByRole("button", { name: "Take the last day then" }).tap();
    await form.getByRole("button", { name: "Save" }).tap();
    await expectPoll(async () => (await choresOf(home).find("Rent"))?.recurrenceRule).toBe(
      "FREQ=MONTHLY;BYMONTHDAY=-1",
    );
  });
});

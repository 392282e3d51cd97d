/** Settings → Calendars: importing a file. */
import { describe } from "bun:test";
import type { Page } from "playwright-core";
import { open, test } from "../../support/browser/browser.ts";
import type { BrowserHome } from "../../support/browser/home.ts";
import { calendarHome } from "../../support/browser/homes/calendar-pages.ts";
import { expectPoll } from "../../support/browser/wait.ts";
import { calendarOf, type TestEvent } from "../../support/calendar/host.ts";

const path = "/settings/calendars";
const holidays = {
  ...{ uid: "1@school", title: "Easter holidays" },
  lines: ["DTSTART;VALUE=DATE:20270302", "DTEND;VALUE=DATE:20270305"],
};
const match = { uid: "2@school", title: "Match", lines: ["DTSTART:20270303T150000Z", "DTEND:20270303T160000Z"] };
const old = { uid: "3@school", title: "Old match", day: "20260303" };
const unreadable = { uid: "4@school", title: "Lost", lines: ["DTSTART:soon"] };

const choose = (page: Page, text: string) =>
  page
    .getByLabel("Choose a file")
    .first()
    .setInputFiles({ name: "club.ics", mimeType: "text/calendar", buffer: Buffer.from(text) });
const chooseEvents = (page: Page, ...events: TestEvent[]) => choose(page, calendarOf(events));
const sheetOf = (page: Page) => page.getByRole("dialog", { name: "Import “club.ics”" });
const importButton = (page: Page, count: string) =>
  page.getByRole("button", { name: `Import ${count}`.trim(), exact: true });

/** Returns the title and the members of each event. */
async function eventsOf(home: BrowserHome): Promise<string[][]> {
  const { body } = await home.api("Anna").get("/v1/events?from=2026-03-01T00:00:00Z&to=2027-05-01T00:00:00Z");
  return body.events.map(({ title, memberIds }: any) => [title, ...memberIds]);
}

/**
 * Matches the status 404 of a page that asks for the progress of an import just after the server has deleted the file.
 */
const latePoll = /404/;

/** Lets `answer` handle the request that starts an import. */
const onImport = (page: Page, answer: (route: Parameters<Parameters<Page["route"]>[1]>[0]) => Promise<unknown>) =>
  page.route(/calendar-imports\/[^/]+$/, (route) =>
    route.request().method() === "POST" ? answer(route) : route.fallback(),
  );

describe("A calendar file", () => {
  test("A calendar file is previewed; only ticked events are imported, and Undo removes these events", async () => {
    const home = await calendarHome();
    const page = await open(home, { as: "Anna", path, allow: [/422/, latePoll] });
    await choose(page, "Milk");
    await page.getByText("This is no calendar file.").waitFor();
    await chooseEvents(page, holidays, match, old, unreadable);
    const sheet = sheetOf(page);
    await sheet.getByText("1 that is over").waitFor();
    await sheet.getByText("Easter holidays", { exact: true }).waitFor();
    await sheet.getByText("3 March 2027, 16:00").waitFor();
    await expectPoll(() => sheet.getByText("Old match").count()).toBe(0);
    await sheet.getByText("and 1 more").waitFor();
    await sheet.getByText("Ben", { exact: true }).click();
    await sheet.locator("label", { hasText: "Only some" }).last().click();
    await importButton(page, "").click();
    await sheet.getByText("Tick at least one event").waitFor();
    await sheet.getByRole("checkbox", { name: /^Match/ }).check();
    await importButton(page, "1 event").click();
    await page.getByText("1 event imported", { exact: true }).waitFor();
    await expectPoll(() => eventsOf(home)).toEqual([["Match", home.member("Ben").id]]);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Taken back").waitFor();
    await expectPoll(() => eventsOf(home)).toEqual([]);
  });

  test("An import of a calendar file adds no event twice, and can update the events that exist already", async () => {
    const home = await calendarHome();
    const page = await open(home, { as: "Anna", path, allow: [latePoll] });
    const sheet = sheetOf(page);
    await chooseEvents(page, holidays, match);
    await sheet.getByText("Ben", { exact: true }).click();
    await importButton(page, "2 events").click();
    await page.getByText("2 events imported", { exact: true }).waitFor();
    await chooseEvents(page, holidays, { ...match, title: "Final" }, { ...old, day: "20270401" });
    await importButton(page, "1 event").waitFor();
    await expectPoll(() => sheet.getByText("Final", { exact: true }).count()).toBe(0);
    await sheet.locator("label", { hasText: "Update from the file" }).last().click();
    await importButton(page, "3 events").waitFor();
    await sheet.getByText("Final", { exact: true }).waitFor();
    await sheet.locator("label", { hasText: "Leave as it is" }).last().click();
    await sheet.locator("label", { hasText: "Only some" }).last().click();
    await sheet.getByRole("checkbox", { name: "All of these" }).check();
    await importButton(page, "1 event").click();
    await page.getByText("1 event imported", { exact: true }).waitFor();
    await chooseEvents(page, { ...match, uid: "another@school" });
    await sheet.getByText("1 that you have already").waitFor();
    await importButton(page, "").waitFor();
    await sheet.getByText("Mia", { exact: true }).click();
    await sheet.getByText("1 new event").waitFor();
    await importButton(page, "1 event").click();
    await sheet.waitFor({ state: "detached" });
    const matches = async () => (await eventsOf(home)).filter(([title]) => title === "Match").toSorted();
    const ids = ["Ben", "Mia"].map((name) => home.member(name).id);
    await expectPoll(matches).toEqual(ids.map((id) => ["Match", id]).toSorted());
  });

  test("A large import of a calendar file shows its progress, and one Undo removes all imported events", async () => {
    const home = await calendarHome();
    // The last poll may come after the import has ended.
    const page = await open(home, { as: "Anna", path, allow: [latePoll] });
    const many = Array.from({ length: 1_010 }, (_, at) => ({ ...holidays, uid: `large-${at}`, title: `Event ${at}` }));
    await chooseEvents(page, ...many);
    await importButton(page, "1,010 events").click();
    await page.getByRole("progressbar", { name: / of 1,010 events imported$/ }).waitFor();
    await page.getByText("1,010 events imported", { exact: true }).waitFor();
    await expectPoll(() => eventsOf(home)).not.toEqual([]);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Taken back").waitFor();
    await expectPoll(() => eventsOf(home)).toEqual([]);
  });

  test("The result of a calendar import is reported even if the import's sheet was closed before", async () => {
    const home = await calendarHome();
    const page = await open(home, { as: "Anna", path, allow: [latePoll] });
    const { promise: isNextOpen, resolve: answer } = Promise.withResolvers<void>();
    await onImport(page, async (route) => {
      const response = await route.fetch();
      await isNextOpen;
      await route.fulfill({ response });
    });
    const go = importButton(page, "1 event");
    await chooseEvents(page, match);
    await go.click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await chooseEvents(page, holidays);
    await go.waitFor();
    answer();
    await page.getByText("1 event imported", { exact: true }).waitFor();
    await go.click({ timeout: 5_000 });
    await expectPoll(() => go.count()).toBe(0);
  });

  test("When an import of a calendar file fails, the app reloads the data in case some events were added", async () => {
    const home = await calendarHome();
    const page = await open(home, { as: "Anna", path: "/manifest.webmanifest", allow: [/500/, latePoll] });
    await page.routeWebSocket(/live$/, () => {});
    await page.goto(home.url + path);
    await chooseEvents(page, match);
    await onImport(page, async (route) => {
      await route.fetch();
      await route.fulfill({ status: 500, json: { error: "Internal error", statusCode: 500 } });
    });
    const failed = page.waitForResponse((response) => response.status() === 500);
    const reading = failed.then(() => page.waitForRequest(/app\/subscriptions$/, { timeout: 3_000 }));
    await importButton(page, "1 event").click();
    await reading;
  });

  test("An import in a German app says in German which event of the calendar file was left out", async () => {
    const home = await calendarHome();
    const page = await open(home, { as: "Anna", device: "phone", locale: "de-DE", path, allow: [latePoll] });
    const text = calendarOf([match, unreadable]);
    const file = { name: "club.ics", mimeType: "text/calendar", buffer: Buffer.from(text) };
    await page.getByLabel("Datei wählen").first().setInputFiles(file);
    const sheet = page.getByRole("dialog", { name: "„club.ics“ importieren" });
    await sheet.getByText("eine Anmerkung").tap();
    await sheet.getByText("hat keinen lesbaren Beginn; er bleibt draußen").waitFor();
    await home.advance(61 * 60_000);
    await sheet.getByRole("button", { name: "Einen Termin importieren" }).tap();
    await page.getByText("1 importiert").waitFor();
  });
});

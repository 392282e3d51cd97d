/** Settings → Calendars: what goes out, and what comes in. */
import { describe, expect } from "bun:test";
import { open, test } from "../support/browser.ts";
import { connectionLoss } from "../support/browser-faults.ts";
import { browserHome } from "../support/browser-home.ts";
import { expectPoll } from "../support/browser-wait.ts";
import { calendarOf, startCalendarHost } from "../support/calendar-host.ts";
import { calendarHome, eventCalled, now, view } from "../support/calendar-pages.ts";

const path = "/settings/calendars";
const named = ["X-WR-CALNAME:School holidays"];
const holidays = {
  uid: "1@school",
  title: "Easter holidays",
  lines: ["DTSTART;VALUE=DATE:20270302", "DTEND;VALUE=DATE:20270305"],
};
const match = { uid: "2@school", title: "Match", lines: ["DTSTART:20270303T150000Z", "DTEND:20270303T160000Z"] };
const old = { uid: "3@school", title: "Old match", day: "20260303" };
const unreadable = { uid: "4@school", title: "Lost", lines: ["DTSTART:soon"] };

describe("sharing", () => {
  test("makes an address that is shown once, changes what it shows, and ends it", async () => {
    const home = await calendarHome();
    const page = await open(home, { as: "Anna", path });
    await page.getByText("Nothing is shared yet").waitFor();
    await page.getByRole("button", { name: "Share", exact: true }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("button", { name: "Make the address" }).click();
    await sheet.getByText("A name is needed.").waitFor();
    await sheet.getByRole("textbox", { name: "What is it called?" }).fill("Home");
    await sheet.getByText("Mia", { exact: true }).click();
    await sheet.getByRole("checkbox", { name: "Meals" }).check();
    await sheet.getByRole("button", { name: "Make the address" }).click();
    const address = await sheet.getByRole("textbox", { name: "Secret address" }).inputValue();
    const link = sheet.getByRole("link", { name: "Subscribe on this device" });
    await expectPoll(() => link.getAttribute("href")).toBe(address.replace("http:", "webcal:"));
    await sheet.getByText(/^Only this computer can open that address/).waitFor();
    await expectPoll(() => sheet.getByText(/scan/i).count()).toBe(0);
    await sheet.getByText("Android", { exact: true }).waitFor();
    await sheet.getByRole("button", { name: "Done" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Not yet" }).click();
    await sheet.getByRole("button", { name: /^Copy/ }).click();
    await sheet.getByRole("button", { name: "Done" }).click();
    await page.getByText("Mia · Events and Meals").waitFor();
    const read = async () => (await fetch(address)).text();
    await expectPoll(read).toContain("X-WR-CALNAME:Home");
    await page.reload();
    await page.getByText("Last read just now").waitFor();
    const more = page.getByRole("button", { name: "More for Home" });
    await more.click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await sheet.locator("label", { hasText: "Only busy or free" }).click();
    await sheet.getByRole("button", { name: "Save" }).click();
    await page.getByText("Mia · Events and Meals, only busy or free").waitFor();
    await more.click();
    await page.getByRole("menuitem", { name: "Stop sharing" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Stop sharing" }).click();
    await page.getByText("Nothing is shared yet").waitFor();
    await expectPoll(read).not.toContain("BEGIN:VCALENDAR");
  });
});

describe("following", () => {
  test("shows what is there first, then its events, which are only read", async () => {
    const school = startCalendarHost();
    school.answer({ body: calendarOf([holidays, match, unreadable], named) });
    const home = await browserHome({ now, env: { CALENDAR_ORIGINS: school.origin } });
    const page = await open(home, { as: "Anna", path });
    await page.getByRole("button", { name: "Follow", exact: true }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("textbox", { name: "Address of the calendar" }).fill(`${school.origin}/holidays.ics`);
    await sheet.getByRole("button", { name: "Next" }).click();
    await sheet.getByText("2 new events").waitFor();
    await sheet.getByText("1 that can’t be read").waitFor();
    await sheet.getByText("1 remark").click();
    await sheet.getByText("has no start that can be read; left out").waitFor();
    await expectPoll(() => sheet.getByRole("textbox", { name: "Name" }).inputValue()).toBe("School holidays");
    await sheet.getByText("Mia", { exact: true }).click();
    await sheet.getByRole("radio", { name: "Berry" }).check({ force: true });
    await sheet.getByRole("button", { name: "Follow", exact: true }).click();
    await page.getByText("You follow “School holidays” now").waitFor();
    await page.getByText(/^Last heard today/).waitFor();

    await page.goto(`${home.url}/calendar?day=2027-03-03`);
    await view(page, "2");
    await expectPoll(() => eventCalled(page, "Easter holidays").getAttribute("data-person")).toBe("berry");
    const place = await eventCalled(page, "Match").boundingBox();
    if (!place) throw new Error("The event has no place");
    await page.mouse.move(place.x + 10, place.y + 5);
    await page.mouse.down();
    await page.mouse.move(place.x + 10, place.y + 120, { steps: 5 });
    await page.mouse.up();
    await expectPoll(() => page.getByRole("dialog").count()).toBe(0);
    expect(page.url()).not.toContain("new=");
    await eventCalled(page, "Match").focus();
    await page.keyboard.press("Alt+ArrowRight");
    await page.keyboard.press("Enter");
    const event = page.getByRole("dialog", { name: "Match" });
    await event.getByText("From School holidays · changed there").waitFor();
    await expectPoll(() => event.getByRole("button", { name: "Edit" }).count()).toBe(0);
    await expectPoll(() => event.getByRole("button", { name: "Delete" }).count()).toBe(0);
    const arrived = page.waitForEvent("download");
    await event.getByRole("link", { name: "Export as a calendar file" }).click();
    const download = await arrived;
    expect(download.suggestedFilename()).toBe("Match.ics");
    await page.keyboard.press("Escape");
    await page
      .getByRole("group", { name: "Wednesday 3 March" })
      .getByRole("button", { name: /^Match/ })
      .waitFor();

    await page.getByRole("button", { name: "Only Test" }).click();
    await expectPoll(() => eventCalled(page, "Match").count()).toBe(0);
    await page.getByRole("button", { name: "Only School holidays" }).click();
    await page.reload();
    await eventCalled(page, "Match").waitFor();
    await page.goto(`${home.url}${path}`);
    school.answer({ body: calendarOf([holidays, match, { ...match, uid: "5@school", title: "Final" }], named) });
    await page.getByRole("button", { name: "Look now: School holidays" }).click();
    await expectPoll(() => page.getByText("1 remark").count()).toBe(0);
    await page.goto(`${home.url}/activity`);
    const entry = page.getByRole("listitem").filter({ hasText: "“School holidays”: an event added" });
    await entry.getByText("Calendar sync").waitFor();
    await page.goto(home.url + path);
    await page.getByRole("button", { name: "More for School holidays" }).click();
    await page.getByRole("menuitem", { name: "Stop following" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Stop following" }).click();
    await page.getByText("You follow no calendar yet").waitFor();
  });

  test("asks before it takes over an answer that would delete most events", async () => {
    const school = startCalendarHost();
    school.answer({ body: calendarOf([holidays], named) });
    const home = await browserHome({ now, env: { CALENDAR_ORIGINS: school.origin } });
    const body = { url: `${school.origin}/a.ics`, color: "leaf", memberIds: [], isGeneral: true };
    expect((await home.api("Anna").post("/app/subscriptions", body)).status).toBe(200);
    school.answer({ body: calendarOf([match], named) });
    const page = await open(home, { as: "Anna", path, allow: [/409/] });
    const takeOver = page.getByRole("button", { name: "Take it over: School holidays" });
    const dialog = page.getByRole("alertdialog", { name: "Take over what “School holidays” says?" });
    const confirm = dialog.getByRole("button", { name: "Take it over" });
    await page.getByText("Up to date", { exact: true }).waitFor();
    await expectPoll(() => takeOver.count()).toBe(0);
    await page.getByRole("button", { name: "Look now: School holidays" }).click();
    await page.getByText("On hold", { exact: true }).waitFor();
    await takeOver.click();
    await dialog.getByText("1 event will be deleted.").waitFor();
    home.db.$client.run("UPDATE external_calendar SET held = json_set(held, '$.since', '2027-03-03T09:00:00.000Z')");
    await confirm.click();
    await dialog.getByText(/^Somebody was quicker/).waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.reload();
    await takeOver.click();
    await confirm.click();
    await page.getByText("Up to date", { exact: true }).waitFor();
    await expectPoll(() => takeOver.count()).toBe(0);
    const { body: after } = await home.api("Anna").get("/v1/events?from=2027-03-01T00:00:00Z&to=2027-04-01T00:00:00Z");
    expect(after.events.map(({ title }: any) => title)).toEqual(["Match"]);
  });

  test("says why an address can't be followed, and when a calendar has gone silent", async () => {
    const school = startCalendarHost();
    school.answer({ body: "<html>" });
    const home = await browserHome({ env: { CALENDAR_ORIGINS: school.origin } });
    const page = await open(home, {
      as: "Anna",
      device: "phone",
      path: `${path}?follow=`,
      allow: [/422/, connectionLoss],
    });
    const sheet = page.getByRole("dialog");
    const look = async (address: string) => {
      await sheet.getByRole("textbox", { name: "Address of the calendar" }).fill(address);
      await sheet.getByRole("button", { name: "Next" }).tap();
    };
    await look("school.example");
    await sheet.getByText("Paste the whole address").waitFor();
    await look("https://192.168.1.1/a.ics");
    await sheet.getByText(/leads into your own network/).waitFor();
    await look(`${school.origin}/holidays.ics`);
    await sheet.getByText(/is no calendar\. Copy the link/).waitFor();
    school.answer({ body: calendarOf([holidays], named) });
    await look(`${school.origin}/holidays.ics`);
    await sheet.getByRole("button", { name: "Follow", exact: true }).tap();
    await page.getByText("Up to date", { exact: true }).waitFor();
    school.answer({ status: 500 });
    const again = page.getByRole("button", { name: "Look now: School holidays" });
    await again.tap();
    await page.getByText("Last try failed", { exact: true }).waitFor();
    await page.getByText("It does not answer.").waitFor();
    await expectPoll(() => page.getByText("Up to date", { exact: true }).count()).toBe(0);
    home.db.$client.run("UPDATE external_calendar SET heard_at = '2020-01-01T00:00:00.000Z'");
    await again.tap();
    await page.getByText("Out of date", { exact: true }).waitFor();
    await page.getByText("It does not answer.").waitFor();
    await page.goto(home.url);
    await page.getByRole("link", { name: "Not heard from lately: School holidays" }).tap();
    await page.waitForURL(`${home.url}${path}`);
    await again.waitFor();
    await home.stop();
    await again.tap();
    await page.getByText(/^This needs your server/).waitFor();
    await page.getByText("Out of date", { exact: true }).waitFor();
  });
});

describe("importing", () => {
  const choose = (text: string) => ({ name: "club.ics", mimeType: "text/calendar", buffer: Buffer.from(text) });

  test("shows what is in a file, writes what is ticked, and takes it back", async () => {
    const home = await calendarHome();
    const page = await open(home, { as: "Anna", path, allow: [/422/] });
    const input = page.getByLabel("Choose a file").first();
    await input.setInputFiles(choose("Milk"));
    await page.getByText("This is no calendar file.").waitFor();
    await input.setInputFiles(choose(calendarOf([holidays, match, old, unreadable])));
    const sheet = page.getByRole("dialog", { name: "Import “club.ics”" });
    await sheet.getByText("1 that is over").waitFor();
    await sheet.getByText("Easter holidays", { exact: true }).waitFor();
    await sheet.getByText("3 March 2027, 16:00").waitFor();
    await expectPoll(() => sheet.getByText("Old match").count()).toBe(0);
    await sheet.getByText("and 1 more").waitFor();
    await sheet.getByText("Ben", { exact: true }).click();
    await sheet.locator("label", { hasText: "Only some" }).last().click();
    await sheet.getByRole("button", { name: "Import", exact: true }).click();
    await sheet.getByText("Tick at least one event").waitFor();
    await sheet.getByRole("checkbox", { name: /^Match/ }).check();
    await sheet.getByRole("button", { name: "Import 1 event" }).click();
    await page.getByText("1 event imported").waitFor();
    const events = async () => {
      const { body } = await home.api("Anna").get("/v1/events?from=2026-03-01T00:00:00Z&to=2027-04-01T00:00:00Z");
      return body.events.map(({ title, memberIds }: any) => [title, ...memberIds]);
    };
    await expectPoll(events).toEqual([["Match", home.member("Ben").id]]);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Taken back").waitFor();
    await expectPoll(events).toEqual([]);
  });

  test("counts what it will write: known events only where they are updated", async () => {
    const home = await calendarHome();
    const page = await open(home, { as: "Anna", path });
    const input = page.getByLabel("Choose a file").first();
    await input.setInputFiles(choose(calendarOf([holidays, match])));
    await page.getByRole("button", { name: "Import 2 events" }).click();
    await page.getByText("2 events imported").waitFor();
    await input.setInputFiles(
      choose(calendarOf([holidays, { ...match, title: "Final" }, { ...old, day: "20270401" }])),
    );
    const sheet = page.getByRole("dialog", { name: "Import “club.ics”" });
    await sheet.getByRole("button", { name: "Import 1 event" }).waitFor();
    await expectPoll(() => sheet.getByText("Final", { exact: true }).count()).toBe(0);
    await sheet.locator("label", { hasText: "Update from the file" }).last().click();
    await sheet.getByRole("button", { name: "Import 3 events" }).waitFor();
    await sheet.getByText("Final", { exact: true }).waitFor();
    await sheet.locator("label", { hasText: "Leave as it is" }).last().click();
    await sheet.locator("label", { hasText: "Only some" }).last().click();
    await sheet.getByRole("checkbox", { name: "All of these" }).check();
    await sheet.getByRole("button", { name: "Import 1 event" }).click();
    await page.getByText("1 event imported").waitFor();
  });

  test("counts what is only alike to another member's event as new", async () => {
    const home = await calendarHome();
    const page = await open(home, { as: "Anna", path });
    const input = page.getByLabel("Choose a file").first();
    await input.setInputFiles(choose(calendarOf([match])));
    const sheet = page.getByRole("dialog", { name: "Import “club.ics”" });
    await sheet.getByText("Ben", { exact: true }).click();
    await sheet.getByRole("button", { name: "Import 1 event" }).click();
    await page.getByText("1 event imported").waitFor();
    await input.setInputFiles(choose(calendarOf([{ ...match, uid: "another@school" }])));
    await sheet.getByText("1 that you have already").waitFor();
    await sheet.getByRole("button", { name: "Import", exact: true }).waitFor();
    await sheet.getByText("Mia", { exact: true }).click();
    await sheet.getByText("1 new event").waitFor();
    await sheet.getByRole("button", { name: "Import 1 event" }).click();
    await page.getByText("1 event imported").last().waitFor();
    const { body } = await home.api("Anna").get("/v1/events?from=2026-03-01T00:00:00Z&to=2027-04-01T00:00:00Z");
    const concerned = body.events.map(({ memberIds }: { memberIds: string[] }) => memberIds.join());
    expect(concerned.toSorted()).toEqual([home.member("Ben").id, home.member("Mia").id].toSorted());
  });

  test("shows how far a large file is, and takes all of it back at once", async () => {
    const home = await calendarHome();
    // The last question may come when the import has ended.
    const page = await open(home, { as: "Anna", path, allow: [/404/] });
    const many = Array.from({ length: 8_000 }, (_, at) => ({ ...holidays, uid: `large-${at}`, title: `Event ${at}` }));
    await page
      .getByLabel("Choose a file")
      .first()
      .setInputFiles(choose(calendarOf(many)));
    await page.getByRole("button", { name: "Import 8,000 events" }).click();
    await page.getByRole("progressbar", { name: / of 8,000 events imported$/ }).waitFor();
    await page.getByText("8,000 events imported", { exact: true }).waitFor();
    const count = async () => {
      const { body } = await home
        .api("Anna")
        .get("/v1/events?from=2027-01-01T00:00:00Z&to=2028-01-01T00:00:00Z&raw=true");
      return body.events.length;
    };
    await expectPoll(count).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Taken back").waitFor();
    await expectPoll(count).toBe(0);
  });

  test("says what came although its sheet was closed, and leaves the next file open", async () => {
    const home = await calendarHome();
    const page = await open(home, { as: "Anna", path, allow: [/404/] });
    const input = page.getByLabel("Choose a file").first();
    const { promise: isNextOpen, resolve: answer } = Promise.withResolvers<void>();
    await page.route(/calendar-imports\/[^/]+$/, async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      const response = await route.fetch();
      await isNextOpen;
      await route.fulfill({ response });
    });
    const go = page.getByRole("button", { name: "Import 1 event" });
    await input.setInputFiles(choose(calendarOf([match])));
    await go.click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await input.setInputFiles(choose(calendarOf([holidays])));
    await go.waitFor();
    answer();
    await page.getByText("1 event imported", { exact: true }).waitFor();
    await go.click({ timeout: 5_000 });
    await expectPoll(() => go.count()).toBe(0);
  });

  test("shows what came before it failed, also without a live connection", async () => {
    const home = await calendarHome();
    const page = await open(home, { as: "Anna", allow: [/500/] });
    await page.routeWebSocket(/live$/, () => {});
    await page.goto(home.url + path);
    await page
      .getByLabel("Choose a file")
      .first()
      .setInputFiles(choose(calendarOf([match])));
    await page.route(/calendar-imports\/[^/]+$/, async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      await route.fetch();
      await route.fulfill({ status: 500, json: { error: "Internal error", statusCode: 500 } });
    });
    const failed = page.waitForResponse((response) => response.status() === 500);
    const reading = failed.then(() => page.waitForRequest(/app\/subscriptions$/, { timeout: 3_000 }));
    await page.getByRole("button", { name: "Import 1 event" }).click();
    await reading;
  });

  test("works in German, and sends a file again that the server has forgotten", async () => {
    const home = await calendarHome();
    const page = await open(home, { as: "Anna", device: "phone", locale: "de-DE", path, allow: [/404/] });
    await page
      .getByLabel("Datei wählen")
      .first()
      .setInputFiles(choose(calendarOf([match, unreadable])));
    const sheet = page.getByRole("dialog", { name: "„club.ics“ importieren" });
    await sheet.getByText("eine Anmerkung").tap();
    await sheet.getByText("hat keinen lesbaren Beginn; er bleibt draußen").waitFor();
    await home.advance(61 * 60_000);
    await sheet.getByRole("button", { name: "Einen Termin importieren" }).tap();
    await page.getByText("1 importiert").waitFor();
  });
});

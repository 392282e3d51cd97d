/** Settings → Calendars: shared calendars, followed calendars, and the member's own devices. */
import { describe, expect } from "bun:test";
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { open, test } from "../../support/browser/browser.ts";
import { chooseByLabel } from "../../support/browser/choice.ts";
import { connectionLoss } from "../../support/browser/faults.ts";
import { moveTo } from "../../support/browser/go.ts";
import { browserHome } from "../../support/browser/home.ts";
import { drag, eventCalled, now, view } from "../../support/browser/homes/calendar-pages.ts";
import { expectPoll } from "../../support/browser/wait.ts";
import { calendarOf, startCalendarHost } from "../../support/calendar/host.ts";

const path = "/settings/calendars";
const school = startCalendarHost();
/** Returns a household whose server may fetch calendars from the address of the school. */
const sharedHome = () => browserHome({ now, env: { CALENDAR_ORIGINS: school.origin }, alone: false });
const named = ["X-WR-CALNAME:School holidays"];
const holidays = {
  ...{ uid: "1@school", title: "Easter holidays" },
  lines: ["DTSTART;VALUE=DATE:20270302", "DTEND;VALUE=DATE:20270305"],
};
const match = { uid: "2@school", title: "Match", lines: ["DTSTART:20270303T150000Z", "DTEND:20270303T160000Z"] };
const unreadable = { uid: "4@school", title: "Lost", lines: ["DTSTART:soon"] };

describe("A shared calendar", () => {
  test("A calendar can be shared at a secret address, which the settings show only once", async () => {
    const home = await sharedHome();
    const page = await open(home, { as: "Anna", path });
    await page.getByText("Nothing is shared yet").waitFor();
    await page.getByRole("button", { name: "Share", exact: true }).click();
    const sheet = page.getByRole("dialog");
    const make = sheet.getByRole("button", { name: "Make the address" });
    await make.click();
    await sheet.getByText("A name is needed.").waitFor();
    await sheet.getByRole("textbox", { name: "What is it called?" }).fill("Home");
    await sheet.getByText("Mia", { exact: true }).click();
    await sheet.getByRole("checkbox", { name: "Meals" }).check();
    await make.click();
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
    const more = page.getByRole("button", { name: "More for Home" });
    await more.click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await sheet.locator("label", { hasText: "Only busy or free" }).click();
    await sheet.getByRole("button", { name: "Save" }).click();
    await page.getByText("Mia · Events and Meals, only busy or free").waitFor();
    await page.getByText("Last read just now").waitFor();
    await more.click();
    await page.getByRole("menuitem", { name: "Stop sharing" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Stop sharing" }).click();
    await page.getByText("Nothing is shared yet").waitFor();
    await expectPoll(read).not.toContain("BEGIN:VCALENDAR");
  });
});

describe("A followed calendar", () => {
  test("A calendar on another server can be previewed, followed, filtered, refreshed and unfollowed", async () => {
    school.answer({ body: calendarOf([holidays, match, unreadable], named) });
    const home = await sharedHome();
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
    await chooseByLabel(sheet.getByRole("radio", { name: "Berry" }));
    await sheet.getByRole("button", { name: "Follow", exact: true }).click();
    await page.getByText("You follow “School holidays” now").waitFor();
    await page.getByText(/^Last heard today/).waitFor();

    await moveTo(page, "/calendar?day=2027-03-03");
    await view(page, "2");
    await expectPoll(() => eventCalled(page, "Easter holidays").getAttribute("data-person")).toBe("berry");
    const { x, y } = (await eventCalled(page, "Match").boundingBox())!;
    await drag(page, { x: x + 10, y: y + 5 }, { x: x + 10, y: y + 120 });
    await expectPoll(() => page.getByRole("dialog").count()).toBe(0);
    expect(page.url()).not.toContain("new=");
    await eventCalled(page, "Match").focus();
    await page.keyboard.press("Alt+ArrowRight");
    await page.keyboard.press("Enter");
    const event = page.getByRole("dialog", { name: "Match" });
    await event.getByText("From School holidays · changed there").waitFor();
    await expectPoll(() => event.getByRole("button", { name: /^(Edit|Delete)$/ }).count()).toBe(0);
    const arrived = page.waitForEvent("download");
    await event.getByRole("link", { name: "Export as a calendar file" }).click();
    const download = await arrived;
    expect(download.suggestedFilename()).toBe("Match.ics");
    await page.keyboard.press("Escape");
    const wednesday = page.getByRole("group", { name: "Wednesday 3 March" });
    await wednesday.getByRole("button", { name: /^Match/ }).waitFor();
    await page.getByRole("button", { name: "Only Test" }).click();
    await expectPoll(() => eventCalled(page, "Match").count()).toBe(0);
    await page.getByRole("button", { name: "Only School holidays" }).click();
    await eventCalled(page, "Match").waitFor();

    await moveTo(page, path);
    school.answer({ body: calendarOf([holidays, match, { ...match, uid: "5@school", title: "Final" }], named) });
    await page.getByRole("button", { name: "Look now: School holidays" }).click();
    await expectPoll(() => page.getByText("1 remark").count()).toBe(0);
    await moveTo(page, "/activity");
    const entry = page.getByRole("listitem").filter({ hasText: "“School holidays”: an event added" });
    await entry.getByText("Calendar sync").waitFor();
    await moveTo(page, path);
    await page.getByRole("button", { name: "More for School holidays" }).click();
    await page.getByRole("menuitem", { name: "Stop following" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Stop following" }).click();
    await page.getByText("You follow no calendar yet").waitFor();
  });

  test("An update that would delete most events of a followed calendar needs a confirmation", async () => {
    school.answer({ body: calendarOf([holidays], named) });
    const home = await sharedHome();
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

  test("The settings say why an address cannot be followed, or why a followed calendar was not updated", async () => {
    school.answer({ body: "<html>" });
    const home = await sharedHome();
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
    const { householdId } = home.work();
    home.db.$client.run("UPDATE external_calendar SET heard_at = '2020-01-01T00:00:00.000Z' WHERE household_id = ?", [
      householdId,
    ]);
    await again.tap();
    await page.getByText("Out of date", { exact: true }).waitFor();
    await page.getByText("It does not answer.").waitFor();
    await moveTo(page, "/");
    await page.getByRole("link", { name: "Not heard from lately: School holidays" }).tap();
    await page.waitForURL(`${home.url}${path}`);
    await page.route("**/app/subscriptions/**", (route) => route.abort("connectionrefused"));
    await again.tap();
    await page.getByText(/^This needs your server/).waitFor();
    await page.getByText("Out of date", { exact: true }).waitFor();
  });
});

describe("A calendar program", () => {
  /** Replaces the server's address in the response to a new app password by `origin`. */
  const serveAt = (page: Page, origin: string) =>
    page.route("**/app/calendar-apps", async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), url: `${origin}/dav/` } });
    });

  const shown = (page: Page, label: string) =>
    page.getByRole("dialog").getByRole("textbox", { name: label }).inputValue();

  test("The app password of a calendar program is shown only once, and can be revoked", async () => {
    const home = await sharedHome();
    const page = await open(home, { as: "Anna", path });
    await page.getByText("No device is connected").waitFor();
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    const sheet = page.getByRole("dialog");
    const what = sheet.getByRole("combobox", { name: "What you connect" });
    await what.selectOption("iphone");
    await sheet.getByText("An iPhone, iPad or Mac connects only by https.").waitFor();
    await what.selectOption({ label: "Thunderbird" });
    await sheet.getByText(/^This address is plain http/).waitFor();
    await expectPoll(() => sheet.getByText(/connects only by https/).count()).toBe(0);
    const name = sheet.getByRole("textbox", { name: "What is it called?" });
    await expectPoll(() => name.inputValue()).toBe("Anna’s Thunderbird");
    await name.fill("");
    await sheet.locator("label", { hasText: "Only read" }).click();
    await sheet.locator("label", { hasText: "Only some" }).click();
    const make = sheet.getByRole("button", { name: "Make the password" });
    await make.click();
    await sheet.getByText("A name is needed.").waitFor();
    await sheet.getByText("Tick at least one").waitFor();
    await name.fill("Laptop");
    await sheet.getByRole("checkbox", { name: "Mia" }).check();
    await make.click();
    await sheet.getByText("In Thunderbird, open New Calendar → On the Network.").waitFor();
    await sheet.getByText(/^This address is plain http/).waitFor();
    await expectPoll(() => sheet.getByRole("link", { name: /profile|DAVx/ }).count()).toBe(0);
    await expectPoll(() => shown(page, "Address")).toBe(`${home.url}/dav/`);
    await expectPoll(() => shown(page, "Username")).toMatch(/^anna-\w{4}$/);
    const password = await shown(page, "Password");
    expect(password).toMatch(/^\w{4}(-\w{4}){4}$/);
    await sheet.getByRole("button", { name: "Done" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Not yet" }).click();
    await sheet.getByRole("button", { name: "Copy: Password" }).click();
    await sheet.getByRole("button", { name: "Done" }).click();
    await page.getByText("Only reads · Mia").waitFor();
    await page.getByText("Not seen yet").waitFor();
    await expectPoll(() => page.content()).not.toContain(password);
    home.db.$client.run(
      "UPDATE app_password SET last_seen_at = ?, client = 'Mozilla/5.0 Thunderbird/128.5.0' WHERE household_id = ?",
      [home.now().toISOString(), home.work().householdId],
    );
    await page.reload();
    await page.getByText("Last seen just now · Thunderbird").waitFor();
    await page.getByRole("button", { name: "Disconnect: Laptop" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
    await page.getByText("“Laptop” is disconnected").waitFor();
    await page.getByText("No device is connected").waitFor();
  });

  test("A child can connect their own calendar program, but can neither share nor follow calendars", async () => {
    const home = await sharedHome();
    const page = await open(home, { as: "Mia", device: "phone", path });
    await serveAt(page, "https://home.example:8443");
    await page.getByText("No device is connected").waitFor();
    await expectPoll(() => page.getByRole("button", { name: /^(Share|Follow)$/ }).count()).toBe(0);
    await page.getByRole("button", { name: "Connect", exact: true }).tap();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("combobox", { name: "What you connect" }).selectOption({ label: "iPhone or iPad" });
    await sheet.getByRole("button", { name: "Make the password" }).tap();
    await sheet.getByRole("heading", { name: "Set up “Mia’s iPhone”" }).waitFor();
    await expectPoll(() => sheet.getByText(/plain http/).count()).toBe(0);
    await expectPoll(() => shown(page, "Server")).toBe("home.example:8443");
    const arrived = page.waitForEvent("download");
    await sheet.getByRole("link", { name: "Download the profile" }).tap();
    const download = await arrived;
    expect(download.suggestedFilename()).toBe("inglenook.mobileconfig");
    const profile = await readFile(await download.path(), "utf8");
    for (const part of [
      "com.apple.caldav.account",
      "<string>home.example</string>",
      "<integer>8443</integer>",
      `<string>/dav/${home.member("Mia").id}/</string>`,
      `<string>${await shown(page, "Password")}</string>`,
    ])
      expect(profile).toContain(part);
    await sheet.getByRole("button", { name: "Done" }).tap();
    await page.getByText("Reads and changes · all calendars").waitFor();
  });

  test("An Android phone can be connected to the calendar by a link that opens DAVx⁵ or by a QR code", async () => {
    const home = await sharedHome();
    const page = await open(home, { as: "Anna", device: "phone", path: `${path}?connect=` });
    await serveAt(page, "https://home.example");
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("combobox", { name: "What you connect" }).selectOption({ label: "Android" });
    await sheet.getByRole("button", { name: "Make the password" }).tap();
    const link = sheet.getByRole("link", { name: "Open in DAVx⁵" });
    const [username, password] = [await shown(page, "Username"), await shown(page, "Password")];
    await expectPoll(() => link.getAttribute("href")).toBe(`davx5://${username}:${password}@home.example/dav/`);
    await sheet.getByRole("img", { name: /QR code/ }).waitFor();
    await sheet.getByRole("button", { name: "Done" }).tap();
    await page.getByRole("alertdialog").getByRole("button", { name: /have/ }).tap();
    await page.getByText("Anna’s phone").waitFor();
  });
});

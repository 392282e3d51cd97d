/** Settings → Calendars → Accounts: CalDAV, with a second household as the server. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { createAppPassword } from "../../src/app-passwords/store.ts";
import { transact } from "../../src/db/client.ts";
import { asMember } from "../../src/work.ts";
import { open, test } from "../support/browser.ts";
import { connectionLoss } from "../support/browser-faults.ts";
import { type BrowserHome, browserHome } from "../support/browser-home.ts";
import { expectGoodLooks, expectGoodLooksInBothSchemes } from "../support/browser-looks.ts";
import { expectPoll } from "../support/browser-wait.ts";
import { add, eventCalled, now, startsOf } from "../support/calendar-pages.ts";

const path = "/settings/calendars";

/** A household that connects accounts, and one that serves them. */
async function pair() {
  const remote = await browserHome({ now });
  const home = await browserHome({ now, env: { CALENDAR_ORIGINS: remote.url } });
  const anna = remote.member("Anna");
  const made = transact(remote.db, () =>
    createAppPassword(asMember(remote.work(), { id: anna.id, name: "Anna", role: "owner" }), anna.id, {
      name: "Inglenook",
      access: "write",
      calendars: null,
    }),
  );
  const access = { url: `${remote.url}/dav/`, username: made.username, password: made.password };
  return { home, remote, access };
}

type Access = Awaited<ReturnType<typeof pair>>["access"];

type Wanted = { mode?: string; isDefault?: boolean; count?: number };

async function connected({ mode = "both", count = 1, ...more }: Wanted = {}) {
  const { home, remote, access } = await pair();
  for (let day = 4; day < 4 + count; day++) await add(remote, "Swimming", day, "15:00", "16:00");
  return { home, remote, access, account: await connect(home, access, { mode, ...more }) };
}

/** The calendar of the other household's family. */
async function connect(home: BrowserHome, access: Access, choice: object) {
  const api = home.api("Anna");
  const { body: account } = await api.post("/app/calendar-accounts", { ...access, name: "Anna’s cloud" });
  const { body } = await api.get(`/app/calendar-accounts/${account.id}/calendars`);
  const family = body.calendars.find(({ name }: any) => name === "Test");
  const at = `/app/calendar-accounts/${account.id}/calendars/${family.key}`;
  await api.put(at, choice);
  await expectPoll(async () => (await api.get("/app/calendar-accounts")).body.accounts[0].isSyncing).toBe(false);
  return account;
}

async function fill(page: Page, { url, username, password }: Access): Promise<void> {
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("combobox", { name: "What you connect" }).selectOption({ label: "Another CalDAV server" });
  await sheet.getByRole("textbox", { name: "Address" }).fill(url);
  await sheet.getByRole("textbox", { name: "User name" }).fill(username);
  await sheet.getByRole("textbox", { name: "Password" }).fill(password);
}

const titlesOf = async (home: BrowserHome) => {
  const { body } = await home.api("Anna").get("/v1/events?from=2027-03-01T00:00:00Z&to=2027-04-01T00:00:00Z");
  return body.events.map(({ title }: any) => title).sort();
};

describe("an account", () => {
  test("is connected, shows a calendar both ways, and takes edits there", async () => {
    const { home, remote, access } = await pair();
    await add(remote, "Swimming", 4, "15:00", "16:00");
    const page = await open(home, { as: "Anna", path, allow: [/422/] });
    await page.getByText("No account is connected").waitFor();
    await page.getByRole("button", { name: "Connect an account" }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByText(/wants an app-specific password/).waitFor();
    await sheet.getByRole("button", { name: "Connect", exact: true }).click();
    await sheet.getByText("A user name is needed.").waitFor();
    await fill(page, { ...access, password: "wrong" });
    await sheet.getByText(/^This address is plain http/).waitFor();
    await expectGoodLooksInBothSchemes(page, "account connect desktop");
    await sheet.getByRole("button", { name: "Connect", exact: true }).click();
    await sheet.getByText("The server does not accept this user name and password.").waitFor();
    await expectPoll(() => sheet.getByRole("textbox", { name: "User name" }).inputValue()).toBe(access.username);
    await sheet.getByRole("textbox", { name: "Password" }).fill(access.password);
    await sheet.getByRole("button", { name: "Connect", exact: true }).click();
    await sheet.getByRole("heading", { name: "Calendars of “Anna’s calendar”" }).waitFor();
    await sheet.getByRole("button", { name: "Change: Test" }).click();
    await sheet.getByRole("combobox", { name: "What happens with it" }).selectOption({ label: "Both ways" });
    await sheet.getByText("Mia", { exact: true }).click();
    await expectGoodLooksInBothSchemes(page, "account calendar desktop");
    await sheet.getByRole("button", { name: "Save" }).click();
    await sheet.getByText("Both ways · for Anna and Mia · 1 event").waitFor();
    await expectPoll(() => startsOf(home, "Swimming")).toEqual(["04T14:00"]);

    await page.goto(`${home.url}/calendar?day=2027-03-04`);
    await eventCalled(page, "Swimming").click();
    const event = page.getByRole("dialog", { name: "Swimming" });
    await event.getByText("From Test", { exact: true }).waitFor();
    await expectPoll(() => event.getByText(/^Changes for Test/).count()).toBe(0);
    await expectGoodLooks(page, "event of an account desktop");
    await event.getByRole("button", { name: "Edit" }).click();
    await sheet.getByText("The event comes from there. To remove it there, delete it.").waitFor();
    await sheet.getByRole("textbox", { name: "Title" }).fill("Diving");
    await sheet.getByRole("button", { name: "Save" }).click();
    await eventCalled(page, "Diving").waitFor();
    const accounts = home.api("Anna");
    const { body } = await accounts.get("/app/calendar-accounts");
    await accounts.post(`/app/calendar-accounts/${body.accounts[0].id}/sync`, undefined);
    await expectPoll(() => titlesOf(remote)).toEqual(["Diving"]);
    await eventCalled(page, "Diving").click();
    await page.getByText(/^Changes for Test: (?:waiting|sent just now)/).waitFor();
    await page.getByRole("button", { name: "Only Test" }).last().waitFor();
  });

  test("asks before the password goes to another server", async () => {
    const { home, access } = await pair();
    const page = await open(home, { as: "Anna", path: `${path}?newAccount=other`, allow: [/422/] });
    const bodies: any[] = [];
    await page.route("**/app/calendar-accounts", async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      bodies.push(route.request().postDataJSON());
      if (bodies.length > 1) return route.fallback();
      const error = "origins: must also name https://p42-caldav.icloud.com";
      const headers = { "X-Error-Code": "other_origin", "X-Error-Field": "origins" };
      return route.fulfill({ status: 422, headers, json: { error, statusCode: 422 } });
    });
    await fill(page, access);
    await page.getByRole("dialog").getByRole("button", { name: "Connect", exact: true }).click();
    const question = page.getByRole("alertdialog", { name: "Your calendars are on p42-caldav.icloud.com" });
    await question.getByRole("button", { name: "Send it there" }).click();
    await page.getByRole("heading", { name: /^Calendars of/ }).waitFor();
    expect(bodies.map(({ origins }) => origins)).toEqual([[], ["https://p42-caldav.icloud.com"]]);
  });

  test("is disconnected without its events", async () => {
    const { home, remote } = await connected();
    const page = await open(home, { as: "Ben", path });
    await page.getByText("Anna · CalDAV, localhost").waitFor();
    await page.getByRole("button", { name: /^Calendars: / }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByText("Only Anna can change this.").waitFor();
    await expectPoll(() => sheet.getByRole("button", { name: /^Change/ }).count()).toBe(0);
    await sheet.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "More for Anna’s cloud" }).click();
    await expectPoll(() => page.getByRole("menuitem").count()).toBe(1);
    await page.getByRole("menuitem", { name: "Disconnect" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText("Nothing is deleted there. The server forgets the password.").waitFor();
    await dialog.locator("label", { hasText: "Remove here" }).click();
    await dialog.getByRole("button", { name: "Disconnect" }).click();
    await page.getByText("No account is connected").waitFor();
    await expectPoll(() => titlesOf(home)).toEqual([]);
    await expectPoll(() => titlesOf(remote)).toEqual(["Swimming"]);
  });

  test("keeps the events of a calendar that is turned off", async () => {
    const { home, account } = await connected({ mode: "in" });
    const page = await open(home, { as: "Anna", device: "tablet", path: `${path}?account=${account.id}` });
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("button", { name: "Change: Test" }).click();
    await sheet.getByRole("combobox", { name: "What happens with it" }).selectOption({ label: "Off" });
    await sheet.getByText(/^They become your household’s own events/).waitFor();
    await expectGoodLooks(page, "account calendar off tablet");
    await sheet.getByRole("button", { name: "Save" }).click();
    await sheet.getByRole("button", { name: "Done" }).click();
    await page.getByText("No calendar chosen").waitFor();
    await expectPoll(() => titlesOf(home)).toEqual(["Swimming"]);
    const { body } = await home.api("Anna").get("/v1/calendars");
    expect(body.calendars).toHaveLength(4);
  });

  test("takes copies of new events, which its member may refuse", async () => {
    const { home, remote } = await connected({ mode: "out", isDefault: true });
    const path = "/calendar?day=2027-03-03&new=2027-03-03T10:00";
    const page = await open(home, { as: "Anna", device: "tablet", path });
    const sheet = page.getByRole("dialog");
    const copy = sheet.getByRole("checkbox", { name: /^Test/ });
    await expectPoll(() => copy.isChecked()).toBe(false);
    await sheet.getByText("Anna", { exact: true }).first().click();
    await expectPoll(() => copy.isChecked()).toBe(true);
    await copy.scrollIntoViewIfNeeded();
    await expectGoodLooks(page, "event copies tablet");
    await sheet.getByRole("textbox", { name: "Title" }).fill("Dentist");
    await sheet.getByRole("button", { name: "Save" }).click();
    await eventCalled(page, "Dentist").click();
    await page.getByText(/^Copied to Test: (?:waiting|sent)/).waitFor();
    const { body } = await home.api("Anna").get("/app/calendar-accounts");
    await home.api("Anna").post(`/app/calendar-accounts/${body.accounts[0].id}/sync`, undefined);
    await expectPoll(() => titlesOf(remote)).toEqual(["Dentist", "Swimming"]);
    await page.getByRole("dialog").getByRole("button", { name: "Edit" }).click();
    await copy.click();
    await sheet.getByRole("button", { name: "Save" }).click();
    await expectPoll(() => page.getByRole("dialog").count()).toBe(0);
    await home.api("Anna").post(`/app/calendar-accounts/${body.accounts[0].id}/sync`, undefined);
    await expectPoll(() => titlesOf(remote)).toEqual(["Swimming"]);
    // A calendar that only takes copies has no events to show.
    await expectPoll(() => page.getByRole("button", { name: "Only Test" }).count()).toBe(0);
  });

  test("shows a private event whole to its member alone, and to others that it is private", async () => {
    const { home, remote, access } = await pair();
    const lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", "BEGIN:VEVENT", "UID:private-1"];
    const more = ["DTSTAMP:20270301T000000Z", "DTSTART:20270304T090000Z", "DTEND:20270304T100000Z", "SUMMARY:Secret"];
    const address = `${remote.url}/dav/${remote.member("Anna").id}/cal/family/private-1.ics`;
    const { username, password } = access;
    await fetch(address, {
      method: "PUT",
      headers: { "Content-Type": "text/calendar", Authorization: `Basic ${btoa(`${username}:${password}`)}` },
      body: [...lines, ...more, "CLASS:PRIVATE", "END:VEVENT", "END:VCALENDAR", ""].join("\r\n"),
    });
    await connect(home, access, { mode: "both" });
    const own = await open(home, { as: "Anna", device: "phone", path: "/calendar?day=2027-03-04" });
    await eventCalled(own, "Secret").waitFor();
    const page = await open(home, { as: "Ben", device: "phone", path: "/calendar?day=2027-03-04" });
    await eventCalled(page, "Busy").tap();
    const event = page.getByRole("dialog", { name: "Busy" });
    await event.getByText("Private. Only its owner sees more, and can change it.").waitFor();
    await expectPoll(() => event.getByRole("button", { name: "Edit" }).count()).toBe(0);
  });

  test("says on Today that it wants signing in again, and is signed in to again", async () => {
    const { home, access } = await connected();
    home.db.$client.run("UPDATE external_account SET state = 'needs_sign_in', error = 'key_lost'");
    const page = await open(home, { as: "Anna", device: "phone", path: "/", allow: [connectionLoss] });
    await page.getByRole("link", { name: "Wants signing in again: Anna’s cloud" }).tap();
    await page.getByText("Wants signing in again", { exact: true }).waitFor();
    await page.getByText(/^This server can’t open its password/).waitFor();
    await expectGoodLooksInBothSchemes(page, "accounts sign in phone");
    await page.getByRole("button", { name: "Sign in again: Anna’s cloud" }).tap();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("textbox", { name: "Password" }).fill(access.password);
    await sheet.getByRole("button", { name: "Sign in again" }).tap();
    await page.getByText("Signed in to “Anna’s cloud” again").waitFor();
    await expectPoll(() => page.getByText("Wants signing in again", { exact: true }).count()).toBe(0);
    await page.getByText("Up to date", { exact: true }).waitFor();
    await home.stop();
    await page.getByRole("button", { name: "Sync now: Anna’s cloud" }).tap();
    await page.getByText(/^This needs your server/).waitFor();
    await page.getByText("Anna · CalDAV, localhost").waitFor();
  });

  test("says what failed, what is held, and what was done, in German too", async () => {
    const { home, account } = await connected({ count: 6 });
    const { $client } = home.db;
    $client.run("UPDATE calendar_link SET state = 'failed', error = 'full', next_at = '2027-03-03T12:00:00.000Z'");
    $client.run(
      `UPDATE external_calendar SET error = 'held', held = '{"keys":[],"count":2,"since":"2027-03-03T09:00:00.000Z"}'`,
    );
    const page = await open(home, {
      as: "Anna",
      device: "phone",
      locale: "de-DE",
      path: `${path}?account=${account.id}`,
    });
    const sheet = page.getByRole("dialog");
    await sheet.getByText("6 Termine ließen sich nicht kopieren").waitFor();
    await sheet.getByText("Das Konto hat keinen Platz mehr.").first().waitFor();
    await sheet.getByText("Wartet", { exact: true }).waitFor();
    await sheet.getByText("Letzte Läufe").tap();
    await sheet.getByText("6 neu").waitFor();
    await expectGoodLooksInBothSchemes(page, "account calendars german phone");
    await sheet.getByRole("button", { name: "Übernehmen: Test" }).tap();
    await page.getByRole("alertdialog").getByText("2 Termine werden gelöscht.").waitFor();
    await page.getByRole("alertdialog").getByRole("button", { name: "Übernehmen" }).tap();
    await sheet.getByText("Aktuell", { exact: true }).waitFor();
    await page.goto(`${home.url}/activity`);
    await page.getByText("hat Anna’s cloud verbunden").waitFor();
    const first = "hat aus Anna’s cloud zum ersten Mal 6 Termine hinzugefügt";
    const run = page.getByRole("listitem").filter({ hasText: first });
    await run.waitFor();
    await expectPoll(() => run.getByRole("button", { name: /^Rückgängig/ }).count()).toBe(0);
  });
});

/** Settings → Calendars → Accounts: CalDAV, with a second household as the server. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { createAppPassword } from "#calendar/app-passwords/store.ts";
import { transact } from "#platform/db/client.ts";
import { asMember } from "#platform/work.ts";
import { open, test } from "../../support/browser/browser.ts";
import { moveTo } from "../../support/browser/go.ts";
import { type BrowserHome, browserHome } from "../../support/browser/home.ts";
import { add, eventCalled, now, startsOf } from "../../support/browser/homes/calendar-pages.ts";
import { expectPoll } from "../../support/browser/wait.ts";

const path = "/settings/calendars";

/**
 * Returns two households and the access data: `home` connects a calendar account, and `remote` is the CalDAV server.
 */
async function pair() {
  const remote = await browserHome({ now });
  const home = await browserHome({ now, env: { CALENDAR_ORIGINS: remote.url }, alone: false });
  const anna = remote.member("Anna");
  const { username, password } = transact(remote.db, () =>
    createAppPassword(asMember(remote.work(), { id: anna.id, name: "Anna", role: "owner" }), anna.id, {
      ...{ name: "Inglenook", access: "write", calendars: null },
    }),
  );
  return { home, remote, access: { url: `${remote.url}/dav/`, username, password } };
}

type Access = Awaited<ReturnType<typeof pair>>["access"];

type Wanted = { mode?: string; isDefault?: boolean; count?: number };

async function connected({ mode = "both", count = 1, ...more }: Wanted = {}) {
  const { home, remote, access } = await pair();
  for (let day = 4; day < 4 + count; day++) await add(remote, "Swimming", day, "15:00", "16:00");
  return { home, remote, access, account: await connect(home, access, { mode, ...more }) };
}

/** Connects the family's calendar of the other household, with the options in `choice`. */
async function connect(home: BrowserHome, access: Access, choice: object) {
  const api = home.api("Anna");
  const { body: account } = await api.post("/app/calendar-accounts", { ...access, name: "Anna’s cloud" });
  const { body } = await api.get(`/app/calendar-accounts/${account.id}/calendars`);
  const family = body.calendars.find(({ name }: any) => name === "Test");
  await api.put(`/app/calendar-accounts/${account.id}/calendars/${family.key}`, choice);
  await expectPoll(async () => (await api.get("/app/calendar-accounts")).body.accounts[0].isSyncing).toBe(false);
  return account;
}

/** Syncs the first account with its server now. */
async function sync(home: BrowserHome): Promise<void> {
  const api = home.api("Anna");
  const { body } = await api.get("/app/calendar-accounts");
  await api.post(`/app/calendar-accounts/${body.accounts[0].id}/sync`, undefined);
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

describe("A calendar account", () => {
  test("When a calendar account is connected, its events are shown, and edits reach the calendar service", async () => {
    const { home, remote, access } = await pair();
    await add(remote, "Swimming", 4, "15:00", "16:00");
    const page = await open(home, { as: "Anna", path, allow: [/422/] });
    await page.getByText("No account is connected").waitFor();
    await page.getByRole("button", { name: "Connect an account" }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByText(/wants an app-specific password/).waitFor();
    const connecting = sheet.getByRole("button", { name: "Connect", exact: true });
    await connecting.click();
    await sheet.getByText("A user name is needed.").waitFor();
    await fill(page, { ...access, password: "wrong" });
    await sheet.getByText(/^This address is plain http/).waitFor();
    await connecting.click();
    await sheet.getByText("The server does not accept this user name and password.").waitFor();
    await expectPoll(() => sheet.getByRole("textbox", { name: "User name" }).inputValue()).toBe(access.username);
    await sheet.getByRole("textbox", { name: "Password" }).fill(access.password);
    await connecting.click();
    await sheet.getByRole("heading", { name: "Calendars of “Anna’s calendar”" }).waitFor();
    await sheet.getByRole("button", { name: "Change: Test" }).click();
    await sheet.getByRole("combobox", { name: "What happens with it" }).selectOption({ label: "Both ways" });
    await sheet.getByText("Mia", { exact: true }).click();
    await sheet.getByRole("button", { name: "Save" }).click();
    await sheet.getByText("Both ways · for Anna and Mia · 1 event").waitFor();
    await expectPoll(() => startsOf(home, "Swimming")).toEqual(["04T14:00"]);

    await moveTo(page, "/calendar?day=2027-03-04");
    await eventCalled(page, "Swimming").click();
    const event = page.getByRole("dialog", { name: "Swimming" });
    await event.getByText("From Test", { exact: true }).waitFor();
    await expectPoll(() => event.getByText(/^Changes for Test/).count()).toBe(0);
    await event.getByRole("button", { name: "Edit" }).click();
    await sheet.getByText("The event comes from there. To remove it there, delete it.").waitFor();
    await sheet.getByRole("textbox", { name: "Title" }).fill("Diving");
    await sheet.getByRole("button", { name: "Save" }).click();
    await eventCalled(page, "Diving").waitFor();
    await sync(home);
    await expectPoll(() => titlesOf(remote)).toEqual(["Diving"]);
    await eventCalled(page, "Diving").click();
    await page.getByText(/^Changes for Test: (?:waiting|sent just now)/).waitFor();
    await page.getByRole("button", { name: "Only Test" }).last().waitFor();
  });

  test("The settings of a calendar account ask before the password is sent to another server", async () => {
    const { home, access } = await pair();
    const page = await open(home, { as: "Anna", path: `${path}?newAccount=other`, allow: [/422/] });
    const bodies: any[] = [];
    await page.route("**/app/calendar-accounts", async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      bodies.push(route.request().postDataJSON());
      if (bodies.length > 1) return route.fallback();
      const origin = "https://p42-caldav.icloud.com";
      const error = `origins: must also name ${origin}`;
      const headers = {
        "X-Error-Code": "other_origin",
        "X-Error-Field": "origins",
        "X-Error-Details": encodeURIComponent(JSON.stringify({ origin })),
      };
      return route.fulfill({ status: 422, headers, json: { error, statusCode: 422 } });
    });
    await fill(page, access);
    await page.getByRole("dialog").getByRole("button", { name: "Connect", exact: true }).click();
    const question = page.getByRole("alertdialog", { name: "Your calendars are on p42-caldav.icloud.com" });
    await question.getByRole("button", { name: "Send it there" }).click();
    await page.getByRole("heading", { name: /^Calendars of/ }).waitFor();
    expect(bodies.map(({ origins }) => origins)).toEqual([[], ["https://p42-caldav.icloud.com"]]);
  });

  test("An adult cannot change another adult's calendar account, but can disconnect the account", async () => {
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

  test("When a calendar of an account is turned off, its events stay in the household", async () => {
    const { home, account } = await connected({ mode: "in" });
    const page = await open(home, { as: "Anna", path: `${path}?account=${account.id}` });
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("button", { name: "Change: Test" }).click();
    await sheet.getByRole("combobox", { name: "What happens with it" }).selectOption({ label: "Off" });
    await sheet.getByText(/^They become your household’s own events/).waitFor();
    await sheet.getByRole("button", { name: "Save" }).click();
    await sheet.getByRole("button", { name: "Done" }).click();
    await page.getByText("No calendar chosen").waitFor();
    await expectPoll(() => titlesOf(home)).toEqual(["Swimming"]);
    const { body } = await home.api("Anna").get("/v1/calendars");
    expect(body.calendars).toHaveLength(4);
  });

  test("A member's new events are copied to the member's calendar account, unless the copy is unticked", async () => {
    const { home, remote } = await connected({ mode: "out", isDefault: true });
    const page = await open(home, { as: "Anna", path: "/calendar?day=2027-03-03&new=2027-03-03T10:00" });
    const sheet = page.getByRole("dialog");
    const copy = sheet.getByRole("checkbox", { name: /^Test/ });
    await expectPoll(() => copy.isChecked()).toBe(false);
    await sheet.getByText("Anna", { exact: true }).first().click();
    await expectPoll(() => copy.isChecked()).toBe(true);
    await sheet.getByRole("textbox", { name: "Title" }).fill("Dentist");
    await sheet.getByRole("button", { name: "Save" }).click();
    await eventCalled(page, "Dentist").click();
    await page.getByText(/^Copied to Test: (?:waiting|sent)/).waitFor();
    await sync(home);
    await expectPoll(() => titlesOf(remote)).toEqual(["Dentist", "Swimming"]);
    await sheet.getByRole("button", { name: "Edit" }).click();
    await copy.click();
    await sheet.getByRole("button", { name: "Save" }).click();
    await expectPoll(() => sheet.count()).toBe(0);
    await sync(home);
    await expectPoll(() => titlesOf(remote)).toEqual(["Swimming"]);
    // A calendar that only takes copies has no events to show.
    await expectPoll(() => page.getByRole("button", { name: "Only Test" }).count()).toBe(0);
  });

  test("A private event of a member's calendar account appears as “Busy” to the other members", async () => {
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
    await expectPoll(() => titlesOf(home)).toEqual(["Secret"]);
    const page = await open(home, { as: "Ben", device: "phone", path: "/calendar?day=2027-03-04" });
    await eventCalled(page, "Busy").tap();
    const event = page.getByRole("dialog", { name: "Busy" });
    await event.getByText("Private. Only its owner sees more, and can change it.").waitFor();
    await expectPoll(() => event.getByRole("button", { name: "Edit" }).count()).toBe(0);
  });

  test("The screen Today says that a calendar account needs a new sign-in", async () => {
    const { home, access } = await connected();
    home.db.$client.run(
      "UPDATE external_account SET state = 'needs_sign_in', error = 'key_lost' WHERE household_id = ?",
      [home.work().householdId],
    );
    const page = await open(home, { as: "Anna", device: "phone", path: "/" });
    await page.getByRole("link", { name: "Wants signing in again: Anna’s cloud" }).tap();
    const wants = page.getByText("Wants signing in again", { exact: true });
    await wants.waitFor();
    await page.getByText(/^This server can’t open its password/).waitFor();
    await page.getByRole("button", { name: "Sign in again: Anna’s cloud" }).tap();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("textbox", { name: "Password" }).fill(access.password);
    await sheet.getByRole("button", { name: "Sign in again" }).tap();
    await page.getByText("Signed in to “Anna’s cloud” again").waitFor();
    await expectPoll(() => wants.count()).toBe(0);
    await page.getByText("Up to date", { exact: true }).waitFor();
  });

  test("The settings of an account show failures, changes that need a confirmation, and the latest syncs", async () => {
    const { home, account } = await connected({ count: 6 });
    const { $client } = home.db;
    const { householdId } = home.work();
    const at = "'2027-03-03T12:00:00.000Z'";
    $client.run(`UPDATE calendar_link SET state = 'failed', error = 'full', next_at = ${at} WHERE household_id = ?`, [
      householdId,
    ]);
    const held = JSON.stringify({ keys: [], count: 2, since: "2027-03-03T09:00:00.000Z" });
    $client.run("UPDATE external_calendar SET error = 'held', held = ? WHERE household_id = ?", [held, householdId]);
    const page = await open(home, { as: "Anna", device: "phone", path: `${path}?account=${account.id}` });
    const sheet = page.getByRole("dialog");
    await sheet.getByText("6 events could not be copied").waitFor();
    await sheet.getByText("The account has no room left.").first().waitFor();
    await sheet.getByText("On hold", { exact: true }).waitFor();
    await sheet.getByText("Last runs").tap();
    await sheet.getByText("6 new").waitFor();
    await sheet.getByRole("button", { name: "Take it over: Test" }).tap();
    await page.getByRole("alertdialog").getByText("2 events will be deleted.").waitFor();
    await page.getByRole("alertdialog").getByRole("button", { name: "Take it over" }).tap();
    await sheet.getByText("Up to date", { exact: true }).waitFor();
    await moveTo(page, "/activity");
    await page.getByText("connected Anna’s cloud").waitFor();
    const run = page.getByRole("listitem").filter({ hasText: "Anna’s cloud, for the first time" });
    await run.waitFor();
    await expectPoll(() => run.getByRole("button", { name: /^Undo/ }).count()).toBe(0);
  });
});

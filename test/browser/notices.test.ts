/**
 * Notices: the bell, the pages to which messages link, the reminder of an event, and the region “Due now” on a wall
 * tablet.
 */
import { describe } from "bun:test";
import { day, hour } from "#lib/time.ts";
import { addChannel as storeChannel } from "#notifications/channels/store.ts";
import { createUnsubscribeToken } from "#notifications/channels/unsubscribe.ts";
import { createNoticeToken } from "#notifications/notices/token.ts";
import { removeSignIn } from "#overview/member-admin/removal.ts";
import { transact } from "#platform/db/client.ts";
import { memberRemovals } from "#server/member-removals.ts";
import { open, test } from "../support/browser/browser.ts";
import { moveTo } from "../support/browser/go.ts";
import { type BrowserHome, browserHome } from "../support/browser/home.ts";
import { noMember, openWall } from "../support/browser/homes/wall.ts";
import { givePush, takePush } from "../support/browser/push.ts";
import { changeHousehold, liveSession } from "../support/browser/reuse.ts";
import { expectPoll } from "../support/browser/wait.ts";
import { addNotice } from "../support/reminders/notices.ts";

/**
 * Returns functions that add a member's notices to the database. Pages show them only after the next change of a
 * notice.
 */
function noticesOf(home: BrowserHome, name = "Anna") {
  const { householdId } = home.work();
  const { id: memberId } = home.member(name);
  const owner = { db: home.db, id: householdId, members: { anna: { id: memberId } }, clock: { now: home.now() } };
  return {
    add: (change: Parameters<typeof addNotice>[1] = {}) => addNotice(owner, change),
    /** Adds a task of the member that is due today, and a notice about it. */
    async addTask(
      label: string,
      change: Parameters<typeof addNotice>[1] = {},
    ): Promise<{ task: string; notice: string; token: string }> {
      const now = home.now();
      const dueDate = now.toISOString().slice(0, 10);
      const { body } = await home.api(name).post("/v1/tasks", { label, memberId, dueDate });
      const notice = addNotice(owner, {
        ...{ kind: "task", subjectType: "task", subjectId: body.id, slot: dueDate, about: [memberId] },
        ...{ facts: { type: "task", label, dueDate }, expiresAt: new Date(now.getTime() + day).toISOString() },
        ...change,
      });
      return { task: body.id, notice, token: createNoticeToken(home.db, { householdId, noticeId: notice }) };
    },
    all: async (): Promise<any[]> => (await home.api(name).get("/app/notices")).body.notices,
  };
}

const isDone = async (home: BrowserHome, task: string) =>
  (await home.api("Anna").get(`/v1/tasks/${task}`)).body.completedAt !== null;

/** Adds a confirmed mail address to which a member's reminders are sent. */
const addMail = (home: BrowserHome, name: string, address: string) =>
  transact(home.db, () =>
    storeChannel(home.work(), home.member(name).id, {
      ...{ kind: "mail", label: address, details: null, isVerified: true },
      config: { address, offToken: crypto.randomUUID(), code: null },
    }),
  );

describe("The bell", () => {
  test("The bell shows the number of unread notices, and no number after the list of notices was opened", async () => {
    const home = await browserHome();
    const anna = noticesOf(home);
    const first = anna.add();
    const page = await open(home, { as: "Anna", device: "phone" });
    await page.getByRole("button", { name: "Notifications: 1 new notification" }).waitFor();
    anna.add();
    anna.add();
    await home.api("Anna").post(`/app/notices/${first}`, { action: "dismiss" });
    await page.getByRole("button", { name: "Notifications: 2 new notifications" }).tap();
    await page.getByRole("dialog", { name: "Notifications" }).waitFor();
    await expectPoll(async () => (await home.api("Anna").get("/app/notices")).body.unread).toBe(0);
    await page.goBack();
    await page.getByRole("button", { name: "Notifications", exact: true }).first().waitFor();
  });

  test("A notice in the bell's list can be marked as done, delayed or dismissed, and Undo reverts “Done”", async () => {
    const home = await browserHome();
    const anna = noticesOf(home);
    const { task } = await anna.addTask("Present");
    await anna.addTask("Letter");
    await anna.addTask("Paper");
    const page = await open(home, { as: "Anna" });
    await page.getByRole("navigation").getByText(/^3 ne/).first().waitFor({ state: "attached" });
    await page.getByRole("button", { name: /^Notifications/ }).click();
    await page.getByRole("button", { name: /^Done: .*Present/ }).click();
    await expectPoll(() => isDone(home, task)).toBe(true);
    await page.getByRole("button", { name: "Undo" }).click();
    await expectPoll(() => isDone(home, task)).toBe(false);
    await page.getByRole("button", { name: /^In 1 hour: .*Letter/ }).click();
    await page.getByRole("button", { name: /^Seen: .*Paper/ }).click();
    const states = async () => {
      const notices = await anna.all();
      return ["Present", "Letter", "Paper"].map((word) => notices.find(({ title }) => title.includes(word)).state);
    };
    await expectPoll(states).toEqual(["done", "snoozed", "dismissed"]);
  });

  test("Notices about one person’s changes are one row with days and times, and Undo reverts “Clear all”", async () => {
    const home = await browserHome();
    const anna = noticesOf(home);
    const before = new Date(home.now().getTime() - 2 * hour).toISOString();
    const labels = ["Parents’ evening", "Vaccination", "Chess"];
    const { id: memberId } = home.member("Ben");
    for (const label of labels) {
      const start = { date: "2027-01-02", time: "19:30" };
      const facts = { type: "change", what: "event_named", by: "Ben", memberId, label, start, count: 1 } as const;
      anna.add({ kind: "change", dueAt: before, facts });
    }
    const { task } = await anna.addTask("Letter", { dueAt: before });
    // More than one page of older notices, which “Clear all” dismisses, too.
    const createdAt = new Date(home.now().getTime() - day);
    for (let count = 0; count < 30; count++) anna.add({ createdAt });
    const page = await open(home, { as: "Anna", device: "phone", path: "/tasks?over=notices" });
    const sheet = page.getByRole("dialog", { name: "Notifications" });
    const row = sheet.getByRole("listitem").filter({ hasText: "Ben put 3 events down for you" });
    await row.getByText(/^Chess · Sat, 2 Jan 2027, 19:30/).waitFor();
    await row.getByText(/^and 1 more/).waitFor();
    await expectPoll(() => row.locator(".avatar").count()).toBe(1);
    await sheet.getByRole("button", { name: "Show older ones" }).waitFor();
    const states = async () =>
      new Set(
        (await home.api("Anna").get("/app/notices?limit=100")).body.notices.map(
          ({ state }: { state: string }) => state,
        ),
      );
    await sheet.getByRole("button", { name: "Clear all" }).tap();
    await sheet.getByRole("heading", { name: "Nothing new. 🌿" }).waitFor();
    await expectPoll(() => sheet.getByRole("button", { name: "Show older ones" }).count()).toBe(0);
    await expectPoll(states).toEqual(new Set(["dismissed"]));
    await page.getByRole("button", { name: "Undo" }).tap();
    await row.waitFor();
    await expectPoll(states).toEqual(new Set(["open"]));
    await row.getByRole("button", { name: "Dismiss: Ben put 3 events down for you" }).tap();
    await row.waitFor({ state: "detached" });
    await sheet.getByRole("button", { name: /^In 1 hour: .*Letter/ }).waitFor();
    await sheet.getByRole("button", { name: /^Done: .*Letter/ }).tap();
    await expectPoll(() => isDone(home, task)).toBe(true);
  });

  test("The list of notices is in the menu “More” on a phone, and links to the settings of notifications", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Ben", device: "phone", path: "/tasks" });
    await page.getByRole("button", { name: "More" }).tap();
    await page.getByRole("button", { name: "Notifications", exact: true }).tap();
    await page.getByRole("heading", { name: "Nothing new. 🌿" }).waitFor();
    await page.getByRole("link", { name: "What you are told, and how" }).tap();
    await page.getByRole("heading", { name: "This device" }).waitFor();
  });
});

describe("The page of a notice", () => {
  test("Links in reminder messages work without a sign-in, and change nothing until a button is pressed", async () => {
    const home = await browserHome();
    const { task, token } = await noticesOf(home).addTask("Dishwasher");
    const page = await open(home, { device: "phone", path: `/n/${token}`, allow: [noMember] });
    await page.getByRole("heading", { name: /Dishwasher/ }).waitFor();
    await page.getByRole("button", { name: "In 1 hour" }).waitFor();
    await expectPoll(() => isDone(home, task)).toBe(false);
    await page.getByRole("button", { name: "Done" }).tap();
    await page.getByText("Done: Dishwasher").waitFor();
    await expectPoll(() => isDone(home, task)).toBe(true);
    await expectPoll(() => page.getByRole("button", { name: "Done" }).count()).toBe(0);
    await moveTo(page, "/n/of-yesterday");
    await page.getByRole("heading", { name: "This link is not good any more" }).waitFor();

    const { id } = addMail(home, "Anna", "anna@example.org");
    const channelOf = async () =>
      (await home.api("Anna").get("/app/notifications")).body.channels.find((each: any) => each.id === id);
    const { householdId } = home.work();
    await moveTo(page, `/mail-off/${createUnsubscribeToken(home.db, { householdId, channelId: id })}`);
    const stop = page.getByRole("button", { name: "Stop these mails" });
    await stop.waitFor();
    await expectPoll(async () => (await channelOf()).state).toBe("on");
    await stop.tap();
    await page.getByText("No more mails go to this address.").waitFor();
    await expectPoll(async () => (await channelOf())?.state).not.toBe("on");
  });

  test("A member can delay a notice on the notice's page, and the page says if the notice does not exist", async () => {
    const home = await browserHome();
    const anna = noticesOf(home);
    const { notice } = await anna.addTask("Dishwasher");
    const page = await open(home, { as: "Anna", path: `/notice/${notice}` });
    await page.getByRole("heading", { name: /Dishwasher/ }).waitFor();
    await page.getByRole("button", { name: "In 1 hour" }).click();
    await expectPoll(anna.all).toMatchObject([{ state: "snoozed" }]);
    await moveTo(page, `/notice/${Bun.randomUUIDv7()}`);
    await page.getByText("This notification is no longer there").waitFor();
  });
});

describe("The recipients of notices", () => {
  const newEvent = "/calendar?new=2026-11-26T10:00&until=2026-11-26T11:00";

  test("The form of an event says who gets the event's reminder and through which channel", async () => {
    const home = await browserHome();
    transact(home.db, () => removeSignIn(home.work(), home.member("Mia").id, memberRemovals));
    addMail(home, "Anna", "anna@example.org");
    const page = await open(home, { as: "Anna", path: newEvent });
    await page.getByText("You get it by anna@example.org.").waitFor();
    const who = page.getByRole("group", { name: "Who" });
    await who.locator("label", { hasText: "Mia" }).click();
    await page.getByText("For Mia, you get it by anna@example.org.").waitFor();
    await who.locator("label", { hasText: "Ben" }).click();
    await page.getByText("For Mia, you get it by anna@example.org. Ben: in their own ways.").waitFor();
    await page.getByRole("combobox", { name: "Reminder" }).selectOption({ label: "No reminder" });
    await expectPoll(() => page.getByText(/you get it by/).count()).toBe(0);
  });

  test("The form of an all-day event offers reminders at a time of day, such as on the evening before", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Anna", path: newEvent, device: "phone" });
    await page.getByRole("textbox", { name: "Title" }).fill("Waste paper");
    const reminder = page.getByRole("combobox", { name: "Reminder" });
    await reminder.selectOption({ label: "30 minutes before" });
    await page.getByRole("switch", { name: "All day" }).tap();
    await expectPoll(() => reminder.inputValue()).toBe("default");
    await reminder.selectOption({ label: "The evening before at 18:00" });
    await reminder.selectOption({ label: "The day before at 9:00" });
    await page.getByRole("button", { name: "Save" }).tap();
    await page.getByText("Added “Waste paper”").waitFor();
    const path = "/v1/events?from=2026-11-25T00:00:00Z&to=2026-11-28T00:00:00Z";
    const events = async () => (await home.api("Anna").get(path)).body.events;
    await expectPoll(events).toMatchObject([{ allDay: true, reminderMinutesList: [360, 900] }]);
  });

  test("A shared list has a menu item to follow its changes, and a personal list does not", async () => {
    const home = await browserHome();
    const anna = home.api("Anna");
    const section = (await anna.post("/v1/lists/sections", { name: "Home" })).body;
    const list = (await anna.post("/v1/lists", { name: "Groceries", sectionId: section.id })).body;
    const own = (await anna.post("/v1/lists", { name: "Gifts", sectionId: section.id, visibility: "personal" })).body;
    const followed = async () => (await anna.get("/app/lists/follows")).body.ids;
    const page = await open(home, { as: "Anna", path: `/lists/${list.id}` });
    const menu = page.getByRole("button", { name: "More for this list" });
    await menu.click();
    await page.getByRole("menuitem", { name: "Tell me about changes" }).click();
    await page.getByText("You are told when others change “Groceries”").waitFor();
    await expectPoll(followed).toEqual([list.id]);
    await menu.click();
    await page.getByRole("menuitem", { name: "Don’t tell me about changes" }).click();
    await expectPoll(followed).toEqual([]);
    await moveTo(page, `/lists/${own.id}`);
    await page.getByRole("heading", { name: "Gifts" }).waitFor();
    await menu.click();
    await page.getByRole("menuitem", { name: "Name and look" }).waitFor();
    await expectPoll(() => page.getByRole("menuitem", { name: /Tell me/ }).count()).toBe(0);
  });

  test("The form of a check-in can turn off reminders for the members who are asked", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Anna", path: "/check-ins?edit=new" });
    await page.getByRole("switch", { name: /^Remind them/, checked: true }).click();
    await page.getByRole("group", { name: "Who is asked?" }).locator("label", { hasText: "Mia" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Added “Happiness”").waitFor();
    await expectPoll(async () => (await home.api("Anna").get("/v1/check-ins")).body.checkIns).toMatchObject([
      { notify: false },
    ]);
  });

  test("When a member creates their first event with a reminder, the app offers to turn on notifications", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Anna", device: "phone", path: "/tasks" });
    await givePush(page, "default");
    await moveTo(page, newEvent);
    await page.getByRole("textbox", { name: "Title" }).fill("Dentist");
    await page.getByText("You get it under the bell only.").waitFor();
    await page.getByRole("link", { name: "Turn on notifications" }).waitFor();
    await page.getByRole("button", { name: "Save" }).tap();
    const offer = page.getByRole("region", { name: "Turn on notifications on this device?" });
    await offer.waitFor();
    await expectPoll(() => page.evaluate("Notification.permission")).toBe("default");
    await offer.getByRole("button", { name: "Turn on" }).tap();
    await page.getByText("Notifications are on for this device").waitFor();
    await offer.waitFor({ state: "detached" });
    await expectPoll(async () => (await home.api("Anna").get("/app/notifications")).body.channels).toHaveLength(1);
    await takePush(page);
  });

  test("When a member has answered “Not now”, the app does not offer to turn on notifications again", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Ben", path: newEvent });
    await givePush(page, "default");
    const offer = page.getByRole("region", { name: "Turn on notifications on this device?" });
    for (const title of ["Dentist", "Piano"]) {
      if (title === "Piano") await moveTo(page, newEvent);
      await page.getByRole("textbox", { name: "Title" }).fill(title);
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText(`Added “${title}”`).waitFor();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      if (title === "Dentist") await offer.getByRole("button", { name: "Not now" }).click();
    }
    await expectPoll(() => offer.count()).toBe(0);
    await takePush(page);
  });

  test("When another member signs in, the offer to turn on notifications disappears", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Anna", path: "/tasks" });
    await givePush(page, "default");
    await moveTo(page, newEvent);
    await page.getByRole("textbox", { name: "Title" }).fill("Dentist");
    await page.getByRole("button", { name: "Save" }).click();
    const offer = page.getByRole("region", { name: "Turn on notifications on this device?" });
    await offer.waitFor();
    const former = await liveSession(page.context(), home.url);
    const [name = "", value = ""] = home.cookie("Ben").split("=");
    await page.context().addCookies([{ name, value, url: home.url }]);
    await changeHousehold(page, home.url, former ?? "");
    await moveTo(page, "/settings/notifications");
    await page.getByText("Notifications are off", { exact: true }).waitFor();
    await expectPoll(() => offer.count()).toBe(0);
    await takePush(page);
  });
});

describe("A wall tablet", () => {
  test("A wall tablet shows a notice that has just become due, until somebody presses “Seen”", async () => {
    const home = await browserHome();
    const { page } = await openWall(home);
    await page.getByRole("button", { name: "Settings" }).tap();
    await page.getByRole("switch", { name: /^Sound for reminders/ }).tap();
    await page.getByRole("switch", { name: /^Sound for reminders/, checked: true }).waitFor();
    await expectPoll(() => page.evaluate("localStorage.getItem('inglenook-wall-sound')")).toBe("on");
    await page.keyboard.press("Escape");
    const about = (name: string) => [home.member(name).id];
    const createdAt = home.now();
    const late = { dueAt: new Date(createdAt.getTime() - hour).toISOString() };
    const due = { createdAt, subjectId: "piano" };
    noticesOf(home, "Mia").add({ ...due, about: about("Mia") });
    noticesOf(home, "Ben").add({ ...due, about: about("Ben") });
    // Another reminder of the same people about the same thing.
    noticesOf(home, "Anna").add({ ...due, minutes: 15, about: [...about("Mia"), ...about("Ben")] });
    noticesOf(home, "Anna").add({ ...late, about: about("Anna") });
    const { notice } = await noticesOf(home, "Ben").addTask("Letter");
    await home.api("Ben").post(`/app/notices/${notice}`, { action: "dismiss" });
    const band = page.getByRole("region", { name: "Due now" });
    await band.getByText(/^(Mia, Ben|Ben, Mia)$/).waitFor();
    await expectPoll(() => band.getByRole("listitem").count()).toBe(1);
    await band.getByRole("button", { name: "Seen" }).tap();
    await band.waitFor({ state: "detached" });
  });
});

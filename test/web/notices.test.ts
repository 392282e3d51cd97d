/** The bell, the pages behind messages, the offer after a first event, and the band on the wall. */
import { describe, expect } from "bun:test";
import { day, hour } from "../../src/lib/time.ts";
import { noticeToken } from "../../src/notices/token.ts";
import { open, test } from "../support/browser.ts";
import { expectAccessible } from "../support/browser-axe.ts";
import { browserHome } from "../support/browser-home.ts";
import { expectGoodLooks, expectGoodLooksInBothSchemes } from "../support/browser-looks.ts";
import { expectPoll } from "../support/browser-wait.ts";
import { addNotice } from "../support/notices.ts";
import { noMember, pairDevice } from "../support/wall.ts";
import { channelOf, NoticeServer, noticeId, noticeOf, openWithNotices, settingsOf } from "../support/web-notices.ts";

const home = await browserHome();

function serverWith(...notices: NoticeServer["notices"]): NoticeServer {
  const server = new NoticeServer();
  server.notices = notices;
  return server;
}

/** A notice of the server itself, about a task of Anna's that is due today. */
async function addTaskNotice(label: string): Promise<{ task: string; token: string }> {
  const { id: memberId } = home.member("Anna");
  const { householdId } = home.work();
  const now = home.now();
  const dueDate = now.toISOString().slice(0, 10);
  const { body } = await home.api("Anna").post("/v1/tasks", { label, memberId, dueDate });
  const owner = { db: home.db, id: householdId, members: { anna: { id: memberId } }, clock: { now } };
  const noticeId = addNotice(owner, {
    ...{ kind: "task", subjectType: "task", subjectId: body.id, slot: dueDate, about: [memberId] },
    ...{ facts: { type: "task", label, dueDate }, expiresAt: new Date(now.getTime() + day).toISOString() },
  });
  return { task: body.id, token: noticeToken(home.db, { householdId, noticeId }) };
}

const isDone = async (task: string) => (await home.api("Anna").get(`/v1/tasks/${task}`)).body.completedAt !== null;

const chore = () => {
  const subject = { type: "chore", id: noticeId(600) };
  return noticeOf(1, { kind: "chore", subject, title: "Your turn: Dishwasher", body: "", actions: ["done", "snooze"] });
};

describe("the bell", () => {
  test("counts what is new, and updates by the live channel", async () => {
    const server = serverWith(noticeOf(2));
    const page = await openWithNotices(home, server, { as: "Anna", device: "phone" });
    await page.getByRole("button", { name: "Notifications: 1 new notification" }).waitFor();
    server.notices = [chore(), ...server.notices];
    server.tell();
    await page.getByRole("button", { name: "Notifications: 2 new notifications" }).tap();
    await page.getByRole("dialog", { name: "Notifications" }).waitFor();
    await expectPoll(() => server.calls.map(({ path, body }) => ({ path, body }))).toEqual([
      { path: "/app/notices/read", body: { upTo: noticeId(1) } },
    ]);
    await expectGoodLooks(page, "bell");
    await page.goBack();
    await page.getByRole("button", { name: "Notifications", exact: true }).first().waitFor();
  });

  test("completes, delays and dismisses, and what is done can be undone", async () => {
    const { task } = await addTaskNotice("Present");
    await addTaskNotice("Letter");
    await addTaskNotice("Paper");
    const page = await open(home, { as: "Anna" });
    await page.getByRole("button", { name: /^Notifications/ }).click();
    await page.getByRole("button", { name: /^Done: .*Present/ }).click();
    await expectPoll(() => isDone(task)).toBe(true);
    await page.getByRole("button", { name: "Undo" }).click();
    await expectPoll(() => isDone(task)).toBe(false);
    await page.getByRole("button", { name: /^In 1 hour: .*Letter/ }).click();
    await page.getByRole("button", { name: /^Dismiss: .*Paper/ }).click();
    const stateOf = async (word: string) => {
      const { notices } = (await home.api("Anna").get("/app/notices")).body;
      return notices.find(({ title }: { title: string }) => title.includes(word)).state;
    };
    await expectPoll(() => Promise.all(["Present", "Letter", "Paper"].map(stateOf))).toEqual([
      "done",
      "snoozed",
      "dismissed",
    ]);
  });

  test("is under More on other screens of a phone, and empty at first", async () => {
    const page = await openWithNotices(home, serverWith(), { as: "Ben", device: "phone", path: "/tasks" });
    await page.getByRole("button", { name: "More" }).tap();
    await page.getByRole("button", { name: "Notifications", exact: true }).tap();
    await page.getByRole("heading", { name: "Nothing yet" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "What you are told, and how" }).tap();
    await page.getByRole("heading", { name: "This device" }).waitFor();
  });

  for (const [device, locale] of [
    ["tablet", "de-DE"],
    ["desktop", "en-GB"],
  ] as const) {
    test(`is in the navigation of a ${device}`, async () => {
      const server = serverWith(chore(), noticeOf(2), noticeOf(3));
      const page = await openWithNotices(home, server, { as: "Anna", device, locale });
      await page.getByRole("navigation").getByText(/^3 ne/).first().waitFor({ state: "attached" });
      await expectGoodLooksInBothSchemes(page, `bell rail ${locale}`);
      await page.getByRole("button", { name: locale === "de-DE" ? /^Mitteilungen/ : /^Notifications/ }).click();
      await page.getByRole("dialog").waitFor();
      await expectGoodLooksInBothSchemes(page, `bell open ${locale}`);
    });
  }
});

describe("the page of a notice", () => {
  test("acts without a sign-in, and only after a press", async () => {
    const { task, token } = await addTaskNotice("Dishwasher");
    const page = await open(home, { device: "phone", path: `/n/${token}`, allow: [noMember] });
    await page.getByRole("heading", { name: /Dishwasher/ }).waitFor();
    await expectGoodLooksInBothSchemes(page, "linked notice");
    await expectPoll(() => isDone(task)).toBe(false);
    await page.getByRole("button", { name: "In 1 hour" }).waitFor();
    await page.getByRole("button", { name: "Done" }).tap();
    await page.getByText("Done: Dishwasher").waitFor();
    await expectPoll(() => isDone(task)).toBe(true);
    await expectPoll(() => page.getByRole("button", { name: "Done" }).count()).toBe(0);
  });

  test("says so when the link is too old", async () => {
    const server = new NoticeServer();
    server.answers["GET /app/notices/link/old"] = {
      status: 403,
      body: { error: "Link is not valid", statusCode: 403 },
    };
    const page = await openWithNotices(home, server, { path: "/n/old", locale: "de-DE", allow: [noMember] });
    await page.getByRole("heading", { name: "Dieser Link gilt nicht mehr" }).waitFor();
    await expectAccessible(page);
  });

  test("is in the app for a member", async () => {
    const server = serverWith(chore());
    const page = await openWithNotices(home, server, { as: "Anna", path: `/notice/${noticeId(1)}` });
    await page.getByRole("heading", { name: "Your turn: Dishwasher" }).waitFor();
    await expectGoodLooks(page, "notice page");
    await page.getByRole("button", { name: "In 1 hour" }).click();
    await expectPoll(() => server.notices[0]!.state).toBe("snoozed");
    await page.goto(`${home.url}/notice/${noticeId(2)}`);
    await page.getByText("This notification is no longer there").waitFor();
  });

  test("stops mails by one press", async () => {
    const server = new NoticeServer();
    const page = await openWithNotices(home, server, { path: "/mail-off/xyz", device: "phone", allow: [noMember] });
    const stop = page.getByRole("button", { name: "Stop these mails" });
    await stop.waitFor();
    await expectGoodLooks(page, "mail off");
    expect(server.calls).toEqual([]);
    await stop.tap();
    await page.getByText("No more mails go to this address.").waitFor();
    expect(server.calls.map(({ path }) => path)).toEqual(["/app/mail/off/xyz"]);
  });
});

describe("an event with a reminder", () => {
  const path = "/calendar?new=2026-11-26T10:00&until=2026-11-26T11:00";

  test("offers notifications once on a device, and asks the browser only after a tap", async () => {
    const server = new NoticeServer();
    const page = await openWithNotices(home, server, { as: "Anna", device: "phone", path, push: "default" });
    await page.getByRole("textbox", { name: "Title" }).fill("Dentist");
    await page.getByText("You get it under the bell only.").waitFor();
    await page.getByRole("link", { name: "Turn on notifications" }).waitFor();
    await page.getByRole("button", { name: "Save" }).tap();
    const offer = page.getByRole("region", { name: "Turn on notifications on this device?" });
    await offer.waitFor();
    await expectGoodLooks(page, "offer", {
      ".calendar-event, .calendar-bar, .calendar-date, .calendar-more": "see test/browser/tour/looks.ts",
    });
    await expectPoll(() => page.evaluate("Notification.permission")).toBe("default");
    await offer.getByRole("button", { name: "Turn on" }).tap();
    await page.getByText("Notifications are on for this device").waitFor();
    await offer.waitFor({ state: "detached" });
    expect(server.settings.channels).toHaveLength(1);
  });

  test("never offers them again after “Not now”", async () => {
    const page = await openWithNotices(home, new NoticeServer(), { as: "Ben", path, push: "default" });
    const offer = page.getByRole("region", { name: "Turn on notifications on this device?" });
    for (const title of ["Dentist", "Piano"]) {
      await page.getByRole("textbox", { name: "Title" }).fill(title);
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText(`Added “${title}”`).waitFor();
      if (title === "Dentist") await offer.getByRole("button", { name: "Not now" }).click();
      else await expectPoll(() => offer.count()).toBe(0);
      await page.goto(home.url + path);
    }
  });

  test("says who gets it, and how", async () => {
    const server = new NoticeServer();
    const mia = home.member("Mia").id;
    server.settings = settingsOf({ channels: [channelOf(1)], unreachable: [mia] });
    const page = await openWithNotices(home, server, { as: "Anna", path });
    await page.getByText("You get it by anna@example.org.").waitFor();
    const who = page.getByRole("group", { name: "Who" });
    await who.locator("label", { hasText: "Mia" }).click();
    await page.getByText("For Mia, you get it by anna@example.org.").waitFor();
    await who.locator("label", { hasText: "Ben" }).click();
    await page.getByText("For Mia, you get it by anna@example.org. Ben: in their own ways.").waitFor();
    await page.getByRole("combobox", { name: "Reminder" }).selectOption({ label: "No reminder" });
    await expectPoll(() => page.getByText(/you get it by/).count()).toBe(0);
  });

  test("of a whole day is reminded of at times of day", async () => {
    const page = await openWithNotices(home, new NoticeServer(), { as: "Anna", path, device: "phone" });
    await page.getByRole("textbox", { name: "Title" }).fill("Waste paper");
    await page.getByRole("combobox", { name: "Reminder" }).selectOption({ label: "30 minutes before" });
    await page.getByRole("switch", { name: "All day" }).tap();
    const reminder = page.getByRole("combobox", { name: "Reminder" });
    await expectPoll(() => reminder.inputValue()).toBe("default");
    await reminder.selectOption({ label: "The evening before at 18:00" });
    await reminder.selectOption({ label: "The day before at 9:00" });
    await page.getByRole("button", { name: "Save" }).tap();
    await page.getByText("Added “Waste paper”").waitFor();
    const { events } = (await home.api("Anna").get("/v1/events?from=2026-11-25T00:00:00Z&to=2026-11-28T00:00:00Z"))
      .body;
    const saved = events.find(({ title }: { title: string }) => title === "Waste paper");
    expect(saved).toMatchObject({ allDay: true, reminderMinutesList: [360, 900] });
  });
});

test("a list is followed from its menu, but a personal one has nobody to follow", async () => {
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
  await page.goto(`${home.url}/lists/${own.id}`);
  await menu.click();
  await page.getByRole("menuitem", { name: "Name and look" }).waitFor();
  await expectPoll(() => page.getByRole("menuitem", { name: /Tell me/ }).count()).toBe(0);
});

test("an invitation goes by mail where the server can send it", async () => {
  const server = new NoticeServer();
  const mia = home.member("Mia").id;
  const page = await openWithNotices(home, server, { as: "Anna", path: `/settings/members?invite=${mia}` });
  await page.getByRole("textbox", { name: "Or by mail" }).fill("mia@example.org");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send by mail" }).click();
  await page.getByText("The invitation is on its way to mia@example.org").waitFor();
  expect(server.calls).toEqual([
    { method: "POST", path: `/app/members/${mia}/invitation/mail`, body: { address: "mia@example.org" } },
  ]);
});

test("a check-in reminds those who are asked, unless that is switched off", async () => {
  const page = await openWithNotices(home, new NoticeServer(), { as: "Anna", path: "/check-ins?edit=new" });
  await page.getByRole("switch", { name: /^Remind them/, checked: true }).click();
  await page.getByRole("group", { name: "Who is asked?" }).locator("label", { hasText: "Mia" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Added “Happiness”").waitFor();
  const checkIns = async () => (await home.api("Anna").get("/v1/check-ins")).body.checkIns;
  await expectPoll(checkIns).toMatchObject([{ notify: false }]);
});

describe("the wall", () => {
  test("shows what is due in a band, with faces, until somebody touches it", async () => {
    const server = serverWith();
    const { token } = await pairDevice(home);
    const page = await open(home, { device: "tablet", fresh: true, path: "/manifest.webmanifest", allow: [noMember] });
    await server.answer(page.context());
    await page.context().addCookies([{ name: "inglenook_device", value: token, url: home.url }]);
    await page.goto(home.url);
    await page.locator("[data-size=wall] .wall").waitFor();
    const shared = { names: ["Mia"], memberId: home.member("Mia").id, dueAt: home.now().toISOString() };
    const late = noticeOf(20, { title: "An hour ago", dueAt: new Date(home.now().getTime() - hour).toISOString() });
    server.notices = [
      noticeOf(1, shared),
      noticeOf(2, { ...shared, subject: noticeOf(1).subject, names: ["Ben"] }),
      late,
    ];
    server.tell();
    const band = page.getByRole("region", { name: "Due now" });
    await band.getByText("Mia, Ben").waitFor();
    await expectPoll(() => band.getByRole("listitem").count()).toBe(1);
    await expectGoodLooksInBothSchemes(page, "wall band");
    await band.getByRole("button", { name: "Seen" }).tap();
    await band.waitFor({ state: "detached" });
  });

  test("has a sound only after its own switch is on", async () => {
    const { token } = await pairDevice(home);
    const page = await open(home, { device: "tablet", fresh: true, path: "/manifest.webmanifest", allow: [noMember] });
    await serverWith().answer(page.context());
    await page.context().addCookies([{ name: "inglenook_device", value: token, url: home.url }]);
    await page.goto(home.url);
    await page.getByRole("button", { name: "Settings" }).tap();
    const sound = page.getByRole("switch", { name: /^Sound for reminders/ });
    await sound.tap();
    await page.getByRole("switch", { name: /^Sound for reminders/, checked: true }).waitFor();
    await expectPoll(() => page.evaluate("localStorage.getItem('inglenook-wall-sound')")).toBe("on");
    await expectAccessible(page);
  });
});

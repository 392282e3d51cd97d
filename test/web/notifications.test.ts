/** Settings → Notifications, in every state of the device. The stand-in is `web-notices.ts`. */

import { describe, expect } from "bun:test";
import { hour } from "../../src/lib/time.ts";
import { open, test } from "../support/browser.ts";
import { expectAccessible } from "../support/browser-axe.ts";
import { browserHome } from "../support/browser-home.ts";
import { layoutShift } from "../support/browser-layout.ts";
import { expectGoodLooks } from "../support/browser-looks.ts";
import { expectPoll } from "../support/browser-wait.ts";
import { afterAllTests } from "../support/clean-up.ts";
import { startSinks } from "../support/sinks.ts";
import { channelOf, NoticeServer, noticeId, openWithNotices, settingsOf } from "../support/web-notices.ts";

const sinks = startSinks();
afterAllTests(() => sinks.stop());
const home = await browserHome({
  env: { NTFY_URLS: `https://ntfy.sh,${sinks.origins.ntfy}`, APPRISE_URL: sinks.origins.apprise },
});
const mia = home.member("Mia").id;
const path = "/settings/notifications";

function busyServer(): NoticeServer {
  const server = new NoticeServer();
  const failing = channelOf(2, {
    ...{ kind: "ntfy", label: "ntfy", address: "ntfy.sh", state: "failing", reason: "429 Too Many Requests" },
    subscribeUrl: "https://ntfy.sh/ingle-abcdefghijklmnopqrst",
  });
  server.settings = settingsOf({
    channels: [
      channelOf(0, { kind: "push", label: "Firefox on Android", address: "push.services.mozilla.com" }),
      channelOf(1, { lastSentAt: new Date(home.now().getTime() - hour).toISOString() }),
      failing,
      channelOf(3, { kind: "mail", label: "work@example.org", address: "work@example.org", state: "unverified" }),
    ],
    unreachable: [mia],
    sent: [
      {
        id: noticeId(1),
        channelId: noticeId(701),
        title: "In 10 min: Piano",
        state: "sent",
        reason: null,
        at: home.now().toISOString(),
      },
      {
        id: noticeId(2),
        channelId: noticeId(702),
        title: "Mia: Piano in 10 min",
        state: "failed",
        reason: "429 Too Many Requests",
        at: home.now().toISOString(),
      },
      {
        id: noticeId(3),
        channelId: noticeId(999),
        title: "Tomorrow: Waste paper",
        state: "expired",
        reason: null,
        at: home.now().toISOString(),
      },
    ],
  });
  return server;
}

describe("this device", () => {
  test("turns notifications on, tests them, and turns them off", async () => {
    const server = new NoticeServer();
    const page = await openWithNotices(home, server, { as: "Anna", device: "phone", path, push: "default" });
    await page.getByText("Notifications are off", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Turn on", exact: true }).tap();
    await page.getByText("Notifications are on", { exact: true }).waitFor();
    const put = server.calls.find((call) => call.path === "/app/notifications/push");
    expect(put).toMatchObject({ method: "PUT", body: { keys: { p256dh: "p", auth: "a" } } });
    expect(put?.body.label).toContain("Chrome");
    await page.getByRole("button", { name: "Send a test to this device" }).tap();
    await page.getByText(/^Sent to this device\./).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Turn off" }).tap();
    await page.getByText("Notifications are off", { exact: true }).waitFor();
    await expectPoll(() => server.settings.channels).toEqual([]);
  });

  test("says what happened to a test that failed", async () => {
    const server = new NoticeServer();
    const page = await openWithNotices(home, server, { as: "Anna", path, push: "default" });
    await page.getByRole("button", { name: "Turn on", exact: true }).click();
    const button = page.getByRole("button", { name: "Send a test to this device" });
    server.answers[`POST /app/notifications/channels/${noticeId(700)}/test`] = {
      body: { outcome: "down", reason: "getaddrinfo ENOTFOUND" },
    };
    await button.click();
    await page.getByText("Your server can’t send this way right now.").waitFor();
    await page.getByText("(getaddrinfo ENOTFOUND)").waitFor();
  });

  test("says how to allow blocked notifications", async () => {
    const page = await openWithNotices(home, new NoticeServer(), { as: "Anna", path, push: "denied" });
    await page.getByText("Notifications are blocked").waitFor();
    await expectAccessible(page);
  });

  test("says what HTTPS brings at an address without it", async () => {
    const page = await openWithNotices(home, new NoticeServer(), {
      as: "Anna",
      path,
      plainHttp: true,
      device: "phone",
    });
    await page.getByText("At this address, notifications can’t come").waitFor();
    await page.getByText(/The README of your server has the recipe/).waitFor();
    await expectGoodLooks(page, "notifications insecure");
  });

  for (const colorScheme of ["light", "dark"] as const) {
    test(`shows how to put the app on the home screen of an iPhone, ${colorScheme}`, async () => {
      const server = new NoticeServer();
      const page = await openWithNotices(home, server, {
        as: "Anna",
        path: "/manifest.webmanifest",
        device: "phone",
        colorScheme,
      });
      await page.addInitScript(() => {
        const iphone =
          "Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 Version/18.4 Safari/604.1";
        Object.defineProperty((globalThis as any).navigator, "userAgent", { value: iphone });
        Object.defineProperty((globalThis as any).navigator, "vendor", { value: "Apple Computer, Inc." });
      });
      await page.goto(home.url + path);
      await page.getByText("Choose “Add to Home Screen”.").waitFor();
      await expectPoll(() => page.locator(".settings-install svg").count()).toBe(3);
      await expectGoodLooks(page, `notifications iphone ${colorScheme}`);
    });
  }

  test("subscribes again after the server got a new key", async () => {
    const server = new NoticeServer();
    const page = await openWithNotices(home, server, { as: "Anna", path, push: "default" });
    await page.getByRole("button", { name: "Turn on", exact: true }).click();
    await page.getByText("Notifications are on", { exact: true }).waitFor();
    const puts = () => server.calls.filter((call) => call.path === "/app/notifications/push");
    const [first] = puts();
    const { available } = server.settings;
    const publicKey = "BJ9ExY1lB6T0bUEd9Mv2bdUiE-UvyWjYzLLw_kEVYyTS5Vt9kIPHEwLGzMpZQJtDE4n0QXcHyMBAFnQSoJBfsAo";
    server.settings = { ...server.settings, available: { ...available, push: { publicKey, apple: true } } };
    await page.goto(home.url);
    await expectPoll(() => puts().length).toBe(2);
    expect(puts()[1]!.body.endpoint).not.toBe(first!.body.endpoint);
  });

  test("is forgotten when its member signs out", async () => {
    const server = new NoticeServer();
    const own = await browserHome();
    const page = await openWithNotices(own, server, { as: "Anna", path, push: "default", allow: [/status of 401/] });
    await page.getByRole("button", { name: "Turn on", exact: true }).click();
    await page.getByText("Notifications are on", { exact: true }).waitFor();
    await page.goto(`${own.url}/settings/you`);
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.getByRole("heading", { name: "Come on in" }).waitFor();
    await expectPoll(() => server.settings.channels).toEqual([]);
  });
});

describe("the settings", () => {
  for (const [device, colorScheme] of [
    ["phone", "light"],
    ["phone", "dark"],
    ["tablet", "dark"],
    ["desktop", "light"],
  ] as const) {
    test(`are accessible and fit on a ${device}, ${colorScheme}`, async () => {
      const page = await openWithNotices(home, busyServer(), {
        as: "Anna",
        device,
        colorScheme,
        path,
        push: "default",
      });
      await page.getByText("Notifications are off", { exact: true }).waitFor();
      expect(await layoutShift(page)).toBeLessThan(0.02);
      await expectGoodLooks(page, `notifications ${colorScheme}`);
      const height = await page.evaluate("document.documentElement.scrollHeight");
      await page.setViewportSize({ width: page.viewportSize()!.width, height: Number(height) });
      await expectGoodLooks(page, `notifications whole ${colorScheme}`);
    });
  }

  test("fit on an upright tablet, in German", async () => {
    const server = busyServer();
    const page = await openWithNotices(home, server, {
      as: "Anna",
      device: "tablet",
      path,
      push: "default",
      locale: "de-DE",
    });
    await page.setViewportSize({ width: 820, height: 1180 });
    await page.getByText("Mitteilungen sind ausgeschaltet").waitFor();
    await expectGoodLooks(page, "notifications german");
    await expectPoll(() => server.settings.preferences.language).toBe("de");
  });

  test("save each choice at once", async () => {
    const anna = home.api("Anna");
    const [ntfy, apprise] = await Promise.all(
      [{ kind: "ntfy" }, { kind: "apprise", key: "home" }].map(async (way) => {
        const { body } = await anna.post("/app/notifications/channels", way);
        return body.id;
      }),
    );
    await anna.post("/app/members", { name: "Leo", role: "child" });
    const settings = async () => (await anna.get("/app/notifications")).body.preferences;
    const page = await open(home, { as: "Anna", path });
    await page.getByRole("button", { name: "Events: ntfy" }).click();
    await expectPoll(async () => (await settings()).kinds.event).toEqual([apprise]);
    await page.getByRole("button", { name: "Events: ntfy", pressed: false }).click();
    await expectPoll(async () => (await settings()).kinds.event).toBe("all");
    await page.getByRole("switch", { name: /^Quiet hours/ }).click();
    await expectPoll(async () => (await settings()).quiet).toBeNull();
    await page.getByRole("switch", { name: /^Tasks at a time/ }).click();
    await expectPoll(async () => (await settings()).taskAt).toBe("16:00");
    await page.getByRole("checkbox", { name: "Leo" }).click();
    await expectPoll(async () => (await settings()).alsoFor).toEqual([]);
    await page.getByRole("checkbox", { name: "Leo" }).click();
    await expectPoll(async () => (await settings()).alsoFor).toBeNull();
    await page
      .getByRole("group", { name: "How much a message shows" })
      .locator("label", { hasText: "Nothing" })
      .click();
    await expectPoll(async () => (await settings()).details).toBe("none");
    await page.getByRole("combobox", { name: /^Whole-day events/ }).selectOption({ label: "The day before" });
    await expectPoll(async () => (await settings()).allDayAt).toEqual({ daysBefore: 1, time: "08:00" });
    for (const id of [ntfy, apprise]) await anna.delete(`/app/notifications/channels/${id}`);
  });

  test("add a mail address that its owner confirms by a code", async () => {
    const server = new NoticeServer();
    const page = await openWithNotices(home, server, { as: "Ben", device: "phone", path });
    await page.getByRole("button", { name: "Add mail" }).tap();
    await page.getByRole("textbox", { name: "Mail address" }).fill("ben at home");
    await page.getByRole("button", { name: "Send the code" }).tap();
    await page.getByText("This does not look like an email address.").waitFor();
    await page.getByRole("textbox", { name: "Mail address" }).fill("ben@example.org");
    await page.getByRole("button", { name: "Send the code" }).tap();
    await page.getByText(/It is in the mail to ben@example.org/).waitFor();
    await expectGoodLooks(page, "notifications code");
    await page.getByRole("textbox", { name: "Code" }).fill("123 456");
    await page.getByRole("button", { name: "Confirm" }).tap();
    await page.getByText("Reminders come to ben@example.org").waitFor();
    await expectPoll(() => server.calls.find((call) => call.path.endsWith("/verify"))?.body).toEqual({
      code: "123456",
    });
  });

  test("add ntfy, with a topic to copy, try it, and remove it", async () => {
    const page = await open(home, { as: "Ben", device: "phone", path });
    await page.getByRole("button", { name: "Add ntfy" }).tap();
    await page.getByText(/Topics of ntfy.sh are not secret/).waitFor();
    await expectGoodLooks(page, "notifications ntfy");
    const { host } = new URL(sinks.origins.ntfy);
    await page.getByRole("combobox", { name: "ntfy server" }).selectOption({ label: host });
    await page.getByRole("button", { name: "Add", exact: true }).tap();
    await page.getByRole("link", { name: "Open the ntfy app" }).waitFor();
    const topic = await page.getByRole("textbox", { name: "Topic" }).inputValue();
    await expectGoodLooks(page, "notifications way");
    await page.getByRole("button", { name: "Cancel" }).tap();
    await page.getByRole("button", { name: "Send a test to ntfy" }).tap();
    await page.getByText(/^Sent to ntfy/).waitFor();
    expect(sinks.arrivals.map(({ kind, address }) => [kind, address])).toEqual([["ntfy", topic]]);
    await page.getByRole("button", { name: "Change ntfy" }).tap();
    await page.getByRole("button", { name: "Delete", exact: true }).tap();
    await page.getByRole("button", { name: "Remove this way" }).tap();
    await page.getByText("ntfy is removed").waitFor();
    await page.getByText("Nothing else is set up").waitFor();
  });

  test("add Apprise by its key", async () => {
    const server = new NoticeServer();
    const page = await openWithNotices(home, server, { as: "Ben", path });
    await page.getByRole("button", { name: "Add Apprise" }).click();
    await page.getByRole("textbox", { name: "Key" }).fill("not a key");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("1 to 64 letters, digits, dashes or underscores").waitFor();
    await page.getByRole("textbox", { name: "Key" }).fill("ben_2");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("Apprise is added").waitFor();
  });

  test("are open to children, without the members of others", async () => {
    const page = await openWithNotices(home, busyServer(), { as: "Mia", device: "phone", path });
    await page.getByText("Also events for everybody").waitFor();
    await expectPoll(() => page.getByText("Also for", { exact: true }).count()).toBe(0);
    await expectAccessible(page);
  });

  test("say so where the server sends nothing, or has no other way", async () => {
    const server = new NoticeServer();
    const { push } = server.settings.available;
    server.settings = settingsOf({
      available: { push, mail: false, ntfy: [], apprise: false, isDelivering: false },
    });
    const page = await openWithNotices(home, server, { as: "Anna", path });
    await page.getByText(/This server sends nothing/).waitFor();
    await page.getByText(/has not set SMTP_URL/).waitFor();
    await expectGoodLooks(page, "notifications silent");
  });

  test("can be loaded again after a failure", async () => {
    const server = new NoticeServer();
    server.answers["GET /app/notifications"] = { status: 400, body: { error: "Out of order", statusCode: 400 } };
    const page = await openWithNotices(home, server, { as: "Anna", path, allow: [/status of 400/] });
    const retry = page.getByRole("button", { name: "Try again" });
    await retry.waitFor();
    await expectAccessible(page);
    server.answers = {};
    await retry.click();
    await page.getByRole("heading", { name: "What you are told about" }).waitFor();
  });
});

/** Settings → Notifications: this device, other channels, and the kinds of messages. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { removeSignIn } from "#overview/member-admin/removal.ts";
import { transact } from "#platform/db/client.ts";
import { memberRemovals } from "#server/member-removals.ts";
import { open, test } from "../../support/browser/browser.ts";
import { moveTo } from "../../support/browser/go.ts";
import { browserHome } from "../../support/browser/home.ts";
import { channelOf, noticeId, settingsOf } from "../../support/browser/homes/notices.ts";
import { givePush, takePush } from "../../support/browser/push.ts";
import { eventually, expectPoll } from "../../support/browser/wait.ts";
import { afterAllTests } from "../../support/home/clean-up.ts";
import { startSinks } from "../../support/reminders/sinks.ts";

const path = "/settings/notifications";
const sinks = startSinks();
afterAllTests(() => sinks.stop());
const { APPRISE_URL, MAIL_FROM, SMTP_URL } = sinks.env;
const env = { APPRISE_URL, MAIL_FROM, SMTP_URL, NTFY_URLS: `https://ntfy.sh,${sinks.origins.ntfy}` };
const notificationsHome = () => browserHome({ env, alone: false });

/** Replaces the server's response to requests that send a test message. */
const answerTests = (page: Page, outcome: string, reason: string | null = null) =>
  page.route(/\/channels\/[^/]+\/test$/, (route) => route.fulfill({ json: { outcome, reason } }));

/** Makes the page check the browser's permissions again, as after a change in another window. */
const lookAgain = (page: Page) => page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");

/** Turns notifications on for Anna, in a browser with simulated push support that remains after a reload. */
async function turnedOn() {
  const home = await notificationsHome();
  const channels = async () => (await home.api("Anna").get("/app/notifications")).body.channels;
  const page = await open(home, { as: "Anna", path: "/manifest.webmanifest", allow: [/status of 401/] });
  await givePush(page, "default", { lasts: true });
  await page.goto(home.url + path);
  await page.getByRole("button", { name: "Turn on", exact: true }).click();
  await page.getByText("Notifications are on", { exact: true }).waitFor();
  await expectPoll(channels).toHaveLength(1);
  return { home, page, channels };
}

describe("Notifications in a browser", () => {
  test("A member can turn on notifications in a browser, send a test to it, and turn them off again", async () => {
    const home = await notificationsHome();
    const channels = async () => (await home.api("Anna").get("/app/notifications")).body.channels;
    const page = await open(home, { as: "Anna", device: "phone", path: "/activity" });
    await givePush(page, "default");
    await moveTo(page, path);
    await page.getByText("Notifications are off", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Turn on", exact: true }).tap();
    await page.getByText("Notifications are on", { exact: true }).waitFor();
    await expectPoll(channels).toMatchObject([{ kind: "push", label: expect.stringContaining("Chrome") }]);
    await answerTests(page, "sent");
    const button = page.getByRole("button", { name: "Send a test to this device" });
    await button.tap();
    await page.getByText(/^Sent to this device\./).waitFor();
    await page.unrouteAll();
    await answerTests(page, "down", "getaddrinfo ENOTFOUND");
    await button.tap();
    await page.getByText("Your server can’t send this way right now.").waitFor();
    await page.getByText("(getaddrinfo ENOTFOUND)").waitFor();
    await page.getByRole("button", { name: "Turn off" }).tap();
    await page.getByText("Notifications are off", { exact: true }).waitFor();
    await expectPoll(channels).toEqual([]);
    await takePush(page);
  });

  test("The settings say what prevents notifications in the browser, and how to change that", async () => {
    const home = await notificationsHome();
    const page = await open(home, { as: "Anna", device: "phone", path: "/activity" });
    await givePush(page, "denied");
    await moveTo(page, path);
    await page.getByText("Notifications are blocked").waitFor();
    await page.evaluate(() => {
      const { navigator } = globalThis as any;
      const iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1";
      Object.defineProperty(navigator, "userAgent", { value: iphone, configurable: true });
      Object.defineProperty(navigator, "vendor", { value: "Apple Computer, Inc.", configurable: true });
    });
    await lookAgain(page);
    await page.getByText("Choose “Add to Home Screen”.").waitFor();
    await expectPoll(() => page.locator(".settings-install svg").count()).toBe(3);
    await page.evaluate("Object.defineProperty(window, 'isSecureContext', { value: false, configurable: true })");
    await lookAgain(page);
    await page.getByText("At this address, notifications can’t come").waitFor();
    await page.getByText(/The README of your server has the recipe/).waitFor();
    await page.evaluate("Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true })");
    await takePush(page);
  });

  test("A browser renews its push subscription when the server has another public key", async () => {
    const { home, page, channels } = await turnedOn();
    const [former] = await channels();
    const subscribed = () => page.evaluate(() => JSON.parse(sessionStorage.getItem("test-subscription") ?? "{}"));
    const first = await subscribed();
    const publicKey = "BJ9ExY1lB6T0bUEd9Mv2bdUiE-UvyWjYzLLw_kEVYyTS5Vt9kIPHEwLGzMpZQJtDE4n0QXcHyMBAFnQSoJBfsAo";
    await page.route("**/app/notifications", async (route) => {
      const response = await route.fetch();
      const settings = await response.json();
      const available = { ...settings.available, push: { publicKey, apple: true } };
      await route.fulfill({ response, json: { ...settings, available } });
    });
    await page.goto(`${home.url}/settings/you`);
    await eventually("it subscribes with the new key", async () => {
      const { endpoint, key } = await subscribed();
      return endpoint !== first.endpoint && Buffer.from(key).toString("base64url") === publicKey;
    });
    await expectPoll(channels).toHaveLength(2);
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.getByRole("heading", { name: "Come on in" }).waitFor();
    await expectPoll(channels).toMatchObject([{ id: former.id }]);
  });

  test("Notifications stay off if they are turned off while the app renews its push subscription", async () => {
    const { page, channels } = await turnedOn();
    const release = Promise.withResolvers<void>();
    const renewal = "**/app/notifications/push";
    await page.route(renewal, async (route) => {
      await release.promise;
      await route.continue();
    });
    const [begun, ended] = [page.waitForRequest(renewal), page.waitForResponse(renewal)];
    await page.reload();
    await begun;
    await page.getByRole("button", { name: "Turn off" }).click();
    await expectPoll(() => page.getByRole("button", { name: "Turn off" }).getAttribute("aria-busy")).toBe("true");
    release.resolve();
    await ended;
    await page.getByText("Notifications are off", { exact: true }).waitFor();
    await expectPoll(channels).toEqual([]);
  });
});

describe("Other channels", () => {
  test("A member adds a mail address for notifications, and confirms the address by a code in a mail", async () => {
    const home = await notificationsHome();
    const page = await open(home, { as: "Ben", device: "phone", path });
    await page.getByRole("button", { name: "Add mail" }).tap();
    const address = page.getByRole("textbox", { name: "Mail address" });
    const send = page.getByRole("button", { name: "Send the code" });
    await address.fill("ben at home");
    await send.tap();
    await page.getByText("This does not look like an email address.").waitFor();
    const to = `ben@${home.member("Ben").id}.example`;
    await address.fill(to);
    await send.tap();
    await page.getByText(`It is in the mail to ${to}`).waitFor();
    const mail = sinks.arrivals.find((arrival) => arrival.address === to)!;
    const [, code = ""] = /code is (\d{6})/.exec(sinks.textOf(mail)) ?? [];
    await page.getByRole("textbox", { name: "Code" }).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await page.getByRole("button", { name: "Confirm" }).tap();
    await page.getByText(`Reminders come to ${to}`).waitFor();
    const { channels } = (await home.api("Ben").get("/app/notifications")).body;
    expect(channels).toMatchObject([{ kind: "mail", address: to, state: "on" }]);
  });

  test("A member can add ntfy as a channel, copy its topic, send a test, and remove the channel", async () => {
    const home = await notificationsHome();
    const page = await open(home, { as: "Ben", device: "phone", path });
    await page.getByRole("button", { name: "Add ntfy" }).tap();
    await page.getByText(/Topics of ntfy.sh are not secret/).waitFor();
    const { host } = new URL(sinks.origins.ntfy);
    await page.getByRole("combobox", { name: "ntfy server" }).selectOption({ label: host });
    await page.getByRole("button", { name: "Add", exact: true }).tap();
    await page.getByRole("link", { name: "Open the ntfy app" }).waitFor();
    const topic = await page.getByRole("textbox", { name: "Topic" }).inputValue();
    await page.getByRole("button", { name: "Cancel" }).tap();
    await page.getByRole("button", { name: "Send a test to ntfy" }).tap();
    await page.getByText(/^Sent to ntfy/).waitFor();
    expect(sinks.arrivals.filter(({ kind }) => kind === "ntfy").map(({ address }) => address)).toEqual([topic]);
    await page.getByRole("button", { name: "Change ntfy" }).tap();
    await page.getByRole("button", { name: "Delete", exact: true }).tap();
    await page.getByRole("button", { name: "Remove this way" }).tap();
    await page.getByText("ntfy is removed").waitFor();
    await page.getByText("Nothing else is set up").waitFor();
  });

  test("A member can add Apprise as a channel with the key of an Apprise configuration", async () => {
    const home = await notificationsHome();
    const page = await open(home, { as: "Ben", path });
    await page.getByRole("button", { name: "Add Apprise" }).click();
    const key = page.getByRole("textbox", { name: "Key" });
    const add = page.getByRole("button", { name: "Add", exact: true });
    await key.fill("not a key");
    await add.click();
    await page.getByText("1 to 64 letters, digits, dashes or underscores").waitFor();
    await key.fill("ben_2");
    await add.click();
    await page.getByText("Apprise is added").waitFor();
    const { channels } = (await home.api("Ben").get("/app/notifications")).body;
    expect(channels).toMatchObject([{ kind: "apprise", state: "on" }]);
  });

  test("An invitation can be sent by mail if the server is able to send mail", async () => {
    const home = await notificationsHome();
    transact(home.db, () => removeSignIn(home.work(), home.member("Mia").id, memberRemovals));
    const page = await open(home, { as: "Anna", path: `/settings/members?invite=${home.member("Mia").id}` });
    const to = `mia@${home.member("Mia").id}.example`;
    await page.getByRole("textbox", { name: "Or by mail" }).fill(to);
    await page.getByRole("button", { name: "Send by mail" }).click();
    await page.getByText(`The invitation is on its way to ${to}`).waitFor();
    expect(sinks.arrivals.filter(({ address }) => address === to)).toHaveLength(1);
  });
});

describe("The choice of messages", () => {
  test("Each choice of kinds, channels and times of notices is saved as soon as it is changed", async () => {
    const home = await notificationsHome();
    const anna = home.api("Anna");
    const way = async (body: object) => (await anna.post("/app/notifications/channels", body)).body.id as string;
    await way({ kind: "ntfy", server: sinks.origins.ntfy });
    const apprise = await way({ kind: "apprise", key: "home" });
    await anna.post("/app/members", { name: "Leo", role: "child" });
    const settings = async () => (await anna.get("/app/notifications")).body.preferences;
    const page = await open(home, { as: "Anna", path });
    const ntfy = page.getByRole("button", { name: "Events: ntfy" });
    await ntfy.click();
    await expectPoll(settings).toMatchObject({ kinds: { event: [apprise] } });
    await ntfy.and(page.locator("[aria-pressed=false]")).click();
    await page.getByRole("switch", { name: /^Quiet hours/ }).click();
    await page.getByRole("switch", { name: /^Tasks at a time/ }).click();
    await page.getByRole("checkbox", { name: "Leo" }).click();
    await page
      .getByRole("group", { name: "How much a message shows" })
      .locator("label", { hasText: "Nothing" })
      .click();
    await page.getByRole("combobox", { name: /^Whole-day events/ }).selectOption({ label: "The day before" });
    await expectPoll(settings).toMatchObject({
      ...{ kinds: { event: "all" }, quiet: null, taskAt: "16:00", alsoFor: [], details: "none" },
      allDayAt: { daysBefore: 1, time: "08:00" },
    });
    await page.getByRole("checkbox", { name: "Leo" }).click();
    await expectPoll(async () => (await settings()).alsoFor).toBeNull();
  });

  test("A child can choose notifications only for themselves, not on behalf of another member", async () => {
    const home = await notificationsHome();
    transact(home.db, () => removeSignIn(home.work(), home.member("Ben").id, memberRemovals));
    const page = await open(home, { as: "Mia", device: "phone", path });
    await page.getByText("Also events for everybody").waitFor();
    await expectPoll(() => page.getByText("Also for", { exact: true }).count()).toBe(0);
  });

  test("The notification settings offer a retry if loading fails, and name failed or disabled channels", async () => {
    const home = await notificationsHome();
    const page = await open(home, { as: "Anna", path: "/manifest.webmanifest", allow: [/status of 400/] });
    const at = home.now().toISOString();
    const failed = { state: "failed", reason: "429 Too Many Requests", at } as const;
    const settings = settingsOf({
      channels: [
        channelOf(1, { kind: "ntfy", label: "My phone", state: "failing", reason: "503 Service Unavailable" }),
        channelOf(2, { label: "Work", state: "unverified" }),
      ],
      sent: [{ id: noticeId(1), channelId: noticeId(999), title: "In 10 min: Piano", ...failed }],
    });
    const { push } = settings.available;
    const available = { push, mail: false, ntfy: [], apprise: false, isDelivering: false };
    let answer: object = { status: 400, json: { error: "Out of order", statusCode: 400 } };
    await page.route("**/app/notifications", (route) => route.fulfill(answer));
    await page.goto(home.url + path);
    await page.getByRole("button", { name: "Try again" }).waitFor();
    answer = { json: { ...settings, available } };
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "What you are told about" }).waitFor();
    await page.getByText(/This server sends nothing/).waitFor();
    await page.getByText(/has not set SMTP_URL/).waitFor();
    await page
      .getByRole("listitem")
      .filter({ hasText: "My phone" })
      .getByText(/503 Service Unavailable/)
      .waitFor();
    await page
      .getByRole("listitem")
      .filter({ hasText: "Work" })
      .getByRole("button", { name: "Enter the code" })
      .waitFor();
    await page
      .getByRole("listitem")
      .filter({ hasText: "In 10 min: Piano" })
      .getByText("429 Too Many Requests")
      .waitFor();
  });
});

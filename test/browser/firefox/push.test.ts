/**
 * Web push in a real Firefox, from the encrypted request to the click, with a push service on this machine. `bun run
 * prove:firefox-push` sends 200 messages of each kind in each language.
 */
import { describe, expect, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import { noticeKinds } from "#notifications/notices/notice.ts";
import { firefoxPath } from "../../support/browser/firefox.ts";
import { expectPoll } from "../../support/browser/wait.ts";
import { afterAllTests } from "../../support/home/clean-up.ts";
import { serverInProcess } from "../../support/home/home.ts";
import { startPushService } from "./autopush.ts";
import { startFirefox } from "./firefox-session.ts";
import { encrypt } from "./push-crypto.ts";

/** Number of messages that a test sends for each kind of notice and each language. */
const messageCount = Number(process.env.PUSH_MESSAGES ?? 2);
const languages = ["en", "de"] as const;
/** Number of notifications that are shown at the same time. It is small because Firefox opens a window for each. */
const atOnce = 10;
/** Time limit of one test, because Firefox takes up to 20 s to start on a busy machine. */
const patienceMs = 90_000;
const token = "a-token_1";

/** Starts the app's server on a free port. A stub handles `POST /n/{token}` and keeps the requests in `actions`. */
function startSite() {
  const { handle } = serverInProcess();
  const actions: { path: string; body: unknown }[] = [];
  const subscriptions: { endpoint: string }[] = [];
  const listen = (port: number) =>
    Bun.serve({
      hostname: "127.0.0.1",
      port,
      async fetch(request) {
        const { pathname } = new URL(request.url);
        if (request.method === "PUT" && pathname === "/app/notifications/push")
          subscriptions.push((await request.json()) as { endpoint: string });
        if (request.method !== "POST" || !pathname.startsWith("/n/")) return handle(request);
        actions.push({ path: pathname, body: await request.json() });
        return Response.json({ state: "done", line: "Done: Dishwasher" });
      },
    });
  let server = listen(0);
  const { port } = server;
  return {
    url: `http://localhost:${port}`,
    actions,
    subscriptions,
    stop: () => server.stop(true),
    start() {
      server = listen(port ?? 0);
    },
  };
}

type Shown = { title: string; body: string; lang: string; tag: string; actions: unknown; data: unknown };

async function startAll() {
  const [site, service] = [startSite(), await startPushService()];
  afterAllTests(async () => {
    await site.stop();
    await service.stop();
  });
  const firefox = await startFirefox({
    "dom.push.serverURL": service.url,
    "dom.push.testing.allowInsecureServerURL": true,
    // Firefox drops the subscription after 16 messages whose notifications were closed within 3 s without a click.
    "dom.push.maxQuotaPerSubscription": 100_000,
  });
  await firefox.goto(`${site.url}/sign-in`);
  const { publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const serverKey = Buffer.concat([Buffer.of(4), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
  const subscribe = (): Promise<{ endpoint: string; keys: { p256dh: string; auth: string } }> =>
    firefox.evaluate(async (applicationServerKey: string) => {
      const { pushManager } = await navigator.serviceWorker.ready;
      const subscription =
        (await pushManager.getSubscription()) ??
        (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
      return subscription.toJSON();
    }, serverKey.toString("base64url"));
  /** Returns the notifications that the service worker's registration reports. */
  const shown = (): Promise<Shown[]> =>
    firefox.evaluate(async () => {
      const { getNotifications } = await navigator.serviceWorker.ready.then((registration) => ({
        getNotifications: () => registration.getNotifications(),
      }));
      return (await getNotifications()).map((each) => {
        const { title, body, lang, tag, actions, data } = each as Notification & { actions: unknown };
        return { title, body, lang, tag, actions, data };
      });
    });
  const closeAll = () =>
    firefox.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      for (const each of await registration.getNotifications()) each.close();
    });
  const push = async (message: string) => {
    const { endpoint, keys } = await subscribe();
    return fetch(endpoint, { method: "POST", headers: { TTL: "60" }, body: encrypt(keys, message) });
  };
  return { site, service, firefox, subscribe, shown, closeAll, push };
}

const reminder = (url: string, notification: object = {}) =>
  JSON.stringify({
    web_push: 8030,
    notification: {
      ...{
        title: "Your turn: Dishwasher",
        body: "Until 19:00",
        lang: "en",
        dir: "auto",
        tag: "chore-1",
        silent: false,
      },
      navigate: `${url}/tasks`,
      data: { notice: "1", token },
      actions: [
        { action: "done", title: "Done" },
        { action: "snooze", title: "1 h" },
      ],
      ...notification,
    },
    app_badge: 1,
    mutable: true,
  }).padEnd(1_024);

function pushes(): void {
  let started: ReturnType<typeof startAll> | null = null;
  const start = () => {
    started ??= startAll();
    return started;
  };

  test(
    "A push message in Firefox is decrypted and shown once, even if the message arrives twice",
    async () => {
      const { site, service, shown, push, closeAll, firefox } = await start();
      const { status } = await push(reminder(site.url));
      expect(status).toBe(201);
      await expectPoll(shown).toMatchObject([
        {
          ...{ title: "Your turn: Dishwasher", body: "Until 19:00", lang: "en", tag: "chore-1" },
          data: { notice: "1", token, address: `${site.url}/tasks` },
        },
      ]);
      await expectPoll(firefox.alerts).toEqual(["Your turn: Dishwasher"]);
      // The server sends a reminder again if it crashed between sending it and the commit.
      await push(reminder(site.url));
      await expectPoll(() => service.acknowledged.map(({ code }) => code)).toEqual([100, 100]);
      await push(reminder(site.url, { title: "Now: Dishwasher", data: { notice: "2", token } }));
      await expectPoll(shown).toMatchObject([{ title: "Now: Dishwasher" }]);
      await push(reminder(site.url, { title: "Piano", tag: "event-1" }));
      await expectPoll(async () => (await shown()).map(({ title }) => title).toSorted()).toEqual([
        "Now: Dishwasher",
        "Piano",
      ]);
      await closeAll();
    },
    patienceMs,
  );

  test(
    "A click on a notification's button in Firefox reaches the server once, even if the server is down at first",
    async () => {
      const { site, shown, push, firefox } = await start();
      await push(reminder(site.url));
      await expectPoll(firefox.alerts).toContain("Your turn: Dishwasher");
      await firefox.click("Your turn: Dishwasher", "snooze");
      await expectPoll(() => site.actions).toEqual([{ path: `/n/${token}`, body: { action: "snooze" } }]);
      await expectPoll(shown).toEqual([]);
      await push(reminder(site.url, { lang: "de", title: "Du bist dran: Spülmaschine" }));
      await expectPoll(firefox.alerts).toEqual(["Du bist dran: Spülmaschine"]);
      await site.stop();
      await firefox.click("Du bist dran: Spülmaschine", "done");
      const kept = "Gemerkt. Es wird gesendet, sobald der Server antwortet.";
      await expectPoll(shown).toMatchObject([{ title: "Du bist dran: Spülmaschine", body: kept, tag: "chore-1" }]);
      site.start();
      await firefox.goto(`${site.url}/sign-in`);
      await expectPoll(() => site.actions.slice(1)).toEqual([{ path: `/n/${token}`, body: { action: "done" } }]);
      await expectPoll(shown).toEqual([]);
      await firefox.goto(`${site.url}/sign-in`);
      await firefox.evaluate(() => navigator.locks.request("kept-actions", () => null));
      expect(site.actions).toHaveLength(2);
    },
    patienceMs,
  );

  test(
    "A click on a notification in Firefox shows the notification's page in the app's existing window",
    async () => {
      const { site, push, firefox } = await start();
      await firefox.goto(`${site.url}/join`);
      await push(reminder(site.url, { navigate: `${site.url}/setup?from=notice` }));
      await expectPoll(firefox.alerts).toEqual(["Your turn: Dishwasher"]);
      await firefox.click("Your turn: Dishwasher");
      await expectPoll(firefox.address).toBe(`${site.url}/setup?from=notice`);
    },
    patienceMs,
  );

  test(
    "If a push message in Firefox is not valid JSON, a notification is still shown",
    async () => {
      const { push, shown, closeAll } = await start();
      await push("{ not JSON");
      await expectPoll(shown).toMatchObject([{ title: "Inglenook", body: "Open the app" }]);
      await closeAll();
    },
    patienceMs,
  );

  test(
    `Push messages of all ${noticeKinds.length} kinds of notices, in English and German, reach Firefox unchanged`,
    async () => {
      const { site, service, shown, push, closeAll } = await start();
      service.acknowledged.length = 0;
      let sent = 0;
      for (const kind of noticeKinds) {
        for (const lang of languages) {
          for (let left = messageCount; left > 0; left -= atOnce) {
            const wanted = Array.from({ length: Math.min(left, atOnce) }, (_, index) => ({
              title: `${lang === "de" ? "Gleich fällig" : "Due soon"}: ${kind} ${sent + index} 🧽`,
              body: `“${"ü".repeat((sent + index) % 120)}” <b>&amp;</b> \u202b`,
              lang,
              tag: `${kind}-${sent + index}`,
            }));
            await Promise.all(wanted.map((each) => push(reminder(site.url, each))));
            sent += wanted.length;
            await expectPoll(() => service.acknowledged.length).toBe(sent);
            const byTag = (a: { tag: string }, b: { tag: string }) => a.tag.localeCompare(b.tag);
            await expectPoll(async () => (await shown()).toSorted(byTag)).toMatchObject(wanted.toSorted(byTag));
            await closeAll();
            await expectPoll(shown).toEqual([]);
          }
        }
      }
      expect(service.acknowledged.filter(({ code }) => code === 100)).toHaveLength(sent);
      expect(sent).toBe(noticeKinds.length * languages.length * messageCount);
    },
    patienceMs + noticeKinds.length * languages.length * messageCount * 500,
  );

  test(
    "The service worker in Firefox renews a push subscription that the push service has lost",
    async () => {
      const { site, service, subscribe, shown, push } = await start();
      const { endpoint } = await subscribe();
      service.forgetBrowsers();
      await expectPoll(() => site.subscriptions.length).toBe(1);
      const [renewed] = site.subscriptions;
      expect(renewed?.endpoint).not.toBe(endpoint);
      await expectPoll(subscribe).toMatchObject(renewed!);
      await push(reminder(site.url));
      await expectPoll(shown).toHaveLength(1);
    },
    patienceMs,
  );
}

if (firefoxPath !== null) describe("Web push in Firefox", pushes);

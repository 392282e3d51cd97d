/** Push messages and clicks on notifications in a real service worker, even while the server is unreachable. */
import { expect } from "bun:test";
import type { Page, Worker } from "playwright-core";
import { open, test } from "../support/browser/browser.ts";
import { allow, connectionLoss } from "../support/browser/faults.ts";
import { type BrowserHome, browserHome } from "../support/browser/home.ts";
import { expectPoll } from "../support/browser/wait.ts";

declare const navigator: any; // The functions below run in the page, or in the worker.
declare const self: any;
declare const ExtendableEvent: any;

const token = "a-token_1";

/** Replaces the server's response to `POST /n/{token}` while the server runs. Returns the received requests. */
async function answerActions(page: Page, home: BrowserHome) {
  const received: object[] = [];
  await page.context().route(`${home.url}/n/*`, async (route) => {
    const isRunning = await fetch(`${home.url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!isRunning) return route.abort("connectionrefused");
    received.push({ path: new URL(route.request().url()).pathname, body: route.request().postDataJSON() });
    return route.fulfill({ json: { state: "done", line: "Done: Dishwasher" } });
  });
  return received;
}

/**
 * Opens the app with its service worker, and replaces the functions that show notifications and set the badge. Chromium
 * without a window denies notifications, and closes a page whose worker sets a badge.
 */
async function openWithWorker(home: BrowserHome) {
  const page = await open(home, { as: "Anna", shell: true, path: "/tasks" });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  const worker = page.context().serviceWorkers()[0]!;
  await worker.evaluate(() => {
    const shown = new Map();
    const { registration } = self;
    registration.showNotification = async (title: string, options: any) =>
      void shown.set(options.tag, { title, options });
    registration.getNotifications = async ({ tag }: { tag: string }) => {
      const found = shown.get(tag);
      return found ? [{ data: found.options.data, close: () => shown.delete(tag) }] : [];
    };
    self.shown = shown;
    navigator.setAppBadge = async (count: number) => {
      self.badge = count;
    };
  });
  return { page, worker };
}

const shown = (worker: Worker): Promise<{ title: string; options: any }[]> =>
  worker.evaluate(() => [...self.shown.values()]);

/**
 * Clicks the shown notification with this tag, or its button `action`, and waits until the worker has handled the
 * click.
 */
const click = (worker: Worker, tag: string, action = "") =>
  worker.evaluate(
    async ([clicked, name]) => {
      const { title, options } = self.shown.get(clicked);
      const waits: Promise<unknown>[] = [];
      const event = new ExtendableEvent("notificationclick");
      const notification = { title, ...options, close: () => self.shown.delete(clicked) };
      // Only the browser's own events can be extended.
      for (const [key, value] of Object.entries({
        notification,
        action: name,
        waitUntil: (one: any) => waits.push(one),
      }))
        Object.defineProperty(event, key, { value });
      self.dispatchEvent(event);
      await Promise.all(waits);
    },
    [tag, action] as const,
  );

async function deliver(page: Page, home: BrowserHome, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registered = Promise.withResolvers<string>();
  session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(home.url));
    if (own) registered.resolve(own.registrationId);
  });
  await session.send("ServiceWorker.enable");
  const registrationId = await registered.promise;
  await session.send("ServiceWorker.deliverPushMessage", { origin: home.url, registrationId, data });
  await session.detach();
}

/** Ends the worker, as the browser does after half a minute. */
async function endWorker(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.stopAllWorkers");
  await session.detach();
}

const reminder = (home: BrowserHome) =>
  JSON.stringify({
    web_push: 8030,
    notification: {
      ...{ title: "Your turn: Dishwasher", body: "Until 19:00", lang: "en", tag: "chore-1" },
      navigate: `${home.url}/chores`,
      data: { notice: "1", token },
      actions: [{ action: "done", title: "Done" }],
    },
    app_badge: 2,
  });

test("A push message is shown even if it is not valid JSON, and a click opens the screen of the message", async () => {
  const home = await browserHome();
  const { page, worker } = await openWithWorker(home);
  await deliver(page, home, "{ not JSON");
  await expectPoll(() => shown(worker)).toMatchObject([{ title: "Inglenook", options: { body: "Open the app" } }]);
  await worker.evaluate(() => self.shown.clear());
  await deliver(page, home, reminder(home));
  await expectPoll(() => shown(worker)).toMatchObject([
    { title: "Your turn: Dishwasher", options: { body: "Until 19:00", actions: [{ action: "done", title: "Done" }] } },
  ]);
  await expectPoll(() => worker.evaluate(() => self.badge)).toBe(2);
  await click(worker, "chore-1");
  await page.waitForURL(`${home.url}/chores`);
  await expectPoll(() => shown(worker)).toEqual([]);
});

test("If “Done” is pressed in a notification while the server is down, it is sent later, and only once", async () => {
  const home = await browserHome();
  const { page, worker } = await openWithWorker(home);
  allow(page, connectionLoss, /WebSocket/);
  const received = await answerActions(page, home);
  await deliver(page, home, reminder(home));
  await expectPoll(() => shown(worker)).toHaveLength(1);
  await home.stop();
  await click(worker, "chore-1", "done");
  await expectPoll(() => shown(worker)).toMatchObject([
    { title: "Your turn: Dishwasher", options: { body: "Kept. It will be sent as soon as the server answers." } },
  ]);
  await endWorker(page);
  await page.reload();
  await page.getByText(/^Offline:/).waitFor();
  expect(received).toEqual([]);
  await home.start();
  await expectPoll(() => received).toEqual([{ path: `/n/${token}`, body: { action: "done" } }]);
  // The next start of the app finds nothing to send.
  await page.reload();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  await page.getByRole("heading", { name: "Tasks", level: 1 }).waitFor();
  await page.evaluate(() => navigator.locks.request("kept-actions", () => null));
  expect(received).toHaveLength(1);
});

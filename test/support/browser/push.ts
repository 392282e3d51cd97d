/** Replacement for the push service of a browser, which Chromium lacks in tests. */
import type { Page } from "playwright-core";
import { browser } from "../reminders/push-service.ts";

type Answer = "granted" | "denied" | "default";

/**
 * Makes the shown page able to receive push messages, in a browser in which the user has given this `answer` to the
 * question for permission. If the page asks again, the user agrees. With `lasts`, pages that are loaded later can
 * receive push messages as well.
 */
export async function givePush(page: Page, answer: Answer, { lasts = false } = {}): Promise<void> {
  const given = { answer, keys: browser().keys };
  if (lasts) await page.addInitScript(play, given);
  await page.evaluate(play, given);
}

/** Removes the changes that {@link givePush} and tests have made to the globals of the page. */
export async function takePush(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { navigator, sessionStorage, wasPush } = globalThis as any;
    for (const name of ["serviceWorker", "userAgent", "vendor"]) delete navigator[name];
    Object.assign(globalThis, wasPush);
    sessionStorage.clear();
  });
}

/** Replaces the browser's functions for push. The function runs in the page. */
function play({ answer, keys }: { answer: Answer; keys: object }): void {
  const { navigator, sessionStorage, PushManager, Notification } = globalThis as any;
  const global = globalThis as any;
  global.wasPush ??= { PushManager, Notification };
  let current = sessionStorage.getItem("test-permission") ?? answer;
  let subscription: any = JSON.parse(sessionStorage.getItem("test-subscription") ?? "null");
  const wrap = (endpoint: string, key: number[]) => ({
    endpoint,
    options: { applicationServerKey: new Uint8Array(key).buffer },
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: async () => {
      subscription = null;
      sessionStorage.removeItem("test-subscription");
      return true;
    },
  });
  if (subscription) subscription = wrap(subscription.endpoint, subscription.key);
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async ({ applicationServerKey }: any) => {
      const key = [...applicationServerKey];
      if (String(new Uint8Array(subscription?.options.applicationServerKey)) === String(key)) return subscription;
      const endpoint = `https://push.example/${Math.random()}`;
      sessionStorage.setItem("test-subscription", JSON.stringify({ endpoint, key }));
      subscription = wrap(endpoint, key);
      return subscription;
    },
  };
  const registration = { pushManager, update: async () => {} };
  const serviceWorker = {
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
    register: async () => registration,
    addEventListener: () => {},
  };
  Object.defineProperty(navigator, "serviceWorker", { configurable: true, value: serviceWorker });
  global.PushManager = class {};
  global.Notification = {
    get permission() {
      return current;
    },
    requestPermission: async () => {
      if (current === "default") current = "granted";
      sessionStorage.setItem("test-permission", current);
      return current;
    },
  };
}

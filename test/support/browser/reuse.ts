/**
 * Pages that several tests use one after another. Opening a page in a new context takes 0.6 s of processor time, but
 * only 0.25 s in a page that has loaded the same scripts from the same address. For that reason, servers reuse ports
 * too (`server.ts`).
 */
import type { BrowserContext, BrowserContextOptions, CDPSession, Page, Request, WebSocket } from "playwright-core";
import { eventually } from "./wait.ts";

declare const document: any; // Functions given to `page.evaluate` run in the page.
declare const localStorage: any;
declare const sessionStorage: any;
declare const window: any;

/** State of a page that later tests may use. `kind` identifies the options of the page, which cannot be changed. */
type Reusable = {
  readonly kind: string;
  readonly options: BrowserContextOptions;
  readonly session: CDPSession;
  /** Methods in {@link passing} that the test has called. */
  readonly called: Set<string>;
  /** Whether the page's live channel is open. */
  isLive: boolean;
  /** Requests of the page whose responses have not arrived yet. */
  readonly running: Set<Request>;
  /** Whether the test has moved the clock. The app would notice another time only when a minute ends. */
  isMoved: boolean;
};

const reusable = new WeakMap<BrowserContext, Reusable>();
/** Empty pages that can be used again, by kind. */
const idle = new Map<string, Page[]>();
/** Pages that still show the app to the member of an earlier test, by kind and origin. */
const kept = new Map<string, Page[]>();

/** Names of events of a page to which tests listen. */
const listened = [
  ...["console", "download", "framenavigated", "pageerror", "popup"],
  ...["request", "requestfailed", "requestfinished", "response"],
];

/** Returns an empty page of this kind that an earlier test has left. Null if no such page is left. */
export function takePage(kind: string): Page | null {
  return idle.get(kind)?.pop() ?? null;
}

/**
 * Returns a page of this kind that still shows the app to a member of another household at the same origin. Null if
 * no such page is kept.
 */
export function takeKept(kind: string | null, origin: string): Page | null {
  return kept.get(`${kind} ${origin}`)?.pop() ?? null;
}

/** Marks the page as not reusable, for example because its server has ended. */
export function forgetPage(context: BrowserContext): void {
  reusable.delete(context);
}

/** Marks that the clock of the page was moved, so that the next test must load the page again. */
export function markMoved(context: BrowserContext): void {
  const own = reusable.get(context);
  if (own) own.isMoved = true;
}

/**
 * Names of methods whose effect cannot be reverted. If a test calls one of them on a page, the page is not used again.
 */
const lasting = [
  ...["addInitScript", "exposeBinding", "exposeFunction", "routeWebSocket"],
  ...["install", "pauseAt", "runFor", "fastForward", "setSystemTime"],
];

/** Names of methods whose effect is reverted after the test. Reverting one takes some milliseconds. */
const passing = ["setViewportSize", "emulateMedia", "route", "setOffline", "grantPermissions"];

/** Makes a page reusable by later tests that need a page of this kind. */
export async function makeReusable(page: Page, kind: string, options: BrowserContextOptions): Promise<void> {
  const context = page.context();
  const called = new Set<string>();
  const session = await context.newCDPSession(page);
  const running = new Set<Request>();
  const own = { kind, options, session, called, isLive: false, running, isMoved: false };
  reusable.set(context, own);
  // Listens to the context, because `quiet` removes all listeners of the page.
  context.on("request", (request) => running.add(request));
  context.on("requestfinished", (request) => running.delete(request));
  context.on("requestfailed", (request) => running.delete(request));
  let latest: WebSocket | null = null;
  page.on("websocket", (socket) => {
    latest = socket;
    own.isLive = false;
    socket.once("framereceived", () => {
      if (latest === socket) own.isLive = !socket.isClosed();
    });
    socket.once("close", () => {
      if (latest === socket) own.isLive = false;
    });
  });
  for (const target of [page, context, context.clock] as unknown as Record<string, unknown>[]) {
    for (const name of [...lasting, ...passing]) {
      const method = target[name];
      if (typeof method !== "function") continue;
      target[name] = (...args: unknown[]) => {
        if (passing.includes(name)) called.add(name);
        else reusable.delete(context);
        return method.apply(target, args);
      };
    }
  }
}

/**
 * Goes to the first address of a test in a reused page. The session storage is cleared here, because the app writes to
 * it when the previous page is left, and only a page of the same origin can clear it.
 */
export async function goFirst(page: Page, url: string): Promise<void> {
  const session = reusable.get(page.context())?.session;
  await session?.send("Page.enable");
  await session?.send("Page.addScriptToEvaluateOnNewDocument", { source: "sessionStorage.clear()" });
  await page.goto(url);
  await session?.send("Page.disable"); // Removes the script too.
}

/**
 * Waits until the page's live channel is open, so that the server can tell the page that its session has ended. Returns
 * the session. Responses that arrive later do not set the session's cookie again, so the test can replace the cookie.
 */
export async function liveSession(context: BrowserContext, origin: string): Promise<string | null> {
  const own = reusable.get(context);
  await eventually("the live channel is open", () => own?.isLive === true);
  const session = await sessionOf(context);
  // The server renews a cookie at most once a minute. After this request, only earlier requests can renew the cookie.
  await fetch(`${origin}/app/session`, { headers: { Cookie: `${sessionName}=${session}` } });
  await eventually("all responses have arrived", () => own?.running.size === 0);
  return session;
}

/** Returns the value of the session cookie. Null if the cookie is not set. */
async function sessionOf(context: BrowserContext): Promise<string | null> {
  const cookies = await context.cookies();
  return cookies.find(({ name }) => name === sessionName)?.value ?? null;
}

/** Returns the id of the member whose data the app shows. */
export function memberShown(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem("inglenook-member"));
}

/**
 * Changes a reused page to the member whose cookie it has received since its last test. Ends the `former` session on
 * the server, so that the app fetches again who is signed in.
 */
export async function changeHousehold(page: Page, origin: string, former: string): Promise<void> {
  const frame = await page.locator(".frame").elementHandle();
  // It is cleared before the next member's screen writes its own.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key !== "inglenook-member") localStorage.removeItem(key);
    sessionStorage.clear();
  });
  const headers = { Cookie: `${sessionName}=${former}`, Origin: origin };
  const { ok } = await fetch(`${origin}/app/session`, { method: "DELETE", headers });
  if (!ok) throw new Error("The former session could not be ended");
  await eventually("the app shows the next household", () => frame!.evaluate((each: any) => !each.isConnected));
  await page.locator(".frame").waitFor();
}

/** Goes to the first address of a test in a page that still shows the app. */
export async function showFirst(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    performance.mark("opened");
    window.history.replaceState(null, "", to);
  }, path);
}

const sessionName = "inglenook_session";
/** Path of a page of the app that shows no data of the household. */
const emptyPath = "/nothing-here";

/**
 * Removes all effects of the test from a page and keeps the page for other tests. If that fails, closes its context.
 */
export async function leavePage(page: Page, origin: string, isShared: boolean): Promise<void> {
  const context = page.context();
  const own = reusable.get(context);
  if (!own || page.isClosed()) return context.close();
  try {
    await quiet(page, own);
    const usualView = (own.options.viewport?.width ?? 0) < 600 ? "day" : "week";
    const isKept = isShared && !own.isMoved && (await toNothing(page, origin, usualView));
    if (isKept) add(kept, `${own.kind} ${origin}`, page);
    else {
      await emptyPage(page, origin);
      own.isMoved = false;
      add(idle, own.kind, page);
    }
  } catch {
    await context.close();
  }
}

function add(pages: Map<string, Page[]>, key: string, page: Page): void {
  pages.set(key, [...(pages.get(key) ?? []), page]);
}

/**
 * Closes what the test opened and goes to an empty screen of the app. Returns false if the app shows no member, or if
 * the test has changed stored settings.
 */
async function toNothing(page: Page, origin: string, usualView: "day" | "week"): Promise<boolean> {
  if (new URL(page.url()).origin !== origin || (await sessionOf(page.context())) === null) return false;
  return page.evaluate(
    ({ path, usual }) => {
      // The app keeps the chosen view in memory, too.
      document.querySelectorAll(".calendar-views input")[usual === "day" ? 0 : 1]?.click();
      if (localStorage.getItem("inglenook-calendar-view") === usual) localStorage.removeItem("inglenook-calendar-view");
      const keys = Object.keys(localStorage);
      const isChanged = keys.some(
        (key) => !/^inglenook-(member$|revision$|ahead$|heard$|version-|tasks-view$)/.test(key),
      );
      if (isChanged || !document.querySelector(".frame")) return false;
      window.history.replaceState(null, "", path);
      // The app waits for the end of a history navigation that the test has begun.
      window.dispatchEvent(new window.PopStateEvent("popstate"));
      return true;
    },
    { path: emptyPath, usual: usualView },
  );
}

async function quiet(page: Page, { options, session, called }: Reusable): Promise<void> {
  const context = page.context();
  await Promise.all(context.pages().map((each) => (each === page ? null : each.close())));
  for (const event of listened) page.removeAllListeners(event);
  const { reducedMotion = null } = options;
  const media = { media: null, contrast: null, forcedColors: null, colorScheme: "light" as const, reducedMotion };
  const back: Record<string, () => Promise<unknown>> = {
    setViewportSize: async () => options.viewport && page.setViewportSize(options.viewport),
    emulateMedia: () => page.emulateMedia(media),
    route: () => Promise.all([context, page].map((each) => each.unrouteAll({ behavior: "ignoreErrors" }))),
    setOffline: () => context.setOffline(false),
    grantPermissions: () => context.clearPermissions(),
  };
  await Promise.all([...called].map((name) => back[name]?.()));
  called.clear();
  await session.send("Page.resetNavigationHistory");
  if (!options.hasTouch) await page.mouse.move(-1, -1); // The mouse is outside of a new page.
}

/** Leaves the app and removes all its data from the page. */
export async function emptyPage(page: Page, origin: string): Promise<void> {
  const context = page.context();
  const session = reusable.get(context)?.session;
  await page.goto("about:blank");
  await session?.send("Storage.clearDataForOrigin", {
    origin,
    storageTypes: "cookies,indexeddb,local_storage,cache_storage",
  });
  await context.clearCookies();
  await session?.send("Page.resetNavigationHistory");
}

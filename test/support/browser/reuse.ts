/**
 * Pages that tests use one after another. Opening a page in a new context takes 0.6 s of processor time, but 0.25 s in
 * a page that has had the same scripts from the same address: so servers reuse ports too (`server.ts`).
 */
import type { BrowserContext, BrowserContextOptions, CDPSession, Page, WebSocket } from "playwright-core";
import { eventually } from "./wait.ts";

declare const document: any; // Functions given to `page.evaluate` run in the page.
declare const localStorage: any;
declare const sessionStorage: any;
declare const window: any;

/** State of a page that may be used again. `kind` names its options, which cannot be changed. */
type Reusable = {
  readonly kind: string;
  readonly options: BrowserContextOptions;
  readonly session: CDPSession;
  /** Methods of {@link passing} that the test has called. */
  readonly called: Set<string>;
  /** Whether the live channel is open. */
  isLive: boolean;
  /** Whether its test has moved the clock, which the app reads again only when a minute ends. */
  isMoved: boolean;
};

const reusable = new WeakMap<BrowserContext, Reusable>();
/** Pages that show nothing. */
const idle = new Map<string, Page[]>();
/** Pages that show the app, with a member of an earlier test, by their kind and their origin. */
const kept = new Map<string, Page[]>();

/** Events of a page that tests listen to. */
const listened = [
  ...["console", "download", "framenavigated", "pageerror", "popup"],
  ...["request", "requestfailed", "requestfinished", "response"],
];

/** Returns a page of this kind that another test has left, or null. */
export function takePage(kind: string): Page | null {
  return idle.get(kind)?.pop() ?? null;
}

/** Returns a page of this kind that shows the app to a member of another household of the same origin, or null. */
export function takeKept(kind: string | null, origin: string): Page | null {
  return kept.get(`${kind} ${origin}`)?.pop() ?? null;
}

/** Marks the page as not reusable: its server has ended, for example. */
export function forgetPage(context: BrowserContext): void {
  reusable.delete(context);
}

/** Makes the next test load the page, because its clock has been moved. */
export function markMoved(context: BrowserContext): void {
  const own = reusable.get(context);
  if (own) own.isMoved = true;
}

/** Methods whose effect cannot be reverted: a page for which a test calls one of these is not used again. */
const lasting = [
  ...["addInitScript", "exposeBinding", "exposeFunction", "routeWebSocket"],
  ...["install", "pauseAt", "runFor", "fastForward", "setSystemTime"],
];

/** Methods whose effect is reverted after a test that calls them. Each takes milliseconds. */
const passing = ["setViewportSize", "emulateMedia", "route", "setOffline", "grantPermissions"];

/** Lets tests leave this page for others, which take it by its kind. */
export async function makeReusable(page: Page, kind: string, options: BrowserContextOptions): Promise<void> {
  const context = page.context();
  const called = new Set<string>();
  const own = { kind, options, session: await context.newCDPSession(page), called, isLive: false, isMoved: false };
  reusable.set(context, own);
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
 * Goes to the first address of a test. The app writes to the session's storage when it leaves, and only a page of the same
 * origin can clear it after that.
 */
export async function goFirst(page: Page, url: string): Promise<void> {
  const session = reusable.get(page.context())?.session;
  await session?.send("Page.enable");
  await session?.send("Page.addScriptToEvaluateOnNewDocument", { source: "sessionStorage.clear()" });
  await page.goto(url);
  await session?.send("Page.disable"); // Removes the script too.
}

/** Returns the page's session once the server can tell the page that it has ended. */
export async function liveSession(context: BrowserContext): Promise<string | null> {
  await eventually("the live channel is open", () => reusable.get(context)?.isLive === true);
  return sessionOf(context);
}

/** Returns the value of the session's cookie, or null. */
async function sessionOf(context: BrowserContext): Promise<string | null> {
  const cookies = await context.cookies();
  return cookies.find(({ name }) => name === sessionName)?.value ?? null;
}

/** Returns the id of the member to whom the app belongs. */
export function memberShown(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem("inglenook-member"));
}

/**
 * Continues with the member whose cookie the page has received since it was left: the server ends the `former` session,
 * and the app refetches who is signed in.
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

/** Goes to the first address of a test in a page that was kept. */
export async function showFirst(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    performance.mark("opened");
    window.history.replaceState(null, "", to);
  }, path);
}

const sessionName = "inglenook_session";
/** Path of a page that shows nothing of the household. */
const emptyPath = "/nothing-here";

/** Leaves a page for other tests, without any effects of this test, or else closes its context. */
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

/** Closes what the test opened. Returns false if the app does not show a member, or was changed permanently. */
async function toNothing(page: Page, origin: string, usualView: "day" | "week"): Promise<boolean> {
  if (new URL(page.url()).origin !== origin || (await sessionOf(page.context())) === null) return false;
  return page.evaluate(
    ({ path, usual }) => {
      // The app keeps the chosen view in memory, too.
      document.querySelectorAll(".calendar-views input")[usual === "day" ? 0 : 1]?.click();
      if (localStorage.getItem("inglenook-calendar-view") === usual) localStorage.removeItem("inglenook-calendar-view");
      const keys = Object.keys(localStorage);
      const isChanged = keys.some((key) => !/^inglenook-(member$|revision$|ahead$|version-|tasks-view$)/.test(key));
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

/** Removes everything of the app from a page, including its data. */
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

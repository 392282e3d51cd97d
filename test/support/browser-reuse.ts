/**
 * Pages that tests use one after another. Opening a page in a new context takes 0.6 s of processor time, but 0.25 s in a
 * page that has had the same scripts from the same address: so servers reuse ports too (`browser-server.ts`).
 */
import type { BrowserContext, BrowserContextOptions, CDPSession, Page } from "playwright-core";

/** Of a page that may be used again: `kind` names its options, which can't be changed. */
type Reusable = { readonly kind: string; readonly options: BrowserContextOptions; readonly session: CDPSession };

const reusable = new WeakMap<BrowserContext, Reusable>();
const idle = new Map<string, Page[]>();

/** Events of a page that tests listen to. */
const listened = [
  ...["console", "download", "framenavigated", "pageerror", "popup"],
  ...["request", "requestfailed", "requestfinished", "response"],
];

/** Returns a page of this kind that another test has left, or null. */
export function takePage(kind: string): Page | null {
  return idle.get(kind)?.pop() ?? null;
}

/** What cannot be taken back: a page for which a test calls one of these is not used again. */
const lasting = [
  ...["addInitScript", "exposeBinding", "exposeFunction", "routeWebSocket"],
  ...["install", "pauseAt", "runFor", "fastForward", "setSystemTime"],
];

/** Lets tests leave this page for others, which take it by its kind. */
export async function makeReusable(page: Page, kind: string, options: BrowserContextOptions): Promise<void> {
  const context = page.context();
  reusable.set(context, { kind, options, session: await context.newCDPSession(page) });
  for (const target of [page, context, context.clock] as unknown as Record<string, unknown>[]) {
    for (const name of lasting) {
      const method = target[name];
      if (typeof method !== "function") continue;
      target[name] = (...args: unknown[]) => {
        reusable.delete(context);
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

/** Leaves a page for other tests, without anything that this test did; or else closes its context. */
export async function leavePage(page: Page, origin: string): Promise<void> {
  const context = page.context();
  const own = reusable.get(context);
  const isLeft = own !== undefined && !page.isClosed() && (await clear(page, own, origin).catch(() => false));
  if (!isLeft) return context.close();
  const pages = idle.get(own.kind) ?? [];
  pages.push(page);
  idle.set(own.kind, pages);
}

async function clear(page: Page, { options, session }: Reusable, origin: string): Promise<true> {
  const context = page.context();
  await Promise.all(context.pages().map((each) => (each === page ? null : each.close())));
  for (const event of listened) page.removeAllListeners(event);
  await Promise.all([context, page].map((each) => each.unrouteAll({ behavior: "ignoreErrors" })));
  await context.setOffline(false);
  await page.goto("about:blank");
  await session.send("Storage.clearDataForOrigin", {
    origin,
    storageTypes: "cookies,indexeddb,local_storage,cache_storage",
  });
  await context.clearCookies();
  await context.clearPermissions();
  if (options.viewport) await page.setViewportSize(options.viewport);
  await page.emulateMedia({ media: null, contrast: null, forcedColors: null, reducedMotion: options.reducedMotion });
  await session.send("Page.resetNavigationHistory");
  await page.mouse.move(-1, -1); // A new page has the mouse nowhere.
  return true;
}

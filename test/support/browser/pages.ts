/**
 * Opens pages of a test household in a browser. Tests use these functions through `browser.ts`; other scripts use them
 * directly.
 */
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { chromium } from "./chromium.ts";
import { recordFaults, watchFaults } from "./faults.ts";
import { firefox, removePolicy } from "./firefox.ts";
import {
  changeHousehold,
  emptyPage,
  goFirst,
  leavePage,
  liveSession,
  makeReusable,
  memberShown,
  showFirst,
  takeKept,
  takePage,
} from "./reuse.ts";

/** Window sizes in CSS pixels. */
export const devices = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  tablet: { viewport: { width: 1180, height: 820 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1440, height: 900 }, hasTouch: false, isMobile: false },
} as const;

export type Device = keyof typeof devices;

/** Server whose pages are opened: a test household or, in the tests of these helpers, a server with only an address. */
export type Site = {
  readonly url: string;
  /** Id of the household. Needed because several households may have the same address. */
  readonly household?: string;
  readonly plainUrl?: string;
  readonly cookie?: (name: string) => string;
  readonly member?: (name: string) => { readonly id: string };
  readonly clock?: { readonly now: Date } | null;
  readonly contexts?: Set<BrowserContext>;
  /** Whether other households are on the same server. If so, a page can change from one household to another. */
  readonly isShared?: boolean;
};

/** Options for opening a page. */
export type View = {
  /** Name of the member who is signed in. Null if nobody is. */
  as?: string | null;
  device?: Device;
  colorScheme?: "light" | "dark";
  locale?: "en-GB" | "de-DE";
  timeZone?: string;
  /** Whether the browser asks for reduced motion. The default is true, so that tests need not wait for animations. */
  reducedMotion?: boolean;
  path?: string;
  /** Whether the service worker is allowed. Without it, the app cannot start while the server is stopped. */
  shell?: boolean;
  /**
   * Whether to open the page at an address that browsers do not trust, like most addresses in a home network: without
   * service worker, clipboard and wake lock.
   */
  plainHttp?: boolean;
  /**
   * Browser to use. In Firefox, the colour scheme, the locale, the time zone and the motion cannot be chosen, because
   * `firefox.ts` sets them.
   */
  browser?: "chromium" | "firefox";
  /** Number of device pixels for each CSS pixel. */
  scale?: number;
  /**
   * Whether the page must be new. If false, which is the default of `open`, the page may be one that an earlier test
   * has used, which has loaded the scripts already.
   */
  fresh?: boolean;
};

const sites = new WeakMap<BrowserContext, { readonly site: Site; readonly origin: string }>();

/** Opens a page in a browser context of its own, signed in by a cookie. The caller closes it with {@link closePage}. */
export async function openPage(site: Site, view: View = {}): Promise<Page> {
  const { as = null, path = "/" } = view;
  const origin = view.plainHttp ? site.plainUrl : site.url;
  if (!origin) throw new Error("This site has no address for plain http");
  const kept = site.isShared && as !== null ? takeKept(kindOf(view, site), origin) : null;
  if (kept && view.colorScheme === "dark") await kept.emulateMedia({ colorScheme: "dark" });
  const page = kept ?? (await pageFor(view, site));
  const context = page.context();
  sites.set(context, { site, origin });
  site.contexts?.add(context);
  recordFaults(context, origin);
  try {
    if (site.clock) await context.clock.setFixedTime(site.clock.now);
    const isSame = kept !== null && as !== null && site.member?.(as).id === (await memberShown(kept));
    if (isSame) await emptyPage(page, origin);
    const former = kept && !isSame ? await liveSession(context, origin) : null;
    if (as !== null) await signIn(context, site, origin, as);
    if (former !== null) await changeHousehold(page, origin, former);
    await (former !== null ? showFirst(page, path) : goFirst(page, origin + path));
    return page;
  } catch (error) {
    await context.close();
    throw error;
  }
}

/**
 * Closes the page and its context. With `reuse`, keeps the page for a later test that needs such a page, if possible.
 */
export async function closePage(page: Page, { reuse }: { reuse: boolean }): Promise<void> {
  const context = page.context();
  const { site, origin = "" } = sites.get(context) ?? {};
  site?.contexts?.delete(context);
  await (reuse ? leavePage(page, origin, site?.isShared === true) : context.close());
}

function optionsOf(view: View): BrowserContextOptions {
  const { device = "desktop", reducedMotion = true } = view;
  return {
    ...(view.browser === "firefox" ? { viewport: devices[device].viewport } : devices[device]),
    deviceScaleFactor: view.scale ?? 1,
    locale: view.locale ?? "en-GB",
    timezoneId: view.timeZone ?? "Europe/Berlin",
    reducedMotion: reducedMotion ? "reduce" : "no-preference",
    serviceWorkers: view.shell === false ? "block" : "allow",
  };
}

/**
 * Returns a text that identifies the kind of a page: later tests can reuse a page of the same kind. Null if the page
 * cannot be reused. Pages with a stopped clock are of other kinds, because their time cannot be made real again.
 */
function kindOf(view: View, { clock }: Site): string | null {
  const isReusable = view.browser !== "firefox" && view.fresh === false && view.shell === false && !view.plainHttp;
  return isReusable ? JSON.stringify({ ...optionsOf(view), hasClock: clock != null }) : null;
}

/** Returns a page that an earlier test has left, or a new one. */
async function pageFor(view: View, site: Site): Promise<Page> {
  const { colorScheme = "light" } = view;
  const isFirefox = view.browser === "firefox";
  const options = optionsOf(view);
  const kind = kindOf(view, site);
  const left = kind === null ? null : takePage(kind);
  if (left) {
    if (colorScheme === "dark") await left.emulateMedia({ colorScheme });
    return left;
  }
  const browser = await (isFirefox ? firefox() : chromium());
  const context = await browser.newContext({ ...options, colorScheme: "light" });
  try {
    // The limit is shorter than the test's own, so that its message names the missing element.
    context.setDefaultTimeout(45_000);
    await watchFaults(context);
    if (isFirefox) await removePolicy(context);
    const page = await context.newPage();
    if (kind !== null) await makeReusable(page, kind, options);
    if (colorScheme === "dark") await page.emulateMedia({ colorScheme });
    return page;
  } catch (error) {
    await context.close();
    throw error;
  }
}

async function signIn(context: BrowserContext, site: Site, url: string, name: string): Promise<void> {
  const cookie = site.cookie?.(name);
  if (!cookie) throw new Error(`Nobody can sign in at ${url}`);
  const at = cookie.indexOf("=");
  await context.addCookies([
    { name: cookie.slice(0, at), value: cookie.slice(at + 1), url, httpOnly: true, sameSite: "Lax" },
  ]);
}

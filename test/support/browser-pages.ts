/** Opens pages in a browser of a household. Tests use it through `browser.ts`; other scripts use it directly. */
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { chromium } from "./browser-chromium.ts";
import { recordFaults, watchFaults } from "./browser-faults.ts";
import { firefox, removePolicy } from "./browser-firefox.ts";
import { goFirst, leavePage, makeReusable, takePage } from "./browser-reuse.ts";

/** In CSS pixels. */
export const devices = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  tablet: { viewport: { width: 1180, height: 820 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1440, height: 900 }, hasTouch: false, isMobile: false },
} as const;

export type Device = keyof typeof devices;

/** A source of pages: a household for browsers or, in the tests of these helpers, a server with only an address. */
export type Site = {
  readonly url: string;
  readonly plainUrl?: string;
  readonly cookie?: (name: string) => string;
  readonly clock?: { readonly now: Date } | null;
  readonly contexts?: Set<BrowserContext>;
};

/** Options for opening a page. */
export type View = {
  /** The signed-in member; null: nobody. */
  as?: string | null;
  device?: Device;
  colorScheme?: "light" | "dark";
  locale?: "en-GB" | "de-DE";
  timeZone?: string;
  /** True by default, so that tests need not wait for animations. */
  reducedMotion?: boolean;
  path?: string;
  /** False blocks the service worker; the app then needs the server to start. */
  shell?: boolean;
  /** Uses an address that browsers don't trust, like most at home: no service worker, clipboard, wake lock. */
  plainHttp?: boolean;
  /** Firefox ignores the colour scheme, the locale, the time zone and the motion: `browser-firefox.ts` sets them. */
  browser?: "chromium" | "firefox";
  /** Device pixels for each CSS pixel. */
  scale?: number;
  /** False: it may be a page that another test has left, which has the scripts already. `open` has it so by default. */
  fresh?: boolean;
};

const sites = new WeakMap<BrowserContext, { readonly site: Site; readonly origin: string }>();

/** Opens a page in its own context, signed in by cookie. The caller closes it with {@link closePage}. */
export async function openPage(site: Site, view: View = {}): Promise<Page> {
  const { as = null, path = "/" } = view;
  const origin = view.plainHttp ? site.plainUrl : site.url;
  if (!origin) throw new Error("This site has no address for plain http");
  const page = await pageFor(view, site.clock != null);
  const context = page.context();
  sites.set(context, { site, origin });
  site.contexts?.add(context);
  recordFaults(context, origin);
  try {
    if (site.clock) await context.clock.setFixedTime(site.clock.now);
    if (as !== null) await signIn(context, site, origin, as);
    await goFirst(page, origin + path);
    return page;
  } catch (error) {
    await context.close();
    throw error;
  }
}

/** Closes the page and its context, or leaves it for another test that wants such a page. */
export async function closePage(page: Page, { reuse }: { reuse: boolean }): Promise<void> {
  const context = page.context();
  const { site, origin = "" } = sites.get(context) ?? {};
  site?.contexts?.delete(context);
  await (reuse ? leavePage(page, origin) : context.close());
}

/** Returns a page that another test has left, or a new one. */
async function pageFor(view: View, hasClock: boolean): Promise<Page> {
  const { device = "desktop", colorScheme = "light", reducedMotion = true } = view;
  const isFirefox = view.browser === "firefox";
  const options: BrowserContextOptions = {
    ...(isFirefox ? { viewport: devices[device].viewport } : devices[device]),
    deviceScaleFactor: view.scale ?? 1,
    locale: view.locale ?? "en-GB",
    timezoneId: view.timeZone ?? "Europe/Berlin",
    reducedMotion: reducedMotion ? "reduce" : "no-preference",
    serviceWorkers: view.shell === false ? "block" : "allow",
  };
  const isReusable = !isFirefox && view.fresh === false && view.shell === false && !view.plainHttp;
  // A context whose clock was once set has no real time any more.
  const kind = JSON.stringify({ ...options, hasClock });
  const left = isReusable ? takePage(kind) : null;
  if (left) {
    await left.emulateMedia({ colorScheme });
    return left;
  }
  const browser = await (isFirefox ? firefox() : chromium());
  const context = await browser.newContext({ ...options, colorScheme });
  try {
    // Shorter than the test's own limit, so that its message names the missing element.
    context.setDefaultTimeout(45_000);
    await watchFaults(context);
    if (isFirefox) await removePolicy(context);
    const page = await context.newPage();
    if (isReusable) await makeReusable(page, kind, options);
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

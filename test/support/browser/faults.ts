/** Faults that must not happen on any page during a test. */
import type { BrowserContext, Page } from "playwright-core";
import { faultOfLoad } from "./loads.ts";

/**
 * Matches the console messages of a page that is offline or whose server is stopped. Tests of these situations pass it
 * to {@link allow}.
 */
export const connectionLoss = /net::ERR_(CONNECTION|INTERNET|NETWORK|EMPTY_RESPONSE|SOCKET|ABORTED|INCOMPLETE)/;

type Watch = { readonly origin: string; readonly faults: string[]; readonly allowed: RegExp[] };

/** Faults that are being recorded, by browser context. Every test begins a new record. */
const watches = new WeakMap<BrowserContext, Watch>();

const reportViolations = `addEventListener("securitypolicyviolation", (event) =>
  console.error("Content-Security-Policy: " + event.effectiveDirective + " blocks " + (event.blockedURI || "something")))`;

/**
 * Watches every page of a new context for console errors, uncaught exceptions, breaches of the Content-Security-Policy,
 * dialogs, requests to another origin than the expected one, responses of 500 and above, crashes, and too many page
 * loads.
 */
export async function watchFaults(context: BrowserContext): Promise<void> {
  const add = (fault: string) => watches.get(context)?.faults.push(fault);
  const checkOrigin = (url: string) => {
    const { origin } = watches.get(context) ?? {};
    const isOwn = /^(data|blob|about):/.test(url) || (origin && new URL(url).host === new URL(origin).host);
    if (!isOwn) add(`request to another origin: ${url}`);
  };
  await context.addInitScript(reportViolations);
  context.on("request", (request) => checkOrigin(request.url()));
  context.on("response", (response) => {
    if (response.status() >= 500) add(`answer ${response.status()}: ${response.url()}`);
  });
  context.on("console", (message) => {
    if (message.type() === "error") add(`console: ${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => add(`uncaught: ${error.error().stack ?? error.error()}`));
  context.on("dialog", (dialog) => {
    add(`dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => {}); // The page may be closed by now.
  });
  context.on("page", (page) => {
    page.on("crash", () => add(`crash: ${page.url()}`));
    page.on("domcontentloaded", () => {
      const isOfApp = !/^about:|\.webmanifest$/.test(page.url());
      const fault = isOfApp ? faultOfLoad() : null;
      if (fault !== null) add(fault);
    });
    page.on("websocket", (socket) => checkOrigin(socket.url()));
  });
}

/** Starts to record the faults of the pages in a watched context. Earlier faults are forgotten. */
export function recordFaults(context: BrowserContext, origin: string): void {
  watches.set(context, { origin, faults: [], allowed: [] });
}

/**
 * Allows faults that match the patterns on a page, before or after they happen: `allow(page, /401/, connectionLoss)`.
 */
export function allow(page: Page, ...patterns: RegExp[]): void {
  watches.get(page.context())?.allowed.push(...patterns);
}

/** Returns the faults of a page and of pages that it opened, in order. Allowed faults are left out. */
export async function faultsOf(page: Page): Promise<string[]> {
  // Events come in order: this answer arrives after all earlier events. A closed page reports nothing more.
  await page.evaluate("0").catch(() => {});
  const { faults = [], allowed = [] } = watches.get(page.context()) ?? {};
  return faults.filter((fault) => !allowed.some((pattern) => pattern.test(fault)));
}

/** Faults that must not happen on any page during a test. */
import type { BrowserContext, Page } from "playwright-core";

/**
 * Console messages of a page whose server is stopped or which is offline; tests of these cases pass it to {@link
 * allow}.
 */
export const connectionLoss = /net::ERR_(CONNECTION|INTERNET|NETWORK|EMPTY_RESPONSE|SOCKET|ABORTED|INCOMPLETE)/;

type Watch = { readonly faults: string[]; readonly allowed: RegExp[] };

const watches = new WeakMap<BrowserContext, Watch>();

const reportViolations = `addEventListener("securitypolicyviolation", (event) =>
  console.error("Content-Security-Policy: " + event.effectiveDirective + " blocks " + (event.blockedURI || "something")))`;

/**
 * Records from now on, for every page in a context: console errors, uncaught exceptions, breaches of the Content-
 * Security-Policy, dialogs, requests to another origin than `origin`, responses of 500 and above, and crashes.
 */
export async function watchFaults(context: BrowserContext, origin: string): Promise<void> {
  const faults: string[] = [];
  watches.set(context, { faults, allowed: [] });
  const isOwn = (url: string) => /^(data|blob|about):/.test(url) || new URL(url).host === new URL(origin).host;
  const checkOrigin = (url: string) => {
    if (!isOwn(url)) faults.push(`request to another origin: ${url}`);
  };
  await context.addInitScript(reportViolations);
  context.on("request", (request) => checkOrigin(request.url()));
  context.on("response", (response) => {
    if (response.status() >= 500) faults.push(`answer ${response.status()}: ${response.url()}`);
  });
  context.on("console", (message) => {
    if (message.type() === "error") faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => faults.push(`uncaught: ${error.error().stack ?? error.error()}`));
  context.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => {}); // The page may be closed by now.
  });
  context.on("page", (page) => {
    page.on("crash", () => faults.push(`crash: ${page.url()}`));
    page.on("websocket", (socket) => checkOrigin(socket.url()));
  });
}

/** Allows faults of this kind on a page, before or after they happen: `allow(page, /401/, connectionLoss)`. */
export function allow(page: Page, ...patterns: RegExp[]): void {
  watches.get(page.context())?.allowed.push(...patterns);
}

/** Returns the faults of a page, and of those that it opened, that were not allowed; in order. */
export async function faultsOf(page: Page): Promise<string[]> {
  // Events come in order: this answer arrives after all earlier events. A closed page reports nothing more.
  await page.evaluate("0").catch(() => {});
  const { faults, allowed } = watches.get(page.context()) ?? { faults: [], allowed: [] };
  return faults.filter((fault) => !allowed.some((pattern) => pattern.test(fault)));
}

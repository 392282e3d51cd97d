/**
 * Firefox as installed on this machine, driven over WebDriver BiDi. Playwright's own build of Firefox cannot be
 * installed from npm.
 */
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext } from "playwright-core";
import { emptyFolder } from "../home/program.ts";

/**
 * Path of Firefox. Null if Firefox is not installed. `FIREFOX_PATH` names another program; an empty value disables the
 * tests in Firefox.
 */
export const firefoxPath: string | null =
  process.env.FIREFOX_PATH === undefined
    ? (["/usr/bin/firefox-esr", "/usr/bin/firefox"].find((each) => existsSync(each)) ?? null)
    : process.env.FIREFOX_PATH || null;

let running: Promise<Browser> | null = null;

/**
 * Returns Firefox, which is started at the first call with a new profile: in English, in the time zone of Berlin, with
 * reduced motion and without a window.
 */
export function firefox(): Promise<Browser> {
  running ??= start(firefoxPath ?? "firefox");
  return running;
}

/**
 * Removes the Content-Security-Policy from the pages of a context. Playwright evaluates code in pages of Firefox, which
 * the policy forbids. The tests in Chromium check the policy.
 */
export async function removePolicy(context: BrowserContext): Promise<void> {
  await context.route("**/*", async (route) => {
    if (!route.request().isNavigationRequest()) return route.continue();
    const response = await route.fetch();
    const { "content-security-policy": _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
}

/** Ends Firefox if it is running. Called once by `support/end.ts`, after all tests. */
export async function closeFirefox(): Promise<void> {
  const browser = await running;
  running = null;
  await browser?.close();
}

async function start(path: string): Promise<Browser> {
  const playwright = await import("playwright-core");
  const launcher = join(emptyFolder(), "firefox");
  writeFileSync(
    launcher,
    `#!/bin/sh\nexec '${process.execPath}' '${import.meta.dir}/firefox-bidi.ts' '${path}' "$@"\n`,
  );
  chmodSync(launcher, 0o755);
  return playwright.firefox.launch({
    channel: "moz-firefox",
    executablePath: launcher,
    env: { ...(process.env as Record<string, string>), TZ: "Europe/Berlin" },
    firefoxUserPrefs: {
      "intl.accept_languages": "en-GB, en",
      "intl.locale.requested": "en-GB",
      "ui.prefersReducedMotion": 1,
      "layout.css.prefers-color-scheme.content-override": 1, // Light.
    },
    timeout: 60_000,
  });
}

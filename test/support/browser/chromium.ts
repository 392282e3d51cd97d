/** Chromium for all tests of a process: the installed one, otherwise the one from npm. */
import { existsSync } from "node:fs";
import type { Browser, BrowserContext } from "playwright-core";
import { type Executable, unpackChromium } from "./unpack.ts";

/**
 * Host name that resolves to this machine but that browsers do not trust like `localhost`. It stands for a plain HTTP
 * address in a home network.
 */
export const plainHost = "inglenook.test";

const installed = [
  ...["/usr/bin/chromium", "/usr/bin/google-chrome", "/usr/bin/google-chrome-stable", "/opt/google/chrome/chrome"],
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

const flags = [
  ...["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
  // Requests of a page to other hosts never leave this machine.
  `--host-resolver-rules=MAP ${plainHost} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1`,
];

let running: Promise<Browser> | null = null;

/**
 * Returns the browser, which is started at the first call with a new profile. `CHROME_PATH` names another program than
 * the installed one; `CHROME_PATH=npm` selects the one from npm.
 */
export function chromium(): Promise<Browser> {
  running ??= start();
  return running;
}

/** Ends the browser if it is running, and removes its profile. Called once by `support/end.ts`, after all tests. */
export async function closeChromium(): Promise<void> {
  const browser = await running;
  running = null;
  await browser?.close();
}

async function start(): Promise<Browser> {
  const wanted = process.env.CHROME_PATH;
  if (wanted && wanted !== "npm") return launch({ path: wanted, env: {} });
  const path = wanted ? undefined : installed.find((each) => existsSync(each));
  if (!path) return launch(await unpackChromium());
  // An installed program may be a stub that only prints how to install it.
  return launch({ path, env: {} }).catch(async () => launch(await unpackChromium()));
}

async function launch({ path, env }: Executable): Promise<Browser> {
  // It is imported here, so that tests without a browser do not load it.
  const playwright = await import("playwright-core");
  const browser = await playwright.chromium.launch({
    executablePath: path,
    args: flags,
    env: { ...(process.env as Record<string, string>), ...env },
    timeout: 30_000,
  });
  browser.once("disconnected", () => {
    running = null;
  });
  return browser;
}

/** Starts the Chromium from npm with a new profile, for a tool that connects to `port`. The caller must close it. */
export async function chromiumAt(port: number): Promise<BrowserContext> {
  const [playwright, { path, env }] = await Promise.all([import("playwright-core"), unpackChromium()]);
  return playwright.chromium.launchPersistentContext("", {
    executablePath: path,
    args: [...flags, `--remote-debugging-port=${port}`],
    env: { ...(process.env as Record<string, string>), ...env },
    timeout: 30_000,
  });
}

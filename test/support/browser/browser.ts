/**
 * Tests of screens, in a real Chromium. They are in `test/browser/<area>.test.ts`, and `bun test` runs them with all
 * others:
 *
 *     import { expect } from "bun:test";
 *     import { open, test } from "../support/browser/browser.ts";
 *     import { browserHome } from "../support/browser/home.ts";
 *
 *     test("A tap ticks a task", async () => {
 *       const home = await browserHome();
 *       await home.api("Ben").post("/v1/tasks", { label: "Feed the cat", memberId: home.member("Ben").id });
 *       const page = await open(home, { as: "Ben", device: "phone", path: "/tasks" });
 *       await page.getByRole("checkbox", { name: "Feed the cat" }).tap();
 *       await page.getByText("All done").waitFor();
 *       expect((await home.api("Ben").get("/v1/tasks?completed=true")).body.tasks).toHaveLength(1);
 *     });
 *
 * - Import `test` from this file, not from Bun: it closes the pages and fails on every fault that `faults.ts` records.
 *   Allow expected faults: `allow(page, connectionLoss)` if the server is stopped, `allow(page, /401/)` if nobody is
 *   signed in.
 * - Wait for visible content (`getByRole(…).waitFor()`), or with `expectPoll` and `eventually` (`wait.ts`); never for a
 *   fixed time. No test is tried twice. `page.waitForFunction` needs `eval`, which the policy forbids. `page.evaluate`
 *   works.
 * - `open` returns a page that an earlier test has left, cleared (0.05 s), or a new one (0.2 s; `fresh: true` if the
 *   test counts what is loaded). Making a small test household takes 0.03 s, the demo's 0.3 s. Tests that only read can
 *   share one household per file: `const home = await browserHome({ demo: true })` at its top. A test that changes
 *   something makes a household of its own, which ends with the test.
 * - Touch: `touch.ts`. Appearance: `axe.ts`, `layout.ts`, `targets.ts`. Hostile text: `markup.ts`.
 * - Offline: `home.stop()`, `home.start()`; `page.context().setOffline(true)`; `open(home, { shell: true })` if the
 *   test loads a page while offline. Time: `browserHome({ now })`, `home.advance(ms)`.
 * - `SCREENS_DIR=/some/folder bun test test/browser/tasks.test.ts` saves a picture of every open page of a failed test,
 *   and the pictures that `screens(page, name)` takes. `CHROME_PATH` chooses the browser (`npm`: the one that npm
 *   installed).
 */
import { test as bunTest } from "bun:test";
import type { Page } from "playwright-core";
import { allow, faultsOf, recordFaults } from "./faults.ts";
import { closePage, openPage, type Site, type View } from "./pages.ts";
import { type RunningTest, runningTest, setRunningTest } from "./running.ts";
import { screens } from "./screens.ts";

/** Time limit of one browser test in milliseconds. It is far more than any test takes, for busy machines. */
const patienceMs = 90_000;
/**
 * Additional milliseconds after a test's own limit, in which a picture of a failed test is taken and its pages are
 * closed.
 */
const graceMs = 30_000;

/**
 * Declares a test that may open pages. Closes all its pages afterwards, and fails if one of them had a fault
 * (`faults.ts`).
 */
export function test(sentence: string, body: () => Promise<void>, limitMs = patienceMs): void {
  const run = () => withPages(sentence, () => within(limitMs, body));
  bunTest(sentence, run, { timeout: limitMs + graceMs });
}

/**
 * Opens a page for the running test: signed in as `as`, at `path`, by default on a desktop. The service worker is
 * enabled only with `shell`, because installing it takes a sixth of the time of opening a page.
 */
export async function open(site: Site, view: View & { allow?: readonly RegExp[] } = {}): Promise<Page> {
  const running = runningTest();
  if (!running) throw new Error("Pages are opened in a `test` of browser.ts, which watches and closes them");
  const page = await openPage(site, { shell: false, fresh: false, ...view });
  running.pages.push(page);
  allow(page, ...(view.allow ?? []));
  return page;
}

const shared = new Map<string, Page>();

/**
 * Returns a page that all tests in this process share if they ask for the same view of the same site. The caller must
 * restore the state of the page. A test that fails closes the page.
 */
export async function sharedPage(site: Site, view: View & { allow?: readonly RegExp[] } = {}): Promise<Page> {
  const running = runningTest();
  if (!running) throw new Error("A page is shared by tests: `test` of browser.ts watches it");
  const key = JSON.stringify([site.url, site.household, view]);
  const left = shared.get(key);
  const page = left && !left.isClosed() ? left : await openPage(site, { shell: false, ...view });
  shared.set(key, page);
  if (!running.sharedPages.includes(page)) {
    running.sharedPages.push(page);
    recordFaults(page.context(), site.url);
  }
  allow(page, ...(view.allow ?? []));
  return page;
}

/**
 * Fails a test that takes longer than a limit. Bun's own limit would also kill the browser, so that the next test would
 * fail as well.
 */
async function within(limitMs: number, body: () => Promise<void>): Promise<void> {
  const limit = Promise.withResolvers<never>();
  const message = `The test was not done after ${limitMs / 1_000} s`;
  const timer = setTimeout(() => limit.reject(new Error(message)), limitMs);
  try {
    await Promise.race([body(), limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function withPages(sentence: string, body: () => Promise<void>): Promise<void> {
  const running: RunningTest = { pages: [], sharedPages: [], cleanUps: [] };
  const { pages, sharedPages } = running;
  setRunningTest(running);
  let isWell = false;
  try {
    const failure = await body().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    const watched = [...pages, ...sharedPages];
    const faults = (await Promise.all(watched.map(faultsOf))).flat();
    isWell = !failure && faults.length === 0;
    if (isWell) return;
    for (const [index, page] of watched.entries()) {
      await screens(page, `failed ${sentence} ${index + 1}`).catch(() => {}); // It may be closed.
    }
    const story = `Faults on the page:\n${faults.map((fault) => `  - ${fault}`).join("\n")}`;
    if (!failure) throw new Error(story);
    if (faults.length > 0 && failure.error instanceof Error) failure.error.message += `\n\n${story}`;
    throw failure.error;
  } finally {
    if (runningTest() === running) setRunningTest(null);
    await Promise.all(pages.map((page) => closePage(page, { reuse: isWell })));
    if (!isWell) await Promise.all(sharedPages.map((page) => page.context().close()));
    for (const cleanUp of running.cleanUps) await cleanUp();
  }
}

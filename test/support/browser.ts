/**
 * Tests of screens, in a real Chromium. They live in `test/web/<area>.test.ts` and run with all others, by `bun test`:
 *
 *     import { describe, expect } from "bun:test";
 *     import { open, test } from "../support/browser.ts";
 *     import { browserHome } from "../support/browser-home.ts";
 *
 *     describe("tasks", () => {
 *       test("are ticked with one tap", async () => {
 *         const home = await browserHome();
 *         await home.api("Ben").post("/v1/tasks", { label: "Feed the cat", memberId: home.member("Ben").id });
 *         const page = await open(home, { as: "Ben", device: "phone", path: "/tasks" });
 *         await page.getByRole("checkbox", { name: "Feed the cat" }).tap();
 *         await page.getByText("All done").waitFor();
 *         expect((await home.api("Ben").get("/v1/tasks?completed=true")).body.tasks).toHaveLength(1);
 *       });
 *     });
 *
 * - `test` is this file's, not Bun's: it closes the pages and fails on whatever `browser-faults.ts` notes. What is meant to
 *   happen is allowed: `allow(page, connectionLoss)` where the server is stopped, `allow(page, /401/)` where nobody is signed in.
 * - Wait for what a person would see (`getByRole(…).waitFor()`), or with `eventually` (`browser-wait.ts`); never for a time.
 *   `page.waitForFunction` needs `eval`, which the policy forbids. `page.evaluate` works.
 * - A page costs a tenth of a second (two in an installed Chrome), a small home as much, the demo's three. One home for a file
 *   is fine where its tests only look at it: `const home = await browserHome({ demo: true })` at its top. A test that changes
 *   such a home gets no second try (`browser-tries.ts`).
 * - Fingers: `browser-touch.ts`. Looks: `browser-axe.ts`, `browser-layout.ts`, `browser-targets.ts`. Hostile text: `markup.ts`.
 * - Offline: `home.stop()`, `home.start()`; `page.context().setOffline(true)`; `open(home, { shell: true })` where a page is
 *   loaded then. Time: `browserHome({ now })`, `home.advance(ms)`.
 * - `SCREENS_DIR=/some/folder bun test test/web/tasks.test.ts` keeps a picture of every page that a failing test had open, and
 *   those that `screens(page, name)` asks for. `CHROME_PATH` chooses the browser (`npm`: the one that came with npm).
 */
import { test as bunTest } from "bun:test";
import type { Page } from "playwright-core";
import type { Db } from "../../src/db/client.ts";
import { allow, faultsOf } from "./browser-faults.ts";
import { openPage, type Site, type View } from "./browser-pages.ts";
import { screens } from "./browser-screens.ts";
import { watchHouseholds } from "./browser-tries.ts";

/** For one test of screens: far more than any takes, on a machine that is busy with others. */
const patienceMs = 90_000;
/** A browser that shares its cores loses a touch or a frame now and then; what is wrong fails each time. */
const retries = 2;
/** For the picture of a failed test and for closing its pages, after its own limit. */
const graceMs = 30_000;

/** Of the test that runs; null between tests. */
let opened: Page[] | null = null;
/** Households that an earlier try of the test that runs has changed. */
let spoiled: ReadonlySet<Db> = new Set();

/** A test that may open pages. It fails if one of them has a fault (`browser-faults.ts`), and closes them all. */
export function test(sentence: string, body: () => Promise<void>, limitMs = patienceMs): void {
  let changedSince: ReturnType<typeof watchHouseholds> | null = null;
  const attempt = () => {
    spoiled = changedSince?.() ?? new Set();
    changedSince ??= watchHouseholds();
    return withPages(sentence, () => within(limitMs, body));
  };
  bunTest(sentence, attempt, { timeout: limitMs + graceMs, retry: retries });
}

/**
 * Opens a page for the test that runs: signed in as `as`, at `path`, on a desktop unless told otherwise. The service worker is
 * there with `shell` alone: installing it takes a sixth of the time of a page.
 */
export async function open(site: Site, view: View & { allow?: RegExp[] } = {}): Promise<Page> {
  if (!opened) throw new Error("Pages are opened in a `test` of support/browser.ts, which watches and closes them");
  if (site.db && spoiled.has(site.db))
    throw new Error("The try before has changed this household: see browser-tries.ts");
  const mine = opened;
  const page = await openPage(site, { shell: false, ...view });
  mine.push(page);
  allow(page, ...(view.allow ?? []));
  return page;
}

/** Fails a test that hangs. Bun's own limit would kill the browser as well, and so fail the next try or test. */
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
  const pages: Page[] = [];
  opened = pages;
  try {
    const failure = await body().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    const faults = (await Promise.all(pages.map(faultsOf))).flat();
    if (!failure && faults.length === 0) return;
    for (const [index, page] of pages.entries()) {
      await screens(page, `failed ${sentence} ${index + 1}`).catch(() => {}); // It may be gone.
    }
    const story = `Faults on the page:\n${faults.map((fault) => `  - ${fault}`).join("\n")}`;
    if (!failure) throw new Error(story);
    if (faults.length > 0 && failure.error instanceof Error) failure.error.message += `\n\n${story}`;
    throw failure.error;
  } finally {
    if (opened === pages) opened = null;
    await close(pages);
  }
}

async function close(pages: readonly Page[]): Promise<void> {
  await Promise.all(pages.map((page) => page.context().close()));
}

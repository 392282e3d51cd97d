/** Tests the browser harness: each check fails on a page that has the fault, and passes on a page without faults. */
import { afterAll, describe, expect } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expectAccessible } from "../support/browser/axe.ts";
import { open, sharedPage, test } from "../support/browser/browser.ts";
import { allow, faultsOf } from "../support/browser/faults.ts";
import { expectNothingExecuted, payloads } from "../support/browser/homes/markup.ts";
import { expectNoOverflow, layoutShift } from "../support/browser/layout.ts";
import { closePage, type Device, devices, openPage } from "../support/browser/pages.ts";
import { expectTargets44 } from "../support/browser/targets.ts";
import { longPressDrag, swipe, tap } from "../support/browser/touch.ts";
import { eventually, expectPoll } from "../support/browser/wait.ts";
import { emptyFolder } from "../support/home/program.ts";
import { site, stopSite } from "./harness-site.ts";

declare const window: any; // Global of the page, in which the callbacks of `page.evaluate` run.

afterAll(stopSite);

/** Shows the page without faults, with `html` in its element `#stage`. Removes what earlier tests left on the page. */
async function show(html = "", device: Device = "desktop"): Promise<Page> {
  const page = await sharedPage(site, { device });
  await page.evaluate((markup) => {
    const { document } = window;
    document.querySelector("#stage").innerHTML = markup;
    document.querySelector("#said").textContent = "";
    delete window.__xss;
    window.scrollTo(0, 0);
  }, html);
  return page;
}

/** Returns the faults of a page, and allows them, so that they do not fail this test. */
async function seen(page: Page): Promise<string> {
  const faults = await faultsOf(page);
  allow(page, /./s);
  return faults.join("\n");
}

const messageOf = async (check: Promise<void>) =>
  check.then(
    () => "it passed",
    (error: Error) => error.message,
  );

describe("A page of the test harness", () => {
  test("A page of the test harness has the requested touch input, colours, language and time zone", async () => {
    const page = await open(site, { device: "phone", colorScheme: "dark", locale: "de-DE" });
    await expectAccessible(page);
    await expectNoOverflow(page);
    await expectTargets44(page);
    await expectNothingExecuted(page);
    expect(await layoutShift(page)).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    const found = await page.evaluate(() => ({
      width: window.innerWidth,
      touch: window.navigator.maxTouchPoints > 0,
      dark: window.matchMedia("(prefers-color-scheme: dark)").matches,
      calm: window.matchMedia("(prefers-reduced-motion: reduce)").matches,
      language: window.navigator.language,
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      isTrusted: window.isSecureContext,
    }));
    const view = { width: 390, touch: true, dark: true, calm: true, language: "de-DE", zone: "Europe/Berlin" };
    expect(found).toEqual({ ...view, isTrusted: true });
    const shiftAgain = async () => {
      await page.evaluate(() => window.document.querySelector("#stage").classList.toggle("late"));
      return layoutShift(page);
    };
    await expectPoll(shiftAgain).toBeGreaterThan(0.01);
  });

  test("A reused page of the test harness has no data of the previous test", async () => {
    const view = { shell: false, fresh: false, timeZone: "Pacific/Apia" };
    const stored = () => [window.sessionStorage.length, window.localStorage.length, window.document.cookie];
    const left = await openPage(site, view);
    await left.evaluate(() => {
      window.localStorage.setItem("draft", "of another test");
      window.document.cookie = "draft=of another test";
      window.addEventListener("pagehide", () => window.sessionStorage.setItem("draft", "of another test"));
    });
    await closePage(left, { reuse: true });
    const page = await openPage(site, view);
    expect(page).toBe(left);
    const atFirst = await page.evaluate(stored);
    await page.evaluate(() => window.sessionStorage.setItem("draft", "of this test"));
    await page.reload();
    const afterReload = await page.evaluate(stored);
    expect({ atFirst, afterReload }).toEqual({ atFirst: [0, 0, ""], afterReload: [1, 0, ""] });
    await closePage(page, { reuse: false });
  });

  test("A page of the test harness that is opened over plain http is not a secure context", async () => {
    const page = await open(site, { plainHttp: true });
    await expectPoll(() => page.evaluate(() => [window.isSecureContext, typeof window.crypto.randomUUID])).toEqual([
      false,
      "undefined",
    ]);
  });
});

/** Scripts that each cause a fault, with the texts that the harness must report. */
const faults: readonly [what: string, script: string, reported: string[]][] = [
  [
    "an inline script",
    "document.head.append(Object.assign(document.createElement('script'), { text: 'window.never = 1' }))",
    ["Content-Security-Policy: script-src-elem blocks inline"],
  ],
  [
    "a style attribute",
    "document.querySelector('#stage').setAttribute('style', 'color: red')",
    ["Content-Security-Policy: style-src-attr blocks inline"],
  ],
  ["an error on the console", "console.warn('a warning'); console.error('an error')", ["console: an error"]],
  [
    "an uncaught exception and an unhandled rejection",
    `setTimeout(() => { throw new Error("thrown late"); }); void Promise.reject(new Error("rejected"));
     new Promise((resolve) => setTimeout(resolve, 50))`,
    ["thrown late", "rejected"],
  ],
  [
    "requests to another origin",
    // Waits for both failures, because their messages would be reported to the next test on this page otherwise.
    `try { new WebSocket("ws://elsewhere.example/"); } catch {}
     Promise.all(["http://elsewhere.example/x.png", "http://localhost:1/x.png"].map(
       (src) => new Promise((onerror) => Object.assign(new Image(), { src, onerror }))))`,
    [
      "request to another origin: http://elsewhere.example/x.png",
      "request to another origin: http://localhost:1/x.png",
      "connect-src blocks ws://elsewhere.example",
    ],
  ],
  ["a dialog, which is dismissed", "if (confirm('Sure?')) throw new Error('confirmed')", ["dialog: Sure?"]],
];

describe("The test harness", () => {
  for (const [what, script, reported] of faults) {
    test(`The test harness reports ${what}`, async () => {
      const page = await show();
      await page.evaluate(script);
      const found = await seen(page);
      for (const each of reported) expect(found).toContain(each);
      expect(found).not.toMatch(/a warning|confirmed/);
    });
  }

  test("The test harness reports a response with status 500, unless the test allows it", async () => {
    const page = await show();
    const load = "new Promise((done) => Object.assign(new Image(), { src: '/fail', onerror: done }))";
    await page.evaluate(load);
    expect(await faultsOf(page)).toContain(`answer 500: ${site.url}/fail`);
    allow(page, /500/);
    expect(await faultsOf(page)).toEqual([]);
  });

  test("The test harness names the rule, the element and the repair of a violation that axe finds", async () => {
    const page = await show('<p class="pale">Pale</p><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">');
    const message = await messageOf(expectAccessible(page));
    expect(message).toMatch(/color-contrast \(serious\) at .*: Elements must meet/);
    expect(message).toContain("image-alt (critical) at img");
  });

  for (const device of ["phone", "desktop"] as const) {
    test(`The test harness names an element that is wider than the window of a ${device}`, async () => {
      const message = await messageOf(
        expectNoOverflow(await show('<div class="wide" id="culprit">Wide</div>', device)),
      );
      expect(message).toContain(`the page is 2000 px wide in a window of ${devices[device].viewport.width}`);
      expect(message).toContain("culprit");
    });
  }

  test("The test harness names a button with too small a touch area, unless the test excludes the button", async () => {
    const page = await show('<button class="small">a</button> <button class="small reaching">b</button>', "phone");
    const message = await messageOf(expectTargets44(page));
    expect(message).toContain('20 × 20: <button class="small">a');
    expect(message).not.toContain("reaching");
    await expectTargets44(page, { ".small": "the harness's own" });
  });
});

describe("A hostile text", () => {
  test("The hostile texts of the tests are at least sixty different payloads of at most 100 characters", () => {
    expect(new Set(payloads).size).toBe(payloads.length);
    expect(payloads.length).toBeGreaterThanOrEqual(60);
    expect(payloads.filter((each) => each.length > 100)).toEqual([]);
    return Promise.resolve();
  });

  test("A hostile text runs no code when a page shows it as text", async () => {
    const page = await show();
    for (const text of payloads) {
      await page.evaluate((each) => {
        window.document.querySelector("#stage").textContent = each;
      }, text);
      await expectNothingExecuted(page);
    }
  });

  test("Hostile text in a page's markup is reported, even if the Content-Security-Policy blocks its code", async () => {
    const page = await show("<img src=x onerror=window.__xss=1>");
    await expectPoll(() => messageOf(expectNothingExecuted(page))).toContain("alive: <img src=");
    await page.evaluate(() => {
      window.document.querySelector("#stage").innerHTML = "";
    });
    await page.evaluate(() => {
      window.__xss = 1;
    });
    await expectPoll(() => messageOf(expectNothingExecuted(page))).toContain("window.__xss is set");
    await seen(page);
  });
});

describe("The simulated touch of the test harness", () => {
  test("The simulated touch of the test harness can tap an element", async () => {
    const page = await show("", "phone");
    await tap(page, page.locator("#pad"));
    await page.getByText("touch-pointerdown touch-pointerup touch-click").waitFor();
  });

  test("The simulated touch of the test harness can drag an element after a long press", async () => {
    const page = await show("", "phone");
    await page.evaluate(() => {
      const moves: number[] = [];
      window.moves = moves;
      window.addEventListener("pointermove", ({ clientY }: { clientY: number }) => moves.push(clientY));
    });
    const goal = (await page.locator("#goal").boundingBox())!;
    await longPressDrag(page, page.locator("#pad"), page.locator("#goal"), { steps: 6 });
    const moves: number[] = await page.evaluate(() => window.moves);
    expect(moves.length).toBeGreaterThanOrEqual(3);
    expect(moves.at(-1)).toBeCloseTo(goal.y + 50, -1);
  });

  test("The simulated touch of the test harness can scroll a page with a swipe", async () => {
    const page = await show("", "phone");
    await swipe(page, { x: 300, y: 700 }, { x: 300, y: 300 });
    await eventually("the page has scrolled", () => page.evaluate(() => window.scrollY > 200));
  });
});

describe("A browser test", () => {
  test("A browser test fails if its page has a fault or its time is up, and leaves no temporary files", async () => {
    const [folder, temporary] = [emptyFolder(), emptyFolder()];
    const from = (name: string) => JSON.stringify(join(import.meta.dir, "../support/browser", name));
    await Bun.write(
      join(folder, "sample.test.ts"),
      `import { open, test } from ${from("browser.ts")};
      const show = async () => {
        const page = await open({ url: ${JSON.stringify(site.url)} }, {});
        return page;
      };
      test("is well", async () => { await show(); });
      test("is told", async () => { const page = await show(); await page.evaluate(() => console.error("the fault")); });
      test("fails itself", async () => {
        const page = await show();
        await page.evaluate(() => console.error("the other fault"));
        throw new Error("the failure");
      });
      test("hangs", () => new Promise(() => {}), 100);
      test("is well after one that hangs", async () => { await show(); });`,
    );
    const child = Bun.spawn([process.execPath, "test", join(folder, "sample.test.ts")], {
      cwd: join(import.meta.dir, "../.."),
      env: { ...process.env, TMPDIR: temporary, SCREENS_DIR: folder },
      stdout: "ignore",
      stderr: "pipe",
    });
    const said = await new Response(child.stderr).text();
    expect(said).toContain("(pass) is well");
    expect(said).toContain("(fail) is told");
    expect(said).toMatch(/Faults on the page:\s+- console: the fault/);
    expect(said).toContain("(fail) fails itself");
    expect(said).toMatch(/error: the failure\s+Faults on the page:\s+- console: the other fault/);
    expect(said).toContain("error: The test was not done after 0.1 s");
    expect(said).toContain("(fail) hangs");
    expect(said).toContain("(pass) is well after one that hangs");
    expect(readdirSync(folder).sort()).toEqual([
      "failed-fails-itself-1-1440.png",
      "failed-is-told-1-1440.png",
      "sample.test.ts",
    ]);
    expect(readdirSync(temporary)).toEqual([]);
  });
});

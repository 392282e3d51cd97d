/** Tests of the browser harness: each check fails on a page with its fault, and passes on a page without faults. */
import { afterAll, describe, expect } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { open, test } from "../support/browser.ts";
import { expectAccessible } from "../support/browser-axe.ts";
import { allow, faultsOf } from "../support/browser-faults.ts";
import { expectNoOverflow, layoutShift } from "../support/browser-layout.ts";
import { closePage, devices, openPage } from "../support/browser-pages.ts";
import { expectTargets44 } from "../support/browser-targets.ts";
import { longPressDrag, swipe, tap } from "../support/browser-touch.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { expectNothingExecuted, payloads } from "../support/markup.ts";
import { emptyFolder } from "../support/program.ts";
import { site, stopSite } from "./harness-site.ts";

declare const window: any; // Of the page: the callbacks of `page.evaluate` run there.

afterAll(stopSite);

const show = (path: string, view = {}) => open(site, { path, ...view });

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

describe("a page without faults", () => {
  for (const device of Object.keys(devices) as (keyof typeof devices)[]) {
    test(`passes every check on a ${device}`, async () => {
      const page = await show("/clean", { device });
      await expectAccessible(page);
      await expectNoOverflow(page);
      await expectTargets44(page);
      await expectNothingExecuted(page);
      expect(await layoutShift(page)).toBe(0);
      expect(await faultsOf(page)).toEqual([]);
    });
  }

  test("gets the requested window size, touch, colours, language, time zone and motion", async () => {
    const page = await show("/clean", { device: "phone", colorScheme: "dark", locale: "de-DE" });
    const found = await page.evaluate(() => ({
      width: window.innerWidth,
      touch: window.navigator.maxTouchPoints > 0,
      dark: window.matchMedia("(prefers-color-scheme: dark)").matches,
      calm: window.matchMedia("(prefers-reduced-motion: reduce)").matches,
      language: window.navigator.language,
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      isTrusted: window.isSecureContext,
    }));
    const zone = "Europe/Berlin";
    expect(found).toEqual({
      width: 390,
      touch: true,
      dark: true,
      calm: true,
      language: "de-DE",
      zone,
      isTrusted: true,
    });
  });

  test("has nothing of the test that left it, even what was stored on leaving, and keeps what it stores itself", async () => {
    const view = { path: "/clean", shell: false, fresh: false, timeZone: "Pacific/Apia" };
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

  test("is not a secure context over plain http", async () => {
    const page = await show("/clean", { plainHttp: true });
    await expectPoll(() => page.evaluate(() => [window.isSecureContext, typeof window.crypto.randomUUID])).toEqual([
      false,
      "undefined",
    ]);
  });
});

describe("the harness reports", () => {
  test("an inline script that the Content-Security-Policy forbids", async () => {
    expect(await seen(await show("/inline-script"))).toContain(
      "Content-Security-Policy: script-src-elem blocks inline",
    );
  });

  test("a style attribute that the Content-Security-Policy forbids", async () => {
    expect(await seen(await show("/inline-style"))).toContain("Content-Security-Policy: style-src-attr blocks inline");
  });

  test("an error on the console, but not a warning", async () => {
    const page = await show("/clean");
    await page.evaluate(() => console.warn("a warning"));
    await page.evaluate(() => console.error("an error"));
    const faults = await seen(page);
    expect(faults).toContain("console: an error");
    expect(faults).not.toContain("warning");
  });

  test("an uncaught exception in a timer, and an unhandled promise rejection", async () => {
    const page = await show("/clean");
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error("thrown late");
      });
      Promise.reject(new Error("rejected"));
    });
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
    const faults = await seen(page);
    expect(faults).toContain("thrown late");
    expect(faults).toContain("rejected");
  });

  test("a request to another origin", async () => {
    expect(await seen(await show("/foreign"))).toContain("request to another origin: http://elsewhere.example/x.png");
  });

  test("a request to another port, and a WebSocket", async () => {
    const page = await show("/clean");
    await page.evaluate(() => {
      new window.Image().src = "http://localhost:1/x.png";
      try {
        new WebSocket("ws://elsewhere.example/");
      } catch {}
    });
    const faults = await seen(page);
    expect(faults).toContain("request to another origin: http://localhost:1/x.png");
    expect(faults).toContain("connect-src blocks ws://elsewhere.example");
  });

  test("a response with status 500", async () => {
    expect(await seen(await show("/broken"))).toContain(`answer 500: ${site.url}/fail`);
  });

  test("a dialog, which is dismissed", async () => {
    const page = await show("/clean");
    expect(await page.evaluate(() => window.confirm("Sure?"))).toBe(false);
    expect(await seen(page)).toContain("dialog: Sure?");
  });

  test("no fault that the test allows", async () => {
    const page = await show("/broken", { allow: [/500/] });
    expect(await faultsOf(page)).toEqual([]);
  });
});

describe("a check fails", () => {
  test("on an axe violation, and names the rule, the element and the repair", async () => {
    const message = await messageOf(expectAccessible(await show("/pale")));
    expect(message).toMatch(/color-contrast \(serious\) at p: Elements must meet/);
    expect(message).toContain("image-alt (critical) at img");
  });

  for (const device of ["phone", "desktop"] as const) {
    test(`on an element wider than the window of a ${device}, and names it`, async () => {
      const message = await messageOf(expectNoOverflow(await show("/wide", { device })));
      expect(message).toContain(`the page is 2000 px wide in a window of ${devices[device].viewport.width}`);
      expect(message).toContain("culprit");
    });
  }

  test("on a small button, unless its touch area is larger or the test excludes it", async () => {
    const page = await show("/small", { device: "phone" });
    const message = await messageOf(expectTargets44(page));
    expect(message).toContain('20 × 20: <button class="small">a');
    expect(message).not.toContain("reaching");
    await expectTargets44(page, { ".small": "the harness's own" });
  });

  test("on a layout shift caused by late content", async () => {
    const page = await show("/shifting");
    // Wait for the first paint: the browser reports shifts only of elements that it has already painted.
    await page.evaluate(
      () =>
        new Promise((resolve) => window.requestAnimationFrame(() => window.requestAnimationFrame(() => resolve(null)))),
    );
    await page.evaluate(() => window.document.querySelector("#late").classList.add("here"));
    expect(await layoutShift(page)).toBeGreaterThan(0.01);
  });
});

describe("hostile text", () => {
  test("has at least sixty different payloads of at most 100 characters", () => {
    expect(new Set(payloads).size).toBe(payloads.length);
    expect(payloads.length).toBeGreaterThanOrEqual(60);
    expect(payloads.filter((each) => each.length > 100)).toEqual([]);
    return Promise.resolve();
  });

  test("runs nothing when it is shown as text", async () => {
    const page = await show("/clean");
    for (const text of payloads) {
      await page.evaluate((each) => {
        window.document.querySelector("#text").textContent = each;
      }, text);
      await expectNothingExecuted(page);
    }
  });

  test("is reported when a page inserts it as markup, even if the Content-Security-Policy blocks it", async () => {
    const page = await show(`/clean?html&text=${encodeURIComponent("<img src=x onerror=window.__xss=1>")}`);
    await expectPoll(() => messageOf(expectNothingExecuted(page))).toContain("alive: <img src=");
    await page.evaluate(() => {
      window.document.querySelector("#html").innerHTML = "";
    });
    await page.evaluate(() => {
      window.__xss = 1;
    });
    await expectPoll(() => messageOf(expectNothingExecuted(page))).toContain("window.__xss is set");
    await seen(page);
  });
});

describe("a touch", () => {
  test("taps", async () => {
    const page = await show("/touch", { device: "phone" });
    await tap(page, page.locator("#pad"));
    await page.getByText("touch-pointerdown touch-pointerup touch-click").waitFor();
  });

  test("drags from one place to another after a long press", async () => {
    const page = await show("/touch", { device: "phone" });
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

  test("scrolls with a swipe", async () => {
    const page = await show("/touch", { device: "phone" });
    await swipe(page, { x: 200, y: 700 }, { x: 200, y: 300 });
    await eventually("the page has scrolled", () => page.evaluate(() => window.scrollY > 200));
  });
});

describe("a browser test", () => {
  test("fails on a page fault or a timeout, reports faults beside its own error, and leaves no files behind", async () => {
    const [folder, temporary] = [emptyFolder(), emptyFolder()];
    const from = (name: string) => JSON.stringify(join(import.meta.dir, "../support", name));
    await Bun.write(
      join(folder, "sample.test.ts"),
      `import { open, test } from ${from("browser.ts")};
      const show = async () => {
        const page = await open({ url: ${JSON.stringify(site.url)} }, { path: "/clean" });
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

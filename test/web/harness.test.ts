/** The harness itself: each of its eyes sees what it should, and nothing on a page that is as it should be. */
import { afterAll, describe, expect } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { open, test } from "../support/browser.ts";
import { expectAccessible } from "../support/browser-axe.ts";
import { allow, faultsOf } from "../support/browser-faults.ts";
import { expectNoOverflow, layoutShift } from "../support/browser-layout.ts";
import { devices } from "../support/browser-pages.ts";
import { expectTargets44 } from "../support/browser-targets.ts";
import { longPressDrag, swipe, tap } from "../support/browser-touch.ts";
import { eventually } from "../support/browser-wait.ts";
import { expectNothingExecuted, payloads } from "../support/markup.ts";
import { emptyFolder } from "../support/program.ts";
import { site, stopSite } from "./harness-site.ts";

declare const window: any; // Of the page, where functions given to it run.

afterAll(stopSite);

const show = (path: string, view = {}) => open(site, { path, ...view });

/** The faults of a page, which are then no failure of this test. */
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

describe("a page as it should be", () => {
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

  test("is shown as asked: window, touch, colours, language, zone, motion", async () => {
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

  test("is no secure context by plain http", async () => {
    const page = await show("/clean", { plainHttp: true });
    expect(await page.evaluate(() => [window.isSecureContext, typeof window.crypto.randomUUID])).toEqual([
      false,
      "undefined",
    ]);
  });
});

describe("a fault is noticed:", () => {
  test("an inline script that the policy forbids", async () => {
    expect(await seen(await show("/inline-script"))).toContain(
      "Content-Security-Policy: script-src-elem blocks inline",
    );
  });

  test("a style attribute that the policy forbids", async () => {
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

  test("an exception that nobody catches, in an event and in a promise", async () => {
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

  test("a request to another port, and a socket", async () => {
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

  test("an answer of 500", async () => {
    expect(await seen(await show("/broken"))).toContain(`answer 500: ${site.url}/fail`);
  });

  test("a dialog, which is dismissed", async () => {
    const page = await show("/clean");
    expect(await page.evaluate(() => window.confirm("Sure?"))).toBe(false);
    expect(await seen(page)).toContain("dialog: Sure?");
  });

  test("and is none where the test allows it", async () => {
    const page = await show("/broken", { allow: [/500/] });
    expect(await faultsOf(page)).toEqual([]);
  });
});

describe("a check fails", () => {
  test("for what axe finds, with rule, place and help", async () => {
    const message = await messageOf(expectAccessible(await show("/pale")));
    expect(message).toMatch(/color-contrast \(serious\) at p: Elements must meet/);
    expect(message).toContain("image-alt (critical) at img");
  });

  for (const device of ["phone", "desktop"] as const) {
    test(`for what is wider than the window of a ${device}, naming it`, async () => {
      const message = await messageOf(expectNoOverflow(await show("/wide", { device })));
      expect(message).toContain(`the page is 2000 px wide in a window of ${devices[device].viewport.width}`);
      expect(message).toContain("culprit");
    });
  }

  test("for a small button, unless it reaches further than it looks or is excepted", async () => {
    const page = await show("/small", { device: "phone" });
    const message = await messageOf(expectTargets44(page));
    expect(message).toContain('20 × 20: <button class="small">a');
    expect(message).not.toContain("reaching");
    await expectTargets44(page, { ".small": "the harness's own" });
  });

  test("for what moves when something comes late", async () => {
    const page = await show("/shifting");
    // What has not been drawn yet does not move.
    await page.evaluate(
      () =>
        new Promise((resolve) => window.requestAnimationFrame(() => window.requestAnimationFrame(() => resolve(null)))),
    );
    await page.evaluate(() => window.document.querySelector("#late").classList.add("here"));
    expect(await layoutShift(page)).toBeGreaterThan(0.01);
  });
});

describe("hostile text", () => {
  test("is of at least sixty kinds, each short enough for a field", () => {
    expect(new Set(payloads).size).toBe(payloads.length);
    expect(payloads.length).toBeGreaterThanOrEqual(60);
    expect(payloads.filter((each) => each.length > 100)).toEqual([]);
    return Promise.resolve();
  });

  test("does nothing as text", async () => {
    const page = await show("/clean");
    for (const text of payloads) {
      await page.evaluate((each) => {
        window.document.querySelector("#text").textContent = each;
      }, text);
      await expectNothingExecuted(page);
    }
  });

  test("is caught where a page takes it for markup, even if the policy kept it from running", async () => {
    const page = await show(`/clean?html&text=${encodeURIComponent("<img src=x onerror=window.__xss=1>")}`);
    expect(await messageOf(expectNothingExecuted(page))).toContain("alive: <img src=");
    await page.evaluate(() => {
      window.document.querySelector("#html").innerHTML = "";
    });
    await page.evaluate(() => {
      window.__xss = 1;
    });
    expect(await messageOf(expectNothingExecuted(page))).toContain("window.__xss is set");
    await seen(page);
  });
});

describe("a finger", () => {
  test("taps", async () => {
    const page = await show("/touch", { device: "phone" });
    await tap(page, page.locator("#pad"));
    await page.getByText("touch-pointerdown touch-pointerup touch-click").waitFor();
  });

  test("drags from one place to another after holding", async () => {
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

  test("scrolls by a swipe", async () => {
    const page = await show("/touch", { device: "phone" });
    await swipe(page, { x: 200, y: 700 }, { x: 200, y: 300 });
    await eventually("the page has scrolled", () => page.evaluate(() => window.scrollY > 200));
  });
});

describe("a test of screens", () => {
  test("fails for a fault on its page, with it beside its own failure, or when it hangs, and leaves nothing behind", async () => {
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

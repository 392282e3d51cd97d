/** The page in a real browser: its content security policy and its service worker. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { open, test } from "../support/browser/browser.ts";
import { allow, connectionLoss } from "../support/browser/faults.ts";
import { browserHome } from "../support/browser/home.ts";
import { eventually, expectPoll } from "../support/browser/wait.ts";

declare const document: any; // Functions given to `page.evaluate` run in the page.
declare const navigator: any;
declare const caches: any;

const home = await browserHome();

/** Expects that the app has rendered and that its styles and its font are loaded. */
async function expectShown(page: Page): Promise<void> {
  await eventually("the app is mounted", () => page.evaluate(() => document.querySelector("#app").children.length > 0));
  await expectPoll(() => page.evaluate(() => document.styleSheets[0].cssRules.length)).toBeGreaterThan(1);
  await expectPoll(() =>
    page.evaluate(() => document.fonts.load("1em Figtree").then((found: any[]) => found.length)),
  ).toBe(1);
}

describe("The page", () => {
  test("The page loads at a nested path without a violation of its Content-Security-Policy", async () => {
    await expectShown(await open(home, { as: "Anna", path: "/settings/members" }));
  });

  test("The page loads over plain http, where a browser offers no service workers", async () => {
    const page = await open(home, { as: "Anna", plainHttp: true });
    await expectShown(page);
    await expectPoll(() => page.evaluate(() => "serviceWorker" in navigator)).toBe(false);
  });
});

test("The page formats days and times even if the browser's language is invalid", async () => {
  const page = await open(home, { as: "Anna", path: "/settings/you" });
  await page.addInitScript(() => Object.defineProperty(navigator, "languages", { value: ["en-US@posix"] }));
  await page.goto(`${home.url}/calendar`);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
});

describe("The service worker", () => {
  const isInCharge = () => navigator.serviceWorker.controller?.state === "activated";

  test("The service worker returns the app's pages while the server is stopped, but no API responses", async () => {
    const page = await open(home, { as: "Anna", shell: true });
    await eventually("the worker is in charge", () => page.evaluate(isInCharge));
    allow(page, connectionLoss);
    await home.stop();
    try {
      const answer = await page.goto(`${home.url}/calendar`);
      expect(answer?.fromServiceWorker()).toBe(true);
      await expectShown(page);
      const asked = (path: string) =>
        page.evaluate(
          (address: string) =>
            fetch(address).then(
              () => "answered",
              () => "lost",
            ),
          path,
        );
      expect(await asked("/v1/tasks")).toBe("lost");
      expect(await asked("/app/session")).toBe("lost");
    } finally {
      home.start();
    }
  });

  test("The service worker caches the files of only one build, and no response of the API", async () => {
    const page = await open(home, { as: "Anna", shell: true });
    await page.evaluate(() => caches.open("shell-of-old"));
    await eventually("the worker is in charge", () => page.evaluate(isInCharge));
    await page.evaluate(() => navigator.serviceWorker.getRegistration().then((found: any) => found.unregister()));
    await page.reload();
    await eventually("only one is left", () =>
      page.evaluate(async () => (await caches.keys()).filter((name: string) => name.startsWith("shell-")).length === 1),
    );
    const kept: string[] = await page.evaluate(async () => {
      const names: string[] = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map((request: any) => new URL(request.url).pathname);
    });
    expect(kept).toContain("/");
    expect(kept.filter((path) => path !== "/" && !path.startsWith("/assets/"))).toEqual([]);
  });
});

/** The page in a real browser: what its policy and its service worker do there. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { open, test } from "../support/browser.ts";
import { allow, connectionLoss } from "../support/browser-faults.ts";
import { browserHome } from "../support/browser-home.ts";
import { eventually } from "../support/browser-wait.ts";

declare const document: any; // Of the page, where functions given to it run.
declare const navigator: any;
declare const caches: any;

const home = await browserHome();

/** Something of the app stands where it mounts; its styles and its font are there. */
async function expectShown(page: Page): Promise<void> {
  await eventually("the app is mounted", () => page.evaluate(() => document.querySelector("#app").children.length > 0));
  expect(await page.evaluate(() => document.styleSheets[0].cssRules.length)).toBeGreaterThan(1);
  expect(await page.evaluate(() => document.fonts.load("1em Figtree").then((found: any[]) => found.length))).toBe(1);
}

describe("the page", () => {
  test("is shown within its policy, at an address deep in the app too", async () => {
    await expectShown(await open(home, { as: "Anna" }));
    await expectShown(await open(home, { as: "Anna", path: "/settings/members" }));
  });

  test("is shown where browsers trust nothing: by plain http, without a service worker", async () => {
    const page = await open(home, { as: "Anna", plainHttp: true });
    await expectShown(page);
    expect(await page.evaluate(() => "serviceWorker" in navigator)).toBe(false);
  });
});

test("the page writes days and times also where the browser's language is none", async () => {
  const page = await open(home, { as: "Anna", path: "/settings/you" });
  await page.addInitScript(() => Object.defineProperty(navigator, "languages", { value: ["en-US@posix"] }));
  await page.goto(`${home.url}/calendar`);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
});

describe("the service worker", () => {
  const isInCharge = () => navigator.serviceWorker.controller?.state === "activated";

  test("shows the app while the server is gone, and nothing else in its place", async () => {
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

  test("keeps the files of one build alone, and no answer of the API", async () => {
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

/** The look of Today on a full day. */
import { describe, expect } from "bun:test";
import { open, test } from "../support/browser.ts";
import { browserHome } from "../support/browser-home.ts";
import { layoutShift } from "../support/browser-layout.ts";
import { expectGoodLooksInBothSchemes } from "../support/browser-looks.ts";

declare const document: any; // Functions given to `page.evaluate` run in the page.

const afternoon = new Date("2026-11-21T14:20:00Z"); // 15:20 in the household.
const home = await browserHome({ demo: true, now: afternoon });

describe("Today in the demo", () => {
  for (const device of ["phone", "tablet", "desktop"] as const) {
    test(`is complete, accessible and does not shift on a ${device}, in the light and in the dark`, async () => {
      const page = await open(home, { as: "Anna", device });
      await page.getByText("Cinema with Lina").waitFor();
      await page.getByRole("checkbox", { name: "Wash the car" }).waitFor();
      await page.getByRole("link", { name: "Chickpea curry" }).waitFor();
      await page.getByRole("checkbox", { name: "Pay the swimming club" }).waitFor();
      expect(await layoutShift(page)).toBeLessThan(0.02);
      await expectGoodLooksInBothSchemes(page, "today");
      const height = await page.evaluate(() => document.scrollingElement.scrollHeight);
      if (device !== "phone") expect(height).toBe(page.viewportSize()!.height);
    });
  }

  test("speaks German", async () => {
    const page = await open(home, { as: "Ben", device: "tablet", locale: "de-DE" });
    await page.getByRole("heading", { name: "Samstag, 21. November" }).waitFor();
    await page.getByText("Hallo, Ben").waitFor();
    await page.getByRole("region", { name: "Heute Abend gibt es" }).getByText("Chickpea curry").waitFor();
  });
});

test("Today does not shift if the members come last", async () => {
  const page = await open(home, { as: "Anna", device: "desktop", path: "/docs", allow: [/401/] });
  await page.route("**/v1/households/me/members", async (route) => {
    await page.waitForResponse(/v1\/chores/).then((response) => response.finished());
    await route.continue();
  });
  await page.goto(home.url);
  await page.getByRole("checkbox", { name: "Wash the car" }).waitFor();
  expect(await layoutShift(page)).toBeLessThan(0.02);
});

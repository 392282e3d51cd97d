/** The circles that people tick are seen by everybody: 3:1 against what is around them (WCAG 1.4.11). */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { open, test } from "../support/browser.ts";
import { browserHome } from "../support/browser-home.ts";
import { openWall } from "../support/wall.ts";

declare const document: any; // Functions given to `page.evaluate` run in the page.

const home = await browserHome({ demo: true });
const { sections } = (await home.api("Anna").get("/v1/lists")).body;

/** What each circle without a tick on the page is, with the contrast of its edge to the surface around it. */
function circlesOf(page: Page): Promise<{ name: string; contrast: number }[]> {
  return page.evaluate(() => {
    const { getComputedStyle } = document.defaultView;
    const pixel = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    // The browser itself mixes the colours, whatever their notation.
    const mixed = (colors: string[]): number[] => {
      pixel.clearRect(0, 0, 1, 1);
      for (const color of colors) {
        pixel.fillStyle = color;
        pixel.fillRect(0, 0, 1, 1);
      }
      return [...pixel.getImageData(0, 0, 1, 1).data];
    };
    const light = (colors: string[]): number => {
      const [red, green, blue] = mixed(colors).map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
    };
    const found: { name: string; contrast: number }[] = [];
    for (const circle of document.querySelectorAll(".checkbox:not(:checked, :indeterminate), .chore-tick")) {
      if (!circle.checkVisibility() || circle.closest(".chore-done, :disabled, [aria-disabled=true]")) continue;
      const grounds: string[] = [];
      for (let box = circle.parentElement; box; box = box.parentElement) {
        grounds.unshift(getComputedStyle(box).backgroundColor);
      }
      const [edge, ground] = [light([...grounds, getComputedStyle(circle).borderTopColor]), light(grounds)];
      const contrast = (Math.max(edge, ground) + 0.05) / (Math.min(edge, ground) + 0.05);
      found.push({ name: circle.closest("li, article, label, button")?.textContent?.slice(0, 40) ?? "", contrast });
    }
    return found;
  });
}

async function expectSeen(page: Page): Promise<void> {
  await page.locator(".checkbox, .chore-tick").first().waitFor();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const circles = await circlesOf(page);
    expect(circles.length).toBeGreaterThan(0);
    expect(circles.filter(({ contrast }) => contrast < 3)).toEqual([]);
  }
}

describe("the circles to tick have enough contrast", () => {
  for (const path of ["/", "/tasks", "/chores", `/lists/${sections[0].lists[0].id}`]) {
    test(`at ${path.replace(/[^/]{36}/, "…")}`, async () => {
      await expectSeen(await open(home, { as: "Anna", device: "phone", path }));
    });
  }

  test("on the screen of a child", async () => {
    await expectSeen(await open(home, { as: "Mia", device: "tablet", path: "/chores" }));
  });

  test("on the wall", async () => {
    const { page } = await openWall(home);
    await expectSeen(page);
  });
});

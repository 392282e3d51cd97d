/** The design system in a real browser: its gallery, under the app's own content security policy. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { launch, openGallery, sizes } from "./gallery/browser.ts";
import { serveGallery } from "./gallery/serve.ts";

const axeSource = await Bun.file(createRequire(import.meta.url).resolve("axe-core/axe.min.js")).text();
let server: Awaited<ReturnType<typeof serveGallery>>;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([serveGallery(), launch()]);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  server?.stop(true);
}, 30_000);

/** Opens the gallery, and after the work closes it and sees that nothing was complained about. */
async function inGallery(size: keyof typeof sizes, scheme: "light" | "dark", work: (page: Page) => Promise<void>) {
  const { page, complaints } = await openGallery(browser, server.url.href, size, scheme);
  await work(page);
  expect(complaints).toEqual([]);
  await page.context().close();
}

/** What axe finds wrong. (Code for the page is text here: the tests' types know no DOM.) */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate<{ violations: Violation[] }>("axe.run(document)");
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
}

type Violation = { id: string; nodes: { html: string; failureSummary: string }[] };

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

describe("everything", () => {
  for (const size of Object.keys(sizes) as (keyof typeof sizes)[]) {
    for (const scheme of ["light", "dark"] as const) {
      test(`is accessible on a ${size} in the ${scheme}, with a sheet, a menu and toasts too`, async () => {
        await inGallery(size, scheme, async (page) => {
          expect(await violations(page)).toEqual([]);
          await button(page, "Open sheet").click();
          await page.getByRole("dialog", { name: "Edit event" }).waitFor();
          expect(await violations(page)).toEqual([]);
          await page.keyboard.press("Escape");
          await button(page, "Toast").click();
          await button(page, "Failing toast").click();
          await button(page, "More for this list").click();
          await page.getByRole("menuitem", { name: "Archive" }).waitFor();
          expect(await violations(page)).toEqual([]);
        });
      }, 60_000);
    }
  }

  test("fits on a narrow phone without scrolling sideways", async () => {
    await inGallery("phone", "light", async (page) => {
      await page.setViewportSize({ width: 320, height: 640 });
      const overflow = await page.evaluate("document.documentElement.scrollWidth - window.innerWidth");
      expect(overflow).toBe(0);
    });
  }, 60_000);
});

describe("the look", () => {
  const paper = "getComputedStyle(document.documentElement).backgroundColor";
  const setOnRoot = (page: Page, name: string, value: string) =>
    page.evaluate(`document.documentElement.dataset.${name} = "${value}"`);

  test("follows the device's scheme until somebody chooses one", async () => {
    await inGallery("phone", "dark", async (page) => {
      const dark = await page.evaluate(paper);
      await setOnRoot(page, "scheme", "light");
      const light = await page.evaluate(paper);
      expect(light).not.toBe(dark);
      await page.emulateMedia({ colorScheme: "light" });
      expect(await page.evaluate(paper)).toBe(light);
      await setOnRoot(page, "scheme", "dark");
      expect(await page.evaluate(paper)).toBe(dark);
      expect(await violations(page)).toEqual([]);
    });
  }, 60_000);

  test("grows on a wall, and still fits", async () => {
    await inGallery("tablet", "light", async (page) => {
      const height = async () => (await page.locator("h1").boundingBox())!.height;
      const before = await height();
      await setOnRoot(page, "size", "wall");
      expect(await height()).toBeGreaterThan(before * 1.15);
      expect(await page.evaluate("document.documentElement.scrollWidth - window.innerWidth")).toBe(0);
    });
  }, 60_000);
});

describe("a sheet", () => {
  test("gives the focus back to what opened it", async () => {
    await inGallery("desktop", "light", async (page) => {
      await button(page, "Open sheet").focus();
      await page.keyboard.press("Enter");
      const title = page.getByLabel("Title of the event");
      await title.fill("Diving");
      await title.press("Enter");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.locator("button:focus", { hasText: "Open sheet" }).waitFor();
    });
  }, 60_000);

  test("stays when Undo is pressed on a toast beside it", async () => {
    await inGallery("desktop", "light", async (page) => {
      await button(page, "Toast").click();
      await button(page, "Open sheet").click();
      await page.getByRole("dialog").waitFor();
      await button(page, "Undo").click();
      await page.locator(".toast").waitFor({ state: "detached" });
      expect(await page.getByRole("dialog").isVisible()).toBe(true);
      expect(await page.getByLabel("Title of the event").inputValue()).toBe("Undone");
    });
  }, 60_000);
});

describe("a dangerous question", () => {
  test("starts on Cancel, and a press beside it answers nothing", async () => {
    await inGallery("desktop", "light", async (page) => {
      await button(page, "Ask").click();
      const dialog = page.getByRole("alertdialog", { name: "Delete the event?" });
      await dialog.waitFor();
      await page.locator("button:focus", { hasText: "Cancel" }).waitFor();
      await page.mouse.click(5, 5);
      expect(await dialog.isVisible()).toBe(true);
    });
  }, 60_000);
});

describe("a menu", () => {
  test("is walked through by keyboard: arrows, letters, Escape back to its button", async () => {
    await inGallery("desktop", "light", async (page) => {
      const focused = (name: string) => page.locator(".menu-item:focus", { hasText: name }).waitFor();
      await button(page, "More for this list").press("Enter");
      await focused("Copy");
      await page.keyboard.press("ArrowUp");
      await focused("Delete");
      await page.keyboard.press("s");
      await focused("Show done");
      await page.keyboard.press("Escape");
      await page.locator("button:focus[aria-label='More for this list']").waitFor();
      expect(await page.getByRole("menu").count()).toBe(0);
    });
  }, 60_000);

  test("stays on a narrow screen, does what is pressed, and closes by a press elsewhere", async () => {
    await inGallery("phone", "light", async (page) => {
      await button(page, "More for this list").click();
      const box = (await page.getByRole("menu").boundingBox())!;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(390);
      expect(box.y + box.height).toBeLessThanOrEqual(844);
      await page.getByRole("menuitem", { name: "Copy" }).click();
      await page.locator("output", { hasText: "Copied" }).waitFor();
      await button(page, "More for this list").click();
      await page.mouse.click(10, 60);
      await page.getByRole("menu").waitFor({ state: "detached" });
    });
  }, 60_000);
});

describe("one of a few", () => {
  test("is chosen by arrow keys, and shows no radio button of the browser's own", async () => {
    await inGallery("phone", "light", async (page) => {
      const radio = (name: string) => page.getByRole("group", { name: "View" }).getByRole("radio", { name });
      await radio("Week").focus();
      await page.keyboard.press("ArrowRight");
      expect(await radio("Month").isChecked()).toBe(true);
      expect((await radio("Month").boundingBox())!.width).toBeLessThanOrEqual(1);
    });
  }, 60_000);
});

describe("a popover", () => {
  test("opens inside of a sheet, and Escape closes it alone", async () => {
    await inGallery("desktop", "light", async (page) => {
      await button(page, "Open sheet").click();
      await button(page, "Next dates").click();
      await page.getByRole("dialog", { name: "The next three" }).waitFor();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog", { name: "The next three" }).waitFor({ state: "detached" });
      expect(await page.getByRole("dialog", { name: "Edit event" }).isVisible()).toBe(true);
    });
  }, 60_000);
});

describe("toasts", () => {
  test("are three at most, the newest ones", async () => {
    await inGallery("phone", "light", async (page) => {
      // By keyboard, because the toasts come to stand over the buttons.
      await button(page, "Failing toast").press("Enter");
      for (let each = 0; each < 3; each++) await button(page, "Toast").press("Enter");
      expect(await page.locator(".toast").count()).toBe(3);
      expect(await page.locator(".toast-error").count()).toBe(0);
    });
  }, 60_000);
});

describe("a sortable list", () => {
  const rows = (page: Page) => page.getByRole("list", { name: "Groceries" }).getByRole("listitem").allInnerTexts();

  test("is sorted by keyboard, and says so to screen readers", async () => {
    await inGallery("desktop", "light", async (page) => {
      await button(page, "Move: Milk").focus();
      await page.keyboard.press("Space");
      await page.getByText("Milk is lifted").waitFor({ state: "attached" });
      await page.keyboard.press("ArrowDown");
      await page.getByText("Milk is over Bread").waitFor({ state: "attached" });
      await page.keyboard.press("Space");
      await page.getByText("Milk is put down").waitFor({ state: "attached" });
      expect(await rows(page)).toEqual(["Bread", "Milk", "Apples"]);
    });
  }, 60_000);

  test("is sorted by the handle with a mouse", async () => {
    await inGallery("desktop", "light", async (page) => {
      await button(page, "Move: Apples").scrollIntoViewIfNeeded();
      const from = (await button(page, "Move: Milk").boundingBox())!;
      const to = (await button(page, "Move: Apples").boundingBox())!;
      await page.mouse.move(from.x + 10, from.y + 10);
      await page.mouse.down();
      await page.mouse.move(from.x + 12, from.y + 40, { steps: 5 });
      await page.mouse.move(to.x + 12, to.y + to.height / 2 + 12, { steps: 10 });
      await page.mouse.up();
      await page.locator(".drag-ghost").waitFor({ state: "detached" });
      expect(await rows(page)).toEqual(["Bread", "Apples", "Milk"]);
    });
  }, 60_000);
});

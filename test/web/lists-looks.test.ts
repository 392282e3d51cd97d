/** The layout and accessibility of lists on every device, with hostile text and with many items. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { open, test } from "../support/browser.ts";
import { expectAccessible } from "../support/browser-axe.ts";
import { browserHome } from "../support/browser-home.ts";
import { expectNoOverflow, layoutShift } from "../support/browser-layout.ts";
import type { View } from "../support/browser-pages.ts";
import { expectTargets44 } from "../support/browser-targets.ts";
import { expectPoll } from "../support/browser-wait.ts";
import { expectNothingExecuted, payloads } from "../support/markup.ts";
import { circle, item, webLists } from "../support/web-lists.ts";

const home = await browserHome({ demo: true });
const { sections } = (await home.api("Anna").get("/v1/lists")).body;
const all = sections.flatMap(({ lists }: any) => lists);
const packing = all.find(({ name }: any) => name.startsWith("Packing"));
const at = `/lists/${packing.id}`;
await home.api("Anna").patch(`/v1${at}/blocks/${packing.blocks[1].id}`, {
  memberId: home.member("Mia").id,
  dueDate: "2031-03-01T17:00:00Z",
});

const views: Record<string, View> = {
  "a phone": { device: "phone" },
  "a phone at night, in German": { device: "phone", colorScheme: "dark", locale: "de-DE" },
  "a tablet": { device: "tablet" },
  "a desktop at night": { device: "desktop", colorScheme: "dark" },
};
async function expectWell(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoOverflow(page);
  await expectTargets44(page);
}

for (const [where, view] of Object.entries(views)) {
  test(`the board and a list are accessible and fit on ${where}`, async () => {
    const board = await open(home, { as: "Anna", path: "/lists", ...view });
    await board.locator(".drag-handle").first().waitFor();
    expect(await layoutShift(board)).toBeLessThan(0.02);
    await expectWell(board);
    const list = await open(home, { as: "Anna", path: at, ...view });
    await circle(list, "Passports")
      .or(list.getByRole("checkbox", { name: "Erledigt: Passports" }))
      .waitFor();
    // Measure first: the check of touch targets scrolls the page.
    expect(await layoutShift(list)).toBeLessThan(0.02);
    await expectWell(list);
  });
}

describe("hostile text", () => {
  test("in names of sections, lists and items is shown as text", async () => {
    const lists = await webLists();
    const [first = "", second = ""] = [payloads[11], payloads[0]];
    const sectionId = await lists.section(first);
    const id = await lists.list(second, payloads.slice(0, 60), { sectionId });
    const board = await open(lists.home, { as: "Anna", path: "/lists" });
    await board.getByRole("heading", { name: first }).waitFor();
    await board.getByRole("link", { name: second }).waitFor();
    await expectNothingExecuted(board);
    const page = await open(lists.home, { as: "Anna", path: `/lists/${id}`, device: "phone" });
    await page.getByText(payloads[5] ?? "", { exact: true }).waitFor();
    await expectNothingExecuted(page);
  });

  test("in new items is shown as text, and only http and https addresses become links", async () => {
    const lists = await webLists();
    const id = await lists.list("Notes");
    const page = await open(lists.home, { as: "Anna", path: `/lists/${id}` });
    const field = page.getByRole("textbox", { name: "Add to the list" });
    for (const content of [...payloads.slice(28, 36), "javascript:alert(1) and https://recipes.example/soup"]) {
      await field.fill(content);
      await field.press("Enter");
    }
    const link = page.getByRole("link", { name: "https://recipes.example/soup" });
    await link.waitFor();
    await expectPoll(() => link.getAttribute("rel")).toBe("noreferrer noopener");
    await expectPoll(() => page.locator(".lists-text a").count()).toBe(1);
    await expectNothingExecuted(page);
  });
});

describe("a long list", () => {
  test("of a thousand items opens, and shows ticks at once", async () => {
    const lists = await webLists();
    const id = await lists.list("Long");
    for (let from = 0; from < 1_000; from += 50) {
      const operations = Array.from({ length: 50 }, (_, index) => ({
        ...{ op: "create", type: "task", content: `Item ${from + index + 1}` },
      }));
      await lists.anna.post(`/v1/lists/${id}/blocks/batch`, { operations });
    }
    const page = await open(lists.home, { as: "Anna", path: `/lists/${id}`, device: "phone" });
    await circle(page, "Item 1").tap();
    await item(page, "Item 1000").scrollIntoViewIfNeeded();
    await circle(page, "Item 1000").tap();
    await page.getByText("998 to do").waitFor();
    const field = page.getByRole("textbox", { name: "Add to the list" });
    await expectPoll(() => field.isVisible()).toBe(true);
  });
});

test("the field for new items stays above an on-screen keyboard", async () => {
  const page = await open(home, { as: "Anna", path: at, device: "phone" });
  const field = page.getByRole("textbox", { name: "Add to the list" });
  await field.tap();
  const bottom = await page.evaluate(() => {
    const { document, innerHeight } = globalThis as any;
    document.documentElement.style.setProperty("--keyboard", "300px");
    return innerHeight - document.activeElement.getBoundingClientRect().bottom;
  });
  expect(bottom).toBeGreaterThan(300);
});

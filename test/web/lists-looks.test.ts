/** The layout and accessibility of lists on every device, with hostile text and with many items. */
import { describe, expect } from "bun:test";
import { open, test } from "../support/browser.ts";
import { browserHome } from "../support/browser-home.ts";
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

describe("hostile text", () => {
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

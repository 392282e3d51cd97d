/** A toast with Undo disappears when its change is undone, by whatever means. */
import { describe, expect } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { dateIn } from "../../src/lib/time.ts";
import { open, test } from "../support/browser.ts";
import { goTo } from "../support/browser-go.ts";
import { type BrowserHome, browserHome } from "../support/browser-home.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { openWall } from "../support/wall.ts";
import { circle, grip, webLists } from "../support/web-lists.ts";

const today = (home: BrowserHome) => dateIn("Europe/Berlin", home.now());
const box = (page: Page, name: string) => page.getByRole("checkbox", { name });
const message = (page: Page, text: string) => page.locator(".toast", { hasText: text });
const undo = (page: Page) => page.locator(".toast-action");

async function add(home: BrowserHome, ...labels: string[]): Promise<void> {
  for (const label of labels) {
    const task = { label, memberId: home.member("Anna").id, dueDate: today(home) };
    expect((await home.api("Anna").post("/v1/tasks", task)).status).toBe(200);
  }
}

async function remove(page: Page, label: string): Promise<void> {
  await page.getByRole("button", { name: `More for “${label}”` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await message(page, `Deleted “${label}”`).waitFor();
}

const feed = async (home: BrowserHome): Promise<{ action: string }[]> =>
  (await home.api("Anna").get("/v1/activity")).body.entries;
/** Waits until the server has the change. */
const untilSent = (home: BrowserHome, action: string) =>
  eventually(`the server has it: ${action}`, async () => (await feed(home))[0]?.action === action);

describe("the toast of a change", () => {
  test("covers neither the field for the next item nor, once the page is scrolled, the last item", async () => {
    const lists = await webLists();
    const labels = Array.from({ length: 24 }, (_, index) => `Item ${index + 1}`);
    const id = await lists.list("Packing", labels);
    const page = await open(lists.home, { as: "Anna", path: `/lists/${id}`, device: "phone" });
    for (const [width, height] of [
      [320, 640],
      [820, 1180],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.evaluate("scrollTo(0, 0)");
      // Becomes a subtask of the item above, which its toast offers to undo.
      await grip(page, labels.splice(0, 2)[1]!).press("Alt+ArrowRight");
      const above = async (bottomOf: Locator) => {
        const { y, height: own } = (await bottomOf.boundingBox())!;
        return (await page.locator(".toast").boundingBox())!.y - y - own;
      };
      const field = page.getByRole("textbox", { name: "Add to the list" });
      await expectPoll(() => above(field)).toBeGreaterThanOrEqual(0);
      await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
      await expectPoll(() => above(circle(page, "Item 24"))).toBeGreaterThanOrEqual(0);
      await expectPoll(() => above(field)).toBeGreaterThanOrEqual(0);
      await page.locator(".toast").getByRole("button", { name: "Dismiss" }).click();
    }
  });

  test("disappears after Ctrl+Z, which also undoes the change before, whose toast it replaced", async () => {
    const home = await browserHome();
    await add(home, "One", "Two", "Three"); // If no task remained, the input would have the focus and take Ctrl+Z.
    const page = await open(home, { as: "Anna", path: "/tasks" });
    await remove(page, "One");
    await remove(page, "Two");
    await expectPoll(() => undo(page).count()).toBe(1);
    await page.keyboard.press("Control+z");
    await box(page, "Two").waitFor();
    await message(page, "Taken back: Deleted “Two”").waitFor();
    await expectPoll(() => undo(page).count()).toBe(0);
    await page.keyboard.press("Control+z");
    await box(page, "One").waitFor();
    await message(page, "Taken back: Deleted “One”").waitFor();
    await expectPoll(() => undo(page).count()).toBe(0);
  });

  test("comes again with Ctrl+Shift+Z, which does again what was undone, newest first, until something else is done", async () => {
    const home = await browserHome();
    await add(home, "One", "Two", "Three", "Four");
    const page = await open(home, { as: "Anna", path: "/tasks" });
    const gone = (label: string) => expectPoll(() => box(page, label).count()).toBe(0);
    await remove(page, "One");
    await remove(page, "Two");
    await untilSent(home, "deleted");
    for (const label of ["Two", "One"]) {
      await page.keyboard.press("Control+z");
      await message(page, `Taken back: Deleted “${label}”`).waitFor();
      await box(page, label).waitFor();
    }
    await page.keyboard.press("Control+Shift+Z");
    await message(page, "Done again: Deleted “One”").waitFor();
    await gone("One");
    await page.keyboard.press("Meta+Shift+Z");
    await message(page, "Done again: Deleted “Two”").waitFor();
    await gone("Two");
    // The toast offers Undo again, as does Ctrl+Z.
    await undo(page).click();
    await message(page, "Taken back: Deleted “Two”").waitFor();
    await box(page, "Two").waitFor();
    await page.keyboard.press("Control+z");
    await message(page, "Taken back: Deleted “One”").waitFor();
    await box(page, "One").waitFor();
    // Text fields keep their own.
    const field = page.getByRole("textbox").first();
    await field.focus();
    await field.press("Control+Shift+Z");
    await remove(page, "Three");
    await untilSent(home, "deleted");
    await page.keyboard.press("Control+Shift+Z");
    await page.keyboard.press("Control+z");
    await message(page, "Taken back: Deleted “Three”").waitFor();
    for (const label of ["One", "Two", "Three", "Four"]) await box(page, label).waitFor();
  });

  test("does again without the server what was undone before it was sent", async () => {
    const home = await browserHome();
    await add(home, "One", "Two", "Three");
    const allow = [/Failed to load resource|WebSocket connection/];
    const page = await open(home, { as: "Anna", path: "/tasks", allow });
    await box(page, "One").waitFor();
    await page.context().setOffline(true);
    await remove(page, "One"); // Tells the app that the server is away, so that the next change is not tried.
    await page
      .getByText(/^Offline: /)
      .first()
      .waitFor();
    await remove(page, "Two");
    await page.keyboard.press("Control+z");
    await message(page, "Taken back: Deleted “Two”").waitFor();
    await box(page, "Two").waitFor();
    await page.keyboard.press("Control+Shift+Z");
    await message(page, "Done again: Deleted “Two”").waitFor();
    await expectPoll(() => box(page, "Two").count()).toBe(0);
    await page.context().setOffline(false);
    const left = async () => (await home.api("Anna").get("/v1/tasks")).body.tasks.map((each: any) => each.label);
    await expectPoll(left).toEqual(["Three"]);
  });

  test("is followed by who stands in the way of its undo, and when, in German, too", async () => {
    const home = await browserHome();
    await add(home, "One", "Two");
    const page = await open(home, { as: "Anna", path: "/activity", locale: "de-DE", allow: [/422/] });
    const { body } = await home.api("Anna").get("/v1/tasks");
    const { id } = body.tasks.find(({ label }: { label: string }) => label === "Two");
    await home.api("Ben").patch(`/v1/tasks/${id}`, { label: "Three" });
    await page
      .getByText(/„Three“/)
      .first()
      .waitFor();
    await page
      .getByRole("button", { name: /^Rückgängig machen: .*„Two“/ })
      .last()
      .click();
    await page
      .locator(".toast")
      .getByText(/^„Three“ wurde am .+ um \d?\d:\d\d von Ben geändert\. Mach zuerst das rückgängig/)
      .waitFor();
  });

  test("disappears when the change is undone in the feed", async () => {
    const home = await browserHome();
    await add(home, "One");
    const page = await open(home, { as: "Anna", path: "/tasks" });
    await remove(page, "One");
    await untilSent(home, "deleted");
    await goTo(page, "Activity");
    await page.getByRole("button", { name: "Undo: deleted the task “One”" }).click();
    await page.getByText(/^Taken back: /).waitFor();
    await expectPoll(() => undo(page).count()).toBe(0);
    // Ctrl+Z does not undo the change a second time.
    await page.keyboard.press("Control+z");
    await goTo(page, "Tasks");
    await box(page, "One").waitFor();
    await expectPoll(() => page.locator(".toast-error").count()).toBe(0);
  });

  test("disappears when the change is undone on another device, and Ctrl+Z does not undo it again", async () => {
    const home = await browserHome();
    await add(home, "One");
    const page = await open(home, { as: "Anna", path: "/tasks" });
    await remove(page, "One");
    await untilSent(home, "deleted");
    await undo(page).waitFor();
    const [{ id }] = (await home.api("Ben").get("/v1/activity")).body.entries;
    expect((await home.api("Ben").post(`/v1/activity/${id}/undo`, undefined)).status).toBe(200);
    await box(page, "One").waitFor();
    await expectPoll(() => page.locator(".toast").count()).toBe(0);
    await page.keyboard.press("Control+z");
    await goTo(page, "Activity");
    await goTo(page, "Tasks");
    await box(page, "One").waitFor();
    await expectPoll(() => page.locator(".toast").count()).toBe(0);
  });

  test("disappears when the user does the opposite by hand", async () => {
    const home = await browserHome();
    await add(home, "One");
    const page = await open(home, { as: "Anna" });
    await box(page, "One").click();
    await message(page, "Done: “One”").waitFor();
    await page.getByRole("checkbox", { name: "One", checked: true }).click();
    await page.getByRole("checkbox", { name: "One", checked: false }).waitFor();
    await undo(page).waitFor();
    await expectPoll(() => message(page, "Done: “One”").count()).toBe(0);
  });

  test("disappears on the wall, too, when the user does the opposite by hand", async () => {
    const home = await browserHome();
    const chore = { name: "Dishes", emoji: "🧽", stars: 2, startDate: today(home), memberIds: [home.member("Mia").id] };
    await home.api("Anna").post("/app/chores", chore);
    const { page } = await openWall(home);
    await box(page, "Dishes").click();
    await page.getByRole("dialog", { name: "Who are you?" }).getByRole("button", { name: "Mia" }).click();
    await page.getByRole("checkbox", { name: "Dishes", checked: true }).waitFor();
    await undo(page).waitFor();
    const first = (await page.locator(".toast").textContent()) ?? "";
    await untilSent(home, "completed");
    await page.getByRole("checkbox", { name: "Dishes", checked: true }).click();
    await page.getByRole("checkbox", { name: "Dishes", checked: false }).waitFor();
    await untilSent(home, "reopened");
    await expectPoll(() => page.locator(".toast").count()).toBe(1);
    await expectPoll(() => page.locator(".toast").textContent()).not.toBe(first);
  });
});

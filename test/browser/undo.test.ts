/**
 * Undo by the toast, the keyboard and the activity feed. `test/web/sync/` tests the order in which changes are undone.
 */
import type { Locator, Page } from "playwright-core";
import { dateIn } from "#lib/time.ts";
import { openAddField } from "../support/browser/add-field.ts";
import { open, test } from "../support/browser/browser.ts";
import { goTo } from "../support/browser/go.ts";
import { type BrowserHome, browserHome } from "../support/browser/home.ts";
import { circle, grip, webLists } from "../support/browser/homes/lists.ts";
import { openWall } from "../support/browser/homes/wall.ts";
import { eventually, expectPoll } from "../support/browser/wait.ts";

const today = (home: BrowserHome) => dateIn("Europe/Berlin", home.now());
const box = (page: Page, name: string) => page.getByRole("checkbox", { name });
const message = (page: Page, text: string) => page.locator(".toast", { hasText: text });
const undo = (page: Page) => page.locator(".toast-action");

async function homeWithTasks(...labels: string[]): Promise<BrowserHome> {
  const home = await browserHome();
  const memberId = home.member("Anna").id;
  for (const label of labels) await home.api("Anna").post("/v1/tasks", { label, memberId, dueDate: today(home) });
  return home;
}

async function remove(page: Page, label: string): Promise<void> {
  await page.getByRole("button", { name: `More for “${label}”` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await message(page, `Deleted “${label}”`).waitFor();
}

const lastAction = async (home: BrowserHome): Promise<string> =>
  (await home.api("Anna").get("/v1/activity")).body.entries[0]?.action;
const untilSent = (home: BrowserHome, action: string) =>
  eventually(`the server has it: ${action}`, async () => (await lastAction(home)) === action);

test("The toast after a change covers neither the field for new items nor the last item of a list", async () => {
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
    // The item becomes a subtask of the item above, which its toast offers to undo.
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
    await page.locator(".toast").waitFor({ state: "detached" });
  }
});

test("Ctrl+Z and Ctrl+Shift+Z undo and redo changes, except while a text field has the focus", async () => {
  const home = await homeWithTasks("One", "Two", "Three", "Four");
  const page = await open(home, { as: "Anna", path: "/tasks" });
  const gone = (label: string) => expectPoll(() => box(page, label).count()).toBe(0);
  await remove(page, "One");
  await remove(page, "Two");
  await untilSent(home, "deleted");
  for (const label of ["Two", "One"]) {
    await page.keyboard.press("Control+z");
    await message(page, `Taken back: Deleted “${label}”`).waitFor();
    await box(page, label).waitFor();
    await expectPoll(() => undo(page).count()).toBe(0);
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
  const field = await openAddField(page);
  await field.press("Control+Shift+Z");
  await field.press("Escape");
  await field.waitFor({ state: "detached" });
  await remove(page, "Three");
  await untilSent(home, "deleted");
  await page.keyboard.press("Control+Shift+Z");
  await page.keyboard.press("Control+z");
  await message(page, "Taken back: Deleted “Three”").waitFor();
  for (const label of ["One", "Two", "Three", "Four"]) await box(page, label).waitFor();
});

test("When an undo is refused, a message in the app's language says who changed the record and when", async () => {
  const home = await homeWithTasks("One", "Two");
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

test("An undo in the activity feed removes the toast of the undone change, and Ctrl+Z then does nothing", async () => {
  const home = await homeWithTasks("One");
  const page = await open(home, { as: "Anna", path: "/tasks" });
  await remove(page, "One");
  await untilSent(home, "deleted");
  await goTo(page, "Activity");
  await page.getByRole("button", { name: "Undo: deleted the task “One”" }).click();
  await page.getByText(/^Taken back: /).waitFor();
  await expectPoll(() => undo(page).count()).toBe(0);
  await page.keyboard.press("Control+z");
  await goTo(page, "Tasks");
  await box(page, "One").waitFor();
  await expectPoll(() => page.locator(".toast-error").count()).toBe(0);
});

test("When somebody unticks a task or a chore by hand, the toast of the tick disappears", async () => {
  const home = await homeWithTasks("One");
  const page = await open(home, { as: "Anna" });
  await box(page, "One").click();
  await message(page, "Done: “One”").waitFor();
  await page.getByRole("checkbox", { name: "One", checked: true }).click();
  await page.getByRole("checkbox", { name: "One", checked: false }).waitFor();
  await undo(page).waitFor();
  await expectPoll(() => message(page, "Done: “One”").count()).toBe(0);

  const chore = { name: "Dishes", emoji: "🧽", stars: 2, startDate: today(home), memberIds: [home.member("Mia").id] };
  await home.api("Anna").post("/app/chores", chore);
  const { page: wall } = await openWall(home);
  await box(wall, "Dishes").click();
  await wall.getByRole("dialog", { name: "Who are you?" }).getByRole("button", { name: "Mia" }).click();
  await wall.getByRole("checkbox", { name: "Dishes", checked: true }).waitFor();
  await undo(wall).waitFor();
  const first = (await wall.locator(".toast").textContent()) ?? "";
  await untilSent(home, "completed");
  await wall.getByRole("checkbox", { name: "Dishes", checked: true }).click();
  await wall.getByRole("checkbox", { name: "Dishes", checked: false }).waitFor();
  await untilSent(home, "reopened");
  await expectPoll(() => wall.locator(".toast").count()).toBe(1);
  await expectPoll(() => wall.locator(".toast").textContent()).not.toBe(first);
});

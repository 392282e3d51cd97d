/** The board of tasks by person, and a household with very many tasks. */
import { describe } from "bun:test";
import type { Page } from "playwright-core";
import { transact } from "../../src/db/client.ts";
import { createTask } from "../../src/tasks/store.ts";
import { open, test } from "../support/browser.ts";
import { expectAccessible } from "../support/browser-axe.ts";
import { type BrowserHome, browserHome } from "../support/browser-home.ts";
import { expectNoOverflow } from "../support/browser-layout.ts";
import { expectTargets44 } from "../support/browser-targets.ts";
import { longPressDrag } from "../support/browser-touch.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";

const ownerOf = async (home: BrowserHome) => (await home.api("Anna").get("/v1/tasks")).body.tasks[0].memberId;

async function board(home: BrowserHome, device: "tablet" | "desktop"): Promise<Page> {
  await home.api("Anna").post("/v1/tasks", { label: "Feed the cat", memberId: home.member("Anna").id });
  const page = await open(home, { as: "Anna", device, path: "/tasks" });
  await page.locator("label", { hasText: "By person" }).click();
  await page.getByRole("button", { name: "Move: Feed the cat" }).waitFor();
  return page;
}

describe("tasks by person", () => {
  test("are assigned by drag and restored by Undo; the app remembers the view", async () => {
    const home = await browserHome();
    const page = await board(home, "desktop");
    await page.getByRole("button", { name: "Move: Feed the cat" }).dragTo(page.getByRole("heading", { name: "Ben" }), {
      steps: 12,
    });
    await page.getByRole("list", { name: "Ben" }).getByRole("checkbox", { name: "Feed the cat" }).waitFor();
    await eventually("it is Ben's", async () => (await ownerOf(home)) === home.member("Ben").id);
    await page.getByRole("button", { name: "Undo" }).click();
    await eventually("it is Anna's again", async () => (await ownerOf(home)) === home.member("Anna").id);
    await page.reload();
    await page.getByRole("list", { name: "Anna" }).getByRole("checkbox", { name: "Feed the cat" }).waitFor();
    await expectAccessible(page);
    await expectTargets44(page, { ".drag-handle": "as tall as any, 32 px wide beside its menu" });
  });

  test("can be dragged by touch", async () => {
    const home = await browserHome();
    const page = await board(home, "tablet");
    await longPressDrag(
      page,
      page.getByRole("button", { name: "Move: Feed the cat" }),
      page.getByRole("heading", { name: "Mia" }),
    );
    await page.getByRole("list", { name: "Mia" }).getByRole("checkbox", { name: "Feed the cat" }).waitFor();
    await eventually("it is Mia's", async () => (await ownerOf(home)) === home.member("Mia").id);
    await expectNoOverflow(page);
  });

  test("are assigned by their menu with the keyboard alone", async () => {
    const home = await browserHome();
    const page = await board(home, "desktop");
    await page.getByRole("button", { name: "More for “Feed the cat”" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Edit" }).waitFor();
    const given = page.getByRole("menuitem", { name: "Give to Ben" });
    const isThere = () => given.evaluate((item) => item.matches(":focus"));
    for (let steps = 0; steps < 8 && !(await isThere()); steps++) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("list", { name: "Ben" }).getByRole("checkbox", { name: "Feed the cat" }).waitFor();
  });
});

describe("a thousand tasks", () => {
  test("appear at once in part, and the rest on demand", async () => {
    const home = await browserHome();
    transact(home.db, () => {
      const memberId = home.member("Anna").id;
      for (let each = 1; each <= 1_000; each++) createTask(home.work(), { label: `Task ${each}`, memberId });
    });
    const page = await open(home, { as: "Anna", device: "phone", path: "/tasks" });
    await page.getByText("1000").waitFor();
    await expectPoll(() => page.getByRole("checkbox").count()).toBeLessThan(100);
    await page.getByRole("checkbox", { name: "Task 1", exact: true }).tap();
    await page.getByText("999").waitFor();
    await page.getByRole("button", { name: "Show 200 more" }).tap();
    await page.getByRole("checkbox", { name: "Task 200", exact: true }).waitFor();
  });
});

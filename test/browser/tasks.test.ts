/** Screen of tasks on a phone: adding, completing, postponing, editing and reassigning tasks. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { transact } from "#platform/db/client.ts";
import { createTask } from "#routines/tasks/store.ts";
import { addByPhrase } from "../support/browser/add-field.ts";
import { open, test } from "../support/browser/browser.ts";
import { chooseByLabel } from "../support/browser/choice.ts";
import { moveTo } from "../support/browser/go.ts";
import { browserHome } from "../support/browser/home.ts";
import { screens } from "../support/browser/screens.ts";
import { expectPoll } from "../support/browser/wait.ts";

/** Time of the tests: a Saturday morning. */
const now = new Date("2026-11-21T09:00:00Z");
const today = "2026-11-21";

async function tasksHome() {
  const home = await browserHome({ now });
  const anna = home.api("Anna");
  return {
    ...home,
    anna,
    show: (as = "Anna", path = "/tasks") => open(home, { as, device: "phone", path }),
    tasks: async (query = "") => (await anna.get(`/v1/tasks${query}`)).body.tasks as any[],
    /** Adds a task and returns its id. `completedAt` marks the task as completed at that time. */
    async add(label: string, { who = "Anna", dueDate = null as string | null, completedAt = "" } = {}) {
      const { id } = (await anna.post("/v1/tasks", { label, memberId: home.member(who).id, dueDate })).body;
      if (completedAt) await anna.patch(`/v1/tasks/${id}`, { completedAt });
      return id as string;
    },
  };
}

const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3_600_000).toISOString();
const box = (page: Page, label: string) => page.getByRole("checkbox", { name: label, exact: true });
const group = (page: Page, name: string) => page.getByRole("list", { name, exact: true });

async function choose(page: Page, label: string, item: string): Promise<void> {
  await page.getByRole("button", { name: `More for “${label}”` }).tap();
  await page.getByRole("menuitem", { name: item }).tap();
}

describe("A new task", () => {
  test("A new task is assigned to the member whose tasks are shown", async () => {
    const home = await tasksHome();
    const page = await home.show();
    await page.getByRole("button", { name: "Ben" }).tap();
    await page.getByText("Nothing to do for Ben").waitFor();
    await addByPhrase(page, "Fix the gate");
    await box(page, "Fix the gate").waitFor();
    await expectPoll(async () => (await home.tasks())[0]?.memberId).toBe(home.member("Ben").id);
    await moveTo(page, "/activity");
    await page.getByRole("heading", { name: "Activity", level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole("button", { name: "Ben", pressed: true }).waitFor();
  });
});

describe("A task", () => {
  test("A tap completes a task; Undo, or a tap in the list of completed tasks, reopens the task", async () => {
    const home = await tasksHome();
    await home.add("Feed the cat", { dueDate: today });
    await home.add("Sweep", { who: "Ben", dueDate: "2026-11-19" });
    const page = await home.show();
    await group(page, "Overdue").getByRole("checkbox", { name: "Sweep" }).waitFor();
    await box(page, "Feed the cat").tap();
    await page.getByRole("button", { name: "1 done" }).waitFor();
    await page.getByRole("button", { name: "Undo" }).tap();
    await box(page, "Feed the cat").waitFor();
    await box(page, "Feed the cat").tap();
    await page.getByRole("button", { name: "1 done" }).tap();
    await page.getByRole("list", { name: "1 done" }).getByRole("checkbox", { name: "Feed the cat" }).tap();
    await group(page, "Today").getByRole("checkbox", { name: "Feed the cat" }).waitFor();
    await expectPoll(() => home.tasks("?completed=false")).toHaveLength(2);
  });

  test("A task that was completed over 30 days ago is loaded only when a button is pressed", async () => {
    const home = await tasksHome();
    await home.add("Open");
    await home.add("Long ago", { completedAt: daysAgo(40) });
    await home.add("Lately", { completedAt: daysAgo(20) });
    const page = await home.show();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.getByRole("button", { name: "1 done in the last 30 days" }).tap();
    const recent = group(page, "1 done in the last 30 days");
    await recent.getByRole("checkbox", { name: "Lately" }).waitFor();
    await expectPoll(() => box(page, "Long ago").count()).toBe(0);
    expect(asked.filter((url) => url.includes("completed=true"))).toEqual([]);
    await page.getByRole("button", { name: "Show older ones" }).tap();
    await group(page, "2 done").getByRole("checkbox", { name: "Long ago" }).tap();
    await group(page, "1 done").waitFor();
    await expectPoll(() => home.tasks("?completed=true")).toHaveLength(1);
  });

  test("The address of a task opens the task even if it was completed long ago", async () => {
    const home = await tasksHome();
    await home.add("Lately", { completedAt: daysAgo(20) });
    const id = await home.add("Long ago", { completedAt: daysAgo(40) });
    const page = await home.show("Anna", `/tasks?edit=${id}`);
    const label = page.getByRole("dialog").getByRole("textbox", { name: "What is to be done" });
    await expectPoll(() => label.inputValue()).toBe("Long ago");
  });

  test("The number of completed tasks includes tasks that were completed long ago", async () => {
    const home = await tasksHome();
    await home.add("Long ago", { completedAt: daysAgo(40) });
    const page = await home.show();
    await page.getByRole("button", { name: "1 done", exact: true }).waitFor();
  });

  test("A task shows its day of completion in the household's time zone, not in the browser's", async () => {
    const home = await tasksHome();
    await home.anna.patch("/app/household", { timeZone: "America/New_York" });
    await home.add("Past midnight", { completedAt: "2026-11-21T05:30:00Z" });
    await home.add("Before midnight", { completedAt: "2026-11-21T04:30:00Z" });
    const page = await home.show();
    await page.getByRole("button", { name: "2 done" }).tap();
    const done = page.getByRole("list", { name: "2 done" }).getByRole("listitem");
    await done.filter({ hasText: "Past midnight" }).getByText("done today").waitFor();
    await done.filter({ hasText: "Before midnight" }).getByText("done yesterday").waitFor();
  });

  test("When a task is completed or deleted by keyboard, the next or the previous task gets the focus", async () => {
    const home = await tasksHome();
    for (const label of ["One", "Two", "Three"]) await home.add(label);
    const page = await home.show();
    const focused = () => page.evaluate("document.activeElement.getAttribute('aria-label')");
    await box(page, "Two").press("Space");
    await box(page, "Two").waitFor({ state: "detached" });
    await expectPoll(focused).toBe("Three");
    await page.getByRole("button", { name: "More for “Three”" }).press("Enter");
    await page.getByRole("menuitem", { name: "Delete" }).waitFor();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await box(page, "Three").waitFor({ state: "detached" });
    await expectPoll(focused).toBe("One");
    await page.keyboard.press("Control+z");
    await box(page, "Three").waitFor();
  });

  test("The menu of a task can postpone the task and give it to another member", async () => {
    const home = await tasksHome();
    await home.add("Call Grandma", { dueDate: "2026-11-20" });
    const page = await home.show();
    await choose(page, "Call Grandma", "Due next week");
    await group(page, "Later").waitFor();
    await expectPoll(() => home.tasks()).toMatchObject([{ dueDate: "2026-11-23" }]);
    await choose(page, "Call Grandma", "Due tomorrow");
    await group(page, "This week").waitFor();
    await choose(page, "Call Grandma", "Give to Ben");
    await page.getByText("“Call Grandma” is Ben’s now").waitFor();
    const given = { memberId: home.member("Ben").id, dueDate: "2026-11-22" };
    await expectPoll(() => home.tasks()).toMatchObject([given]);
  });

  test("The text, the person and the date of a task can be changed in the task's form", async () => {
    const home = await tasksHome();
    await home.add("Call Grandma", { dueDate: today });
    const page = await home.show();
    await page.getByRole("button", { name: "Call Grandma Anna" }).tap();
    const sheet = page.getByRole("dialog", { name: "Task" });
    await sheet.getByLabel("What is to be done").fill("Visit Grandma");
    await sheet.getByText("Ben").tap();
    await sheet.getByRole("button", { name: "Tomorrow" }).tap();
    await sheet.getByRole("button", { name: "Save" }).tap();
    await sheet.waitFor({ state: "detached" });
    await group(page, "This week").getByRole("checkbox", { name: "Visit Grandma" }).waitFor();
    const changed = { label: "Visit Grandma", memberId: home.member("Ben").id, dueDate: "2026-11-22" };
    await expectPoll(() => home.tasks()).toMatchObject([changed]);
  });

  test("The details of a task can be changed in the task's form, its row shows them, and one undo reverts all", async () => {
    const home = await tasksHome();
    const id = await home.add("Call Grandma", { dueDate: today });
    const page = await home.show();
    await page.getByRole("button", { name: "Call Grandma Anna" }).tap();
    const sheet = page.getByRole("dialog", { name: "Task" });
    await sheet.getByLabel("What is to be done").fill("Visit Grandma");
    await sheet.getByLabel("Time", { exact: true }).fill("17:30");
    await sheet.getByLabel("Reminder").selectOption({ label: "30 minutes before" });
    await sheet.getByLabel("Reminder").selectOption({ label: "At that time" });
    await sheet.getByLabel("Notes").fill("Flowers\nhttps://example.org/map");
    await sheet.getByRole("link", { name: "https://example.org/map" }).waitFor();
    await chooseByLabel(sheet.getByRole("switch", { name: "Priority" }));
    await screens(page, "task-details");
    await sheet.getByRole("button", { name: "Save" }).tap();
    await sheet.waitFor({ state: "detached" });
    const row = group(page, "Today").getByRole("button", { name: /^Visit Grandma/ });
    await expectPoll(() => row.textContent()).toMatch(/PriorityHas notes.*17:30/);
    const details = { dueTime: "17:30", notes: "Flowers\nhttps://example.org/map", reminderMinutesList: [0, 30] };
    await expectPoll(() => home.tasks()).toMatchObject([{ id, label: "Visit Grandma", ...details, isPriority: true }]);
    await page.getByRole("button", { name: "Undo" }).tap();
    const none = { dueTime: null, notes: null, reminderMinutesList: null, isPriority: false };
    await expectPoll(() => home.tasks()).toMatchObject([{ id, label: "Call Grandma", ...none }]);
  });

  test("The time of a task goes with its date, and notes that are too long are not saved", async () => {
    const home = await tasksHome();
    const id = await home.add("Call Grandma", { dueDate: today });
    await home.anna.patch(`/v1/tasks/${id}/details`, { dueTime: "17:30", reminderMinutesList: [30] });
    const page = await home.show("Anna", `/tasks?edit=${id}`);
    const sheet = page.getByRole("dialog", { name: "Task" });
    await expectPoll(() => sheet.getByLabel("Time", { exact: true }).inputValue()).toBe("17:30");
    await sheet.getByRole("button", { name: "Today", exact: true }).tap();
    await expectPoll(() => sheet.getByLabel("Time", { exact: true }).count()).toBe(0);
    await sheet.getByLabel("Notes").fill("x".repeat(2_001));
    await sheet.getByText("At most 2,000 characters").waitFor();
    await sheet.getByLabel("Notes").fill("Flowers");
    await sheet.getByRole("button", { name: "Save" }).tap();
    await sheet.waitFor({ state: "detached" });
    await expectPoll(() => home.tasks()).toMatchObject([{ dueDate: null, dueTime: null, notes: "Flowers" }]);
  });

  test("A child sees a lock with an explanation on another member's task", async () => {
    const home = await tasksHome();
    await home.add("Do the taxes");
    await home.add("Feed the frogs", { who: "Mia" });
    const page = await home.show("Mia");
    await box(page, "Feed the frogs").waitFor();
    await expectPoll(() => box(page, "Do the taxes").count()).toBe(0);
    await page.getByRole("button", { name: "Do the taxes: only Anna or a grown-up can tick this" }).tap();
    await page.getByText("This one is Anna’s").waitFor();
    await page.getByRole("button", { name: "More for “Do the taxes”" }).tap();
    await page.getByRole("menuitem", { name: "Due tomorrow" }).waitFor();
    await expectPoll(() => page.getByRole("menuitem", { name: /Give to|Delete/ }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await box(page, "Feed the frogs").tap();
    await expectPoll(() => home.tasks("?completed=true")).toHaveLength(1);
  });
});

describe("The tasks by person", () => {
  test("When tasks are shown by person, the keyboard can give a task to somebody, and Undo reverts this", async () => {
    const home = await tasksHome();
    await home.add("Feed the cat");
    const page = await home.show();
    const inColumn = (name: string) => group(page, name).getByRole("checkbox", { name: "Feed the cat" }).waitFor();
    await page.locator("label", { hasText: "By person" }).tap();
    await inColumn("Anna");
    await page.getByRole("button", { name: "More for “Feed the cat”" }).press("Enter");
    await page.getByRole("menuitem", { name: "Edit" }).waitFor();
    const given = page.getByRole("menuitem", { name: "Give to Ben" });
    const isThere = () => given.evaluate((item: any) => item.matches(":focus"));
    for (let steps = 0; steps < 8 && !(await isThere()); steps++) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await inColumn("Ben");
    await expectPoll(() => home.tasks()).toMatchObject([{ memberId: home.member("Ben").id }]);
    await page.getByRole("button", { name: "Undo" }).tap();
    await inColumn("Anna");
    await expectPoll(() => home.tasks()).toMatchObject([{ memberId: home.member("Anna").id }]);
    await moveTo(page, "/activity");
    await page.getByRole("heading", { name: "Activity", level: 1 }).waitFor();
    await page.goBack();
    await inColumn("Anna");
  });

  test("If there are hundreds of tasks, only the first are shown, and a button shows more", async () => {
    const home = await tasksHome();
    transact(home.db, () => {
      const memberId = home.member("Anna").id;
      for (let each = 1; each <= 300; each++) createTask(home.work(), { label: `Task ${each}`, memberId });
    });
    const page = await home.show();
    await page.getByText("300", { exact: true }).waitFor();
    await expectPoll(() => page.getByRole("checkbox").count()).toBeLessThan(100);
    await box(page, "Task 1").tap();
    await page.getByText("299", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Show 200 more" }).tap();
    await box(page, "Task 200").waitFor();
  });
});

/** The screen of tasks. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { open, test } from "../support/browser.ts";
import { expectAccessible } from "../support/browser-axe.ts";
import { allow, connectionLoss } from "../support/browser-faults.ts";
import { type BrowserHome, browserHome } from "../support/browser-home.ts";
import { expectNoOverflow } from "../support/browser-layout.ts";
import { expectGoodLooksInBothSchemes } from "../support/browser-looks.ts";
import { expectTargets44 } from "../support/browser-targets.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { expectNothingExecuted, payloads } from "../support/markup.ts";

/** A Saturday morning. */
const now = new Date("2026-11-21T09:00:00Z");
const today = "2026-11-21";
const friday = "2026-11-27";

const field = (page: Page) => page.getByRole("textbox", { name: "Add a task" });
const box = (page: Page, label: string) => page.getByRole("checkbox", { name: label });
const tasksOf = async (home: BrowserHome, query = "") => (await home.api("Anna").get(`/v1/tasks${query}`)).body.tasks;
const add = async (home: BrowserHome, label: string, who = "Anna", dueDate: string | null = null) =>
  (await home.api("Anna").post("/v1/tasks", { label, memberId: home.member(who).id, dueDate })).body;

describe("adding tasks", () => {
  test("parses one line typed by keyboard alone, shows the result, and is ready for the next task", async () => {
    const home = await browserHome({ now });
    const page = await open(home, { as: "Anna", path: "/tasks" });
    await field(page).focus();
    await page.keyboard.type("Passport photos Fri @mi");
    const preview = page.getByRole("region", { name: "Will be added" });
    await preview.getByText("Fri 27 Nov", { exact: true }).first().waitFor();
    await preview.getByRole("button", { name: "Remove: @mi" }).waitFor();
    await page.keyboard.press("Enter");
    await box(page, "Passport photos").waitFor();
    await expectPoll(() => field(page).inputValue()).toBe("");
    await page.keyboard.type("Water the plants");
    await page.keyboard.press("Enter");
    await box(page, "Water the plants").waitFor();
    await eventually("the server has both", async () => (await tasksOf(home)).length === 2);
    await expectPoll(() => tasksOf(home)).toMatchObject([
      { label: "Passport photos", memberId: home.member("Mia").id, dueDate: friday },
      { label: "Water the plants", memberId: home.member("Anna").id, dueDate: null },
    ]);
  });

  test("restores the words of a removed chip, and says if a field is missing or too long", async () => {
    const home = await browserHome({ now });
    const page = await open(home, { as: "Ben", device: "phone", path: "/tasks" });
    await field(page).fill("Read Fri @Mia");
    await page.getByRole("button", { name: "Remove: Fri" }).tap();
    await page.getByRole("button", { name: "Remove: @Mia" }).tap();
    await page.getByText("for Ben").waitFor();
    await field(page).press("Enter");
    await box(page, "Read Fri @Mia").waitFor();
    await field(page).fill("tomorrow");
    await field(page).press("Enter");
    await page.getByText("Say what is to be done.").waitFor();
    await field(page).fill("é".repeat(290));
    await page.getByText("Room for 10 more letters").waitFor();
    await field(page).fill("🐸".repeat(302));
    await page.getByText("That is 2 letters too long.").waitFor();
    await expectAccessible(page);
    await eventually("the server has the first", async () => (await tasksOf(home)).length === 1);
    await expectPoll(() => tasksOf(home)).toMatchObject([{ label: "Read Fri @Mia", memberId: home.member("Ben").id }]);
  });

  test("assigns the task to the member whose tasks are shown, and keeps that member in the address", async () => {
    const home = await browserHome({ now });
    const page = await open(home, { as: "Anna", path: "/tasks" });
    await page.getByRole("button", { name: "Ben" }).click();
    await page.getByText("Nothing to do for Ben").waitFor();
    await field(page).fill("Fix the gate");
    await field(page).press("Enter");
    await box(page, "Fix the gate").waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Ben", pressed: true }).waitFor();
    await eventually("Ben has it", async () => (await tasksOf(home))[0]?.memberId === home.member("Ben").id);
  });

  test("speaks German", async () => {
    const home = await browserHome({ now });
    const page = await open(home, { as: "Anna", device: "phone", locale: "de-DE", path: "/tasks" });
    await page.getByRole("textbox", { name: "Aufgabe hinzufügen" }).fill("Passfotos am Fr. @mia");
    await page.getByText("Fr., 27. Nov.").first().waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Später" }).waitFor();
    await page.getByRole("checkbox", { name: "Passfotos" }).tap();
    await page.getByText("Erledigt: „Passfotos“").waitFor();
    await page.getByRole("button", { name: "1 erledigt" }).waitFor();
    await expectNoOverflow(page);
  });

  test("works without the server, and sends every change once", async () => {
    const home = await browserHome({ now });
    await add(home, "Feed the cat");
    const page = await open(home, { as: "Anna", device: "phone", path: "/tasks" });
    await box(page, "Feed the cat").waitFor();
    await page.waitForLoadState("networkidle"); // The page has also read the completed tasks.
    allow(page, connectionLoss);
    await home.stop();
    await field(page).fill("Buy candles tomorrow");
    await field(page).press("Enter");
    await box(page, "Buy candles").tap();
    await box(page, "Feed the cat").tap();
    await page.getByRole("button", { name: "2 done" }).waitFor();
    home.start();
    await eventually("all has arrived", async () => (await tasksOf(home, "?completed=true")).length === 2);
    await expectPoll(async () => (await tasksOf(home)).map(({ label }: { label: string }) => label).sort()).toEqual([
      "Buy candles",
      "Feed the cat",
    ]);
  });
});

describe("tasks", () => {
  test("are completed, restored by Undo, and reopened from the list of completed tasks", async () => {
    const home = await browserHome({ now });
    await add(home, "Feed the cat", "Anna", today);
    await add(home, "Sweep", "Ben", "2026-11-19");
    const page = await open(home, { as: "Anna", device: "phone", path: "/tasks" });
    await page.getByRole("heading", { name: "Overdue" }).waitFor();
    await box(page, "Feed the cat").tap();
    await page.getByRole("button", { name: "1 done" }).waitFor();
    await page.getByRole("button", { name: "Undo" }).tap();
    await box(page, "Feed the cat").waitFor();
    await box(page, "Feed the cat").tap();
    await page.getByRole("button", { name: "1 done" }).tap();
    await page.getByRole("list", { name: "1 done" }).getByRole("checkbox", { name: "Feed the cat" }).tap();
    await page.getByRole("heading", { name: "Today" }).waitFor();
    await eventually("it is open", async () => (await tasksOf(home, "?completed=false")).length === 2);
  });

  test("that were completed long ago are read only by a button, by an address, or if there are no recent ones", async () => {
    const home = await browserHome({ now });
    await add(home, "Open", "Anna", today);
    for (const label of ["Long ago", "Lately"]) await add(home, label, "Anna", today);
    const tasks: { id: string; label: string }[] = await tasksOf(home);
    const idOf = (label: string) => tasks.find((task) => task.label === label)?.id ?? "";
    const complete = (label: string, days: number) =>
      home.api("Anna").patch(`/v1/tasks/${idOf(label)}`, {
        completedAt: new Date(now.getTime() - days * 24 * 3_600_000).toISOString(),
      });
    await complete("Long ago", 40);
    await complete("Lately", 20);
    const page = await open(home, { as: "Anna", path: "/tasks" });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.getByRole("button", { name: "1 done in the last 30 days" }).click();
    await page
      .getByRole("list", { name: "1 done in the last 30 days" })
      .getByRole("checkbox", { name: "Lately" })
      .waitFor();
    await expectPoll(() => box(page, "Long ago").count()).toBe(0);
    expect(asked.filter((url) => url.includes("completed=true"))).toEqual([]);
    await page.getByRole("button", { name: "Show older ones" }).click();
    const all = page.getByRole("list", { name: "2 done", exact: true });
    await all.getByRole("checkbox", { name: "Long ago" }).click();
    await page.getByRole("list", { name: "1 done", exact: true }).waitFor();
    await eventually("it is open again", async () => (await tasksOf(home, "?completed=true")).length === 1);
    await complete("Long ago", 40);
    const other = await open(home, { as: "Anna", path: `/tasks?edit=${idOf("Long ago")}` });
    await other.getByRole("dialog").getByRole("textbox", { name: "What is to be done" }).waitFor();
    await home.api("Anna").delete(`/v1/tasks/${idOf("Lately")}`);
    const third = await open(home, { as: "Anna", path: "/tasks" });
    await third.getByRole("button", { name: "1 done", exact: true }).waitFor();
  });

  test("show the day of completion in the household's time zone, not in the browser's", async () => {
    const home = await browserHome({ now });
    for (const [label, completedAt] of [
      ["Past midnight in Berlin", "2026-11-20T23:30:00Z"],
      ["Before midnight in Berlin", "2026-11-20T22:30:00Z"],
    ] as const) {
      const { id } = await add(home, label);
      await home.api("Anna").patch(`/v1/tasks/${id}`, { completedAt });
    }
    const page = await open(home, { as: "Anna", timeZone: "America/New_York", path: "/tasks" });
    await page.getByRole("button", { name: "2 done" }).click();
    const done = page.getByRole("list", { name: "2 done" }).getByRole("listitem");
    await done.filter({ hasText: "Past midnight" }).getByText("done today").waitFor();
    await done.filter({ hasText: "Before midnight" }).getByText("done yesterday").waitFor();
  });

  test("move the focus to a neighbour when they are completed or deleted by keyboard", async () => {
    const home = await browserHome({ now });
    for (const label of ["One", "Two", "Three"]) await add(home, label);
    const page = await open(home, { as: "Anna", path: "/tasks" });
    await box(page, "Two").focus();
    await page.keyboard.press("Space");
    await box(page, "Two").waitFor({ state: "detached" });
    const focused = () => page.evaluate("document.activeElement.getAttribute('aria-label')");
    await eventually("the next one has the focus", async () => (await focused()) === "Three");
    await page.getByRole("button", { name: "More for “Three”" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Delete" }).waitFor();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await box(page, "Three").waitFor({ state: "detached" });
    await eventually("the one before has the focus", async () => (await focused()) === "One");
    await page.keyboard.press("Control+z");
    await box(page, "Three").waitFor();
  });

  test("are postponed and reassigned by their menu", async () => {
    const home = await browserHome({ now });
    const { id } = await add(home, "Call Grandma", "Anna", "2026-11-20");
    const page = await open(home, { as: "Anna", device: "phone", path: "/tasks" });
    const choose = async (item: string) => {
      await page.getByRole("button", { name: "More for “Call Grandma”" }).tap();
      await page.getByRole("menuitem", { name: item }).tap();
    };
    const task = async () => (await tasksOf(home)).find((each: { id: string }) => each.id === id);
    await choose("Due next week");
    await page.getByRole("heading", { name: "Later" }).waitFor();
    await eventually("it is due on Monday", async () => (await task()).dueDate === "2026-11-23");
    await choose("Due tomorrow");
    await page.getByRole("heading", { name: "This week" }).waitFor();
    await choose("Give to Ben");
    await eventually("it is Ben's", async () => (await task()).memberId === home.member("Ben").id);
    await expectPoll(async () => (await task()).dueDate).toBe("2026-11-22");
  });

  test("are changed in their sheet, which the browser's Back closes", async () => {
    const home = await browserHome({ now });
    await add(home, "Call Grandma", "Anna", today);
    const page = await open(home, { as: "Anna", device: "phone", path: "/tasks" });
    await page.getByRole("button", { name: "Call Grandma Anna" }).tap();
    const sheet = page.getByRole("dialog", { name: "Task" });
    await sheet.waitFor();
    await expectAccessible(page);
    await expectTargets44(page);
    await page.goBack();
    await sheet.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Call Grandma Anna" }).tap();
    await sheet.getByLabel("What is to be done").fill("Visit Grandma");
    await sheet.getByText("Ben").tap();
    await sheet.getByRole("button", { name: "Tomorrow" }).tap();
    await sheet.getByRole("button", { name: "Save" }).tap();
    await sheet.waitFor({ state: "detached" });
    await box(page, "Visit Grandma").waitFor();
    const changed = { label: "Visit Grandma", memberId: home.member("Ben").id, dueDate: "2026-11-22" };
    await eventually("it is saved", async () => (await tasksOf(home))[0].label === changed.label);
    await expectPoll(async () => (await tasksOf(home))[0]).toMatchObject(changed);
  });

  test("of others can't be completed by a child, and the page says why", async () => {
    const home = await browserHome({ now });
    await add(home, "Do the taxes", "Anna");
    await add(home, "Feed the frogs", "Mia");
    const page = await open(home, { as: "Mia", device: "phone", path: "/tasks" });
    await box(page, "Feed the frogs").waitFor();
    await expectPoll(() => box(page, "Do the taxes").count()).toBe(0);
    await page.getByRole("button", { name: "Do the taxes: only Anna or a grown-up can tick this" }).tap();
    await page.getByText("This one is Anna’s").waitFor();
    await page.getByRole("button", { name: "More for “Do the taxes”" }).tap();
    await page.getByRole("menuitem", { name: "Due tomorrow" }).waitFor();
    await expectPoll(() => page.getByRole("menuitem", { name: /Give to|Delete/ }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await box(page, "Feed the frogs").tap();
    await eventually("it is done", async () => (await tasksOf(home, "?completed=true")).length === 1);
    await expectAccessible(page);
  });

  test("update live when an agent changes them", async () => {
    const home = await browserHome({ now });
    const page = await open(home, { as: "Anna", path: "/tasks" });
    await page.getByText("Nothing to do", { exact: true }).waitFor();
    const memberId = home.member("Ben").id;
    const { body } = await home.agent().post("/v1/tasks", { label: "From afar", memberId, dueDate: today });
    await box(page, "From afar").waitFor();
    await home.agent().patch(`/v1/tasks/${body.id}`, { completedAt: now.toISOString() });
    await page.getByText("All done").waitFor();
  });

  test("show hostile text as text", async () => {
    const home = await browserHome({ now });
    for (const payload of payloads) await add(home, payload, "Anna", today);
    const page = await open(home, { as: "Anna", path: "/tasks" });
    await page.getByRole("button", { name: /^Show \d+ more$/ }).click();
    await box(page, payloads.at(-1) ?? "")
      .first()
      .waitFor();
    for (const payload of payloads.slice(0, 8)) await field(page).fill(payload);
    await page
      .getByRole("button", { name: `${payloads[0]} Anna` })
      .first()
      .click();
    await page.getByRole("dialog").waitFor();
    await expectNothingExecuted(page);
  });

  test("look right in every size, light and dark", async () => {
    const home = await browserHome({ demo: true });
    for (const device of ["phone", "tablet", "desktop"] as const) {
      const page = await open(home, { as: "Anna", device, path: "/tasks" });
      await box(page, "Pay the swimming club").waitFor();
      await expectGoodLooksInBothSchemes(page, "tasks");
    }
  });
});

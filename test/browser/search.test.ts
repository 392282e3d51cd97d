/** Tests the search in all data, and its shortcuts to screens and actions. */
import type { Page } from "playwright-core";
import { addField } from "../support/browser/add-field.ts";
import { open, test } from "../support/browser/browser.ts";
import { allow, connectionLoss } from "../support/browser/faults.ts";
import { browserHome } from "../support/browser/home.ts";
import { tap } from "../support/browser/touch.ts";
import { eventually, expectPoll } from "../support/browser/wait.ts";
import { start } from "../support/home/home.ts";

const field = (page: Page) => page.getByRole("combobox", { name: "Search everything, or open a screen" });
const isClosed = (page: Page) => field(page).waitFor({ state: "detached" });
const isAt = (page: Page, path: string) => eventually(`the page is at ${path}`, () => page.url().endsWith(path));

test("The search can be used by keyboard alone, and is empty when it is opened again", async () => {
  const home = await browserHome({ now: start });
  const { id: memberId } = home.member("Ben");
  for (const label of ["Passport photos", "Passport renewal"]) {
    await home.api("Ben").post("/v1/tasks", { label, memberId });
  }
  const page = await open(home, { as: "Anna", path: "/" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("Control+k");
  await field(page).waitFor();
  await page.keyboard.type("pass");
  const found = page.getByRole("group", { name: "Tasks" }).getByRole("option");
  await found.nth(1).waitFor();
  const selected = () => page.getByRole("option", { selected: true }).textContent();
  await page.keyboard.press("ArrowDown");
  await expectPoll(selected).toBe((await found.nth(1).textContent())!);
  await expectPoll(() => field(page).getAttribute("aria-activedescendant")).toBe(await found.nth(1).getAttribute("id"));
  await page.keyboard.press("ArrowUp");
  await expectPoll(selected).toBe((await found.nth(0).textContent())!);
  await page.keyboard.press("Enter");
  await eventually("the tasks are shown", () => new URL(page.url()).pathname === "/tasks");
  await isClosed(page);
  const sheet = page.getByRole("dialog", { name: "Task" });
  await sheet.press("Escape");
  await sheet.waitFor({ state: "detached" });
  await page.keyboard.press("Control+k");
  await expectPoll(() => field(page).inputValue()).toBe("");
});

test("The search finds and opens screens and settings by English words and by German words", async () => {
  const home = await browserHome({ now: start });
  const page = await open(home, { as: "Anna", path: "/" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  for (const [words, path] of [
    ["aemtchen", "/chores"],
    ["sicherung", "/settings/about"],
    ["take back", "/activity"],
  ] as const) {
    await page.keyboard.press("Control+k");
    await field(page).fill(words);
    await page.getByRole("dialog").getByRole("option").first().waitFor();
    await page.keyboard.press("Enter");
    await eventually(`${words} leads to ${path}`, () => new URL(page.url()).pathname === path);
    await isClosed(page);
  }
  await page.keyboard.press("Control+k");
  await field(page).fill("qqqq");
  await page.getByRole("heading", { name: "Nothing found for “qqqq”" }).waitFor();
  await page.keyboard.press("Escape");
  await expectPoll(() => field(page).inputValue()).toBe("");
  await page.keyboard.press("Escape");
  await isClosed(page);
  await page.keyboard.press("Control+k");
  await field(page).fill("password");
  await page.getByRole("option", { name: "Password Settings → You" }).waitFor();
  await page.keyboard.press("Enter");
  const change = page.getByRole("button", { name: "Change password" });
  await eventually("the section is in sight", async () => {
    const { y = Number.POSITIVE_INFINITY, height = 0 } = (await change.boundingBox()) ?? {};
    return y > 0 && y + height < (page.viewportSize()?.height ?? 0);
  });
});

test("The search can open the form for a new chore, and can move the focus to the field for a new task", async () => {
  const home = await browserHome({ now: start });
  const page = await open(home, { as: "Anna", path: "/" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  const choose = async (words: string, name: string) => {
    await page.keyboard.press("Control+k");
    await field(page).fill(words);
    await page.getByRole("option", { name }).waitFor();
    await page.keyboard.press("Enter");
  };
  const task = addField(page);
  for (const label of ["Buy stamps", "Call the vet"]) {
    await choose("new task", "New task");
    await task.and(page.locator(":focus")).waitFor();
    await page.keyboard.insertText(label);
    await expectPoll(() => task.inputValue()).toBe(label);
    await task.fill("");
    await page.keyboard.press("Escape");
    await task.waitFor({ state: "detached" });
    await isAt(page, "/tasks");
  }
  await choose("new chore", "New chore");
  await page.getByRole("dialog", { name: "New chore" }).waitFor();
});

test("A child's search finds no settings of the household, and a tap opens a chore that was found", async () => {
  const home = await browserHome({ now: start });
  const memberIds = [home.member("Mia").id];
  const chore = { name: "Feed the guinea pigs", memberIds, startDate: "2026-11-27", recurrenceRule: "FREQ=DAILY" };
  await home.api("Anna").post("/app/chores", chore);
  const page = await open(home, { as: "Mia", device: "phone", path: "/" });
  await tap(page, page.getByRole("button", { name: "More", exact: true }));
  await tap(page, page.getByRole("dialog", { name: "More" }).getByRole("button", { name: "Search" }));
  await field(page).fill("name");
  await page.getByRole("option", { name: "How the others see you" }).waitFor();
  await expectPoll(() => page.getByRole("option", { name: "Name of the household" }).count()).toBe(0);
  await field(page).fill("guinea pigs");
  await tap(page, page.getByRole("group", { name: "Chores" }).getByRole("option").first());
  await page.getByRole("dialog", { name: "Feed the guinea pigs: the last two weeks" }).waitFor();
});

test("The search finds a day's events and tasks, tolerates typing errors, and says if the server is down", async () => {
  const home = await browserHome({ now: start, alone: true });
  const ben = home.api("Ben");
  const times = { startsAt: "2026-11-28T13:00:00Z", endsAt: "2026-11-28T14:00:00Z" };
  await ben.post("/v1/events", { title: "Zahnarzt", ...times });
  await ben.post("/v1/tasks", { label: "Bins", memberId: home.member("Mia").id, dueDate: "2026-11-28" });
  const page = await open(home, { as: "Anna", device: "phone", path: "/tasks" });
  allow(page, connectionLoss);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("Control+k");
  await field(page).fill("tomorrow");
  const day = page.getByRole("group", { name: "Tomorrow, Sat 28 Nov" });
  await expectPoll(() => day.getByRole("option").allTextContents()).toEqual([
    "Calendar: Tomorrow, Sat 28 Nov",
    "Zahnarzt14:00 – 15:00",
    "BinsMia",
  ]);
  await tap(page, page.getByRole("button", { name: "Clear the search" }));
  await expectPoll(() => field(page).inputValue()).toBe("");
  await field(page).and(page.locator(":focus")).waitFor();
  await field(page).fill("zanharzt");
  await page.getByRole("group", { name: "Events" }).getByRole("option", { name: "Zahnarzt" }).waitFor();

  await home.stop();
  await field(page).fill("3 Dec");
  await page.getByRole("option", { name: "Calendar: Thu 3 Dec" }).waitFor();
  await field(page).fill("5 May 2031");
  await page.getByRole("option", { name: /Calendar: 5 May 2031.*Not on this device yet/ }).waitFor();
  await field(page).fill("calendar");
  await page.getByText("Searching needs your server").waitFor();
  await expectPoll(() => page.getByRole("option").allTextContents()).toEqual([
    "Calendar",
    ...["Connect a device", "Connect an account", "Share a calendar", "Follow a calendar", "Import a file"].map(
      (title) => `${title}Settings → Calendars`,
    ),
  ]);
  home.start();
  await field(page).fill("28.11.");
  await tap(page, page.getByRole("option", { name: "Zahnarzt" }));
  await page.getByRole("dialog", { name: "Zahnarzt" }).waitFor();
});

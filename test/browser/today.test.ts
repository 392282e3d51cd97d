/** Screen Today on a phone: it shows the household's day, and members tick chores and tasks on it. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { open, test } from "../support/browser/browser.ts";
import { allow, connectionLoss } from "../support/browser/faults.ts";
import { moveTo } from "../support/browser/go.ts";
import { browserHome } from "../support/browser/home.ts";
import { choresOf } from "../support/browser/homes/chores.ts";
import { tap } from "../support/browser/touch.ts";
import { eventually, expectPoll } from "../support/browser/wait.ts";

/** Time of the tests: 15:19 in the household, half a second before the minute ends. */
const now = new Date("2026-11-21T14:19:59.500Z");
const today = "2026-11-21";

async function todayHome() {
  const home = await browserHome({ now });
  const anna = home.api("Anna");
  return {
    ...home,
    chores: choresOf(home),
    show: (as = "Anna", path = "/") => open(home, { as, device: "phone", path }),
    addTask: (label: string, who = "Anna", dueDate = today) =>
      anna.post("/v1/tasks", { label, memberId: home.member(who).id, dueDate }),
    addEvent: (title: string, from: string, to: string, more: object = {}) =>
      anna.post("/v1/events", { title, startsAt: `${today}T${from}:00Z`, endsAt: `${today}T${to}:00Z`, ...more }),
  };
}

const chore = (page: Page, name: string) => page.getByRole("checkbox", { name });
const ticked = (page: Page, name: string, checked: boolean) =>
  page.getByRole("checkbox", { name, checked, exact: true }).waitFor();
const tasksOf = (page: Page) => page.getByRole("region", { name: "Tasks" });

describe("A chore on the screen Today", () => {
  test("A tap or the Space key ticks a chore on the screen Today and adds its stars, and Undo unticks it", async () => {
    const home = await todayHome();
    await home.chores.add({ name: "Dishes", memberIds: ["Mia"], stars: 2 });
    const page = await home.show("Mia");
    const balance = page.getByRole("article", { name: "Mia" }).locator(".chore-balance").getByRole("img");
    await tap(page, chore(page, "Dishes"));
    await ticked(page, "Dishes, Mia", true);
    await page.getByText("All done!").waitFor();
    await expectPoll(() => balance.getAttribute("aria-label")).toBe("2 stars");
    await home.chores.untilStars("Mia", 2);
    await page.getByRole("button", { name: "Undo" }).tap();
    await ticked(page, "Dishes, Mia", false);
    await expectPoll(() => balance.getAttribute("aria-label")).toBe("0 stars");
    await chore(page, "Dishes").press("Space");
    await ticked(page, "Dishes, Mia", true);
    await home.chores.untilStars("Mia", 2);
    await page.keyboard.press("Space");
    await ticked(page, "Dishes, Mia", false);
    await home.chores.untilStars("Mia", 0);
  });
});

describe("A task on the screen Today", () => {
  test("The screen Today shows tasks that are due or overdue, and a tap on a task completes the task", async () => {
    const home = await todayHome();
    await home.addTask("Passport photos", "Ben", "2026-11-20");
    await home.addTask("Water the plants");
    await home.addTask("Next week", "Anna", "2026-11-28");
    const page = await home.show("Ben");
    const tasks = tasksOf(page);
    await tasks.getByText("Yesterday").waitFor();
    await expectPoll(() => tasks.getByRole("checkbox").count()).toBe(2);
    await tap(page, tasks.getByText("Water the plants"));
    await tasks.getByRole("checkbox", { name: "Water the plants", checked: true }).waitFor();
    await tasks.getByRole("checkbox", { name: "Passport photos" }).tap();
    await tasks.getByText("Passport photos").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).last().tap();
    await tasks.getByRole("checkbox", { name: "Passport photos", checked: false }).waitFor();
  });
});

describe("The agenda on the screen Today", () => {
  test("The agenda on the screen Today begins with all-day events, and a line shows the present time", async () => {
    const home = await todayHome();
    await home.addEvent("Swimming", "14:20", "15:20", { memberIds: [home.member("Mia").id], location: "Pool" });
    await home.addEvent("Breakfast", "08:00", "09:00");
    await home.addEvent("Grandma’s birthday", "00:00", "00:00", { allDay: true });
    const page = await home.show();
    const rows = page.getByRole("region", { name: "What’s on" }).getByRole("listitem");
    await eventually("the line is before what is ahead", async () =>
      /Grandma.*Breakfast.*Now.*Swimming/s.test((await rows.allTextContents()).join("\n")),
    );
    await expectPoll(() => page.locator(".is-past").allTextContents()).toEqual([expect.stringContaining("Breakfast")]);
    const swimming = page.locator(".today-event", { hasText: "Swimming" });
    await swimming.and(page.locator(".is-ahead")).waitFor();
    await swimming.getByText("Pool").waitFor();
    await swimming.getByRole("img", { name: "Mia" }).waitFor();
    await home.advance(60_000);
    await swimming.and(page.locator(".is-now")).waitFor();
  });

  test("The agenda on the screen Today changes to the next day at midnight, even offline", async () => {
    const home = await todayHome();
    await home.advance(8 * 3_600_000 + 40 * 60_000);
    await home.addTask("For Saturday");
    await home.addTask("For Sunday", "Anna", "2026-11-22");
    const page = await home.show();
    await page.getByText("For Saturday").waitFor();
    const context = page.context();
    allow(page, connectionLoss);
    await context.setOffline(true);
    await home.advance(1_000);
    await page.getByRole("heading", { name: "Sunday 22 November" }).waitFor();
    await tasksOf(page).getByRole("checkbox", { name: "For Sunday" }).waitFor();
    await context.setOffline(false);
    await tasksOf(page).getByText("Yesterday").waitFor();
  });
});

describe("The screen Today", () => {
  test("The screen Today shows a child's own chores and tasks first, and lets a child tick only those", async () => {
    const home = await todayHome();
    await home.chores.add({ name: "Dishes", memberIds: ["Anna", "Mia"] });
    await home.addTask("Taxes");
    await home.addTask("Read", "Mia");
    const page = await home.show("Mia");
    await expectPoll(() => page.getByRole("article").getByRole("heading").allTextContents()).toEqual(["Mia", "Anna"]);
    const order = await page.locator(".today-board > *").evaluateAll((all) => all.map((each: any) => each.className));
    const placeOf = (part: string) => order.findIndex((name) => name.includes(part));
    expect(placeOf("chores")).toBeLessThan(placeOf("agenda"));
    const tasks = tasksOf(page).getByRole("checkbox");
    expect(await tasks.evaluateAll((all) => all.map((each: any) => each.disabled))).toEqual([false, true]);
    await expectPoll(() => page.getByRole("checkbox", { name: "Taxes" }).isDisabled()).toBe(true);
    const others = page.getByRole("article", { name: "Anna" });
    await others.getByText("Dishes").tap();
    await chore(page, "Dishes, Mia").tap();
    await ticked(page, "Dishes, Mia", true);
    await others.getByText("not done yet").waitFor({ state: "attached" });
    await expectPoll(() => chore(page, "Dishes, Anna").count()).toBe(0);
  });

  test("When a person's picture is tapped, the screen Today hides what is only for other people", async () => {
    const home = await todayHome();
    await home.addTask("Taxes");
    await home.addTask("Read", "Mia");
    const page = await home.show();
    const tasks = tasksOf(page);
    await tasks.getByText("Taxes").waitFor();
    await page.getByRole("button", { name: "Mia" }).tap();
    await tasks.getByText("Taxes").waitFor({ state: "detached" });
    await tasks.getByText("Read").waitFor();
    await moveTo(page, "/tasks");
    await page.getByRole("heading", { name: "Tasks", level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole("button", { name: "Mia", pressed: true }).tap();
    await tasks.getByText("Taxes").waitFor();
  });

  test("The screen Today suggests first steps to an empty household, until something has been added", async () => {
    const home = await todayHome();
    const page = await home.show();
    await page.getByRole("heading", { name: "A good place to begin" }).waitFor();
    const links = await page.locator(".today-steps a").evaluateAll((all) => all.map((each: any) => each.pathname));
    expect(links).toEqual(["/calendar", "/tasks", "/chores", "/settings/members"]);
    await home.addTask("The first");
    await page.getByRole("checkbox", { name: "The first" }).waitFor();
  });
});

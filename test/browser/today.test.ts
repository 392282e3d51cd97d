/** Screen Today on a phone: it shows the household's day, and members tick chores and tasks on it. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { open, test } from "../support/browser/browser.ts";
import { allow, connectionLoss } from "../support/browser/faults.ts";
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

const box = (page: Page, name: string) => page.getByRole("checkbox", { name, exact: true });
const ticked = (page: Page, name: string, checked: boolean) =>
  page.getByRole("checkbox", { name, checked, exact: true }).waitFor();
const dayOf = (page: Page) => page.getByRole("region", { name: "Today", exact: true });
const rowsOf = (page: Page) => dayOf(page).locator(".day-title").allTextContents();

describe("A chore on the screen Today", () => {
  test("A tap or the Space key ticks a chore on the screen Today and adds its stars, and Undo unticks it", async () => {
    const home = await todayHome();
    await home.chores.add({ name: "Dishes", memberIds: ["Mia"], stars: 2 });
    await home.chores.add({ name: "Laundry", memberIds: ["Mia"], stars: 1 });
    const page = await home.show("Mia");
    const balance = page.locator(".today-header").getByRole("img");
    await tap(page, box(page, "Dishes"));
    await ticked(page, "Dishes", true);
    await page.getByText("1 done").waitFor();
    await expectPoll(() => rowsOf(page)).toEqual(["Laundry", "Plan dinner"]);
    await expectPoll(() => balance.getAttribute("aria-label")).toBe("2 stars");
    await home.chores.untilStars("Mia", 2);
    await page.getByRole("button", { name: "Undo" }).tap();
    await ticked(page, "Dishes", false);
    await expectPoll(() => balance.getAttribute("aria-label")).toBe("0 stars");
    await box(page, "Dishes").press("Space");
    await home.chores.untilStars("Mia", 2);
    await expectPoll(() => rowsOf(page)).toEqual(["Laundry", "Plan dinner"]);
    await expectPoll(() => box(page, "Laundry").evaluate((each) => each === document.activeElement)).toBe(true);
    await page.keyboard.press("Space");
    await page.getByText("All done for now").waitFor();
    await expectPoll(() => rowsOf(page)).toEqual(["Plan dinner"]);
    await page.getByRole("button", { name: "2 done" }).tap();
    await ticked(page, "Laundry", true);
  });
});

describe("A chore that anyone may do", () => {
  test("When an adult ticks a chore that several members may do, the screen Today asks which member did it", async () => {
    const home = await todayHome();
    await home.chores.add({ name: "Bins", assignment: "anyone", memberIds: ["Anna", "Ben"], stars: 2 });
    const page = await home.show();
    await page.getByRole("button", { name: /^Anyone.*1 open/, expanded: false }).tap();
    await box(page, "Bins").tap();
    await page.getByRole("dialog", { name: "Who did it?" }).getByRole("button", { name: "Ben" }).tap();
    await page.getByRole("button", { name: /^Anyone.*0 open/ }).waitFor();
    await home.chores.untilStars("Ben", 2);
    await home.chores.untilStars("Anna", 0);
  });
});

describe("A task on the screen Today", () => {
  test("The screen Today shows tasks that are due or overdue, and a tap on a task completes the task", async () => {
    const home = await todayHome();
    await home.addTask("Passport photos", "Ben", "2026-11-18");
    await home.addTask("Water the plants", "Ben");
    await home.addTask("Next week", "Ben", "2026-11-28");
    const page = await home.show("Ben");
    await page.getByText("2 things left").waitFor();
    await dayOf(page).getByText("since Wed 18 Nov").waitFor();
    await expectPoll(() => rowsOf(page)).toEqual(["Passport photos", "Water the plants", "Plan dinner"]);
    await box(page, "Passport photos").tap();
    await ticked(page, "Passport photos", true);
    await expectPoll(() => rowsOf(page)).toEqual(["Water the plants", "Plan dinner"]);
    await page.getByRole("button", { name: "Undo" }).last().tap();
    await ticked(page, "Passport photos", false);
  });

  test("The screen Today shows seven entries without a time, and the others after a tap", async () => {
    const home = await todayHome();
    for (const label of ["1", "2", "3", "4", "5", "6", "7", "8", "9"]) await home.addTask(`Task ${label}`);
    const page = await home.show();
    await expectPoll(() => dayOf(page).getByRole("checkbox").count()).toBe(7);
    await page.getByRole("button", { name: "2 more" }).tap();
    await expectPoll(() => dayOf(page).getByRole("checkbox").count()).toBe(9);
    await expectPoll(() => page.getByRole("button", { name: "2 more" }).count()).toBe(0);
  });
});

describe("The day on the screen Today", () => {
  test("The day begins with the next event, then come entries without a time, and past events are folded", async () => {
    const home = await todayHome();
    const both = [home.member("Anna").id, home.member("Mia").id];
    await home.addEvent("Swimming", "14:20", "15:20", { memberIds: both, location: "Pool" });
    await home.addEvent("Choir", "19:00", "20:00", { memberIds: [home.member("Anna").id] });
    await home.addEvent("Piano", "16:00", "17:00", { memberIds: [home.member("Mia").id] });
    await home.addEvent("Breakfast", "08:00", "09:00");
    await home.addEvent("Grandma’s birthday", "00:00", "00:00", { allDay: true });
    const page = await home.show();
    const next = page.locator(".day-next");
    await eventually("the next event is on top", async () =>
      /Next.*Swimming.*15:20 – 16:20.*Pool/s.test((await next.textContent()) ?? ""),
    );
    await next.getByRole("img", { name: "Mia" }).waitFor();
    await expectPoll(() => rowsOf(page)).toEqual(["Grandma’s birthday", "Plan dinner", "Choir"]);
    await home.advance(60_000);
    await next.getByText("Now", { exact: true }).waitFor();
    const fold = page.getByRole("button", { name: "1 past", expanded: false });
    await fold.tap();
    await dayOf(page).getByRole("link", { name: "Breakfast" }).waitFor();
  });

  test("The screen Today changes to the next day at midnight, even offline", async () => {
    const home = await todayHome();
    await home.advance(8 * 3_600_000 + 40 * 60_000);
    await home.addTask("For Saturday");
    await home.addTask("For Sunday", "Anna", "2026-11-22");
    const page = await home.show();
    await box(page, "For Saturday").waitFor();
    const context = page.context();
    allow(page, connectionLoss);
    await context.setOffline(true);
    await home.advance(1_000);
    await page.getByRole("heading", { name: "Sunday 22 November" }).waitFor();
    await box(page, "For Sunday").waitFor();
    await context.setOffline(false);
    await dayOf(page).getByText("since Sat 21 Nov").waitFor();
  });
});

describe("The screen Today", () => {
  test("The screen Today shows a child its own chores and tasks first, and lets a child tick only those", async () => {
    const home = await todayHome();
    await home.chores.add({ name: "Dishes", memberIds: ["Anna", "Mia"] });
    await home.addTask("Taxes");
    await home.addTask("Read", "Mia");
    const page = await home.show("Mia");
    await expectPoll(() => rowsOf(page)).toEqual(["Read", "Dishes", "Plan dinner"]);
    const anna = page.getByRole("button", { name: /^Anna/, expanded: false });
    await anna.getByText("0 of 2").waitFor();
    await anna.tap();
    const others = page.getByRole("region", { name: "The others" }).getByRole("checkbox");
    expect(await others.evaluateAll((all) => all.map((each: any) => each.disabled))).toEqual([true, true]);
    await tap(page, dayOf(page).getByText("Dishes"));
    await expectPoll(() => rowsOf(page)).toEqual(["Read", "Plan dinner"]);
    await others.and(page.getByRole("checkbox", { name: "Dishes", checked: false })).waitFor();
  });

  test("The screen Today says in one line that the other members have nothing on", async () => {
    const home = await todayHome();
    await home.addTask("Taxes");
    const page = await home.show();
    await page.getByText("The others have nothing on.").waitFor();
    await home.addTask("Read", "Mia");
    await page.getByRole("button", { name: /^Mia/, expanded: false }).tap();
    await box(page, "Read").tap();
    await page.getByRole("button", { name: /^Mia.*All done!/ }).waitFor();
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

/** The Today screen: it shows the household's day, and its entries can be completed there. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { open, test } from "../support/browser.ts";
import { expectAccessible } from "../support/browser-axe.ts";
import { connectionLoss } from "../support/browser-faults.ts";
import { type BrowserHome, browserHome } from "../support/browser-home.ts";
import { expectNoOverflow } from "../support/browser-layout.ts";
import { expectTargets44 } from "../support/browser-targets.ts";
import { tap } from "../support/browser-touch.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { expectNothingExecuted, payloads } from "../support/markup.ts";

const afternoon = new Date("2026-11-21T14:20:00Z"); // 15:20 in the household.
const today = "2026-11-21";

const chore = (page: Page, name: string) => page.getByRole("checkbox", { name });
const expectStars = (page: Page, name: string, count: number) =>
  page
    .getByRole("article", { name })
    .locator(".chore-balance")
    .getByRole("img", { name: `${count} stars` })
    .waitFor();

async function addChore(home: BrowserHome, name: string, who: readonly string[], more: object = {}) {
  const memberIds = who.map((each) => home.member(each).id);
  const { status, body } = await home
    .api("Anna")
    .post("/app/chores", { name, emoji: "🧽", stars: 2, startDate: today, assignment: "each", memberIds, ...more });
  expect(status).toBe(200);
  return body;
}

async function addTask(home: BrowserHome, label: string, who: string, dueDate: string = today) {
  const made = await home.api("Anna").post("/v1/tasks", { label, memberId: home.member(who).id, dueDate });
  expect(made.status).toBe(200);
}

describe("a chore on Today", () => {
  test("is ticked by one tap, shows stars at once and in another browser within 0.5 s, and is restored by Undo", async () => {
    const home = await browserHome({ now: afternoon });
    await addChore(home, "Dishes", ["Mia"]);
    const page = await open(home, { as: "Mia", device: "phone" });
    const other = await open(home, { as: "Anna", device: "tablet" });
    await chore(page, "Dishes").waitFor();
    await chore(other, "Dishes").waitFor();
    await tap(page, chore(page, "Dishes"));
    await page.getByRole("checkbox", { name: "Dishes", checked: true }).waitFor();
    await expectStars(page, "Mia", 2);
    await page.getByText("All done!").waitFor();
    await home.api("Anna").get("/v1/chores");
    await other.getByRole("checkbox", { name: "Dishes", checked: true }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("checkbox", { name: "Dishes", checked: false }).waitFor();
    await other.getByRole("checkbox", { name: "Dishes", checked: false }).waitFor();
    await expectStars(page, "Mia", 0);
  });

  test("is ticked and reopened by keyboard alone", async () => {
    const home = await browserHome({ now: afternoon });
    await addChore(home, "Dishes", ["Anna"]);
    const page = await open(home, { as: "Anna" });
    await chore(page, "Dishes").focus();
    await page.keyboard.press("Space");
    await page.getByRole("checkbox", { name: "Dishes", checked: true }).waitFor();
    await eventually("the server has it", async () => {
      const { chores } = (await home.api("Anna").get("/v1/chores")).body;
      return chores[0].completions.length === 1;
    });
    await page.keyboard.press("Space");
    await page.getByRole("checkbox", { name: "Dishes", checked: false }).waitFor();
    await eventually("the server has that", async () => {
      const { chores } = (await home.api("Anna").get("/v1/chores")).body;
      return chores[0].completions.length === 0;
    });
  });

  test("that anybody may do gives its stars to the member who ticks it, or to one chosen by an adult", async () => {
    const home = await browserHome({ now: afternoon });
    await addChore(home, "Bins", ["Ben", "Mia"], { assignment: "anyone" });
    const page = await open(home, { as: "Anna" });
    await chore(page, "Bins").click();
    await page.getByRole("dialog", { name: "Who did it?" }).getByRole("button", { name: "Mia" }).click();
    await page.getByRole("article", { name: "Anyone" }).getByText("Mia did it").waitFor();
    await eventually("Mia has the stars", async () => {
      const { starBalances } = (await home.api("Anna").get("/v1/chores")).body;
      return starBalances.some((each: any) => each.memberId === home.member("Mia").id && each.stars === 2);
    });
  });

  test("throws confetti that does not block the page, and none with reduced motion", async () => {
    const home = await browserHome({ now: afternoon });
    for (const name of ["Dishes", "Table", "Plants"]) await addChore(home, name, ["Anna"]);
    const lively = await open(home, { as: "Anna", reducedMotion: false });
    await chore(lively, "Dishes").click();
    await lively.locator("canvas").waitFor({ state: "attached" });
    await chore(lively, "Table").click();
    await lively.getByRole("checkbox", { name: "Table", checked: true }).waitFor();
    const still = await open(home, { as: "Anna", reducedMotion: true });
    await chore(still, "Plants").click();
    await still.getByText("All done!").waitFor();
    await expectPoll(() => still.locator("canvas").count()).toBe(0);
  });

  test("is ticked without the server, and the tick is sent exactly once", async () => {
    const home = await browserHome({ now: afternoon });
    await addChore(home, "Dishes", ["Anna"]);
    await addTask(home, "Call Grandma", "Anna");
    const page = await open(home, { as: "Anna", allow: [connectionLoss] });
    await chore(page, "Dishes").waitFor();
    await home.stop();
    await chore(page, "Dishes").click();
    await page.getByRole("checkbox", { name: "Call Grandma" }).click();
    await page.getByRole("checkbox", { name: "Dishes", checked: true }).waitFor();
    await page.getByText("2 changes wait to be sent").waitFor();
    home.start();
    await page.getByText("2 changes wait to be sent").waitFor({ state: "detached" });
    await eventually("both have arrived", async () => {
      const { chores } = (await home.api("Ben").get("/v1/chores")).body;
      const { tasks } = (await home.api("Ben").get("/v1/tasks?completed=true")).body;
      return chores[0].completions.length === 1 && tasks.length === 1;
    });
    const { entries } = (await home.api("Ben").get("/v1/activity")).body;
    expect(entries.filter(({ action }: any) => action === "completed")).toHaveLength(2);
  });
});

describe("a task on Today", () => {
  test("appears on its day and, marked as late, after it; a tap completes it", async () => {
    const home = await browserHome({ now: afternoon });
    await addTask(home, "Passport photos", "Ben", "2026-11-20");
    await addTask(home, "Water the plants", "Anna");
    await addTask(home, "Next week", "Anna", "2026-11-28");
    const page = await open(home, { as: "Ben", device: "phone" });
    const tasks = page.getByRole("region", { name: "Tasks" });
    await tasks.getByText("Yesterday").waitFor();
    await expectPoll(() => tasks.getByRole("checkbox").count()).toBe(2);
    await tap(page, tasks.getByText("Water the plants"));
    await tasks.getByRole("checkbox", { name: "Water the plants", checked: true }).waitFor();
    await tasks.getByRole("checkbox", { name: "Passport photos" }).click();
    await tasks.getByText("Passport photos").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).last().click();
    await tasks.getByRole("checkbox", { name: "Passport photos", checked: false }).waitFor();
  });
});

describe("the agenda of Today", () => {
  test("shows all-day events first, dims past events, and moves a line at the current time", async () => {
    const home = await browserHome({ now: new Date("2026-11-21T11:59:59.500Z") });
    const add = (title: string, from: string, to: string, more: object = {}) =>
      home.api("Anna").post("/v1/events", { title, startsAt: `${today}T${from}Z`, endsAt: `${today}T${to}Z`, ...more });
    await add("Swimming", "12:00:00", "13:00:00", { memberIds: [home.member("Mia").id], location: "Pool" });
    await add("Breakfast", "08:00:00", "09:00:00");
    await add("Grandma’s birthday", "00:00:00", "00:00:00", { allDay: true });
    const page = await open(home, { as: "Anna" });
    const rows = page.getByRole("region", { name: "What’s on" }).getByRole("listitem");
    await eventually("the line is before what is ahead", async () =>
      /Grandma.*Breakfast.*Now.*Swimming/s.test((await rows.allTextContents()).join("\n")),
    );
    await expectPoll(() => page.locator(".is-past").allTextContents()).toEqual([expect.stringContaining("Breakfast")]);
    await expectPoll(() => page.locator(".is-ahead", { hasText: "Swimming" }).count()).toBe(1);
    await page.locator(".today-event", { hasText: "Swimming" }).getByRole("img", { name: "Mia" }).waitFor();
    await home.advance(60_000);
    await page.locator(".is-now", { hasText: "Swimming" }).waitFor();
  });

  test("shows an event of another member within half a second", async () => {
    const home = await browserHome({ now: afternoon });
    const page = await open(home, { as: "Anna" });
    await addChore(home, "Dishes", ["Anna"]);
    await chore(page, "Dishes").waitFor();
    await home
      .agent()
      .post("/v1/events", { title: "Plumber", startsAt: `${today}T17:00:00Z`, endsAt: `${today}T18:00:00Z` });
    await page.getByText("Plumber").waitFor();
  });

  test("changes to the next day at midnight, also while the server is down", async () => {
    const home = await browserHome({ now: new Date("2026-11-21T22:59:59.500Z") });
    await addTask(home, "For Saturday", "Anna");
    await addTask(home, "For Sunday", "Anna", "2026-11-22");
    const page = await open(home, { as: "Anna", allow: [connectionLoss] });
    await page.getByText("For Saturday").waitFor();
    await home.stop();
    await home.advance(1_000);
    await page.getByRole("heading", { name: "Sunday 22 November" }).waitFor();
    await page.getByRole("checkbox", { name: "For Sunday" }).waitFor();
    home.start();
    await page.getByRole("region", { name: "Tasks" }).getByText("Yesterday").waitFor();
  });
});

describe("Today for each member", () => {
  test("a child sees their own entries first, and can tick only those", async () => {
    const home = await browserHome({ now: afternoon });
    await addChore(home, "Dishes", ["Anna", "Mia"]);
    await addTask(home, "Taxes", "Anna");
    await addTask(home, "Read", "Mia");
    const page = await open(home, { as: "Mia", device: "phone" });
    await page.getByRole("article").first().waitFor();
    await expectPoll(() => page.getByRole("article").first().getByRole("heading").textContent()).toBe("Mia");
    const order = await page.locator(".today-board > *").evaluateAll((all) => all.map((each: any) => each.className));
    expect(order.findIndex((name) => name.includes("chores"))).toBeLessThan(
      order.findIndex((name) => name.includes("agenda")),
    );
    const tasks = page.getByRole("region", { name: "Tasks" }).getByRole("checkbox");
    await expectPoll(() => tasks.first().isDisabled()).toBe(false);
    await expectPoll(() => page.getByRole("checkbox", { name: "Taxes" }).isDisabled()).toBe(true);
    await page.getByRole("article", { name: "Anna" }).getByText("Dishes").click();
    await chore(page, "Dishes, Mia").click();
    await page.getByRole("checkbox", { name: "Dishes, Mia", checked: true }).waitFor();
    await page.getByRole("article", { name: "Anna" }).getByText("not done yet").waitFor({ state: "attached" });
    await expectPoll(() => chore(page, "Dishes, Anna").count()).toBe(0);
  });

  test("a tap on a picture shows only that person’s day, and a second tap shows everybody’s", async () => {
    const home = await browserHome({ now: afternoon });
    await addTask(home, "Taxes", "Anna");
    await addTask(home, "Read", "Mia");
    const page = await open(home, { as: "Anna" });
    await page.getByText("Taxes").waitFor();
    await page.getByRole("button", { name: "Mia" }).click();
    await page.getByText("Taxes").waitFor({ state: "detached" });
    await page.getByText("Read").waitFor();
    expect(page.url()).toContain(`for=${home.member("Mia").id}`);
    await page.reload();
    await page.getByRole("button", { name: "Mia", pressed: true }).click();
    await page.getByText("Taxes").waitFor();
  });

  test("an empty household sees where to begin", async () => {
    const home = await browserHome({ now: afternoon });
    const page = await open(home, { as: "Anna", device: "phone" });
    await page.getByRole("heading", { name: "A good place to begin" }).waitFor();
    await expectAccessible(page);
    await expectTargets44(page);
    const links = await page.locator(".today-steps a").evaluateAll((all) => all.map((each: any) => each.pathname));
    expect(links).toEqual(["/calendar", "/tasks", "/chores", "/settings/members"]);
    await addTask(home, "The first", "Anna");
    await page.getByRole("checkbox", { name: "The first" }).waitFor();
  });

  test("hostile text is shown as text", async () => {
    const home = await browserHome({ now: afternoon });
    for (const [index, payload] of payloads.filter((each) => each.trim() === each).entries()) {
      if (index % 4 === 0) await addTask(home, payload, "Anna");
      else if (index % 4 === 1) await addChore(home, payload, ["Anna"]);
      else {
        const times = { startsAt: `${today}T17:00:00Z`, endsAt: `${today}T18:00:00Z` };
        await home.api("Anna").post("/v1/events", { title: payload, location: payload, ...times });
      }
    }
    const page = await open(home, { as: "Anna", device: "phone" });
    await page.getByRole("region", { name: "Tasks" }).getByRole("checkbox").nth(5).waitFor();
    await page.locator(".today-event").nth(5).waitFor();
    await expectNothingExecuted(page);
    await expectNoOverflow(page);
  });
});

/** Planning a week of meals on a desktop: by click, by drag and by keyboard. */
import { describe, expect } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { open, test } from "../support/browser.ts";
import { allow } from "../support/browser-faults.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { add, cell, friday, inTray, kitchen, monday, saturday, tile, told, undo } from "../support/kitchen.ts";

const home = await kitchen();
const soup = await home.recipe("Crème soup", ["Carrots"], { emoji: "🥕", prepMinutes: 30 });
const pasta = await home.recipe("Pasta", ["Spaghetti"]);
await home.recipe("Waffles", ["Eggs"]);

async function clear(): Promise<void> {
  for (const weekStart of [monday, "2026-11-16", "2026-11-30", "2026-12-07"]) {
    const { meals } = (await home.anna.get(`/v1/meals?weekStart=${weekStart}`)).body;
    for (const { id } of meals) await home.anna.delete(`/v1/meals/${id}`);
  }
}

async function show(path = "/meals"): Promise<Page> {
  const page = await open(home, { as: "Anna", path });
  await inTray(page, "Waffles").waitFor();
  return page;
}

const dragTo = async (page: Page, from: ReturnType<typeof tile>, to: ReturnType<typeof tile>) => {
  const [a, b] = [(await from.boundingBox())!, (await to.boundingBox())!];
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 8 });
  await page.mouse.up();
};

const focused = (each: Locator) => each.and(each.page().locator(":focus")).waitFor();

describe("a week is planned", () => {
  test("by choosing a place and a recipe, without typing its accents", async () => {
    await clear();
    const page = await show();
    await add(page, saturday, "lunch").click();
    await page.getByPlaceholder("A recipe, or the name of any dish").fill("creme");
    await page.getByRole("dialog").getByRole("button", { name: "Crème soup" }).click();
    await tile(page, saturday, "lunch", "Crème soup").waitFor();
    await told(page, "Planned “Crème soup” for Lunch, Saturday 28 November");
    await home.planned([`${saturday} lunch 0 Crème soup`]);
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(new URL(page.url()).search).toBe("");
    await undo(page);
    await add(page, saturday, "lunch").waitFor();
    await home.planned([]);
  });

  test("by writing the name of a dish that nobody has cooked yet", async () => {
    await clear();
    const page = await show();
    await add(page, friday, "dinner").click();
    await page.getByPlaceholder("A recipe, or the name of any dish").fill("Dumplings");
    await page.getByText("Add “Dumplings” as a new recipe").waitFor();
    await page.keyboard.press("Enter");
    await tile(page, friday, "dinner", "Dumplings").waitFor();
    await told(page, "Planned “Dumplings”");
    await home.planned([`${friday} dinner 0 Dumplings`]);
    await cell(page, friday, "dinner").getByText("Tonight").waitFor();
  });

  test("by mouse: drags from the tray, moves a meal, and swaps two meals", async () => {
    await clear();
    const page = await show();
    await dragTo(page, inTray(page, "Pasta"), cell(page, monday, "dinner"));
    await tile(page, monday, "dinner", "Pasta").waitFor();
    await dragTo(page, inTray(page, "Crème soup"), cell(page, friday, "lunch"));
    await tile(page, friday, "lunch", "Crème soup").waitFor();
    await dragTo(page, tile(page, monday, "dinner", "Pasta"), add(page, saturday, "breakfast"));
    await tile(page, saturday, "breakfast", "Pasta").waitFor();
    await told(page, "Moved “Pasta” to Breakfast, Saturday 28 November");
    await dragTo(page, tile(page, saturday, "breakfast", "Pasta"), tile(page, friday, "lunch", "Crème soup"));
    await tile(page, friday, "lunch", "Pasta").waitFor();
    await told(page, "“Pasta” and “Crème soup” have changed places");
    await home.planned([`${friday} lunch 0 Pasta`, `${saturday} breakfast 0 Crème soup`]);
    await expectPoll(() => page.getByRole("dialog").count()).toBe(0);
    await undo(page);
    await tile(page, friday, "lunch", "Crème soup").waitFor();
    await home.planned([`${friday} lunch 0 Crème soup`, `${saturday} breakfast 0 Pasta`]);
  });

  test("by keyboard alone: Space lifts, arrow keys move, Space drops, Escape cancels", async () => {
    await clear();
    const page = await show();
    await inTray(page, "Waffles").focus();
    await page.keyboard.press("Space");
    await page.getByText("Waffles is over Dinner, Friday 27 November (Plan here)").waitFor({ state: "attached" });
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowUp");
    await page
      .getByText("Waffles is over Afternoon snack, Thursday 26 November (Plan here)")
      .waitFor({ state: "attached" });
    await page.keyboard.press("Space");
    await tile(page, "2026-11-26", "afternoon_snack", "Waffles").waitFor();
    await told(page, "Planned “Waffles”");

    await tile(page, "2026-11-26", "afternoon_snack", "Waffles").focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Escape");
    await home.planned(["2026-11-26 afternoon_snack 0 Waffles"]);
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await told(page, "Moved “Waffles”");
    await tile(page, friday, "afternoon_snack", "Waffles").waitFor();
    await home.planned([`${friday} afternoon_snack 0 Waffles`]);
    await focused(tile(page, friday, "afternoon_snack", "Waffles"));
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Take it off the plan" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("Control+z");
    await told(page, "Taken back");
    await home.planned(["2026-11-26 afternoon_snack 0 Waffles"]);
  });

  test("by keyboard: keeps the focus on a meal that gets its id from the server during the drag", async () => {
    await clear();
    const page = await show();
    const released = Promise.withResolvers<void>();
    await page.route("**/v1/meals", async (route) => {
      if (route.request().method() === "POST") await released.promise;
      await route.continue();
    });
    await inTray(page, "Waffles").focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("Space");
    const planned = tile(page, friday, "dinner", "Waffles");
    await planned.focus();
    const provisional = await planned.getAttribute("data-meal");
    await page.keyboard.press("Space");
    released.resolve();
    await eventually("it is named", async () => (await planned.getAttribute("data-meal")) !== provisional);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await focused(tile(page, saturday, "dinner", "Waffles"));
    await home.planned([`${saturday} dinner 0 Waffles`]);
  });

  test("with two meals in a dinner and one in a snack, and says which place is full", async () => {
    await clear();
    await home.plan(friday, "dinner", soup);
    await home.plan(friday, "dinner", pasta);
    await home.plan(friday, "evening_snack", soup);
    const page = await show();
    await tile(page, friday, "dinner", "Pasta").waitFor();
    await expectPoll(() => add(page, friday, "dinner").count()).toBe(0);
    await expectPoll(() => add(page, friday, "evening_snack").count()).toBe(0);
    await dragTo(page, inTray(page, "Waffles"), cell(page, friday, "dinner"));
    await told(page, "Dinner, Friday 27 November is full.");
    await expectPoll(() => home.cells()).toHaveLength(3);
    await inTray(page, "Waffles").click();
    const picker = page.getByRole("dialog");
    await picker.getByText("🥕 Crème soup, 🍽️ Pasta · full").waitFor();
    await expectPoll(() => picker.getByRole("radio", { name: /Dinner/ }).isDisabled()).toBe(true);
    await picker.getByRole("button", { name: "Plan it here" }).click();
    await picker.getByText("Choose a meal that has room.").waitFor();
    await picker.getByRole("radio", { name: /Lunch/ }).check();
    await picker.getByRole("button", { name: "Plan it here" }).click();
    await tile(page, friday, "lunch", "Waffles").waitFor();
  });
});

describe("a meal", () => {
  test("is moved to another week, swapped and removed in its sheet", async () => {
    await clear();
    await home.plan(monday, "lunch", soup);
    await home.plan(friday, "dinner", pasta);
    const page = await show();
    const sheet = page.getByRole("dialog");
    await tile(page, monday, "lunch", "Crème soup").click();
    await sheet.getByRole("button", { name: "Change places with" }).click();
    await sheet.getByRole("button", { name: "Pasta" }).click();
    await tile(page, monday, "lunch", "Pasta").waitFor();
    await told(page, "have changed places");

    await tile(page, friday, "dinner", "Crème soup").click();
    await sheet.getByRole("button", { name: "Move to" }).click();
    await sheet.getByLabel("Day").fill("2026-12-01");
    await sheet.getByRole("radio", { name: /Dinner/ }).check();
    await sheet.getByRole("button", { name: "Move it here" }).click();
    await told(page, "Moved “Crème soup” to Dinner, Tuesday 1 December");
    await page.getByRole("button", { name: "Next week" }).click();
    await tile(page, "2026-12-01", "dinner", "Crème soup").waitFor();
    expect(new URL(page.url()).search).toBe("?week=2026-11-30");

    await tile(page, "2026-12-01", "dinner", "Crème soup").click();
    await sheet.getByRole("button", { name: "Take it off the plan" }).click();
    await add(page, "2026-12-01", "dinner").waitFor();
    await told(page, "Took “Crème soup” off the plan");
    await home.planned([], "2026-11-30");
    await page.getByRole("button", { name: "This week", exact: true }).click();
    await tile(page, monday, "lunch", "Pasta").waitFor();
    expect(new URL(page.url()).search).toBe("");
  });

  test("that somebody else plans appears at once, and a drop on a place filled by others is refused", async () => {
    await clear();
    const page = await show();
    allow(page, /409/);
    await page.getByText("Nothing is planned for this week yet.").waitFor();
    const planned = home.agent().post("/v1/meals", { date: friday, mealType: "morning_snack", recipeId: soup.id });
    await Promise.all([planned, tile(page, friday, "morning_snack", "Crème soup").waitFor({ timeout: 3_000 })]);
    // Block the live message, so that the page does not know about the new meal.
    await page.routeWebSocket(/\/app\/live/, () => {});
    await page.reload();
    await tile(page, friday, "morning_snack", "Crème soup").waitFor();
    await add(page, saturday, "morning_snack").waitFor();
    await home.plan(saturday, "morning_snack", pasta);
    await dragTo(page, inTray(page, "Waffles"), cell(page, saturday, "morning_snack"));
    await told(page, "This meal is full");
    await tile(page, saturday, "morning_snack", "Pasta").waitFor();
    await home.planned([`${friday} morning_snack 0 Crème soup`, `${saturday} morning_snack 0 Pasta`]);
  });
});

describe("last week", () => {
  test("is copied to the free places, with a message about omitted meals, and removed by one Undo", async () => {
    await clear();
    const old = await home.recipe("Old stew");
    await home.plan("2026-11-17", "dinner", soup);
    await home.plan("2026-11-18", "evening_snack", soup);
    await home.plan("2026-11-19", "lunch", old);
    await home.plan("2026-11-20", "dinner", pasta);
    await home.anna.delete(`/v1/recipes/${old.id}`);
    await home.plan("2026-11-25", "evening_snack", pasta);
    await home.plan(friday, "dinner", pasta);
    const before = await home.cells();
    const page = await show();
    await page.getByRole("button", { name: "More for this week" }).click();
    await page.getByRole("menuitem", { name: "Copy last week" }).click();
    await tile(page, "2026-11-24", "dinner", "Crème soup").waitFor();
    await told(
      page,
      "Copied 1 meal from last week; 1 left out, as its place is taken; 1 left out, as its recipe is archived",
    );
    await home.planned(["2026-11-24 dinner 0 Crème soup", ...before]);
    await undo(page);
    await add(page, "2026-11-24", "dinner").waitFor();
    await home.planned(before);
  });
});

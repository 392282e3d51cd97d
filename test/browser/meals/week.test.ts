/** Tests the planning of meals by touch on a phone, and on a tablet in portrait. */
import { expect } from "bun:test";
import type { Page } from "playwright-core";
import { open, test } from "../../support/browser/browser.ts";
import { moveTo } from "../../support/browser/go.ts";
import { dayRow, dinnerOf, friday, kitchen, monday, saturday, tile } from "../../support/browser/homes/kitchen.ts";
import { devices } from "../../support/browser/pages.ts";
import { undo, waitForToast } from "../../support/browser/toasts.ts";
import { longPressDrag, swipe, tap } from "../../support/browser/touch.ts";
import { expectPoll } from "../../support/browser/wait.ts";

const today = friday;
const sunday = "2026-11-29";

async function onPhone() {
  const home = await kitchen();
  const soup = await home.recipe("Soup", ["Carrots"], { prepMinutes: 20 });
  const pasta = await home.recipe("Pasta", ["Spaghetti"]);
  const show = async (path = "/meals") => {
    const page = await open(home, { as: "Anna", device: "phone", path });
    await dayRow(page, path === "/meals" ? sunday : monday).waitFor();
    return page;
  };
  return { ...home, soup, pasta, show };
}

const weekOf = (page: Page) => new URL(page.url()).searchParams.get("week");

test("A phone shows the week as seven rows with dinner first, and a swipe, a button or a key turns the week", async () => {
  const home = await onPhone();
  await home.plan(monday, "dinner", home.soup);
  const dinner = await home.plan(friday, "dinner", home.pasta);
  await home.anna.patch(`/v1/meals/${dinner.id}/details`, { cookId: home.member("Ben").id });
  await home.plan(friday, "lunch", home.soup);
  const page = await home.show();
  await expectPoll(() => page.locator(".meals-day").count()).toBe(7);
  await dayRow(page, friday).getByText("Tonight · Ben cooks").waitFor();
  await dayRow(page, friday).getByText("Lunch: Soup").waitFor();
  await dayRow(page, monday).getByText("20 min").waitFor();
  await expectPoll(() => dayRow(page, today).getAttribute("aria-current")).toBe("date");
  const heights = () => page.locator(".meals-day").evaluateAll((rows) => rows.map((row: any) => row.offsetHeight));
  await expectPoll(heights).toEqual([73, 73, 73, 73, 73, 73, 73]);
  const fill = (await page.getByRole("button", { name: "Fill 2 empty dinners" }).boundingBox())!;
  const bar = (await page.getByRole("navigation", { name: "Screens" }).boundingBox())!;
  expect(fill.y + fill.height).toBeLessThan(bar.y);

  // The swipe begins on a meal.
  const box = (await dinnerOf(page, friday, "Pasta").boundingBox())!;
  const y = box.y + box.height / 2;
  await swipe(page, { x: 330, y }, { x: 60, y });
  await expectPoll(() => weekOf(page)).toBe("2026-11-30");
  await dayRow(page, "2026-11-30").getByRole("button", { name: "Plan dinner" }).waitFor();
  await expectPoll(() => page.getByRole("dialog").count()).toBe(0);
  await swipe(page, { x: 60, y }, { x: 330, y });
  await dinnerOf(page, friday, "Pasta").waitFor();
  await tap(page, page.getByRole("button", { name: "Previous week" }));
  await expectPoll(() => weekOf(page)).toBe("2026-11-16");
  await dayRow(page, "2026-11-16").getByRole("button", { name: "Nothing planned" }).focus();
  await page.keyboard.press("ArrowLeft");
  await expectPoll(() => weekOf(page)).toBe("2026-11-09");
  await tap(page, page.getByRole("button", { name: "This week", exact: true }));
  await dinnerOf(page, friday, "Pasta").waitFor();
});

test("Two taps plan a dinner on a phone, and the row's menu plans another meal and changes the dinner", async () => {
  const home = await onPhone();
  const page = await home.show();
  const sheet = page.getByRole("dialog");
  await tap(page, dayRow(page, saturday).getByRole("button", { name: "Plan dinner" }));
  await sheet.getByRole("heading", { name: "Dinner" }).waitFor();
  const idea = sheet.getByRole("region", { name: "Ideas" }).getByRole("button", { name: /Soup/ });
  await idea.getByText("not planned yet · 20 min").waitFor();
  // The keyboard would cover the ideas.
  await expectPoll(() => sheet.getByRole("searchbox").and(page.locator(":focus")).count()).toBe(0);
  await tap(page, idea);
  await dinnerOf(page, saturday, "Soup").waitFor();
  await home.planned([`${saturday} dinner 0 Soup`]);

  const choose = async (name: string) => {
    await tap(page, page.getByRole("button", { name: "More for Saturday 28 November" }));
    await tap(page, page.getByRole("menuitem", { name }));
  };
  await choose("Another meal");
  await sheet.getByRole("heading", { name: "Lunch" }).waitFor();
  await tap(page, sheet.getByRole("button", { name: "Breakfast" }));
  await tap(page, sheet.getByRole("button", { name: "Leftovers" }));
  await dayRow(page, saturday).getByText("Breakfast: Leftovers").waitFor();
  await choose("Breakfast: Leftovers");
  await tap(page, sheet.getByRole("button", { name: "Take it off the plan" }));
  await home.planned([`${saturday} dinner 0 Soup`]);
  await choose("Note, who cooks, servings");
  await page.getByLabel("Note").fill("with bread");
  await tap(page, sheet.getByRole("button", { name: "Save" }));
  await dayRow(page, saturday).getByText("with bread").waitFor();
  await choose("Take it off the plan");
  await dayRow(page, saturday).getByRole("button", { name: "Plan dinner" }).waitFor();
  await home.planned([]);
  await undo(page);
  await dinnerOf(page, saturday, "Soup").waitFor();
});

test("“Fill 3 empty dinners” shows what it would plan, and one Undo removes all these dinners", async () => {
  const home = await onPhone();
  await home.recipe("Waffles", ["Eggs"]);
  const page = await home.show();
  const sheet = page.getByRole("dialog");
  await tap(page, page.getByRole("button", { name: "Fill 3 empty dinners" }));
  for (const dish of ["Soup", "Pasta", "Waffles"]) await sheet.getByText(dish).waitFor();
  await tap(page, sheet.getByRole("button", { name: "Plan 3 dinners" }));
  await waitForToast(page, "Planned 3 dinners");
  await expectPoll(() => home.cells()).toHaveLength(3);
  await undo(page);
  await home.planned([]);
});

test("A long press on a dinner drags it to another day of the list, where two dinners change places", async () => {
  const home = await onPhone();
  await home.plan(friday, "dinner", home.soup);
  await home.plan(saturday, "dinner", home.pasta);
  const page = await home.show();
  await longPressDrag(page, dinnerOf(page, friday, "Soup"), dayRow(page, sunday));
  await dinnerOf(page, sunday, "Soup").waitFor();
  await home.planned([`${saturday} dinner 0 Pasta`, `${sunday} dinner 0 Soup`]);
  await longPressDrag(page, dinnerOf(page, saturday, "Pasta"), dayRow(page, sunday));
  await dinnerOf(page, saturday, "Soup").waitFor();
  await expectPoll(() => page.getByRole("dialog").count()).toBe(0);
  await home.planned([`${saturday} dinner 0 Soup`, `${sunday} dinner 0 Pasta`]);
});

test("The plan of meals on a tablet in portrait has a row per day, and arrow keys follow this layout", async () => {
  const home = await kitchen();
  await home.plan(monday, "breakfast", await home.recipe("Oats"));
  const page = await open(home, { as: "Anna", path: "/meals" });
  await page.setViewportSize({ width: 820, height: 1180 });
  const days = page.locator("th[scope=row]");
  await expectPoll(() => days.count()).toBe(7);
  await expectPoll(() => days.first().getAttribute("data-date")).toBe(monday);
  const [first, last] = [(await days.first().boundingBox())!, (await days.last().boundingBox())!];
  expect([first.x > 0, first.y > 0, last.y < 1180]).toEqual([true, true, true]);
  await tile(page, monday, "breakfast", "Oats").focus();
  await page.keyboard.press("Space");
  for (const [key, place] of [
    ["ArrowDown", "Breakfast"],
    ["ArrowRight", "Morning snack"],
  ] as const) {
    await page.keyboard.press(key);
    await page.getByText(`Oats is over ${place}, Tuesday 24 November`).waitFor({ state: "attached" });
  }
  await page.keyboard.press("Escape");
});

test("The plan of meals hides meal types that the household turned off, unless the week has such a meal", async () => {
  const home = await kitchen();
  const oats = await home.recipe("Oats");
  await home.plan(monday, "breakfast", oats);
  const hiddenMealTypes = ["breakfast", "morning_snack", "dinner", "evening_snack"];
  expect((await home.anna.patch("/v1/households/me/display", { hiddenMealTypes })).status).toBe(200);
  const page = await open(home, { as: "Anna", path: "/meals" });
  await page.setViewportSize({ width: 820, height: 1180 });
  const shows = (selector: string, wanted: string[]) =>
    expectPoll(async () =>
      (await page.locator(selector).allTextContents()).map((text) => text.replace(/[^\w ]/gu, "").trim()),
    ).toEqual(wanted);
  await shows("th[scope=col]", ["Breakfast", "Lunch", "Afternoon snack"]);
  await page.setViewportSize(devices.phone.viewport);
  await dayRow(page, monday).getByText("Breakfast: Oats").waitFor();
  // Dinner, the usual choice, is not planned here.
  await dayRow(page, friday).getByRole("button", { name: "Plan lunch" }).waitFor();
  await moveTo(page, `/recipes/${oats.id}?plan=1`);
  await shows(".meals-place-type .meals-place-text > :first-child", ["Breakfast", "Lunch", "Afternoon snack"]);
  await expectPoll(() => page.getByRole("radio", { checked: true }).count()).toBe(1);
});

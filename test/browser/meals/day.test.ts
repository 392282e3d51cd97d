/** Tests the planning of meals by touch on a phone, and on a tablet in portrait. */
import { expect } from "bun:test";
import type { Locator } from "playwright-core";
import { open, test } from "../../support/browser/browser.ts";
import { moveTo } from "../../support/browser/go.ts";
import { add, cell, friday, inTray, kitchen, monday, saturday, tile } from "../../support/browser/homes/kitchen.ts";
import { devices } from "../../support/browser/pages.ts";
import { waitForToast } from "../../support/browser/toasts.ts";
import { longPressDrag, pointAt, swipe, tap } from "../../support/browser/touch.ts";
import { eventually, expectPoll } from "../../support/browser/wait.ts";

async function onPhone() {
  const home = await kitchen();
  const soup = await home.recipe("Soup", ["Carrots"]);
  const pasta = await home.recipe("Pasta", ["Spaghetti"]);
  const show = async () => {
    const page = await open(home, { as: "Anna", device: "phone", path: "/meals" });
    await inTray(page, "Pasta").waitFor();
    return { page, title: (text: string) => page.getByRole("heading", { level: 2, name: text }).waitFor() };
  };
  return { ...home, soup, pasta, show };
}

test("The plan of meals on a phone shows one day, and a swipe, a button or an arrow key changes the day", async () => {
  const home = await onPhone();
  await home.plan(friday, "lunch", home.pasta);
  await home.plan(saturday, "lunch", home.soup);
  const { page, title } = await home.show();
  await title("Today");
  const [left, right] = [
    { x: 60, y: 420 },
    { x: 330, y: 420 },
  ];
  await swipe(page, right, left);
  await title("Tomorrow");
  await tile(page, saturday, "lunch", "Soup").waitFor();
  expect(new URL(page.url()).search).toBe(`?day=${saturday}`);
  await swipe(page, left, right);
  await title("Today");
  // The swipe begins on a meal.
  const box = (await tile(page, friday, "lunch", "Pasta").boundingBox())!;
  const y = box.y + box.height / 2;
  await swipe(page, { x: box.x + box.width - 8, y }, { x: 30, y });
  await title("Tomorrow");
  await expectPoll(() => page.getByRole("dialog").count()).toBe(0);
  // Chromium ignores a tap shortly after a swipe, because the tap only stops the scrolling.
  await eventually("Monday is shown", async () => {
    await tap(page, page.getByRole("button", { name: "Monday 23 November: Nothing planned" }));
    return page.getByRole("heading", { level: 2, name: "Monday 23 November" }).isVisible();
  });
  await page.getByRole("button", { name: "Saturday 28 November: 1 meal planned" }).focus();
  await page.keyboard.press("ArrowLeft");
  await title("Sunday 22 November");
  expect(new URL(page.url()).searchParams.get("week")).toBe("2026-11-16");
  await tap(page, page.getByRole("button", { name: "Next day" }));
  await title("Monday 23 November");
});

test("A meal can be planned on a phone by taps, or by a long press on a recipe and a drag", async () => {
  const home = await onPhone();
  const { page } = await home.show();
  await tap(page, add(page, friday, "breakfast"));
  await tap(page, page.getByRole("dialog").getByRole("button", { name: "Soup" }));
  await tile(page, friday, "breakfast", "Soup").waitFor();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await longPressDrag(page, inTray(page, "Pasta"), cell(page, friday, "lunch"));
  await tile(page, friday, "lunch", "Pasta").waitFor();
  await expectPoll(() => page.getByRole("dialog").count()).toBe(0);
  await waitForToast(page, "Planned “Pasta” for Lunch");
  await home.planned([`${friday} breakfast 0 Soup`, `${friday} lunch 0 Pasta`]);
});

test("When a meal is dragged over the button of another day on a phone, the plan shows that day", async () => {
  const home = await onPhone();
  await home.plan(friday, "breakfast", home.soup);
  const { page, title } = await home.show();
  const meal = tile(page, friday, "breakfast", "Soup");
  await meal.waitFor();
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: { x: number; y: number }) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
  const moveOver = async (spot: Locator) => touch("touchMove", await pointAt(spot));
  await touch("touchStart", await pointAt(meal));
  await page.locator(".drag-ghost").waitFor();
  await moveOver(page.getByRole("button", { name: /Saturday 28 November/ }));
  await title("Tomorrow");
  await moveOver(cell(page, saturday, "dinner"));
  await page.getByText("Move here", { exact: true }).waitFor();
  await touch("touchEnd");
  await tile(page, saturday, "dinner", "Soup").waitFor();
  await home.planned([`${saturday} dinner 0 Soup`]);
  await session.detach();
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
  await inTray(page, "Oats").focus();
  await page.keyboard.press("Space");
  for (const [key, place] of [
    ["ArrowUp", "Dinner"],
    ["ArrowLeft", "Afternoon snack"],
  ] as const) {
    await page.keyboard.press(key);
    await page.getByText(`Oats is over ${place}, Thursday 26 November`).waitFor({ state: "attached" });
  }
  await page.keyboard.press("Escape");
});

test("The plan of meals hides meal types that the household turned off, unless the week has such a meal", async () => {
  const home = await kitchen();
  await home.plan(monday, "breakfast", await home.recipe("Oats"));
  const hiddenMealTypes = ["breakfast", "morning_snack", "dinner", "evening_snack"];
  expect((await home.anna.patch("/v1/households/me/display", { hiddenMealTypes })).status).toBe(200);
  const page = await open(home, { as: "Anna", path: "/meals" });
  await page.setViewportSize({ width: 820, height: 1180 });
  const shows = (selector: string, wanted: string[]) =>
    expectPoll(async () =>
      (await page.locator(selector).allTextContents()).map((text) => text.replace(/[^\w ]/gu, "").trim()),
    ).toEqual(wanted);
  await shows("th[scope=col]", ["Breakfast", "Lunch", "Afternoon snack"]);
  await inTray(page, "Oats").click();
  await shows(".meals-place-type .meals-place-text > :first-child", ["Breakfast", "Lunch", "Afternoon snack"]);
  // Dinner, the usual choice, is not planned here.
  await expectPoll(() => page.getByRole("radio", { checked: true }).count()).toBe(1);
  await page.keyboard.press("Escape");
  await page.setViewportSize(devices.phone.viewport);
  await shows(".meals-courses h3", ["Breakfast", "Lunch", "Afternoon snack"]);
  await moveTo(page, "/meals?week=2027-01-04");
  await shows(".meals-courses h3", ["Lunch", "Afternoon snack"]);
});

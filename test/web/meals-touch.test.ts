/** Planning meals by touch on a phone and a tablet, and without the server. */

import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { dateIn } from "../../src/lib/time.ts";
import { open, test } from "../support/browser.ts";
import { connectionLoss } from "../support/browser-faults.ts";
import type { Device } from "../support/browser-pages.ts";
import { longPressDrag, swipe, tap } from "../support/browser-touch.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { add, cell, friday, inTray, kitchen, monday, saturday, tile, told } from "../support/kitchen.ts";

const home = await kitchen();
const soup = await home.recipe("Soup", ["Carrots"]);
const pasta = await home.recipe("Pasta", ["Spaghetti"]);

/** Script that runs in the page. Returns the cached responses of the server. */
const kept = `new Promise((resolve) => {
  indexedDB.open("inglenook-answers").onsuccess = ({ target: { result } }) => {
    const all = result.transaction("answers").objectStore("answers").getAll();
    all.onsuccess = () => resolve(JSON.stringify(all.result));
  };
})`;

async function clear(): Promise<void> {
  const { meals } = (await home.anna.get(`/v1/meals?weekStart=${monday}`)).body;
  for (const { id } of meals) await home.anna.delete(`/v1/meals/${id}`);
}

async function show(device: Device, path = "/meals"): Promise<Page> {
  const page = await open(home, { as: "Anna", device, path });
  await inTray(page, "Pasta").waitFor();
  return page;
}

describe("a phone", () => {
  test("shows one day, and another by swipe, button or arrow key, also in the next week", async () => {
    await clear();
    await home.plan(saturday, "lunch", soup);
    const page = await show("phone");
    const title = (text: string) => page.getByRole("heading", { level: 2, name: text }).waitFor();
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

  test("plans by tap, and by a long press in the tray, without scrolling or opening anything", async () => {
    await clear();
    const page = await show("phone");
    await tap(page, add(page, friday, "breakfast"));
    await tap(page, page.getByRole("dialog").getByRole("button", { name: "Soup" }));
    await tile(page, friday, "breakfast", "Soup").waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await longPressDrag(page, inTray(page, "Pasta"), cell(page, friday, "lunch"));
    await tile(page, friday, "lunch", "Pasta").waitFor();
    await expectPoll(() => page.getByRole("dialog").count()).toBe(0);
    await told(page, "Planned “Pasta” for Lunch");
    await home.planned([`${friday} breakfast 0 Soup`, `${friday} lunch 0 Pasta`]);
  });

  test("swaps two meals by touch, and a swipe over a meal still changes the day", async () => {
    await clear();
    await home.plan(friday, "breakfast", soup);
    await home.plan(friday, "lunch", pasta);
    const page = await show("phone");
    await longPressDrag(page, tile(page, friday, "breakfast", "Soup"), tile(page, friday, "lunch", "Pasta"));
    await tile(page, friday, "breakfast", "Pasta").waitFor();
    await told(page, "have changed places");
    const box = (await tile(page, friday, "lunch", "Soup").boundingBox())!;
    const y = box.y + box.height / 2;
    await swipe(page, { x: box.x + box.width - 8, y }, { x: 30, y });
    await page.getByRole("heading", { level: 2, name: "Tomorrow" }).waitFor();
    await expectPoll(() => page.getByRole("dialog").count()).toBe(0);
    await home.planned([`${friday} breakfast 0 Pasta`, `${friday} lunch 0 Soup`]);
  });

  test("changes to another day while a dragged meal is over its button", async () => {
    await clear();
    await home.plan(friday, "breakfast", soup);
    const page = await show("phone");
    const session = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: { x: number; y: number }) =>
      session.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
    const middle = async (spot: ReturnType<typeof tile>) => {
      const { x, y, width, height } = (await spot.boundingBox())!;
      return { x: x + width / 2, y: y + height / 2 };
    };
    await touch("touchStart", await middle(tile(page, friday, "breakfast", "Soup")));
    await page.locator(".drag-ghost").waitFor();
    await touch("touchMove", await middle(page.getByRole("button", { name: /Saturday 28 November/ })));
    await page.getByRole("heading", { level: 2, name: "Tomorrow" }).waitFor();
    await touch("touchMove", await middle(cell(page, saturday, "dinner")));
    await page.getByText("Move here", { exact: true }).waitFor();
    await touch("touchEnd");
    await tile(page, saturday, "dinner", "Soup").waitFor();
    await eventually("the server has it", async () => (await home.cells())[0] === `${saturday} dinner 0 Soup`);
  });
});

describe("a tablet", () => {
  test("drags meals from the tray to any day of the week", async () => {
    await clear();
    const page = await show("tablet");
    await longPressDrag(page, inTray(page, "Soup"), cell(page, "2026-11-25", "dinner"));
    await tile(page, "2026-11-25", "dinner", "Soup").waitFor();
    await longPressDrag(page, tile(page, "2026-11-25", "dinner", "Soup"), cell(page, monday, "morning_snack"));
    await tile(page, monday, "morning_snack", "Soup").waitFor();
    await told(page, "Moved “Soup” to Morning snack, Monday 23 November");
    await eventually("the server has it", async () => (await home.cells())[0] === `${monday} morning_snack 0 Soup`);
  });
});

describe("without the server", () => {
  test("a new dish is planned, moved, kept over a reload, and sent once", async () => {
    // The clock must run, because the app throttles its writes to the device by a timer.
    const home = await kitchen(null);
    await home.recipe("Pasta");
    const nextWeek = Temporal.PlainDate.from(dateIn("Europe/Berlin", home.now())).add({ days: 7 });
    const [weekStart, tuesday, thursday] = [0, 1, 3].map((days) =>
      nextWeek.add({ days: 1 - nextWeek.dayOfWeek + days }).toString(),
    ) as [string, string, string];
    const path = `/meals?week=${weekStart}`;
    const page = await open(home, { as: "Anna", device: "tablet", path, shell: true, allow: [connectionLoss] });
    await inTray(page, "Pasta").waitFor();
    await add(page, thursday, "dinner").waitFor();
    await eventually("the answers are kept", async () => (await page.evaluate<string>(kept)).includes(weekStart));
    await page.evaluate("navigator.serviceWorker.ready.then(() => null)");
    await home.stop();
    await add(page, tuesday, "lunch").click();
    await page.getByPlaceholder("A recipe, or the name of any dish").fill("Ramen");
    await page.getByText("Add “Ramen” as a new recipe").click();
    await tile(page, tuesday, "lunch", "Ramen").waitFor();
    await longPressDrag(page, tile(page, tuesday, "lunch", "Ramen"), cell(page, thursday, "dinner"));
    await tile(page, thursday, "dinner", "Ramen").waitFor();
    await page.reload();
    await tile(page, thursday, "dinner", "Ramen").waitFor();
    home.start();
    await eventually("it has arrived", async () => (await home.cells(weekStart))[0] === `${thursday} dinner 0 Ramen`);
    await inTray(page, "Ramen").waitFor();
    await eventually("nothing waits", async () => (await page.getByText(/waits? to be sent/).count()) === 0);
    await expectPoll(() => home.cells(weekStart)).toHaveLength(1);
    const named = (await home.anna.get("/v1/recipes")).body.recipes.filter(({ name }: any) => name === "Ramen");
    expect(named).toHaveLength(1);
    await tile(page, thursday, "dinner", "Ramen").waitFor();
  });
});

/** The chores screen: ticking chores, alone and while other people tick them too. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { open, test } from "../support/browser.ts";
import { connectionLoss } from "../support/browser-faults.ts";
import { browserHome } from "../support/browser-home.ts";
import { tap } from "../support/browser-touch.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { choresOf } from "../support/web-chores.ts";

declare const document: any; // Of the page: the callbacks of `page.evaluate` run there.

const card = (page: Page, name: string | RegExp, nth = 0) => page.getByRole("checkbox", { name }).nth(nth);
const column = (page: Page, name: string) => page.getByRole("article", { name });

describe("a chore", () => {
  test("is ticked with one tap on its card, adds its stars, and removes them when it is unticked", async () => {
    const home = await browserHome();
    const chores = choresOf(home);
    await chores.add({ name: "Dishes", stars: 3, memberIds: ["Mia"] });
    const page = await open(home, { as: "Mia", device: "phone", path: "/chores" });
    await tap(page, card(page, /Dishes/));
    await column(page, "Mia").getByText("All done!").waitFor();
    await column(page, "Mia").locator(".chore-balance").getByRole("img", { name: "3 stars" }).waitFor();
    await chores.untilStars("Mia", 3);
    await tap(page, card(page, /Dishes/));
    await column(page, "Mia").locator(".chore-balance").getByRole("img", { name: "0 stars" }).waitFor();
    await chores.untilStars("Mia", 0);
    await expectPoll(() => card(page, /Dishes/).getAttribute("aria-checked")).toBe("false");
  });

  test("is unticked by Undo and by Ctrl+Z", async () => {
    const home = await browserHome();
    const chores = choresOf(home);
    await chores.add({ name: "Dishes", memberIds: ["Anna"] });
    const page = await open(home, { as: "Anna", path: "/chores" });
    await card(page, /Dishes/).click();
    await chores.untilStars("Anna", 1);
    await page.getByRole("button", { name: "Undo" }).click();
    await chores.untilStars("Anna", 0);
    const unticked = page.locator("[role=checkbox][aria-checked=false]", { hasText: "Dishes" });
    await unticked.waitFor();
    await card(page, /Dishes/).press("Enter");
    await chores.untilStars("Anna", 1);
    await page.keyboard.press("Control+z");
    await chores.untilStars("Anna", 0);
    await unticked.waitFor();
  });

  test("that somebody ticks on another device is shown as ticked at once", async () => {
    const home = await browserHome();
    const chores = choresOf(home);
    const { id } = await chores.add({ name: "Dishes", memberIds: ["Mia"] });
    const page = await open(home, { as: "Anna", path: "/chores" });
    await card(page, /Dishes/).waitFor();
    await chores.do(id, "Mia");
    const before = performance.now();
    await column(page, "Mia").getByText("All done!").waitFor();
    expect(performance.now() - before).toBeLessThan(1_500);
  });

  test("for anyone asks who did it, and gives the stars to that member", async () => {
    const home = await browserHome();
    const chores = choresOf(home);
    await chores.add({ name: "Bins", assignment: "anyone", memberIds: ["Anna", "Ben"], stars: 2 });
    const page = await open(home, { as: "Anna", device: "tablet", path: "/chores" });
    await tap(page, column(page, "Anyone").getByRole("checkbox", { name: /Bins/ }));
    const dialog = page.getByRole("dialog", { name: "Who did it?" });
    await tap(page, dialog.getByRole("button", { name: "Ben" }));
    await page.getByText("Ben did it").waitFor();
    await chores.untilStars("Ben", 2);
    await column(page, "Anyone").getByRole("checkbox", { name: /Bins/, checked: true }).click();
    await chores.untilStars("Ben", 0);
  });

  test("for anyone counts for the first of two devices; the second shows a message", async () => {
    const home = await browserHome();
    const chores = choresOf(home);
    await chores.add({ name: "Bins", assignment: "anyone", memberIds: ["Mia", "Ben"] });
    const late = await open(home, { as: "Ben", path: "/chores", allow: [/409|Failed to load/, connectionLoss] });
    const quick = await open(home, { as: "Mia", device: "tablet", path: "/chores" });
    await card(late, /Bins/).waitFor();
    // Offline, the late page ticks before it receives the other tick.
    await late.context().setOffline(true);
    await card(late, /Bins/).click();
    await late.getByRole("dialog").getByRole("button", { name: "Ben" }).click();
    await late.getByText("Ben did it").waitFor();
    await tap(quick, card(quick, /Bins/));
    await chores.untilStars("Mia", 1);
    await late.context().setOffline(false);
    await late.getByText("“Bins” was done already: somebody was quicker.").waitFor();
    await late.getByText("Mia did it").waitFor();
    await expectPoll(() => late.getByRole("button", { name: "Undo" }).count()).toBe(0);
    await expectPoll(() => chores.stars()).toEqual({ Anna: 0, Ben: 0, Mia: 1 });
  });

  test("in turns shows the next member, and can be ticked for another member", async () => {
    const home = await browserHome();
    const chores = choresOf(home);
    await chores.add({
      name: "Guinea pigs",
      assignment: "rotate",
      memberIds: ["Ben", "Mia"],
      startDate: chores.day(0),
    });
    const page = await open(home, { as: "Anna", path: "/chores" });
    await column(page, "Ben").getByText("then Mia").waitFor();
    await page.getByRole("button", { name: "More for “Guinea pigs”" }).click();
    await page.getByRole("menuitem", { name: "Somebody else did it" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Mia" }).click();
    await column(page, "Ben").getByText("Mia stood in").waitFor();
    await chores.untilStars("Mia", 1);
    await expectPoll(async () => (await chores.stars()).Ben).toBe(0);
  });

  test("of yesterday can still be ticked, and its history shows the tick", async () => {
    const home = await browserHome();
    const chores = choresOf(home);
    await chores.add({ name: "Dishes", memberIds: ["Anna"], startDate: chores.day(-3) });
    const page = await open(home, { as: "Anna", path: "/chores" });
    await page.getByRole("button", { name: "The day before" }).click();
    await page.getByText("Ticks still count here").waitFor();
    await card(page, /Dishes/).click();
    await column(page, "Anna").getByText("All done!").waitFor();
    await chores.untilStars("Anna", 1);
    await expectPoll(async () => (await chores.find("Dishes")).completions[0].date).toBe(chores.day(-1));
    await page.getByRole("button", { name: "More for “Dishes”" }).click();
    await page.getByRole("menuitem", { name: "The last two weeks" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("listitem").filter({ hasText: "Yesterday" }).filter({ hasText: "Anna" }).waitFor();
    await expectPoll(() => dialog.getByText("not done").count()).toBe(3);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Back to today" }).click();
    await expectPoll(() => card(page, /Dishes/).getAttribute("aria-checked")).toBe("false");
  });

  test("is open again when a new day begins", async () => {
    const home = await browserHome({ now: new Date("2026-11-25T22:59:59.500Z") }); // Just before midnight in Berlin.
    const chores = choresOf(home);
    await chores.add({ name: "Dishes", memberIds: ["Anna"] });
    const page = await open(home, { as: "Anna", path: "/chores" });
    await card(page, /Dishes/).click();
    await chores.untilStars("Anna", 1);
    await home.advance(1_000);
    await page.getByText("Thursday 26 November").waitFor();
    await page.getByRole("checkbox", { name: /Dishes/, checked: false }).click();
    await chores.untilStars("Anna", 2);
  });

  test("without recurrence stays visible and ticked after it was done late", async () => {
    const home = await browserHome();
    const chores = choresOf(home);
    const once = { recurrenceRule: null, startDate: chores.day(-2) };
    await chores.add({ name: "Wash the car", memberIds: ["Anna"], ...once });
    const page = await open(home, { as: "Anna", path: "/chores" });
    await page.getByText(/^since/).waitFor();
    await card(page, /Wash the car/).click();
    await chores.untilStars("Anna", 1);
    await page.reload();
    await page.getByRole("checkbox", { name: /Wash the car/, checked: true }).waitFor();
  });
});

describe("a tick", () => {
  test("shows confetti that does not block clicks", async () => {
    const home = await browserHome();
    await choresOf(home).add({ name: "Dishes", memberIds: ["Anna"] });
    const page = await open(home, { as: "Anna", path: "/chores", reducedMotion: false });
    await card(page, /Dishes/).click();
    await page.locator("canvas.confetti").waitFor();
    await eventually("something is drawn", () =>
      page.evaluate(() => {
        const canvas = document.querySelector("canvas.confetti");
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        return data.some((value: number) => value > 0);
      }),
    );
    await card(page, /Dishes/).click();
    await page.getByText("Not done yet: Dishes").waitFor();
  });

  test("shows no confetti when the user prefers reduced motion", async () => {
    const home = await browserHome();
    const chores = choresOf(home);
    await chores.add({ name: "Dishes", memberIds: ["Anna"] });
    const page = await open(home, { as: "Anna", path: "/chores" });
    await card(page, /Dishes/).click();
    await chores.untilStars("Anna", 1);
    await expectPoll(() => page.locator("canvas").count()).toBe(0);
  });

  test("made offline is kept, and arrives once", async () => {
    const home = await browserHome();
    const chores = choresOf(home);
    await chores.add({ name: "Dishes", memberIds: ["Anna"] });
    await chores.add({ name: "Bins", assignment: "anyone", memberIds: ["Anna", "Ben"] });
    const page = await open(home, { as: "Anna", path: "/chores", allow: [connectionLoss] });
    await card(page, /Dishes/).waitFor();
    await home.stop();
    await card(page, /Dishes/).click();
    await card(page, /Bins/).click();
    await page.getByRole("dialog").getByRole("button", { name: "Anna" }).click();
    await page.getByText("Anna did it").waitFor();
    await page.getByText("2 changes wait to be sent").waitFor();
    await card(page, /Bins/).click();
    await page.getByText("3 changes wait to be sent").waitFor();
    home.start();
    await eventually("all of it has arrived", async () => (await chores.told())[0] === "reopened “Bins”");
    await expectPoll(() => chores.told()).toEqual(["reopened “Bins”", "completed “Bins”", "completed “Dishes”"]);
    await expectPoll(() => chores.stars()).toEqual({ Anna: 1, Ben: 0, Mia: 0 });
    await page.getByRole("checkbox", { name: /Bins/, checked: false }).waitFor();
  });
});

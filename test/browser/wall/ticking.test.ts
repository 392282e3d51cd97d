/** Ticking on a wall tablet: it asks who acts, offers only members who may tick, and works offline. */
import { describe } from "bun:test";
import type { Page } from "playwright-core";
import { test } from "../../support/browser/browser.ts";
import { allow, connectionLoss } from "../../support/browser/faults.ts";
import { moveTo } from "../../support/browser/go.ts";
import { choresOf } from "../../support/browser/homes/chores.ts";
import { webLists } from "../../support/browser/homes/lists.ts";
import { tap } from "../../support/browser/touch.ts";
import { expectPoll } from "../../support/browser/wait.ts";
import { iAm, newestEntry, wallAtRest, whoAreYou } from "./shared-wall.ts";

const lists = await webLists({ now: new Date("2026-11-24T10:00:00Z") });
const { home, anna } = lists;
const chores = choresOf(home);
const addTask = (label: string, who: string) =>
  anna.post("/v1/tasks", { label, memberId: home.member(who).id, dueDate: "2026-11-24" });

const box = (page: Page, name: string) => page.getByRole("checkbox", { name });
const ticked = (page: Page, name: string, checked = true) => page.getByRole("checkbox", { name, checked }).waitFor();
/** Waits until the screen Today no longer shows what is done. */
const gone = (page: Page, name: string) => box(page, name).waitFor({ state: "detached" });
const offered = async (page: Page) => {
  const names = await whoAreYou(page).locator(".person-button strong").allTextContents();
  return names.join(", ");
};
/** Closes the dialog “Who are you?” without an answer. */
async function nobody(page: Page): Promise<void> {
  await whoAreYou(page).getByRole("button", { name: "Close" }).click();
  await whoAreYou(page).waitFor({ state: "detached" });
}

describe("A tick on a wall tablet", () => {
  test("A wall tablet asks who ticks a chore, and the activity feed names the member who was chosen", async () => {
    await chores.add({ name: "Dishes", memberIds: ["Mia"] });
    await chores.add({ name: "Table", memberIds: ["Mia"] });
    await chores.add({ name: "Hamster", memberIds: ["Mia"] });
    const page = await wallAtRest(home);
    await tap(page, box(page, "Dishes"));
    await whoAreYou(page).waitFor();
    await expectPoll(() => offered(page)).toBe("Anna, Ben, Mia");
    await iAm(page, "Mia");
    await gone(page, "Dishes");
    await expectPoll(() => newestEntry(home)).toBe("Mia completed Dishes");
    await box(page, "Table").click();
    await gone(page, "Table");
    await page.getByText("2/3").waitFor();
    await page.clock.fastForward(61_000);
    await box(page, "Hamster").click();
    await nobody(page);
    await ticked(page, "Hamster", false);
  });

  test("When a tick on a wall tablet is undone, the feed says that the member who ticked also undid it", async () => {
    await chores.add({ name: "Plants", memberIds: ["Mia"] });
    await addTask("Read", "Mia");
    const page = await wallAtRest(home);
    await box(page, "Plants").click();
    await iAm(page, "Mia");
    await gone(page, "Plants");
    await expectPoll(() => newestEntry(home)).toBe("Mia completed Plants");
    await page.getByRole("button", { name: "Undo" }).click();
    await ticked(page, "Plants", false);
    await expectPoll(() => newestEntry(home)).toBe("Mia reopened Plants");
    await box(page, "Read").click();
    await gone(page, "Read");
    await page.getByRole("button", { name: "Undo" }).click();
    await ticked(page, "Read", false);
    await expectPoll(() => newestEntry(home)).toBe("Mia reopened Read");
  });

  test("A tick on an offline wall tablet is shown as unsent, and is sent when the tablet is online again", async () => {
    await addTask("Taxes", "Anna");
    const page = await wallAtRest(home);
    await box(page, "Taxes").click();
    await whoAreYou(page).waitFor();
    allow(page, connectionLoss);
    await page.context().setOffline(true);
    await iAm(page, "Anna");
    await page.getByRole("status", { name: "No connection to your server; 1 waiting to be sent" }).waitFor();
    await page
      .getByText(/No connection/)
      .first()
      .waitFor();
    await gone(page, "Taxes");
    await page.context().setOffline(false);
    await page.locator(".wall-offline").waitFor({ state: "detached" });
    await expectPoll(() => newestEntry(home)).toBe("Anna completed Taxes");
  });

  test("A wall tablet asks an adult which member did a chore that several may do", async () => {
    await chores.add({ name: "Bins", assignment: "anyone", memberIds: ["Anna", "Ben"], stars: 2 });
    await chores.add({ name: "Windows", assignment: "anyone", memberIds: ["Mia"] });
    await chores.add({ name: "Beds", assignment: "anyone", memberIds: ["Ben", "Mia"] });
    const before = await chores.stars();
    const page = await wallAtRest(home);
    const whoDidIt = page.getByRole("dialog", { name: "Who did it?" });
    await box(page, "Bins").click();
    await iAm(page, "Anna");
    await whoDidIt.getByText("Bins").waitFor();
    await whoDidIt.getByRole("button", { name: "Ben" }).click();
    await gone(page, "Bins");
    await page.getByRole("link", { name: "1 more" }).click();
    await page.locator(".chore", { hasText: "Bins" }).getByText("Ben did it").waitFor();
    await box(page, "Windows").click();
    await page.locator(".chore", { hasText: "Windows" }).getByText("Mia did it").waitFor();
    await page.getByRole("button", { name: "Anna is at the wall. Somebody else?" }).click();
    await box(page, "Beds").click();
    await iAm(page, "Mia");
    await page.locator(".chore", { hasText: "Beds" }).getByText("Mia did it").waitFor();
    const after = { Anna: before.Anna, Ben: before.Ben! + 2, Mia: before.Mia! + 2 };
    await expectPoll(() => chores.stars()).toEqual(after);
  });
});

describe("A wall tablet", () => {
  test("A wall tablet asks who ticks, and says why it does not offer some members as an answer", async () => {
    await addTask("Passports", "Anna");
    await chores.add({ name: "Cellar", memberIds: ["Ben"] });
    const turns = { assignment: "rotate", memberIds: ["Ben", "Mia"], startDate: chores.day(0) };
    await chores.add({ name: "Cat", ...turns });
    const { id } = await chores.add({ name: "Balcony", assignment: "anyone", memberIds: ["Ben", "Mia"] });
    await chores.do(id, "Ben");
    const page = await wallAtRest(home);
    for (const [path, name, people, why, isDone] of [
      ["/", "Passports", "Anna, Ben", "Only Anna or a grown-up can tick this one.", false],
      ["/", "Cellar", "Anna, Ben", "Only Ben or a grown-up can tick this one.", false],
      ["/", "Cat", "Anna, Ben, Mia", null, false],
      ["/chores", "Balcony", "Anna, Ben", "Only Ben or a grown-up can tick this one.", true],
    ] as const) {
      await moveTo(page, path);
      await box(page, name).click();
      await whoAreYou(page).waitFor();
      await expectPoll(async () => `${name}: ${await offered(page)}`).toBe(`${name}: ${people}`);
      await expectPoll(() => whoAreYou(page).getByText(/^Only/).allTextContents()).toEqual(why === null ? [] : [why]);
      await nobody(page);
      await ticked(page, name, isDone);
    }
  });

  test("A wall tablet remembers who ticked, but asks again if that member may not tick the next item", async () => {
    const [annaId, mia] = [home.member("Anna").id, home.member("Mia").id];
    const lines = ["Milk", { content: "Wine", memberId: annaId }, { content: "Glue", memberId: mia }];
    const id = await lists.list("Shopping", lines);
    const page = await wallAtRest(home);
    await page.getByRole("navigation").getByRole("link", { name: "Lists" }).click();
    await page.getByRole("link", { name: /Shopping/ }).click();
    await box(page, "Milk").click();
    await iAm(page, "Mia");
    await box(page, "Glue").click();
    await expectPoll(() => lists.lines(id)).toEqual(["x Milk", "Wine", "x Glue"]);
    await expectPoll(() => newestEntry(home)).toBe("Mia completed Glue");
    await box(page, "Wine").click();
    await whoAreYou(page).getByText("Only Anna or a grown-up can tick this one.").waitFor();
    await expectPoll(() => offered(page)).toBe("Anna, Ben");
    await iAm(page, "Ben");
    await expectPoll(() => newestEntry(home)).toBe("Ben completed Wine");
    await expectPoll(() => page.locator(".toast-error").count()).toBe(0);
  });

  test("A wall tablet saves a check-in answer for the member who began it, even if it took over a minute", async () => {
    await anna.post("/v1/check-ins", {
      ...{ presetKey: "happiness", question: "Well?", assigneeIds: [home.member("Mia").id] },
      ...{ daysOfWeek: [1, 2, 3, 4, 5, 6, 7], times: [{ time: "00:00", label: "Any time" }] },
    });
    const page = await wallAtRest(home);
    const isMia = page.getByRole("button", { name: "Mia is at the wall. Somebody else?" });
    await moveTo(page, "/check-ins");
    await page.getByRole("button", { name: /^Mia answers/ }).click();
    const sheet = page.getByRole("dialog", { name: "How do you feel inside today?" });
    await tap(page, sheet.getByRole("radio").first().locator("xpath=.."));
    await page.clock.fastForward(70_000);
    await sheet.getByRole("button", { name: "Answer" }).click();
    await page.getByRole("button", { name: /^Mia answers/ }).waitFor({ state: "detached" });
    await sheet.waitFor({ state: "detached" });
    await expectPoll(() => newestEntry(home)).toMatch(/^Mia answered /);
    await page.clock.fastForward(2_000);
    await isMia.waitFor({ state: "detached" });
  });
});

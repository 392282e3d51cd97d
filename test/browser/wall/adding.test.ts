/** Adding things on a wall tablet that is as small as a phone: the member, the kind of record, and a short form. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { test } from "../../support/browser/browser.ts";
import { allow, connectionLoss } from "../../support/browser/faults.ts";
import { goTo } from "../../support/browser/go.ts";
import { browserHome } from "../../support/browser/home.ts";
import { dismissToasts } from "../../support/browser/toasts.ts";
import { tap } from "../../support/browser/touch.ts";
import { expectPoll } from "../../support/browser/wait.ts";
import { iAm, newestEntry, wallAtRest } from "./shared-wall.ts";

const home = await browserHome({ demo: true, now: new Date("2026-11-24T10:00:00Z") });
const anna = home.api("Anna");
const newest = (entry: string) => expectPoll(() => newestEntry(home)).toBe(entry);

const sheet = (page: Page, name: string) => page.getByRole("dialog", { name });
const kinds = (page: Page) => sheet(page, "What do you want to add?");
const add = (page: Page, name: string) => sheet(page, name).getByRole("button", { name: "Add", exact: true }).click();

/**
 * Opens the form for a kind of record. `who` is the answer to “Who are you?”. Null if the tablet still knows the
 * member.
 */
async function choose(page: Page, kind: string, who: string | null = null): Promise<void> {
  await page.locator("button.wall-add").click();
  if (who !== null) await iAm(page, who);
  await kinds(page).getByRole("button", { name: kind, exact: true }).click();
}

describe("The “+” on a wall tablet", () => {
  test("The “+” on a wall tablet asks who is adding, and a wrong answer can be corrected", async () => {
    const page = await wallAtRest(home, "phone");
    await page.locator("button.wall-add").click();
    await iAm(page, "Leo");
    await kinds(page).getByText("Not Leo?").click();
    await iAm(page, "Mia");
    await kinds(page).getByRole("button", { name: "Event" }).click();
    await sheet(page, "New event").getByText("As Mia").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
  });

  test("The “+” on a wall tablet adds an event for the member who is adding, and requires a title", async () => {
    const page = await wallAtRest(home, "phone");
    await choose(page, "Event", "Mia");
    await add(page, "New event");
    await page.getByText("Give it a title").waitFor();
    await page.getByLabel("Title").fill("Sleepover");
    await tap(page, page.getByRole("switch", { name: "All day" }).locator("xpath=.."));
    await add(page, "New event");
    await page.getByText("Added “Sleepover”. An adult can undo it in the app, under Activity.").waitFor();
    await page.locator(".wall-later").getByText("Sleepover").waitFor();
    await newest("Mia created Sleepover");
    const [{ id }] = (await anna.get("/v1/search?query=Sleepover&types=event")).body.results;
    await expectPoll(async () => (await anna.get(`/v1/events/${id}`)).body.memberIds).toEqual([home.member("Mia").id]);
  });

  test("The “+” on a wall tablet reads a task's day and time, and requires an answer about the day", async () => {
    const page = await wallAtRest(home, "phone");
    await choose(page, "Task", "Mia");
    await page.getByLabel("What is to be done").fill("Bake a cake every day 19:30 tomorrow @Ben");
    await page.getByRole("button", { name: "Change People: Ben" }).click();
    await tap(page, page.getByRole("checkbox", { name: "Ben", exact: true }).locator("xpath=.."));
    await tap(page, page.getByRole("checkbox", { name: "Leo", exact: true }).locator("xpath=.."));
    await page.getByRole("button", { name: "Change People: Leo" }).waitFor();
    await page.getByLabel("What is to be done").fill("Bake a cake every day 19:30 on Tuesday @Ben");
    await add(page, "Add a task");
    await page.locator(".field-error", { hasText: "Which one?" }).waitFor();
    await page
      .getByRole("group", { name: "Which one?" })
      .getByRole("button", { name: /Tue 1 Dec/ })
      .click();
    await add(page, "Add a task");
    await newest("Mia created Bake a cake every day");
    const { tasks } = (await anna.get(`/v1/tasks?memberId=${home.member("Leo").id}`)).body;
    const made = tasks.filter(({ label }: any) => label === "Bake a cake every day");
    expect(made).toMatchObject([{ dueDate: "2026-12-01", dueTime: "19:30" }]);
  });

  test("The “+” on a wall tablet adds an item to a chosen list, and requires a text", async () => {
    const page = await wallAtRest(home, "phone");
    await choose(page, "Something on a list", "Mia");
    await add(page, "Add to the list");
    await page.getByText("Write what it is.").waitFor();
    await page.getByLabel("What", { exact: true }).fill("Candles");
    await page.getByLabel("On which list").selectOption({ label: "🛒 Groceries" });
    await add(page, "Add to the list");
    await newest("Mia created Candles");
  });

  test("The “+” on a wall tablet plans a recipe found by a search, and says if the chosen cell is full", async () => {
    const page = await wallAtRest(home, "phone");
    const form = sheet(page, "What will it be?");
    await choose(page, "Meal", "Mia");
    await page.getByLabel("Which meal").selectOption({ label: "Evening snack" });
    await add(page, "What will it be?");
    await page.getByText("Choose a recipe.").waitFor();
    await page.getByRole("searchbox").fill("oats");
    await page.getByRole("button", { name: /Overnight oats/ }).click();
    await add(page, "What will it be?");
    await newest("Mia created Overnight oats");
    await dismissToasts(page);
    // A snack has room for one meal.
    await choose(page, "Meal");
    await page.getByLabel("Which meal").selectOption({ label: "Evening snack" });
    await form.getByRole("button", { name: /Lemon lentil soup/ }).click();
    allow(page, /status of 409/);
    await add(page, "What will it be?");
    await form.getByText(/full/).waitFor();
    await expectPoll(() => page.locator(".toast-error").count()).toBe(0);
    await page.getByRole("button", { name: "Cancel" }).click();
  });

  test("The “+” on a wall tablet keeps unfinished text while the tablet is idle, and after a reload", async () => {
    const page = await wallAtRest(home, "phone");
    await choose(page, "Event", "Leo");
    await page.getByLabel("Title").fill("Chess club");
    await page.clock.runFor(1_000);
    await page.clock.fastForward(125_000);
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.reload();
    await page.locator("button.wall-add").click();
    await iAm(page, "Anna");
    await page.getByRole("button", { name: "Go on with “Chess club”" }).click();
    await expectPoll(() => page.getByLabel("Title").inputValue()).toBe("Chess club");
    await sheet(page, "New event").getByText("As Anna").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.locator("button.wall-add").click();
    await kinds(page).waitFor();
    await expectPoll(() => page.getByRole("button", { name: /Go on with/ }).count()).toBe(0);
  });
});

describe("The field of a list on a wall tablet", () => {
  test("The field of a list on a wall tablet adds several items one after the other, even offline", async () => {
    const page = await wallAtRest(home, "phone");
    await goTo(page, "Lists");
    await page.getByRole("link", { name: /Groceries/ }).click();
    const field = page.getByLabel("Add to the list");
    await field.fill("Candied peel");
    await field.press("Enter");
    await iAm(page, "Leo");
    await page.getByRole("checkbox", { name: "Candied peel" }).waitFor();
    await newest("Leo created Candied peel");
    await expectPoll(() => field.inputValue()).toBe("");
    allow(page, connectionLoss);
    await page.context().setOffline(true);
    await field.fill("Cardamom pods");
    await field.press("Enter");
    await page.getByRole("checkbox", { name: "Cardamom pods" }).waitFor();
    await page.context().setOffline(false);
    await newest("Leo created Cardamom pods");

    allow(page, /status of 422/);
    await page.route("**/app/wall/list-items", (route) =>
      route.fulfill({
        status: 422,
        json: { error: "listId: no such list", statusCode: 422 },
        headers: { "X-Error-Code": "no_such_reference", "X-Error-Field": "listId" },
      }),
    );
    await field.fill("Salt");
    await field.press("Enter");
    await page.locator(".toast-error").waitFor();
    await expectPoll(() => field.inputValue()).toBe("Salt");
    await page.unrouteAll();
    await field.fill("");
  });
});

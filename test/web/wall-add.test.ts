/** Adding at the wall: who, what, and a short form. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { test } from "../support/browser.ts";
import { expectAccessible } from "../support/browser-axe.ts";
import { allow, connectionLoss } from "../support/browser-faults.ts";
import { goTo } from "../support/browser-go.ts";
import { browserHome } from "../support/browser-home.ts";
import { expectTargets44 } from "../support/browser-targets.ts";
import { tap } from "../support/browser-touch.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { openWall } from "../support/wall.ts";

const home = await browserHome({ demo: true });
const feed = async () => (await home.api("Anna").get("/v1/activity")).body.entries;
const newest = (action: string, label: string, who: string) =>
  eventually(`${who} ${action} ${label}`, async () => {
    const [entry] = await feed();
    return entry.action === action && entry.subject.label === label && entry.actor.id === home.member(who).id;
  });

const who = (page: Page) => page.getByRole("dialog", { name: "Who are you?" });
const sheet = (page: Page, name: string) => page.getByRole("dialog", { name });
const plus = (page: Page) => page.locator("button.wall-add");
const add = (page: Page, name: string) => sheet(page, name).getByRole("button", { name: "Add", exact: true }).click();

async function choose(page: Page, kind: string): Promise<void> {
  await plus(page).click();
  await sheet(page, "What do you want to add?").getByRole("button", { name: kind, exact: true }).click();
}

describe("“+” on the wall", () => {
  test("asks who, then what, and adds an event, a task, a list item and a meal in their name", async () => {
    const { page } = await openWall(home);
    await page.locator(".today-board").waitFor();
    await plus(page).click();
    await who(page).getByRole("button", { name: "Leo" }).click();
    await sheet(page, "What do you want to add?").getByText("Not Leo?").click();
    await who(page).getByRole("button", { name: "Mia" }).click();
    await expectAccessible(page);
    await expectTargets44(page);

    await sheet(page, "What do you want to add?").getByRole("button", { name: "Event" }).click();
    await sheet(page, "New event").getByText("As Mia").waitFor();
    await add(page, "New event");
    await page.getByText("Give it a title").waitFor();
    await expectAccessible(page);
    await expectTargets44(page);
    await page.getByLabel("Title").fill("Sleepover");
    await tap(page, page.getByRole("switch", { name: "All day" }).locator("xpath=.."));
    await add(page, "New event");
    await newest("created", "Sleepover", "Mia");
    const found = (await home.api("Anna").get("/v1/search?query=Sleepover&types=event")).body.results[0];
    const { body: event } = await home.api("Anna").get(`/v1/events/${found.id}`);
    expect(event.memberIds).toEqual([home.member("Mia").id]);
    await page.getByText("Added “Sleepover”. An adult can undo it in the app, under Activity.").waitFor();
    await page.locator(".today-agenda").getByText("Sleepover").waitFor();

    await choose(page, "Task");
    await page.getByLabel("What is to be done").fill("Bake a cake tomorrow @Ben");
    await expectPoll(() => page.getByRole("radio", { name: "Ben" }).isChecked()).toBe(true);
    await tap(page, page.getByRole("radio", { name: "Leo" }).locator("xpath=.."));
    await expectPoll(() => page.getByRole("radio", { name: "Leo" }).isChecked()).toBe(true);
    await expectAccessible(page);
    await add(page, "Add a task");
    await newest("created", "Bake a cake @Ben", "Mia");
    const { tasks } = (await home.api("Anna").get(`/v1/tasks?memberId=${home.member("Leo").id}`)).body;
    expect(tasks.find(({ label }: any) => label === "Bake a cake @Ben").dueDate).not.toBeNull();

    await choose(page, "Something on a list");
    await page.getByLabel("What", { exact: true }).fill("Candles");
    await page.getByLabel("On which list").selectOption({ label: "🛒 Groceries" });
    await expectAccessible(page);
    await add(page, "Add to the list");
    await newest("created", "Candles", "Mia");

    await choose(page, "Meal");
    await page.getByLabel("Which meal").selectOption({ label: "Evening snack" });
    await add(page, "What will it be?");
    await page.getByText("Choose a recipe.").waitFor();
    await page.getByRole("searchbox").fill("oats");
    await page.getByRole("button", { name: /Overnight oats/ }).click();
    await expectAccessible(page);
    await expectTargets44(page);
    await add(page, "What will it be?");
    await newest("created", "Overnight oats", "Mia");

    // A snack has room for one meal: the sheet stays open, and says why.
    await choose(page, "Meal");
    await page.getByLabel("Which meal").selectOption({ label: "Evening snack" });
    await sheet(page, "What will it be?")
      .getByRole("button", { name: /Lemon lentil soup/ })
      .click();
    allow(page, /status of 409/);
    await add(page, "What will it be?");
    await sheet(page, "What will it be?").getByText(/full/).waitFor();
    await expectPoll(() => page.locator(".toast-error").count()).toBe(0);
  });

  test("keeps what is typed when the wall goes back to rest, until it is added or cancelled", async () => {
    const { page } = await openWall(home, { clock: home.now() });
    await page.locator(".today-board").waitFor();
    await plus(page).click();
    await who(page).getByRole("button", { name: "Leo" }).click();
    await sheet(page, "What do you want to add?").getByRole("button", { name: "Event" }).click();
    await page.getByLabel("Title").fill("Chess club");
    await page.clock.runFor(125_000);
    await expectPoll(() => page.getByRole("dialog").count()).toBe(0);
    await page.reload();
    await plus(page).click();
    await who(page).getByRole("button", { name: "Anna" }).click();
    await page.getByRole("button", { name: "Go on with “Chess club”" }).click();
    await expectPoll(() => page.getByLabel("Title").inputValue()).toBe("Chess club");
    await sheet(page, "New event").getByText("As Anna").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await plus(page).click();
    await sheet(page, "What do you want to add?").waitFor();
    await expectPoll(() => page.getByRole("button", { name: /Go on with/ }).count()).toBe(0);
  });

  test("speaks German", async () => {
    const { page } = await openWall(home, { locale: "de-DE", path: "/calendar" });
    await page.getByRole("button", { name: "Hinzufügen", exact: true }).click();
    await page.getByRole("dialog", { name: "Wer bist du?" }).getByRole("button", { name: "Leo" }).click();
    const what = page.getByRole("dialog", { name: "Was möchtest du hinzufügen?" });
    await what.getByRole("button", { name: "Etwas auf eine Liste" }).click();
    await page.getByRole("button", { name: "Hinzufügen", exact: true }).last().click();
    await page.getByText("Schreib, was es ist.").waitFor();
    await page.getByLabel("Was", { exact: true }).fill("Kerzen");
    await page.getByRole("button", { name: "Hinzufügen", exact: true }).last().click();
    await page.getByText("„Kerzen“ hinzugefügt.").waitFor();
  });
});

describe("the field on a list", () => {
  test("adds one thing after the other, without the server too, and gives a refused text back", async () => {
    const { page } = await openWall(home);
    await goTo(page, "Lists");
    await page.getByRole("link", { name: /Groceries/ }).click();
    const field = page.getByLabel("Add to the list");
    await field.fill("Candied peel");
    await field.press("Enter");
    await who(page).getByRole("button", { name: "Leo" }).click();
    await page.getByRole("checkbox", { name: "Candied peel" }).waitFor();
    await newest("created", "Candied peel", "Leo");
    await expectPoll(() => field.inputValue()).toBe("");
    allow(page, connectionLoss);
    await home.stop();
    await field.fill("Cardamom pods");
    await field.press("Enter");
    await page.getByRole("checkbox", { name: "Cardamom pods" }).waitFor();
    home.start();
    await newest("created", "Cardamom pods", "Leo");

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
  });
});

/**
 * The first hour of a household in the browser, starting from the setup link that the server prints. Each test, and
 * each retry of a test, uses a new household without data of other tests.
 */
import { beforeEach, describe, expect } from "bun:test";
import { openFullForm } from "../support/browser/add-field.ts";
import { test } from "../support/browser/browser.ts";
import { callsWith } from "../support/browser/calls.ts";
import { allow } from "../support/browser/faults.ts";
import { moveTo } from "../support/browser/go.ts";
import { freshSite } from "../support/browser/homes/fresh.ts";
import {
  begin,
  enter,
  invite,
  join,
  makeKey,
  nobody,
  pair,
  press,
  screenPaths,
  settled,
  setUp,
} from "../support/browser/homes/journey.ts";
import { endedElsewhere } from "../support/browser/homes/wall.ts";
import { dismissToasts } from "../support/browser/toasts.ts";
import { expectPoll } from "../support/browser/wait.ts";

let site: ReturnType<typeof freshSite>;

beforeEach(() => {
  site = freshSite();
});

describe("The first hour", () => {
  test("A parent sets up a household and its members on a phone, and every screen opens without an error", async () => {
    const page = await setUp(site, {}, [
      ["Arthur", "Adult"],
      ["Ron", "Child"],
      ["Errol", "Guest"],
    ]);
    await page.getByRole("heading", { name: "A good place to begin" }).waitFor();
    for (const path of screenPaths) {
      await moveTo(page, path);
      await settled(page);
    }
  });

  test("A parent plans a week of meals and adds the ingredients to the groceries", async () => {
    await begin(site);
    const page = await enter(site, "Molly", "/meals");
    for (const [index, dish] of ["Pumpkin soup", "Pies", "Stew", "Fish", "Roast", "Salad", "Pancakes"].entries()) {
      await page.locator(".meals-day-name").nth(index).click();
      await page.getByPlaceholder("A recipe, or the name of any dish").fill(dish);
      await page.getByRole("button", { name: `Add “${dish}” as a new recipe` }).click();
      await page.locator(".meals-day [data-meal]", { hasText: dish }).waitFor();
      await dismissToasts(page); // A toast would cover the next empty meal.
    }
    await page.getByRole("button", { name: "Groceries" }).click();
    await page.getByRole("heading", { name: "No ingredients yet" }).waitFor();
    await page.getByRole("link", { name: "To the recipes" }).click();
    await page.getByRole("link", { name: /Pancakes/ }).click();
    await press(page, "Add ingredients");
    await page.getByRole("dialog").getByRole("textbox", { name: "Ingredient 1" }).fill("Flour");
    await press(page, "Save recipe");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByText("Flour", { exact: true }).waitFor();
    await moveTo(page, "/meals");
    await press(page, "Groceries");
    await press(page, "Add 1 thing");
    await page.getByText("1 added").first().waitFor();
    await page.getByRole("link", { name: "Open the list" }).click();
    await page.getByText("Flour", { exact: true }).waitFor();
  });

  test("A parent invites a child, and the child joins and ticks a chore", async () => {
    await begin(site);
    const page = await enter(site, "Molly", "/chores");
    await openFullForm(page);
    const form = page.getByRole("dialog", { name: "New chore" });
    await form.getByLabel("What is to be done?").fill("Feed the owl");
    await form.getByText("Ron", { exact: true }).click();
    await press(page, "Save");
    await page.getByRole("checkbox", { name: /Feed the owl/ }).waitFor();
    const ron = await join(site, await invite(page, "Ron"));
    await ron.getByText("Welcome, Ron!").waitFor();
    await ron.getByRole("checkbox", { name: /Feed the owl/ }).click();
    await ron.getByText("All done for now").waitFor();
    for (const path of screenPaths) {
      await moveTo(ron, path);
      await settled(ron);
    }
  });

  test("A parent pairs a wall tablet, a child ticks a chore on the tablet, and the parent unpairs it", async () => {
    await begin(site);
    const page = await enter(site, "Molly");
    const tablet = await pair(site, page);
    await moveTo(page, "/chores");
    await openFullForm(page);
    await page.getByRole("dialog").getByLabel("What is to be done?").fill("Lay the table");
    await page.getByRole("dialog").getByText("Ron", { exact: true }).click();
    await press(page, "Save");
    await tablet.getByRole("checkbox", { name: /Lay the table/ }).click();
    await tablet.getByRole("dialog", { name: "Who are you?" }).getByRole("button", { name: "Ron" }).click();
    await tablet.getByRole("checkbox", { name: /Lay the table/, checked: true }).waitFor();
    await page.getByRole("checkbox", { name: /Lay the table/, checked: true }).waitFor();
    await moveTo(page, "/activity");
    await page.getByRole("listitem").filter({ hasText: "Lay the table" }).first().getByText("Ron").first().waitFor();
    await moveTo(page, "/settings/tablets");
    allow(tablet, endedElsewhere);
    await press(page, "Unpair Kitchen tablet");
    await page.getByRole("alertdialog").getByRole("button", { name: "Unpair" }).click();
    await tablet.locator(".wall-code").waitFor();
    await expectPoll(() => tablet.getByText("Lay the table").count()).toBe(0);
  });

  test("When an agent adds groceries, the app shows them at once, says who added them, and can undo that", async () => {
    await begin(site);
    const page = await enter(site, "Molly");
    const key = await makeKey(page, "Kreacher");
    const agent = callsWith(site.url, { Authorization: `Bearer ${key}`, "X-Agent-Name": "Kreacher" });
    const { body: made } = await agent.post("/v1/meals/grocery/items", { ingredient: "Treacle" });
    expect(made).toBeDefined();
    await moveTo(page, "/lists");
    await page.getByRole("link", { name: /Groceries/ }).click();
    await page.getByText("Treacle").waitFor();
    const item = page.getByText("Butter", { exact: true });
    await agent.post("/v1/meals/grocery/items", { ingredient: "Butter" });
    await item.waitFor();
    const call = (name: string, args: object) =>
      agent.post("/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } });
    const added = await call("add_groceries", { ingredient: "Figs" });
    expect(added.body.result.content[0].text).toContain("“Figs” · added · id ");
    await page.getByText("Figs", { exact: true }).waitFor();
    await moveTo(page, "/activity");
    const entry = page.getByRole("listitem").filter({ hasText: "Figs" });
    await entry.locator(".activity-agent").waitFor();
    await entry.getByText("with the key “Kreacher”").waitFor();
    await entry.getByRole("button", { name: /^Undo/ }).click();
    await page.getByText(/^Taken back: /).waitFor();
    await page.goBack();
    // The list shows both items in one update. When one of them is visible, "Figs" would be visible too.
    await page
      .getByText(/^(Butter|Figs)$/)
      .first()
      .waitFor();
    await expectPoll(() => page.getByText("Figs", { exact: true }).count()).toBe(0);
    await page.getByText("Butter", { exact: true }).waitFor();
    allow(page, nobody);
  });
});

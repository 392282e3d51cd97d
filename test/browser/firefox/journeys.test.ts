/** Tests the ten main journeys in Firefox, if it is installed. All other browser tests run in Chromium. */
import { describe } from "bun:test";
import type { Page } from "playwright-core";
import { addByPhrase, openFullForm } from "../../support/browser/add-field.ts";
import { open, test } from "../../support/browser/browser.ts";
import { firefoxPath } from "../../support/browser/firefox.ts";
import { browserHome } from "../../support/browser/home.ts";
import { choresOf } from "../../support/browser/homes/chores.ts";
import { freshSite } from "../../support/browser/homes/fresh.ts";
import { begin, invite, join, nobody, pair, press, setUp, signIn } from "../../support/browser/homes/journey.ts";
import { kitchen } from "../../support/browser/homes/kitchen.ts";
import { circle, grip, item, shownItems, webLists } from "../../support/browser/homes/lists.ts";
import { expectNoOverflow } from "../../support/browser/layout.ts";
import { dismissToasts } from "../../support/browser/toasts.ts";
import { expectPoll } from "../../support/browser/wait.ts";

const view = { browser: "firefox", shell: false } as const;

const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

function journeys(): void {
  test("A household is set up in Firefox with a link from the server, and each screen fits a phone", async () => {
    const site = freshSite();
    const page = await setUp(site, view, [["Ron", "Child"]]);
    for (const path of ["/", "/calendar", "/tasks", "/chores", "/lists", "/meals", "/recipes", "/settings"]) {
      await page.goto(site.url + path);
      await page.locator("#main :is(h1, h2)").first().waitFor();
      await expectNoOverflow(page);
    }
  });

  test("A member signs in with Firefox and invites a child, and the child joins the household", async () => {
    const site = freshSite();
    await begin(site);
    const page = await open(site, { device: "phone", allow: [nobody], ...view });
    await signIn(page, "Molly");
    const ron = await join(site, await invite(page, "Ron"), view);
    await ron.getByText("Welcome, Ron!").waitFor();
  });

  test("A task that is added in Firefox gets its day and person from its text, and Undo reverts a tick", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Anna", path: "/tasks", ...view });
    await addByPhrase(page, "Passport photos tomorrow @Ben");
    const task = page.getByRole("checkbox", { name: /Passport photos/ });
    await task.waitFor();
    await dismissToasts(page);
    await task.click();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("checkbox", { name: /Passport photos/, checked: false }).waitFor();
    const read = async () => (await home.api("Anna").get("/v1/tasks")).body.tasks;
    await expectPoll(read).toMatchObject([
      { label: "Passport photos", memberId: home.member("Ben").id, completedAt: null },
    ]);
  });

  test("A repeating event is created in Firefox, and one date of the series is changed", async () => {
    const home = await browserHome({ now: new Date("2027-03-03T09:00:00Z") });
    const page = await open(home, { as: "Anna", path: "/calendar?day=2027-03-03", ...view });
    await openFullForm(page);
    const sheet = dialog(page, "New event");
    await sheet.getByLabel("Title").fill("Swimming");
    await sheet.getByLabel("Starts").fill("2027-03-05");
    await sheet.getByLabel("Start time").fill("15:30");
    await sheet.getByLabel("Repeats").selectOption({ label: "Every week on Friday" });
    await sheet.getByRole("button", { name: "Save" }).click();
    await page.getByText("Added “Swimming”").waitFor();
    const events = async () => (await home.api("Anna").get("/v1/events")).body.events;
    await expectPoll(async () => (await events())[0]?.recurrenceRule).toContain("FREQ=WEEKLY");
    await page
      .getByRole("button", { name: /^Swimming/ })
      .first()
      .click();
    await press(page, "Edit");
    await dialog(page, /Swimming|Edit/)
      .getByLabel("Start time")
      .fill("16:30");
    await press(page, "Save");
    await page.getByRole("radio", { name: /^Only this/ }).check();
    await press(page, "Change");
    const starts = async () => (await events()).map(({ startsAt }: { startsAt: string }) => startsAt);
    await expectPoll(starts).toContain("2027-03-05T15:30:00.000Z");
    await expectPoll(starts).toContain("2027-03-12T14:30:00.000Z");
  });

  test("An event is dragged to another hour in Firefox", async () => {
    const home = await browserHome({ now: new Date("2027-03-03T09:00:00Z") });
    const anna = home.api("Anna");
    const event = { title: "Dentist", startsAt: "2027-03-03T10:00:00Z", endsAt: "2027-03-03T11:00:00Z" };
    await anna.post("/v1/events", { ...event, memberIds: [home.member("Anna").id] });
    const page = await open(home, { as: "Anna", path: "/calendar?day=2027-03-03&view=day", ...view });
    const block = page
      .locator(".calendar-grid, .calendar")
      .getByRole("button", { name: /Dentist/ })
      .first();
    const box = (await block.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + 10 + box.height / 2, { steps: 4 });
    await page.mouse.move(box.x + box.width / 2, box.y + 10 + box.height, { steps: 4 });
    await page.mouse.up();
    await expectPoll(async () => (await anna.get("/v1/events")).body.events[0].startsAt).toBe(
      "2027-03-03T11:00:00.000Z",
    );
  });

  test("The items of a list are added, ticked and reordered in Firefox", async () => {
    const lists = await webLists();
    const id = await lists.list("Errands");
    const page = await open(lists.home, { as: "Anna", path: `/lists/${id}`, ...view });
    const field = page.getByRole("textbox", { name: "Add to the list" });
    for (const content of ["Milk", "Bread", "Eggs"]) {
      await field.fill(content);
      await page.keyboard.press("Enter");
    }
    await expectPoll(() => shownItems(page)).toEqual(["Milk", "Bread", "Eggs"]);
    await circle(page, "Bread").click();
    const eggs = (await grip(page, "Eggs").boundingBox())!;
    const milk = (await item(page, "Milk").boundingBox())!;
    await page.mouse.move(eggs.x + eggs.width / 2, eggs.y + eggs.height / 2);
    await page.mouse.down();
    await page.mouse.move(eggs.x + eggs.width / 2, milk.y + milk.height / 2, { steps: 6 });
    await page.mouse.move(eggs.x + eggs.width / 2, milk.y + 2, { steps: 6 });
    await page.mouse.up();
    await expectPoll(() => lists.lines(id)).toEqual(["Eggs", "Milk", "x Bread"]);
  });

  test("A child ticks a chore in Firefox, and gets the star of the chore", async () => {
    const home = await browserHome();
    const chores = choresOf(home);
    await chores.add({ name: "Feed the cat", memberIds: ["Mia"], stars: 1 });
    const page = await open(home, { as: "Mia", path: "/chores", ...view });
    await page.getByRole("checkbox", { name: /Feed the cat/ }).click();
    await expectPoll(async () => (await chores.stars()).Mia).toBe(1);
  });

  test("A dinner is planned in Firefox, and the ingredients are added to the groceries", async () => {
    const home = await kitchen();
    await home.recipe("Pumpkin soup", ["Pumpkin"]);
    const page = await open(home, { as: "Anna", path: "/meals", ...view });
    await page
      .getByRole("button", { name: /^Plan something for Dinner/ })
      .last()
      .click();
    await page.getByPlaceholder("A recipe, or the name of any dish").fill("Pumpkin");
    await page.getByRole("dialog").getByRole("button", { name: "Pumpkin soup" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await press(page, "Add week to groceries");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Add \d+ thing/ })
      .click();
    await page
      .getByText(/^\d+ added/)
      .first()
      .waitFor();
  });

  test("A recipe is written in Firefox, and the cooking mode shows its steps one by one", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Anna", path: "/recipes", ...view });
    await page.getByRole("button", { name: "New recipe" }).first().click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Name").fill("Pancakes");
    await form.getByLabel("Instructions").fill("1. Mix.\n2. Fry.");
    await form.getByRole("button", { name: "Save recipe" }).click();
    await page.getByRole("heading", { name: "Pancakes" }).waitFor();
    await press(page, "Cook");
    const cook = dialog(page, "Cook Pancakes");
    await cook.getByText("Step 1 of 2").waitFor();
    await page.keyboard.press("ArrowRight");
    await cook.getByText("Fry.").waitFor();
  });

  test("A tablet with Firefox is paired with a household, and a child ticks a chore on the tablet", async () => {
    const site = freshSite();
    await begin(site);
    const page = await open(site, { device: "phone", allow: [nobody], ...view });
    await signIn(page, "Molly");
    const tablet = await pair(site, page, view);
    await page.goto(`${site.url}/chores`);
    await openFullForm(page);
    await page.getByRole("dialog").getByLabel("What is to be done?").fill("Lay the table");
    await page.getByRole("dialog").getByText("Ron", { exact: true }).click();
    await press(page, "Save");
    await tablet.getByRole("checkbox", { name: /Lay the table/ }).click();
    await dialog(tablet, "Who are you?").getByRole("button", { name: "Ron" }).click();
    await tablet.getByRole("checkbox", { name: /Lay the table/, checked: true }).waitFor();
  });
}

if (firefoxPath !== null) describe("journeys in Firefox", journeys);

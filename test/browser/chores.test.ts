/** Tests the chores screen on a phone: ticking chores, for oneself and for others, and managing chores. */
import { describe } from "bun:test";
import type { Page } from "playwright-core";
import { openFullForm } from "../support/browser/add-field.ts";
import { open, test } from "../support/browser/browser.ts";
import { allow, connectionLoss } from "../support/browser/faults.ts";
import { moveTo } from "../support/browser/go.ts";
import { browserHome } from "../support/browser/home.ts";
import { choresOf } from "../support/browser/homes/chores.ts";
import { eventually, expectPoll } from "../support/browser/wait.ts";

declare const document: any; // Functions given to `page.evaluate` run in the page.

/** Time of the tests: a Wednesday, half a second before a minute ends. */
const now = new Date("2026-11-25T09:59:59.500Z");

async function choresHome() {
  const home = await browserHome({ now });
  return {
    home,
    chores: choresOf(home),
    show: (as = "Anna", path = "/chores") => open(home, { as, device: "phone", path }),
  };
}

const card = (page: Page, name: string) => page.getByRole("checkbox", { name });
const column = (page: Page, name: string) => page.getByRole("article", { name });

/** Chooses an item of a chore's menu. */
async function moreFor(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole("button", { name: `More for “${name}”` }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

const doerDialog = (page: Page) => page.getByRole("dialog", { name: "Who did it?" });

describe("A chore", () => {
  test("A chore is ticked by a click on its card, and unticked by another click, by Undo or by Ctrl+Z", async () => {
    const { chores, show } = await choresHome();
    await chores.add({ name: "Dishes", stars: 3, memberIds: ["Mia"] });
    const page = await show("Mia");
    const balance = column(page, "Mia").locator(".chore-balance").getByRole("img");
    const untick = async () => {
      await chores.untilStars("Mia", 0);
      await page.getByRole("checkbox", { name: "Dishes", checked: false }).waitFor();
    };
    await card(page, "Dishes").click();
    await column(page, "Mia").getByText("All done!").waitFor();
    await expectPoll(() => balance.getAttribute("aria-label")).toBe("3 stars");
    await chores.untilStars("Mia", 3);
    await card(page, "Dishes").click();
    await expectPoll(() => balance.getAttribute("aria-label")).toBe("0 stars");
    await untick();
    await card(page, "Dishes").press("Enter");
    await chores.untilStars("Mia", 3);
    await page.getByRole("button", { name: "Undo" }).last().click();
    await untick();
    await card(page, "Dishes").press("Enter");
    await chores.untilStars("Mia", 3);
    await page.keyboard.press("Control+z");
    await untick();
  });

  test("If two members tick a chore and one is offline, the first tick that reaches the server counts", async () => {
    const { chores, show } = await choresHome();
    const { id } = await chores.add({ name: "Bins", assignment: "anyone", memberIds: ["Mia", "Ben"] });
    const page = await show("Ben");
    allow(page, /409|Failed to load/, connectionLoss);
    await card(page, "Bins").waitFor();
    await page.context().setOffline(true);
    await card(page, "Bins").click();
    await doerDialog(page).getByRole("button", { name: "Ben" }).click();
    await page.getByText("Ben did it").waitFor();
    await chores.do(id, "Mia");
    await page.context().setOffline(false);
    await page.getByText("“Bins” was done already: somebody was quicker.").waitFor();
    await page.getByText("Mia did it").waitFor();
    await expectPoll(() => page.getByRole("button", { name: "Undo" }).count()).toBe(0);
    await expectPoll(() => chores.stars()).toEqual({ Anna: 0, Ben: 0, Mia: 1 });
  });

  test("A chore that members do in turns shows who is next, and another member may do the chore instead", async () => {
    const { chores, show } = await choresHome();
    const turns = { assignment: "rotate", memberIds: ["Ben", "Mia"], startDate: chores.day(0) };
    await chores.add({ name: "Guinea pigs", ...turns });
    const page = await show();
    await column(page, "Ben").getByText("then Mia").waitFor();
    await moreFor(page, "Guinea pigs", "Somebody else did it");
    await doerDialog(page).getByRole("button", { name: "Mia" }).click();
    await column(page, "Ben").getByText("Mia stood in").waitFor();
    await chores.untilStars("Mia", 1);
    await expectPoll(async () => (await chores.stars()).Ben).toBe(0);
  });

  test("A chore of yesterday can be ticked today, and the chore's history then shows who did it", async () => {
    const { chores, show } = await choresHome();
    await chores.add({ name: "Dishes", memberIds: ["Anna"], startDate: chores.day(-3) });
    const page = await show();
    await page.getByRole("button", { name: "The day before" }).click();
    await page.getByText("Ticks still count here").waitFor();
    await card(page, "Dishes").click();
    await column(page, "Anna").getByText("All done!").waitFor();
    await chores.untilStars("Anna", 1);
    await expectPoll(async () => (await chores.find("Dishes")).completions[0].date).toBe(chores.day(-1));
    await moreFor(page, "Dishes", "The last two weeks");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("listitem").filter({ hasText: "Yesterday" }).filter({ hasText: "Anna" }).waitFor();
    await expectPoll(() => dialog.getByText("not done").count()).toBe(3);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Back to today" }).click();
    await page.getByRole("checkbox", { name: "Dishes", checked: false }).waitFor();
  });

  test("A daily chore that was ticked is no longer ticked when a new day begins", async () => {
    const { home, chores, show } = await choresHome();
    await home.advance(13 * 3_600_000);
    await chores.add({ name: "Dishes", memberIds: ["Anna"] });
    const page = await show();
    await card(page, "Dishes").click();
    await chores.untilStars("Anna", 1);
    await home.advance(1_000);
    await page.getByText("Thursday 26 November").waitFor();
    await page.getByRole("checkbox", { name: "Dishes", checked: false }).click();
    await chores.untilStars("Anna", 2);
  });

  test("When a chore is ticked, confetti is shown unless the user prefers reduced motion", async () => {
    const { chores, show } = await choresHome();
    await chores.add({ name: "Dishes", memberIds: ["Anna"] });
    await chores.add({ name: "Table", memberIds: ["Anna"] });
    const page = await show();
    await card(page, "Table").click();
    await chores.untilStars("Anna", 1);
    await expectPoll(() => page.locator("canvas").count()).toBe(0);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await card(page, "Dishes").click();
    await page.locator("canvas.confetti").waitFor();
    await eventually("something is drawn", () =>
      page.evaluate(() => {
        const canvas = document.querySelector("canvas.confetti");
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        return data.some((value: number) => value > 0);
      }),
    );
    await card(page, "Dishes").click();
    await page.getByText("Not done yet: Dishes").waitFor();
    await page.locator("canvas.confetti").evaluate((canvas: any) => canvas.remove());
  });
});

describe("The stars of a chore", () => {
  test("When an adult ticks a chore that several members may do, the chores screen asks which member did it", async () => {
    const { chores, show } = await choresHome();
    await chores.add({ name: "Bins", assignment: "anyone", memberIds: ["Anna", "Ben"], stars: 2 });
    await chores.add({ name: "Table", assignment: "anyone", memberIds: ["Mia"] });
    const page = await show("Anna");
    await card(page, "Bins").click();
    await doerDialog(page).getByText("Bins").waitFor();
    await doerDialog(page).getByRole("button", { name: "Ben" }).click();
    await column(page, "Anyone").getByText("Ben did it").waitFor();
    await chores.untilStars("Ben", 2);
    await card(page, "Table").click();
    await page.getByText("Mia did it").waitFor();
    await chores.untilStars("Mia", 1);
    await page.getByRole("checkbox", { name: "Bins", checked: true }).click();
    await chores.untilStars("Ben", 0);
    await expectPoll(() => chores.stars()).toEqual({ Anna: 0, Ben: 0, Mia: 1 });
  });

  test("When a child ticks a chore on the chores screen, the child gets the stars of the chore", async () => {
    const { chores, show } = await choresHome();
    const once = { recurrenceRule: null, startDate: chores.day(-2), memberIds: ["Mia"] };
    await chores.add({ name: "Bins", assignment: "anyone", memberIds: ["Ben", "Mia"] });
    await chores.add({ name: "Wash the car", ...once });
    const { id } = await chores.add({ name: "Tidy up", ...once });
    await chores.do(id, "Mia", chores.day(-2));
    const page = await show("Mia");
    await page.getByRole("checkbox", { name: "Tidy up", checked: true }).waitFor();
    await page.getByText(/^since/).waitFor();
    await card(page, "Bins").click();
    await page.getByText("Mia did it").waitFor();
    await card(page, "Wash the car").click();
    await chores.untilStars("Mia", 3);
    await page.getByRole("checkbox", { name: "Wash the car", checked: true }).waitFor();
  });
});

describe("The chores screen", () => {
  test("The chores screen shows a child's own chores first, and a child cannot create or edit chores", async () => {
    const { chores, show } = await choresHome();
    await chores.add({ name: "Room", memberIds: ["Ben", "Mia"] });
    await chores.add({ name: "Cat", assignment: "rotate", memberIds: ["Ben", "Mia"], startDate: chores.day(0) });
    await chores.add({ name: "Bins", assignment: "anyone", memberIds: ["Ben", "Mia"] });
    const page = await show("Mia", "/chores?edit=new");
    await card(page, "Room").waitFor();
    await expectPoll(() => page.getByRole("heading", { level: 2 }).allTextContents()).toEqual(["Mia", "Ben", "Anyone"]);
    await expectPoll(() => page.getByRole("dialog").count()).toBe(0);
    await expectPoll(() => column(page, "Ben").getByRole("checkbox").count()).toBe(1);
    await expectPoll(() => page.getByRole("button", { name: "All chores" }).count()).toBe(0);
    await page.getByRole("button", { name: "More for “Bins”" }).click();
    await expectPoll(() => page.getByRole("menuitem").allTextContents()).toEqual(["The last two weeks"]);
    await page.keyboard.press("Escape");
    await column(page, "Ben").getByRole("checkbox", { name: "Cat" }).click();
    await page.getByText("Mia stood in").waitFor();
    await chores.untilStars("Mia", 1);
  });

  test("The chores screen on a phone scrolls to the column of a chosen member", async () => {
    const { chores, show } = await choresHome();
    await chores.add({ name: "Room", memberIds: ["Anna", "Ben"] });
    const page = await show();
    await card(page, "Room").first().waitFor();
    await page.setViewportSize({ width: 390, height: 500 }); // The window is too low for all columns.
    const people = page.getByRole("navigation", { name: "Whose chores" });
    await people.getByRole("button", { name: "Ben" }).click();
    await eventually("Ben has the focus", () => page.evaluate(() => document.activeElement?.textContent === "Ben"));
    await expectPoll(async () => (await column(page, "Ben").boundingBox())!.y).toBeLessThan(250);
  });
});

describe("The dialog that shows chores one by one", () => {
  test("The dialog that shows chores one by one works by keyboard, and ends with the member's stars", async () => {
    const { chores, show } = await choresHome();
    await chores.add({ name: "Brush your teeth", dueTime: "08:00", memberIds: ["Mia"] });
    await chores.add({ name: "Feed the cat", dueTime: "18:00", memberIds: ["Mia"], stars: 2 });
    const page = await show("Mia");
    await page.getByRole("button", { name: "One by one" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Mia" });
    const shown = (name: string) => dialog.getByRole("heading", { name }).waitFor();
    await shown("Brush your teeth");
    await page.keyboard.press("Enter");
    await shown("Feed the cat");
    await page.keyboard.press("ArrowLeft");
    await dialog.getByRole("button", { name: "Not yet after all" }).waitFor();
    await page.keyboard.press("ArrowRight");
    await shown("Feed the cat");
    await page.keyboard.press("Enter");
    await shown("All done, Mia!");
    await dialog.getByText("You have 3 stars now.").waitFor();
    await chores.untilStars("Mia", 3);
    await dialog.getByRole("button", { name: "Finish" }).click();
    await column(page, "Mia").getByText("All done!").waitFor();
  });

  test("The dialog that shows chores one by one lets an adult choose a member and tick their chores", async () => {
    const { chores, show } = await choresHome();
    await chores.add({ name: "Feed the cat", memberIds: ["Mia"] });
    await chores.add({ name: "Bins", assignment: "anyone", memberIds: ["Ben", "Mia"] });
    const page = await show();
    await moveTo(page, "/chores?one=");
    await page.getByRole("dialog").getByRole("button", { name: "Mia" }).click();
    const dialog = page.getByRole("dialog", { name: "Mia" });
    await dialog.getByRole("heading", { name: "Feed the cat" }).waitFor();
    await dialog.getByRole("button", { name: "Done!" }).click();
    await dialog.getByRole("heading", { name: "Bins" }).waitFor();
    await dialog.getByRole("button", { name: "Next" }).click();
    await dialog.getByRole("heading", { name: "All done, Mia!" }).waitFor();
    await chores.untilStars("Mia", 1);
    await page.goBack();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await card(page, "Feed the cat").waitFor();
  });
});

describe("An adult", () => {
  test("An adult can create a chore that members do in turns on certain weekdays, by keyboard alone", async () => {
    const { home, chores, show } = await choresHome();
    const page = await show();
    await page.getByRole("heading", { name: "No chores yet" }).waitFor();
    await page.keyboard.press("n");
    await page.getByRole("button", { name: "More fields" }).press("Enter");
    const form = page.getByRole("dialog", { name: "New chore" });
    const name = form.getByLabel("What is to be done?");
    await name.press("Enter");
    await form.getByText("Give it a name.").waitFor();
    await form.getByText("Choose at least one.").waitFor();
    await name.fill("Water the plants");
    await form.getByRole("button", { name: "One star more" }).press("Enter");
    await form.getByRole("checkbox", { name: "Ben" }).press("Space");
    await form.getByRole("checkbox", { name: "Mia" }).press("Space");
    await form.getByRole("radio", { name: /In turns/ }).press("Space");
    await form.getByRole("button", { name: "Mia earlier" }).press("Enter");
    await form.getByLabel("How often?").selectOption({ label: "Every week on Wednesday" });
    await form.getByRole("checkbox", { name: "Wednesday" }).press("Space");
    await form.getByText("Choose at least one day.").waitFor();
    await form.getByRole("checkbox", { name: "Friday" }).press("Space");
    await form.getByRole("checkbox", { name: "Tuesday" }).press("Space");
    await form.getByRole("status").getByRole("listitem").filter({ hasText: "Fri 27 Nov" }).waitFor();
    await form.getByRole("radio", { name: "By a time" }).press("Space");
    await form.getByLabel("Time", { exact: true }).fill("17:30");
    await name.press("Enter");
    await page.getByText("New chore: Water the plants").waitFor();
    await expectPoll(() => chores.find("Water the plants")).toMatchObject({
      ...{ emoji: "🧹", stars: 2, dueTime: "17:30", startDate: "2026-11-27", assignment: "rotate" },
      recurrenceRule: "FREQ=WEEKLY;BYDAY=TU,FR",
      memberIds: [home.member("Mia").id, home.member("Ben").id],
    });
    await page.getByRole("heading", { name: "Nothing to do on this day" }).waitFor();
  });

  test("An adult can tick a new chore before the chore has been sent to the server", async () => {
    const { chores, show } = await choresHome();
    await chores.add({ name: "Dishes", memberIds: ["Ben"] });
    const page = await show();
    allow(page, connectionLoss);
    await openFullForm(page);
    const form = page.getByRole("dialog", { name: "New chore" });
    await form.getByLabel("What is to be done?").fill("Feed the cat");
    await form.getByText("Anna", { exact: true }).click();
    await page.context().setOffline(true);
    await form.getByRole("button", { name: "Save" }).click();
    await card(page, "Feed the cat").click();
    await column(page, "Anna").getByText("All done!").waitFor();
    await page.context().setOffline(false);
    await chores.untilStars("Anna", 1);
    await expectPoll(async () => (await chores.find("Feed the cat")).completions).toHaveLength(1);
    await column(page, "Anna").getByText("All done!").waitFor();
  });

  test("An adult can rename a chore in the list of all chores, and Undo restores the former name", async () => {
    const { chores, show } = await choresHome();
    const rule = "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1";
    await chores.add({ name: "Dishes", memberIds: ["Ben"], recurrenceRule: rule });
    const page = await show();
    await page.getByRole("button", { name: "All chores" }).click();
    await page.getByRole("button", { name: /Dishes.*By a rule of its own/ }).click();
    const form = page.getByRole("dialog", { name: "Change chore" });
    await expectPoll(() => form.getByLabel("How often?").inputValue()).toBe("own");
    await form.getByLabel("What is to be done?").fill("Wash up");
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByText("Changed: Wash up").waitFor();
    await expectPoll(() => chores.find("Wash up")).toMatchObject({ recurrenceRule: rule });
    await page.getByRole("button", { name: "Undo" }).click();
    await expectPoll(() => chores.find("Dishes")).toBeDefined();
  });

  test("When a chore is paused, resumed, deleted and restored, members keep the stars for that chore", async () => {
    const { chores, show } = await choresHome();
    const { id } = await chores.add({ name: "Dishes", memberIds: ["Ben"], stars: 4 });
    await chores.do(id, "Ben");
    const page = await show();
    await moreFor(page, "Dishes", "Pause");
    await page.getByText("Paused: Dishes").waitFor();
    await card(page, "Dishes").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "All chores" }).click();
    await page.getByRole("heading", { name: "Paused" }).waitFor();
    await page.getByRole("button", { name: /Dishes/ }).click();
    await page.getByRole("switch", { name: /Active/ }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Goes on: Dishes").waitFor();
    await card(page, "Dishes").waitFor();
    await expectPoll(async () => (await chores.find("Dishes")).active).toBe(true);
    await moreFor(page, "Dishes", "Delete");
    await page.getByText("Deleted: Dishes. The stars stay.").waitFor();
    await expectPoll(() => chores.find("Dishes")).toBeUndefined();
    await expectPoll(async () => (await chores.stars()).Ben).toBe(4);
    await page.locator(".toast", { hasText: "Deleted" }).getByRole("button", { name: "Undo" }).click();
    await page.getByRole("checkbox", { name: "Dishes", checked: true }).waitFor();
    await expectPoll(async () => (await chores.find("Dishes")).completions).toHaveLength(1);
  });
});

/** Adults create, edit, pause and delete chores. */
import { describe } from "bun:test";
import type { Page } from "playwright-core";
import { open, test } from "../support/browser.ts";
import { connectionLoss } from "../support/browser-faults.ts";
import { browserHome } from "../support/browser-home.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { expectNothingExecuted, payloads } from "../support/markup.ts";
import { choresOf } from "../support/web-chores.ts";

const card = (page: Page, name: string | RegExp) => page.getByRole("checkbox", { name }).first();
const column = (page: Page, name: string) => page.getByRole("article", { name });

describe("an adult", () => {
  test("creates a rotating chore on certain weekdays with the keyboard", async () => {
    const home = await browserHome({ now: new Date("2026-11-25T09:00:00Z") }); // A Wednesday.
    const chores = choresOf(home);
    const page = await open(home, { as: "Anna", path: "/chores" });
    await page.getByRole("heading", { name: "No chores yet" }).waitFor();
    await page.getByRole("button", { name: "New chore" }).press("Enter");
    const form = page.getByRole("dialog", { name: "New chore" });
    const name = form.getByLabel("What is to be done?");
    await name.waitFor();
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
    await eventually("it is there", async () => (await chores.find("Water the plants")) !== undefined);
    await expectPoll(() => chores.find("Water the plants")).toMatchObject({
      ...{ emoji: "🧹", stars: 2, dueTime: "17:30", startDate: "2026-11-27", assignment: "rotate" },
      recurrenceRule: "FREQ=WEEKLY;BYDAY=TU,FR",
      memberIds: [home.member("Mia").id, home.member("Ben").id],
    });
    await page.getByRole("heading", { name: "Nothing to do on this day" }).waitFor();
  });

  test("ticks a new chore that the server does not have yet", async () => {
    const home = await browserHome();
    const chores = choresOf(home);
    await chores.add({ name: "Dishes", memberIds: ["Ben"] });
    const page = await open(home, { as: "Anna", path: "/chores", allow: [connectionLoss] });
    await card(page, /Dishes/).waitFor();
    await page.getByRole("button", { name: "New chore" }).click();
    const form = page.getByRole("dialog", { name: "New chore" });
    await form.getByLabel("What is to be done?").fill("Feed the cat");
    await form.getByText("Anna", { exact: true }).click();
    await home.stop();
    await form.getByRole("button", { name: "Save" }).click();
    await card(page, /Feed the cat/).click();
    await column(page, "Anna").getByText("All done!").waitFor();
    home.start();
    await chores.untilStars("Anna", 1);
    await expectPoll(async () => (await chores.find("Feed the cat")).completions).toHaveLength(1);
    await column(page, "Anna").getByText("All done!").waitFor();
  });

  test("edits a chore from the list of all chores, and undoes the change", async () => {
    const home = await browserHome();
    const chores = choresOf(home);
    await chores.add({ name: "Dishes", memberIds: ["Ben"], recurrenceRule: "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1" });
    const page = await open(home, { as: "Anna", path: "/chores" });
    await page.getByRole("button", { name: "All chores" }).click();
    await page.getByRole("button", { name: /Dishes.*By a rule of its own/ }).click();
    const form = page.getByRole("dialog", { name: "Change chore" });
    await expectPoll(() => form.getByLabel("How often?").inputValue()).toBe("own");
    await form.getByLabel("What is to be done?").fill("Wash up");
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByText("Changed: Wash up").waitFor();
    await eventually("it is called otherwise", async () => (await chores.find("Wash up")) !== undefined);
    await expectPoll(async () => (await chores.find("Wash up")).recurrenceRule).toBe(
      "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1",
    );
    await page.getByRole("button", { name: "Undo" }).click();
    await eventually("it has its name again", async () => (await chores.find("Dishes")) !== undefined);
  });

  test("pauses, resumes, deletes and restores a chore, and its stars stay", async () => {
    const home = await browserHome();
    const chores = choresOf(home);
    const { id } = await chores.add({ name: "Dishes", memberIds: ["Ben"], stars: 4 });
    await chores.do(id, "Ben");
    const page = await open(home, { as: "Anna", path: "/chores" });
    const choose = async (item: string) => {
      await page.getByRole("button", { name: "More for “Dishes”" }).click();
      await page.getByRole("menuitem", { name: item }).click();
    };
    await choose("Pause");
    await page.getByText("Paused: Dishes").waitFor();
    await eventually("it is gone from the board", async () => (await page.getByRole("checkbox").count()) === 0);
    await page.getByRole("button", { name: "All chores" }).click();
    await page.getByRole("heading", { name: "Paused" }).waitFor();
    await page.getByRole("button", { name: /Dishes/ }).click();
    await page.getByRole("switch", { name: /Active/ }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Goes on: Dishes").waitFor();
    await card(page, /Dishes/).waitFor();
    await eventually("it goes on", async () => (await chores.find("Dishes")).active);
    await choose("Delete");
    await page.getByText("Deleted: Dishes. The stars stay.").waitFor();
    await eventually("it is deleted", async () => (await chores.find("Dishes")) === undefined);
    await expectPoll(async () => (await chores.stars()).Ben).toBe(4);
    const toast = page.locator(".toast", { hasText: "Deleted" });
    await toast.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("checkbox", { name: /Dishes/, checked: true }).waitFor();
    await expectPoll(async () => (await chores.find("Dishes")).completions).toHaveLength(1);
  });

  test("sees hostile names as text", async () => {
    const home = await browserHome();
    const chores = choresOf(home);
    const hostile = payloads.filter((each) => each.length <= 100).slice(0, 24);
    for (const name of hostile) await chores.add({ name, memberIds: ["Anna"], assignment: "each" });
    const page = await open(home, { as: "Anna", path: "/chores" });
    for (const name of hostile) await page.getByText(name, { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "All chores" }).click();
    await page.getByRole("dialog").getByText(hostile[0]!, { exact: true }).waitFor();
    await expectNothingExecuted(page);
  });

  test("creates a chore in German", async () => {
    const home = await browserHome();
    const chores = choresOf(home);
    const page = await open(home, { as: "Anna", device: "phone", locale: "de-DE", path: "/chores" });
    await page.getByRole("button", { name: "Neue Aufgabe im Haushalt" }).click();
    const form = page.getByRole("dialog", { name: "Neue Aufgabe im Haushalt" });
    await form.getByLabel("Was ist zu tun?").fill("Spülmaschine ausräumen");
    await form.getByText("Anna", { exact: true }).click();
    await expectPoll(() => form.getByLabel("Wie oft?").inputValue()).toBe("daily");
    await form.getByText("Die nächsten Termine").waitFor();
    await form.getByRole("button", { name: "Speichern" }).click();
    await card(page, /Spülmaschine/).click();
    await page.getByText("Alles erledigt!").waitFor();
    await chores.untilStars("Anna", 1);
  });
});

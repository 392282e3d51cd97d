/** Adults make, change, pause and delete chores. */
import { describe } from "bun:test";
import { test } from "../../support/browser.ts";
import { allow, connectionLoss } from "../../support/browser-faults.ts";
import { expectPoll } from "../../support/browser-wait.ts";
import { card, choresHome, column, moreFor } from "./home.ts";

describe("An adult", () => {
  test("An adult makes a chore in turns on certain weekdays by keyboard", async () => {
    const { home, chores, show } = await choresHome();
    const page = await show();
    await page.getByRole("heading", { name: "No chores yet" }).waitFor();
    await page.getByRole("button", { name: "New chore" }).press("Enter");
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

  test("An adult ticks a new chore that the server does not have yet", async () => {
    const { chores, show } = await choresHome();
    await chores.add({ name: "Dishes", memberIds: ["Ben"] });
    const page = await show();
    allow(page, connectionLoss);
    await page.getByRole("button", { name: "New chore" }).click();
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

  test("An adult renames a chore in the list of all, which keeps its rule, and takes that back by Undo", async () => {
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

  test("An adult pauses a chore, lets it go on, deletes it and restores it, and its stars stay", async () => {
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

/** The chores screen for a child, and the mode that shows chores one by one. */
import { describe } from "bun:test";
import type { Page } from "playwright-core";
import { open, test } from "../support/browser.ts";
import { expectAccessible } from "../support/browser-axe.ts";
import { browserHome } from "../support/browser-home.ts";
import { expectNoOverflow } from "../support/browser-layout.ts";
import { expectTargets44 } from "../support/browser-targets.ts";
import { tap } from "../support/browser-touch.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { choresOf } from "../support/web-chores.ts";

const card = (page: Page, name: string | RegExp) => page.getByRole("checkbox", { name }).first();
const column = (page: Page, name: string) => page.getByRole("article", { name });

describe("chores for a child", () => {
  test("show the child first, and offer no button to create or manage chores", async () => {
    const home = await browserHome();
    const chores = choresOf(home);
    await chores.add({ name: "Room", memberIds: ["Ben", "Mia"] });
    await chores.add({ name: "Cat", assignment: "rotate", memberIds: ["Ben", "Mia"], startDate: chores.day(0) });
    await chores.add({ name: "Bins", assignment: "anyone", memberIds: ["Ben", "Mia"] });
    const page = await open(home, { as: "Mia", path: "/chores" });
    await card(page, /Room/).waitFor();
    await expectPoll(() => page.getByRole("heading", { level: 2 }).allTextContents()).toEqual(["Mia", "Ben", "Anyone"]);
    await expectPoll(() => column(page, "Ben").getByRole("checkbox").count()).toBe(1);
    await expectPoll(() => page.getByRole("button", { name: /New chore|All chores/ }).count()).toBe(0);
    await page.getByRole("button", { name: "More for “Bins”" }).click();
    await expectPoll(() => page.getByRole("menuitem").allTextContents()).toEqual(["The last two weeks"]);
    await page.keyboard.press("Escape");
    await card(page, /Bins/).click();
    await page.getByText("Mia did it").waitFor();
    await column(page, "Ben").getByRole("checkbox", { name: /Cat/ }).click();
    await page.getByText("Mia stood in").waitFor();
    await chores.untilStars("Mia", 2);
    await page.goto(`${home.url}/chores?edit=new`);
    await card(page, /Room/).waitFor();
    await expectPoll(() => page.getByRole("dialog").count()).toBe(0);
  });

  test("can be ticked one by one with the keyboard, and end with a summary", async () => {
    const home = await browserHome();
    const chores = choresOf(home);
    await chores.add({ name: "Brush your teeth", dueTime: "08:00", memberIds: ["Mia"] });
    await chores.add({ name: "Feed the cat", dueTime: "18:00", memberIds: ["Mia"], stars: 2 });
    const page = await open(home, { as: "Mia", path: "/chores" });
    await page.getByRole("button", { name: "One by one" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Mia" });
    await dialog.getByRole("heading", { name: "Brush your teeth" }).waitFor();
    await page.keyboard.press("Enter");
    await dialog.getByRole("heading", { name: "Feed the cat" }).waitFor();
    await page.keyboard.press("ArrowLeft");
    await dialog.getByRole("button", { name: "Not yet after all" }).waitFor();
    await page.keyboard.press("ArrowRight");
    await dialog.getByRole("heading", { name: "Feed the cat" }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await dialog.getByRole("heading", { name: "All done, Mia!" }).waitFor();
    await dialog.getByText("You have 3 stars now.").waitFor();
    await chores.untilStars("Mia", 3);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Finish" }).click();
    await column(page, "Mia").getByText("All done!").waitFor();
  });

  test("can be ticked one by one by touch, for any member of the family", async () => {
    const home = await browserHome();
    const chores = choresOf(home);
    await chores.add({ name: "Feed the cat", memberIds: ["Mia"] });
    await chores.add({ name: "Bins", assignment: "anyone", memberIds: ["Ben", "Mia"] });
    const page = await open(home, { as: "Anna", device: "phone", path: "/chores" });
    await tap(page, page.getByRole("button", { name: "One by one" }));
    await tap(page, page.getByRole("dialog").getByRole("button", { name: "Mia" }));
    const dialog = page.getByRole("dialog", { name: "Mia" });
    await dialog.getByRole("heading", { name: "Feed the cat" }).waitFor();
    await tap(page, dialog.getByRole("button", { name: "Done!" }));
    await dialog.getByRole("heading", { name: "Bins" }).waitFor();
    await expectTargets44(page);
    await expectNoOverflow(page);
    await tap(page, dialog.getByRole("button", { name: "Next" }));
    await dialog.getByRole("heading", { name: "All done, Mia!" }).waitFor();
    await chores.untilStars("Mia", 1);
    await page.goBack();
    await card(page, /Feed the cat/).waitFor();
    await eventually("the mode is left", async () => (await page.getByRole("dialog").count()) === 0);
  });
});

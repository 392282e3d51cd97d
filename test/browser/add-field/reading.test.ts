/** Marks, chips and questions of the field for new entries while a phrase is typed. */
import { describe } from "bun:test";
import type { Page } from "playwright-core";
import { addField, openAddField } from "../../support/browser/add-field.ts";
import { open, test } from "../../support/browser/browser.ts";
import { allow, connectionLoss } from "../../support/browser/faults.ts";
import { browserHome } from "../../support/browser/home.ts";
import { expectPoll } from "../../support/browser/wait.ts";

/** Time of the tests: a Saturday morning. */
const now = new Date("2026-11-21T08:00:00Z");

const home = await browserHome({ now });
const anna = home.api("Anna");
const tasks = async (label: string) => {
  const { tasks } = (await anna.get("/v1/tasks")).body as { tasks: any[] };
  return tasks.filter((task) => task.label === label).map(({ dueDate, memberId }) => ({ dueDate, memberId }));
};
const memberId = home.member("Anna").id;
const marks = (page: Page) => page.locator(".add-marks mark").allTextContents();

describe("A mark", () => {
  test("A tap on a mark turns it back into text, and Backspace right behind a mark does so before it deletes", async () => {
    const page = await open(home, { as: "Anna", path: "/tasks" });
    const field = await openAddField(page);
    await field.fill("Read tomorrow @Mia");
    await expectPoll(() => marks(page)).toEqual(["tomorrow", "@Mia"]);
    await page.keyboard.press("End");
    await page.keyboard.press("Backspace");
    await expectPoll(() => marks(page)).toEqual(["tomorrow"]);
    await expectPoll(() => field.inputValue()).toBe("Read tomorrow @Mia");
    await page.keyboard.press("Backspace");
    await expectPoll(() => field.inputValue()).toBe("Read tomorrow @Mi");
    const box = await page.locator(".add-marks mark").first().boundingBox();
    if (!box) throw new Error("There is no mark");
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expectPoll(() => marks(page)).not.toContain("tomorrow");
    await expectPoll(() => field.inputValue()).toBe("Read tomorrow @Mi");
  });

  test("The cross of a chip turns its words back into text, and a chip opens fields that correct it", async () => {
    const page = await open(home, { as: "Anna", path: "/tasks" });
    const field = await openAddField(page);
    await field.fill("Sweep tomorrow @Mia");
    await page.getByRole("button", { name: "Remove: @Mia" }).click();
    await expectPoll(() => marks(page)).toEqual(["tomorrow"]);
    await page.getByRole("button", { name: "Change Day: Tomorrow" }).click();
    await page.locator(".add-editor input").fill("2026-12-01");
    await page.getByRole("button", { name: "Change People: Anna" }).click();
    await page.getByRole("region", { name: "People" }).getByText("Ben", { exact: true }).click();
    await field.press("Enter");
    const dueDate = "2026-12-01";
    await expectPoll(() => tasks("Sweep @Mia")).toHaveLength(2);
    await expectPoll(async () => (await tasks("Sweep @Mia")).every((each) => each.dueDate === dueDate)).toBe(true);
  });
});

describe("An ambiguous phrase", () => {
  test("An ambiguous day is saved only on a second Enter, or as the day that was tapped", async () => {
    const page = await open(home, { as: "Anna", path: "/tasks" });
    const field = await openAddField(page);
    await field.fill("Haircut Saturday");
    const ask = page.getByRole("group", { name: "Which one?" });
    await ask.getByRole("button", { name: "Today" }).waitFor();
    await field.press("Enter");
    await page.getByText("Choose one, or press Enter again for the first one.").waitFor();
    await expectPoll(() => tasks("Haircut")).toEqual([]);
    await field.press("Enter");
    await expectPoll(() => tasks("Haircut")).toEqual([{ dueDate: "2026-11-21", memberId }]);
    await openAddField(page);
    await field.fill("Shave Saturday");
    await ask.getByRole("button", { name: "Sat 28 Nov" }).click();
    await field.press("Enter");
    await expectPoll(() => tasks("Shave")).toEqual([{ dueDate: "2026-11-28", memberId }]);
  });

  test("A time that leaves the half of the day open can be moved to the other half", async () => {
    const page = await open(home, { as: "Anna", path: "/" });
    const field = await openAddField(page);
    await field.fill("Ballet tomorrow at 4");
    const half = page.getByRole("group", { name: "“at 4” means" });
    await half.getByRole("button", { name: "16:00", pressed: true }).waitFor();
    await half.getByRole("button", { name: "4:00", exact: true }).click();
    await page.getByRole("region", { name: "Will be added" }).getByText("Tomorrow, 4:00 – 5:00").waitFor();
    await half.getByRole("button", { name: "4:00", exact: true, pressed: true }).waitFor();
    // The key of the field does nothing inside it.
    await page.keyboard.press("n");
    await field.fill("Haircut Saturday");
    await page.getByRole("button", { name: "More fields" }).click();
    await page.getByRole("button", { name: "Sat 28 Nov" }).click();
    const form = page.getByRole("dialog", { name: "Task" });
    await expectPoll(() => form.getByLabel("Due", { exact: true }).inputValue()).toBe("2026-11-28");
    await page.keyboard.press("Escape");
    await expectPoll(() => addField(page).inputValue()).toBe("Haircut Saturday");
  });
});

describe("The open field", () => {
  test("Shift and Enter save and empty the field, Escape keeps what was typed, and examples fill the field", async () => {
    const page = await open(home, { as: "Anna", path: "/tasks" });
    const field = await openAddField(page);
    await page.getByRole("button", { name: /^Passport photos Friday/ }).click();
    await expectPoll(() => field.inputValue()).toMatch(/^Passport photos Friday @/);
    await field.fill("Water the plants");
    await field.press("Shift+Enter");
    await expectPoll(() => field.inputValue()).toBe("");
    await expectPoll(() => tasks("Water the plants")).toHaveLength(1);
    await page.keyboard.insertText("Half of a thou");
    await page.keyboard.press("Escape");
    await field.waitFor({ state: "detached" });
    await page.keyboard.press("n");
    await expectPoll(() => addField(page).inputValue()).toBe("Half of a thou");
    await page.getByRole("button", { name: "More fields" }).click();
    const form = page.getByRole("dialog", { name: "Task" });
    await expectPoll(() => form.getByLabel("What is to be done").inputValue()).toBe("Half of a thou");
    await form.getByLabel("What is to be done").fill("Homework every Monday tomorrow @Ben");
    await form.getByRole("button", { name: "Apply: Tomorrow, Ben" }).click();
    await expectPoll(() => form.getByLabel("What is to be done").inputValue()).toBe("Homework every Monday");
    await expectPoll(() => form.getByRole("checkbox", { name: "Ben" }).isChecked()).toBe(true);
  });

  test("A task that is added while the server does not answer is sent later, also from a phone", async () => {
    const page = await open(home, { as: "Anna", path: "/tasks", device: "phone" });
    const field = await openAddField(page);
    // The copy with the marks scrolls together with a long text.
    await field.fill("Post the letters ".repeat(20));
    await expectPoll(() => field.evaluate((area) => area.scrollHeight - area.clientHeight)).toBe(0);
    await field.press("End");
    await field.press("x");
    await expectPoll(() => field.evaluate((area) => [area.scrollTop, area.parentElement?.scrollTop !== 0])).toEqual([
      0,
      true,
    ]);
    await field.fill("Post the letter tomorrow @Ben");
    await expectPoll(() => marks(page)).toEqual(["tomorrow", "@Ben"]);
    allow(page, connectionLoss);
    await page.context().setOffline(true);
    await field.press("Enter");
    await page.getByRole("checkbox", { name: "Post the letter" }).waitFor();
    await page.context().setOffline(false);
    await expectPoll(() => tasks("Post the letter")).toHaveLength(1);
  });

  test("The title of a form suggests what it says, and a press takes it over", async () => {
    const path = "/calendar?new=2026-11-25T10:00&until=2026-11-25T11:00";
    const page = await open(home, { as: "Anna", path });
    const form = page.getByRole("dialog", { name: "New event" });
    await form.getByLabel("Title").fill("Swimming Mia 28 Nov 15:00");
    await form.getByRole("button", { name: "Apply: Sat 28 Nov, 15:00, Mia" }).click();
    await expectPoll(() => form.getByLabel("Title").inputValue()).toBe("Swimming Mia");
    await expectPoll(() => form.getByLabel("Start time").inputValue()).toBe("15:00");
    await expectPoll(() => form.getByLabel("Starts").inputValue()).toBe("2026-11-28");
  });
});

/** Kinds of records that the field for new entries makes: events, tasks, chores, items of lists and meals. */
import { describe } from "bun:test";
import { addByPhrase, addField, openAddField } from "../../support/browser/add-field.ts";
import { open, test } from "../../support/browser/browser.ts";
import { moveTo } from "../../support/browser/go.ts";
import { browserHome } from "../../support/browser/home.ts";
import { expectPoll } from "../../support/browser/wait.ts";

/** Time of the tests: a Saturday morning. */
const now = new Date("2026-11-21T08:00:00Z");

const home = await browserHome({ now });
const anna = home.api("Anna");
const id = (name: string) => home.member(name).id;
const read = async (path: string, part: string) => (await anna.get(path)).body[part] as any[];
const events = () => read("/v1/events", "events");
const tasks = async (label: string) => (await read("/v1/tasks", "tasks")).filter((task) => task.label === label);
const chores = async (name: string) => (await read("/v1/chores", "chores")).filter((chore) => chore.name === name);

describe("On a desktop", () => {
  test("The key N opens the field, and Enter saves a timed event that was typed, with its member", async () => {
    const page = await open(home, { as: "Anna", path: "/" });
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.keyboard.press("n");
    await addField(page).and(page.locator(":focus")).waitFor();
    await page.keyboard.insertText("Dentist Mia tomorrow 3 pm");
    const preview = page.getByRole("region", { name: "Will be added" });
    await preview.getByText("Tomorrow, 15:00 – 16:00").waitFor();
    await page.getByRole("radio", { name: "Event", checked: true }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("Added “Dentist Mia” · Tomorrow, 15:00 – 16:00, Mia").waitFor();
    await expectPoll(events).toMatchObject([
      { title: "Dentist Mia", startsAt: "2026-11-22T14:00:00.000Z", memberIds: [id("Mia")] },
    ]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expectPoll(events).toEqual([]);
  });

  test("A task for two becomes one task each, with one undo; a wrong text is refused", async () => {
    const page = await open(home, { as: "Anna", path: "/tasks" });
    const field = await openAddField(page);
    await field.press("Enter");
    await page.getByText("Write what it is about.").waitFor();
    await field.fill("é".repeat(303));
    await page.getByText("That is 3 characters too long.").waitFor();
    await field.fill("Wrap presents @Zoe");
    await page.getByText("Nobody here is called @Zoe, so it stays text.").waitFor();
    await field.fill("Wrap presents tomorrow 10:00 @Ben @Mia");
    await field.press("Enter");
    await field.waitFor({ state: "detached" });
    const fields = { dueDate: "2026-11-22", dueTime: "10:00" };
    await expectPoll(() => tasks("Wrap presents")).toHaveLength(2);
    await expectPoll(() => tasks("Wrap presents")).toMatchObject([fields, fields]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expectPoll(() => tasks("Wrap presents")).toEqual([]);
  });

  test("A phrase that repeats without a time becomes a chore without stars, or an event on request", async () => {
    const page = await open(home, { as: "Anna", path: "/" });
    const field = await openAddField(page);
    await field.fill("Bins every Tuesday @Ben");
    await page.getByText("It repeats without a time, so it becomes a chore without stars.").waitFor();
    await page.getByText("Chore · 0 stars").waitFor();
    await field.press("Enter");
    await expectPoll(() => chores("Bins")).toMatchObject([
      { stars: 0, recurrenceRule: "FREQ=WEEKLY;BYDAY=TU", startDate: "2026-11-24", memberIds: [id("Ben")] },
    ]);
    await openAddField(page);
    await field.fill("Choir every Monday");
    await page.getByRole("button", { name: "Make it an event" }).click();
    await page.getByRole("radio", { name: "Event", checked: true }).waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await expectPoll(async () => (await events()).find(({ title }) => title === "Choir")).toMatchObject({
      ...{ allDay: true, recurrenceRule: "FREQ=WEEKLY;BYDAY=MO", startsAt: "2026-11-23T00:00:00.000Z" },
    });
  });

  test("Items go to the open list with their amounts, and a meal goes to the plan", async () => {
    const section = (await anna.post("/v1/lists/sections", { name: "Shopping" })).body;
    const list = (await anna.post("/v1/lists", { name: "Groceries", sectionId: section.id })).body;
    const page = await open(home, { as: "Anna", path: `/lists/${list.id}` });
    await addByPhrase(page, "500 g flour, 6 eggs and butter");
    const items = async () => (await anna.get(`/v1/lists/${list.id}`)).body.blocks.map((block: any) => block.content);
    await expectPoll(items).toEqual(["500 g flour", "6 eggs", "butter"]);
    await moveTo(page, "/meals");
    await addByPhrase(page, "Lasagne tomorrow");
    await expectPoll(async () => (await read("/v1/meals?weekStart=2026-11-16", "meals")).length).toBe(1);
    await expectPoll(() => read("/v1/meals?weekStart=2026-11-16", "meals")).toMatchObject([
      { date: "2026-11-22", mealType: "dinner", recipe: { name: "Lasagne" } },
    ]);
  });

  test("A child gets no chores, and is asked whether what repeats is an event or a task", async () => {
    const page = await open(home, { as: "Mia", path: "/" });
    const field = await openAddField(page);
    await field.fill("Feed the cat every day");
    await page.getByText("Only grown-ups can make chores. What should it be?").waitFor();
    await expectPoll(() => page.getByRole("radio", { name: "Chore" }).count()).toBe(0);
    await page.getByRole("button", { name: "Task, once" }).click();
    await page.getByText("A task is done once.").waitFor();
    await field.press("Enter");
    await expectPoll(() => tasks("Feed the cat")).toMatchObject([{ dueDate: "2026-11-21", memberId: id("Mia") }]);
  });
});

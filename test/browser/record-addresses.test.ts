/** Addresses of records: a record has the same address in the search, in the activity feed and in notices. */
import { beforeAll, describe, expect } from "bun:test";
import { type AddressedType, addressOf } from "#platform/activity/record-address.ts";
import { open, test } from "../support/browser/browser.ts";
import { moveTo } from "../support/browser/go.ts";
import { type BrowserHome, browserHome } from "../support/browser/home.ts";
import { expectPoll } from "../support/browser/wait.ts";
import { checkInBody } from "../support/records/check-ins.ts";
import { addNotice } from "../support/reminders/notices.ts";

type Sample = {
  readonly type: AddressedType;
  readonly id: string;
  readonly name: string;
  /** Name of the dialog that the address opens for Anna. Null if the address opens a screen. */
  readonly dialog: string | null;
};

let home: BrowserHome;
let samples: readonly Sample[];

beforeAll(async () => {
  home = await browserHome({ now: new Date("2026-11-25T09:00:00Z") });
  const anna = home.api("Anna");
  const { id: memberId } = home.member("Anna");
  const post = async (path: string, body: object) => {
    const { status, body: answer } = await anna.post(path, body);
    expect({ path, status, answer }).toMatchObject({ status: 200 });
    return answer;
  };
  const chore = await post("/app/chores", {
    ...{
      name: "Dishwasher",
      emoji: "🧽",
      stars: 1,
      startDate: "2026-11-25",
      assignment: "each",
      memberIds: [memberId],
    },
  });
  const task = await post("/v1/tasks", { label: "Passport", memberId });
  const event = await post("/v1/events", {
    ...{ title: "Dentist", startsAt: "2026-11-25T13:00:00Z", endsAt: "2026-11-25T14:00:00Z" },
  });
  const recipe = await post("/v1/recipes", { name: "Ramen", emoji: "🍜", ingredients: [] });
  const meal = await post("/v1/meals", { date: "2027-01-13", mealType: "dinner", recipeId: recipe.id });
  const mood = { presetKey: "custom", name: "Mood", question: "How was it?" };
  const checkIn = await post("/v1/check-ins", checkInBody([home.member("Mia").id], mood));
  const section = await post("/v1/lists/sections", { name: "Home" });
  const list = await post("/v1/lists", { name: "Packing", sectionId: section.id });
  const block = await post(`/v1/lists/${list.id}/blocks`, { type: "task", content: "Umbrella" });
  samples = [
    { type: "chore", id: chore.id, name: "Dishwasher", dialog: "Dishwasher" },
    { type: "task", id: task.id, name: "Passport", dialog: "Task" },
    { type: "event", id: event.id, name: "Dentist", dialog: "Dentist" },
    { type: "recipe", id: recipe.id, name: "Ramen", dialog: null },
    { type: "meal", id: meal.id, name: "Ramen", dialog: "Ramen" },
    { type: "check_in", id: checkIn.id, name: "Mood", dialog: "Mood" },
    { type: "list", id: list.id, name: "Packing", dialog: null },
    { type: "block", id: block.id, name: "Umbrella", dialog: "To-do" },
  ];
});

describe("The address of a record", () => {
  test("The address of a record is the same in the activity feed and in notices", async () => {
    const page = await open(home, { as: "Anna", device: "phone", path: "/activity" });
    await page.locator(".activity-entry").first().waitFor();
    const inFeed = await page
      .locator(".activity-entry a")
      .evaluateAll((links: any[]) => links.map((each) => each.getAttribute("href")));
    expect(inFeed).toEqual(expect.arrayContaining(samples.map((each) => addressOf(each))));

    const owner = { db: home.db, id: home.work().householdId, members: { anna: home.member("Anna") } };
    const told = ["chore", "task", "event", "check_in", "list", "block"];
    for (const { type, id } of samples) {
      if (told.includes(type))
        addNotice({ ...owner, clock: { now: home.now() } }, { subjectType: type, subjectId: id });
    }
    const { notices } = (await home.api("Anna").get("/app/notices")).body;
    const ofNotices = new Map(notices.map(({ subject, path }: any) => [subject.id, path]));
    for (const sample of samples) {
      if (told.includes(sample.type)) expect(ofNotices.get(sample.id)).toBe(addressOf(sample));
    }
  });

  test("The address of a record opens the record, and a search result leads to the same address", async () => {
    for (const device of ["phone", "desktop"] as const) {
      const page = await open(home, { as: "Anna", device, path: "/settings" });
      for (const sample of samples) {
        await moveTo(page, "/settings");
        await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
        await moveTo(page, addressOf(sample));
        if (sample.dialog) await page.getByRole("dialog", { name: sample.dialog }).waitFor();
        else await page.getByRole("heading", { level: 1, name: sample.name }).waitFor();
      }
    }
    const page = await open(home, { as: "Anna", path: "/tasks" });
    const groups = { meal: "Meals", block: "Items on lists", check_in: "Check-ins", chore: "Chores" };
    for (const sample of samples) {
      const group = (groups as Record<string, string>)[sample.type];
      if (!group) continue;
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox").fill(sample.name);
      await page.getByRole("group", { name: group }).getByRole("option").first().click();
      await page.getByRole("dialog", { name: sample.dialog! }).waitFor();
      const { pathname } = new URL(addressOf(sample), page.url());
      await expectPoll(() => new URL(page.url()).pathname).toContain(pathname);
      await moveTo(page, "/tasks");
    }
  });

  test("The address of a check-in shows the question to the members who are asked", async () => {
    const body = checkInBody([home.member("Ben").id, home.member("Mia").id]);
    const { id } = (await home.api("Anna").post("/v1/check-ins", body)).body;
    for (const as of ["Ben", "Mia"] as const) {
      const page = await open(home, { as, device: "phone", path: addressOf({ type: "check_in", id }) });
      await page.locator(".check-ins-asking").waitFor();
      await expectPoll(() => page.getByRole("dialog").count()).toBe(0);
    }
  });
});

/** Types every hostile text into every text field of the app and checks that none of it executes. Lists the fields by screen. */
import { describe, expect } from "bun:test";
import type { Page } from "playwright-core";
import { addChannel } from "../../src/channels/store.ts";
import { transact } from "../../src/db/client.ts";
import { calendarKey } from "../../src/external/accounts/calendars.store.ts";
import { addAccount } from "../../src/external/accounts/store.ts";
import { asMember } from "../../src/work.ts";
import { open, test } from "../support/browser.ts";
import { freshSite } from "../support/browser-fresh.ts";
import { browserHome } from "../support/browser-home.ts";
import { eventually } from "../support/browser-wait.ts";
import { expectNothingExecuted, payloads } from "../support/markup.ts";
import { filesWithTextFields, textFields, typeAll } from "../support/text-fields.ts";
import { openWall } from "../support/wall.ts";

const now = new Date("2026-11-21T14:20:00Z");
const services = { SMTP_URL: "smtp://127.0.0.1:9", APPRISE_URL: "http://127.0.0.1:9" };
const home = await browserHome({ demo: true, now, env: services });
const anna = home.api("Anna");
const mail = transact(home.db, () =>
  addChannel(home.work(), home.member("Anna").id, {
    ...{ kind: "mail", label: "anna@home.example", details: null, isProven: false },
    config: { address: "anna@home.example", offToken: "x", code: null },
  }),
);
const externalId = "https://cloud.example/anna/home/";
const accountId = Bun.randomUUIDv7();
transact(home.db, () =>
  addAccount(
    asMember(home.work(), { ...home.member("Anna"), role: "owner" }),
    {
      ...{
        id: accountId,
        provider: "provider_a",
        name: "Anna’s cloud",
        url: externalId,
        username: "anna",
        origins: [],
      },
      offered: [{ externalId, name: "Home", color: null, isReadOnly: false }],
    },
    "",
  ),
);
const calendarAt = `/app/calendar-accounts/${accountId}/calendars/${calendarKey(externalId)}`;
await anna.put(calendarAt, { mode: "in" });
const { sections } = (await anna.get("/v1/lists")).body;
const list = sections.flatMap(({ lists }: any) => lists).find(({ name }: any) => name.startsWith("Packing"));
const task = (await anna.get("/v1/tasks")).body.tasks[0];
const recipe = (await anna.get("/v1/recipes")).body.recipes[0];
const item = list.blocks[0];
const picnic = { date: "2026-11-21", mealType: "morning_snack", text: "Picnic" };
const { id: mealId } = (await anna.post("/v1/meals/quick", picnic)).body;
const fresh = freshSite();

type Place = {
  readonly path: string;
  /** Opens the fields, if the page does not show them at once. */
  readonly first?: (page: Page) => Promise<unknown>;
  /** Accessible names of the fields. `files` are the source files that contain them. */
  readonly fields: readonly string[];
  readonly files: readonly string[];
};

const press = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true }).first().click();
const atList = `/lists/${list.id}`;
const adding = "Add to the list";
const faces = [1, 2, 3, 4, 5].map((number) => `Words for face ${number}`);

async function askOwn(page: Page): Promise<void> {
  await page.locator("label", { hasText: "Your own question" }).click();
  await page.getByRole("button", { name: "Face 1" }).click();
}

async function toHousehold(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Let’s begin" }).click();
}

async function toYou(page: Page): Promise<void> {
  await toHousehold(page);
  await page.getByRole("textbox", { name: "What is it called?" }).fill("The Burrow");
  await page.getByRole("button", { name: "Next" }).click();
}

const ofMembers: readonly Place[] = [
  {
    path: "/",
    first: press("Search"),
    fields: ["Search everything, or open a screen"],
    files: ["features/search/search-sheet.tsx"],
  },
  {
    path: "/calendar",
    first: press("New event"),
    fields: ["Title", "Place", "Notes"],
    files: ["features/calendar/edit/edit-sheet.tsx"],
  },
  { path: "/tasks", fields: ["Add a task"], files: ["features/tasks/quick-add/quick-add.tsx"] },
  {
    path: `/tasks?edit=${task.id}`,
    fields: ["Add a task", "What is to be done"],
    files: ["features/tasks/edit-sheet.tsx"],
  },
  { path: "/chores?edit=new", fields: ["What is to be done?"], files: ["features/chores/edit/fields.tsx"] },
  {
    path: `/check-ins?who=${home.member("Ben").id}`,
    fields: ["Did Ben say anything else?"],
    files: ["features/check-ins/answer-sheet.tsx"],
  },
  {
    path: "/check-ins?edit=new",
    first: askOwn,
    fields: ["Question", "Short name", "Another emoji", ...faces, "Name of time 1"],
    files: ["edit/question-fields", "edit/edit-sheet", "emoji-button"].map((file) => `features/check-ins/${file}.tsx`),
  },
  { path: "/lists?sheet=new", fields: ["Name", "Another emoji"], files: ["features/lists/board/new-list-sheet.tsx"] },
  {
    path: `/lists?sheet=section&about=${sections[0].id}`,
    fields: ["Name of the section"],
    files: ["features/lists/board/board-sheets.tsx"],
  },
  {
    path: atList,
    first: press(`Edit: ${item.content}`),
    fields: ["Text", adding],
    files: ["features/lists/list/add-field.tsx", "features/lists/item/item-editor.tsx"],
  },
  {
    path: `${atList}?sheet=item&about=${item.id}`,
    fields: [adding, "Text"],
    files: ["features/lists/item/item-sheet.tsx"],
  },
  {
    path: `${atList}?sheet=settings&about=${list.id}`,
    fields: [adding, "Name", "Another emoji"],
    files: ["features/lists/list/list-look.tsx"],
  },
  {
    path: `${atList}?sheet=cover&about=${list.id}`,
    fields: [adding, "Find a photo"],
    files: ["features/lists/cover/photo-search.tsx"],
  },
  {
    path: "/meals?cell=2026-11-21.lunch",
    fields: ["Find a recipe", "Find a recipe"],
    files: ["features/meals/tray.tsx", "features/meals/picker-sheet.tsx"],
  },
  {
    path: `/meals?meal=${mealId}`,
    first: press("Note, who cooks, servings"),
    fields: ["Find a recipe", "Note", "For how many?"],
    files: ["features/meals/details-sheet.tsx"],
  },
  {
    path: "/recipes?import=1",
    fields: ["Find by name or ingredient", "Address of the page"],
    files: ["features/recipes/import/source-form.tsx"],
  },
  { path: "/recipes", fields: ["Find by name or ingredient"], files: ["features/recipes/screen.tsx"] },
  {
    path: `/recipes/${recipe.id}?edit=`,
    fields: [
      ...["Name", "Minutes", "Servings"],
      ...[...recipe.ingredients, ""].map((_, index) => `Ingredient ${index + 1}`),
      ...["Instructions", "Tags", "Our notes", "Where it is from", "Its address on the web", "Another emoji"],
    ],
    files: ["features/recipes/recipe-fields.tsx", "features/recipes/ingredients-editor.tsx"],
  },
  {
    path: "/settings/household",
    fields: ["Name of the household", "Time zone", "Name of the grocery list"],
    files: ["features/settings/household.tsx", "time/time-zone-field.tsx"],
  },
  {
    path: "/settings/members?add=",
    fields: ["Name", "Email (optional)"],
    files: ["features/settings/members/member-sheet.tsx"],
  },
  {
    path: "/settings/you",
    first: press("Change password"),
    fields: ["Name", "Email", "Your password now", "New password"],
    files: ["features/settings/you/you-email.tsx", "people/person-fields.tsx"],
  },
  {
    path: `/settings/members?invite=${home.member("Ben").id}`,
    fields: ["Or by mail"],
    files: ["features/settings/members/members.tsx"],
  },
  ...(["Mail address", "Access token", "Key"] as const).map((field, index) => ({
    path: `/settings/notifications?add=${["mail", "ntfy", "apprise"][index]}`,
    fields: [field],
    files: ["features/settings/notifications/add-sheets.tsx"],
  })),
  ...(["Name", "Code"] as const).map((field) => ({
    path: `/settings/notifications?${field === "Name" ? "way" : "code"}=${mail.id}`,
    fields: [field],
    files: ["features/settings/notifications/channel-sheets.tsx"],
  })),
  {
    path: "/settings/calendars?connect=",
    fields: ["What is it called?"],
    files: ["features/settings/calendars/app-sheet.tsx"],
  },
  {
    path: "/settings/calendars?feed=",
    fields: ["What is it called?"],
    files: ["features/settings/calendars/feed-sheet.tsx"],
  },
  {
    path: "/settings/calendars?follow=",
    fields: ["Address of the calendar"],
    files: ["features/settings/calendars/follow-sheets.tsx"],
  },
  {
    path: "/settings/calendars?newAccount=",
    fields: ["Name", "Address", "User name", "Password"],
    files: ["features/settings/accounts/caldav-sheet.tsx"],
  },
  {
    path: "/settings/calendars?newAccount=google",
    fields: ["Client ID", "Client secret"],
    files: ["features/settings/accounts/google-sheet.tsx"],
  },
  {
    path: `/settings/calendars?rename=${accountId}`,
    fields: ["Name"],
    files: ["features/settings/accounts/parting.tsx"],
  },
  {
    path: `/settings/calendars?account=${accountId}&entry=${calendarKey(externalId)}`,
    fields: ["Name"],
    files: ["features/settings/calendars/calendar-fields.tsx"],
  },
  { path: "/settings/integrations?new=", fields: ["Name of the key"], files: ["features/settings/keys/key-sheet.tsx"] },
  {
    path: "/settings/tablets?pair=",
    fields: ["Code on the tablet", "What is it called?"],
    files: ["features/settings/tablets/pair-sheet.tsx"],
  },
];

const ofNobody: readonly Place[] = [
  { path: "/sign-in", fields: ["Name or email", "Password"], files: ["features/setup/sign-in-screen.tsx"] },
  {
    path: fresh.path,
    first: toHousehold,
    fields: ["What is it called?", "Time zone"],
    files: ["features/setup/steps/first-steps.tsx"],
  },
  {
    path: fresh.path,
    first: toYou,
    fields: ["Name", "Email (optional)", "Password"],
    files: ["features/setup/steps/first-steps.tsx"],
  },
];

/** At a paired tablet, where Anna adds. */
const ofWall: readonly Place[] = [
  { path: "/", first: toKind("Event"), fields: ["Title"], files: ["features/wall/add/event-form.tsx"] },
  { path: "/", first: toKind("Task"), fields: ["What is to be done"], files: ["features/wall/add/task-form.tsx"] },
  { path: "/", first: toKind("Something on a list"), fields: ["What"], files: ["features/wall/add/item-form.tsx"] },
  { path: "/", first: toKind("Meal"), fields: ["Find a recipe"], files: ["features/wall/add/meal-form.tsx"] },
  { path: atList, fields: [adding], files: ["features/wall/add/item-form.tsx"] },
];

function toKind(kind: string) {
  return async (page: Page) => {
    await press("Add")(page);
    await page.getByRole("dialog", { name: "Who are you?" }).getByRole("button", { name: "Anna" }).click();
    await page.getByRole("dialog").getByRole("button", { name: kind, exact: true }).click();
  };
}

/** Types every payload into every field of a place. */
async function tryAt(page: Page, { first, fields }: Place): Promise<void> {
  await first?.(page);
  const names = async () => (await textFields(page)).map(({ name }) => name);
  await eventually(`the fields are ${fields}`, async () => Bun.deepEquals(await names(), fields));
  for (const { field } of await textFields(page)) await typeAll(field, payloads);
  await expectNothingExecuted(page);
}

describe("no field executes hostile text", () => {
  for (const place of ofMembers) {
    test(`${place.fields.join(", ")} (${place.files.join(", ")})`, async () => {
      const page = await open(home, { as: "Anna", path: place.path });
      await tryAt(page, place);
    });
  }

  for (const place of ofNobody) {
    test(`${place.fields.join(", ")}, of nobody yet (${place.files.join(", ")})`, async () => {
      const site = place.path === fresh.path ? fresh : home;
      const page = await open(site, { path: place.path, allow: [/401/] });
      await tryAt(page, place);
    });
  }

  test("on the wall", async () => {
    const { page } = await openWall(home);
    for (const place of ofWall) {
      await page.goto(home.url + place.path);
      await tryAt(page, place);
    }
  });

  test("the list includes every file with a text field", async () => {
    const tried = [...ofMembers, ...ofNobody, ...ofWall].flatMap(({ files }) => files);
    expect([...new Set(tried)].sort()).toEqual(await filesWithTextFields());
  });
});

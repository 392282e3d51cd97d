/** Every edit sheet of the app, with the input that `forms.test.ts` types and the request that it refuses. */

import type { Locator, Page } from "playwright-core";
import { moreErrors } from "#web/i18n/en/more-errors.ts";
import { chooseByLabel } from "../../support/browser/choice.ts";
import { browserHome } from "../../support/browser/home.ts";
import { choresOf } from "../../support/browser/homes/chores.ts";
import { freshSite } from "../../support/browser/homes/fresh.ts";
import { eventually } from "../../support/browser/wait.ts";

export const home = await browserHome({ now: new Date("2026-11-25T09:00:00Z") }); // A Wednesday.
export const anna = home.api("Anna");
const section = (await anna.post("/v1/lists/sections", { name: "Home" })).body;
export const list = (await anna.post("/v1/lists", { name: "Groceries", sectionId: section.id })).body;
const recipe = (await anna.post("/v1/recipes", { name: "Crêpes", ingredients: ["Milk", "Eggs"] })).body;
const [mia, ben] = [home.member("Mia"), home.member("Ben")];
const task = (await anna.post("/v1/tasks", { label: "Feed the cat", memberId: ben.id })).body;
const event = (
  await anna.post("/v1/events", {
    title: "Dentist",
    startsAt: "2026-11-26T10:00:00Z",
    endsAt: "2026-11-26T11:00:00Z",
  })
).body;
await choresOf(home).add({ name: "Dishes", memberIds: ["Ben"] });
export const chore = await choresOf(home).find("Dishes");
const checkIn = (
  await anna.post("/v1/check-ins", {
    ...{ presetKey: "custom", name: "Football", question: "How was football?", assigneeIds: [mia.id] },
    faces: [
      { emoji: "🙂", label: "Good" },
      { emoji: "🙁", label: "Bad" },
    ],
    ...{ daysOfWeek: [1, 3], times: [{ time: "18:30", label: null }] },
  })
).body;
export const fresh = freshSite();

type Sheet = {
  readonly name: string;
  readonly path: string;
  /** Fills in the form. */
  readonly write: (page: Page) => Promise<unknown>;
  readonly save: string;
  /** Path of the request that the test refuses. */
  readonly request: RegExp;
  /** Path of the refused field in the request's body, such as `times[0].time`. */
  readonly field: string;
  /** Message at the field. Default: the sentence `otherwise`. */
  readonly says?: string;
  /** Control that gets the message and the focus. */
  readonly control: (page: Page) => Locator;
  /** Field whose text must not be lost, and that text. */
  readonly kept: readonly [field: (page: Page) => Locator, text: string];
};

export const box = (name: string) => (page: Page) => page.getByRole("textbox", { name, exact: true });
export const labelled = (name: string) => (page: Page) => page.getByLabel(name, { exact: true });
export const fill = (name: string, text: string) => (page: Page) => labelled(name)(page).fill(text);
export const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).last().click();

async function makeOwnQuestion(page: Page): Promise<void> {
  await page.locator("label", { hasText: "Your own question" }).click();
  await fill("Question", "How was the choir?")(page);
  await fill("Words for face 1", "Super")(page);
  await chooseByLabel(page.getByRole("checkbox", { name: "Mia" }));
}

export const sheets: readonly Sheet[] = [
  {
    name: "a new event",
    path: "/calendar?day=2026-11-25&new=2026-11-25T10:00&until=2026-11-25T11:00",
    write: fill("Title", "Swimming"),
    save: "Save",
    request: /\/v1\/events$/,
    field: "location",
    control: labelled("Place"),
    kept: [box("Title"), "Swimming"],
  },
  {
    name: "an event",
    path: `/calendar?day=2026-11-26&edit=${event.id}`,
    write: fill("Title", "Hospital"),
    save: "Save",
    request: /\/v1\/events\/[^/]+$/,
    field: "endsAt",
    control: labelled("Ends"),
    kept: [box("Title"), "Hospital"],
  },
  {
    name: "a new recipe",
    path: "/recipes?edit=new",
    write: fill("Name", "Waffles"),
    save: "Save recipe",
    request: /\/v1\/recipes\/details$/,
    field: "prepMinutes",
    control: labelled("Minutes"),
    kept: [box("Name"), "Waffles"],
  },
  {
    name: "a recipe",
    path: `/recipes/${recipe.id}?edit=1`,
    write: fill("Ingredient 2", "2 eggs"),
    save: "Save recipe",
    request: /\/v1\/recipes\/[^/]+\/details$/,
    field: "ingredients[1]",
    control: labelled("Ingredient 1"),
    kept: [box("Ingredient 2"), "2 eggs"],
  },
  {
    name: "a chore",
    path: `/chores?edit=${chore?.id}`,
    write: fill("What is to be done?", "Wash up"),
    save: "Save",
    request: /\/app\/chores\/[^/]+$/,
    field: "name",
    control: labelled("What is to be done?"),
    kept: [box("What is to be done?"), "Wash up"],
  },
  {
    name: "a new chore",
    path: "/chores?edit=new",
    write: async (page) => {
      await fill("What is to be done?", "Wash up")(page);
      await chooseByLabel(page.getByRole("checkbox", { name: "Mia" }));
    },
    save: "Save",
    request: /\/app\/chores$/,
    field: "memberIds[0]",
    control: (page) => page.getByRole("checkbox", { name: "Mia" }),
    kept: [box("What is to be done?"), "Wash up"],
  },
  {
    name: "a new check-in",
    path: "/check-ins?edit=new",
    write: makeOwnQuestion,
    save: "Save",
    request: /\/v1\/check-ins$/,
    field: "question",
    control: labelled("Question"),
    kept: [box("Words for face 1"), "Super"],
  },
  {
    name: "a check-in",
    path: `/check-ins?edit=${checkIn.id}`,
    write: fill("Question", "How was the match?"),
    save: "Save",
    request: /\/v1\/check-ins\/[^/]+$/,
    field: "times[0].time",
    control: labelled("Time 1"),
    kept: [box("Question"), "How was the match?"],
  },
  {
    name: "a task",
    path: `/tasks?edit=${task.id}`,
    write: fill("What is to be done", "Feed the dog"),
    save: "Save",
    request: /\/v1\/tasks\/[^/]+$/,
    field: "dueDate",
    control: labelled("Due"),
    kept: [box("What is to be done"), "Feed the dog"],
  },
  {
    name: "a new list",
    path: "/lists?sheet=new",
    write: fill("Name", "Packing"),
    save: "Make the list",
    request: /\/v1\/lists\/details$/,
    field: "name",
    control: labelled("Name"),
    kept: [box("Name"), "Packing"],
  },
  {
    name: "a list",
    path: `/lists/${list.id}?sheet=settings&about=${list.id}`,
    write: fill("Name", "Shopping"),
    save: "Save",
    request: /\/v1\/lists\/[^/]+$/,
    field: "name",
    control: labelled("Name"),
    kept: [box("Name"), "Shopping"],
  },
  {
    name: "a section",
    path: `/lists?sheet=section&about=${section.id}`,
    write: fill("Name of the section", "House"),
    save: "Save",
    request: /\/v1\/lists\/sections\/[^/]+$/,
    field: "name",
    control: labelled("Name of the section"),
    kept: [box("Name of the section"), "House"],
  },
  {
    name: "a new member",
    path: "/settings/members?add=",
    write: fill("Name", "Oma"),
    save: "Add",
    request: /\/app\/members$/,
    field: "email",
    control: labelled("Email (optional)"),
    kept: [box("Name"), "Oma"],
  },
  {
    name: "a member",
    path: `/settings/members?edit=${mia.id}`,
    write: fill("Name", "Marie"),
    save: "Save",
    request: /\/app\/members\/[^/]+$/,
    field: "role",
    control: labelled("Role"),
    kept: [box("Name"), "Marie"],
  },
  {
    name: "the user’s own name",
    path: "/settings/you",
    write: fill("Name", "Hanna"),
    save: "Save",
    request: /\/app\/members\/[^/]+$/,
    field: "name",
    control: labelled("Name"),
    kept: [box("Name"), "Hanna"],
  },
  {
    name: "the user’s own email",
    path: "/settings/you",
    write: fill("Email", "anna@example.com"),
    save: "Save",
    request: /\/app\/members\/[^/]+$/,
    field: "email",
    control: labelled("Email"),
    kept: [box("Email"), "anna@example.com"],
  },
  {
    name: "the user’s own password",
    path: "/settings/you",
    write: async (page) => {
      await press(page, "Change password");
      await fill("Your password now", "fireside tales")(page);
      await fill("New password", "tales by the fire")(page);
    },
    save: "Change password",
    request: /\/app\/password$/,
    field: "new",
    control: labelled("New password"),
    kept: [labelled("Your password now"), "fireside tales"],
  },
  {
    name: "the household",
    path: "/settings/household",
    write: fill("Name of the household", "The Burrow"),
    save: "Save",
    request: /\/app\/household$/,
    field: "name",
    control: labelled("Name of the household"),
    kept: [box("Name of the household"), "The Burrow"],
  },
  {
    name: "a shared calendar",
    path: "/settings/calendars?feed=",
    write: fill("What is it called?", "Home"),
    save: "Make the address",
    request: /\/app\/calendar-feeds$/,
    field: "parts",
    control: labelled("Events"),
    kept: [box("What is it called?"), "Home"],
  },
  {
    name: "a followed calendar",
    path: "/settings/calendars?follow=",
    write: fill("Address of the calendar", "https://school.example/a.ics"),
    save: "Next",
    request: /\/app\/subscriptions\/preview$/,
    field: "url",
    says: String(moreErrors.byField["limit_reached url"]),
    control: labelled("Address of the calendar"),
    kept: [box("Address of the calendar"), "https://school.example/a.ics"],
  },
  {
    name: "a calendar account",
    path: "/settings/calendars?newAccount=fastmail",
    write: async (page) => {
      await fill("User name", "anna")(page);
      await fill("Password", "secret")(page);
    },
    save: "Connect",
    request: /\/app\/calendar-accounts$/,
    field: "username",
    control: labelled("User name"),
    kept: [box("User name"), "anna"],
  },
  {
    name: "an OAuth client for Google",
    path: "/settings/calendars?newAccount=google",
    write: async (page) => {
      await fill("Client ID", "1234")(page);
      await fill("Client secret", "secret")(page);
    },
    save: "Next",
    request: /\/app\/google\/client$/,
    field: "clientSecret",
    control: labelled("Client secret"),
    kept: [box("Client ID"), "1234"],
  },
  {
    name: "a tablet",
    path: "/settings/tablets?pair=",
    write: fill("Code on the tablet", "123 456"),
    save: "Pair a tablet",
    request: /\/app\/devices$/,
    field: "name",
    control: labelled("What is it called?"),
    kept: [box("Code on the tablet"), "123 456"],
  },
  {
    name: "an API key",
    path: "/settings/integrations?new=",
    write: async (page) => {
      await fill("Name of the key", "My script")(page);
      await press(page, "Next");
      await press(page, "Next");
    },
    save: "Create the key",
    request: /\/v1\/api-keys$/,
    field: "name",
    control: labelled("Name of the key"),
    kept: [box("Name of the key"), "My script"],
  },
];

const code = "limit_reached";
/** Sentence that the app shows when a request is refused with this code. */
export const otherwise = String(moreErrors.byCode[code]);

/** Refuses every later request to `path`, except GET. Returns an object that counts the refused requests. */
export async function refuse(page: Page, path: RegExp, field: string | null) {
  const seen = { count: 0 };
  const error = field === null ? "must be otherwise" : `${field}: must be otherwise`;
  const headers: Record<string, string> = { "X-Error-Code": code };
  if (field !== null) headers["X-Error-Field"] = encodeURIComponent(field);
  await page.route(
    (url) => path.test(url.pathname),
    async (route) => {
      if (route.request().method() === "GET") return route.fallback();
      seen.count += 1;
      await route.fulfill({ status: 422, headers, json: { error, statusCode: 422 } });
    },
  );
  return seen;
}

export const hasFocus = (control: Locator) =>
  eventually("it has the focus", () =>
    control.evaluate((element: any) => element.ownerDocument.activeElement === element),
  );

/** Every sheet and form that edits a record, with changes that another person makes at the same time. */
import type { Locator, Page } from "playwright-core";
import { listMembers } from "#accounts/members/store.ts";
import { createAppPassword } from "#calendar/app-passwords/store.ts";
import { transact } from "#platform/db/client.ts";
import { asMember } from "#platform/work.ts";
import { browserHome } from "../../support/browser/home.ts";
import { choresOf } from "../../support/browser/homes/chores.ts";
import { expectPoll } from "../../support/browser/wait.ts";
import { startCalendarHost } from "../../support/calendar/host.ts";

const now = new Date("2026-11-25T09:00:00Z"); // A Wednesday.
const host = startCalendarHost();
host.answer({ body: "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\nEND:VCALENDAR\r\n" });
const remote = await browserHome({ now });
export const home = await browserHome({
  now,
  env: { CALENDAR_ORIGINS: `${host.origin},${remote.url}`, NTFY_URLS: "https://ntfy.example" },
});
export const anna = home.api("Anna");
const ben = home.api("Ben");
const mia = home.member("Mia");
const benId = home.member("Ben").id;
const family = [home.member("Anna").id, benId, mia.id];

const labelled = (name: string) => (page: Page) => page.getByLabel(name, { exact: true });

type Fields = Record<string, unknown>;

export type SharedSheet = {
  readonly name: string;
  /** Creates a record called `text`, and returns its id. */
  readonly make: (text: string) => Promise<string>;
  readonly path: (id: string) => string;
  /** Opens the sheet. Undefined if the address from `path` opens it. */
  readonly open?: (page: Page) => Promise<unknown>;
  /** Text field of the sheet, whose value both people change. */
  readonly field: (page: Page) => Locator;
  readonly wire: string;
  /** Names of fields that every save request contains, because the server requires them. */
  readonly always?: readonly string[];
  readonly save?: string;
  /** Returns the name of the member who uses the sheet. Default: Anna. */
  readonly as?: () => string;
  /** Path of the requests that save the record. */
  readonly request: RegExp;
  readonly change: (id: string, fields: Fields) => Promise<{ status: number }>;
  /** Change by the other person to a field that the user does not edit. `shows` waits until the sheet shows it. */
  readonly other?: { readonly fields: Fields; readonly shows: (page: Page) => Promise<void> };
  readonly remove?: (id: string) => Promise<{ status: number }>;
  /** Fills in the other required fields before the text is saved as a new record. */
  readonly complete?: (page: Page) => Promise<unknown>;
  /** Whether the sheet can save its text as a new record after the record was deleted. Default: true. */
  readonly canSaveAsNew?: boolean;
  /** Whether the open sheet receives changes that other people make. Default: true. */
  readonly isLive?: boolean;
  /** Returns all records of this kind. */
  readonly all: () => Promise<any[]>;
};

const idOf = ({ status, body }: { status: number; body: any }): string => {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.id;
};

const shows = (field: (page: Page) => Locator, value: string) => (page: Page) =>
  expectPoll(() => field(page).inputValue()).toBe(value);
const isOn =
  (name: string, role: "switch" | "checkbox" = "switch") =>
  (page: Page) =>
    expectPoll(() => page.getByRole(role, { name }).isChecked()).toBe(true);

const events = async () =>
  (await anna.get("/v1/events?from=2026-11-26T00:00:00Z&to=2026-11-27T00:00:00Z")).body.events as any[];
const lists = async () => (await anna.get("/v1/lists")).body.sections as any[];
const section = idOf(await anna.post("/v1/lists/sections", { name: "Home" }));
const list = idOf(await anna.post("/v1/lists", { name: "Groceries", sectionId: section }));
const crepes = idOf(await anna.post("/v1/recipes", { name: "Crêpes" }));
const subscriptions = async () => (await anna.get("/app/subscriptions")).body.subscriptions as any[];
let followed = 0;

const access = transact(remote.db, () => {
  const { id } = remote.member("Anna");
  const work = asMember(remote.work(), { id, name: "Anna", role: "owner" });
  return createAppPassword(work, id, { name: "Inglenook", access: "write", calendars: null });
});
const account = idOf(
  await anna.post("/app/calendar-accounts", {
    ...{ url: `${remote.url}/dav/`, username: access.username, password: access.password },
    name: "Cloud",
  }),
);
const accountPath = `/app/calendar-accounts/${account}`;
const offered = async () => (await anna.get(`${accountPath}/calendars`)).body.calendars as any[];

const event = (more: Fields) => async (title: string) =>
  idOf(
    await ben.post("/v1/events", {
      ...{ title, startsAt: "2026-11-26T10:00:00Z", endsAt: "2026-11-26T11:00:00Z", ...more },
    }),
  );

export const sharedSheets: readonly SharedSheet[] = [
  {
    name: "an event",
    make: event({}),
    path: (id) => `/calendar?day=2026-11-26&edit=${id}`,
    field: labelled("Title"),
    wire: "title",
    request: /\/v1\/events(\/[^/]+)?$/,
    change: (id, fields) => ben.patch(`/v1/events/${id}`, fields),
    other: { fields: { location: "Main street" }, shows: shows(labelled("Place"), "Main street") },
    remove: (id) => ben.delete(`/v1/events/${id}`),
    all: events,
  },
  {
    name: "a task",
    make: async (label) => idOf(await ben.post("/v1/tasks", { label, memberId: benId })),
    path: (id) => `/tasks?edit=${id}`,
    field: labelled("What is to be done"),
    wire: "label",
    request: /\/v1\/tasks(\/[^/]+)?$/,
    change: (id, fields) => ben.patch(`/v1/tasks/${id}`, fields),
    other: { fields: { dueDate: "2026-12-01" }, shows: shows(labelled("Due"), "2026-12-01") },
    remove: (id) => ben.delete(`/v1/tasks/${id}`),
    all: async () => (await anna.get("/v1/tasks")).body.tasks,
  },
  {
    name: "a recipe",
    make: async (name) => idOf(await ben.post("/v1/recipes", { name, ingredients: ["Milk", "Eggs"] })),
    path: (id) => `/recipes/${id}?edit=1`,
    field: labelled("Name"),
    wire: "name",
    save: "Save recipe",
    request: /\/v1\/recipes(\/[^/]+)?\/details$/,
    change: (id, fields) => ben.patch(`/v1/recipes/${id}/details`, fields),
    other: {
      fields: { ingredients: ["Milk", "Eggs", "Salt"] },
      shows: shows(labelled("Ingredient 3"), "Salt"),
    },
    remove: (id) => ben.delete(`/v1/recipes/${id}`),
    all: async () => (await anna.get("/v1/recipes")).body.recipes,
  },
  {
    name: "a chore",
    make: async (name) => (await choresOf(home).add({ name, memberIds: ["Ben"] })).id,
    path: (id) => `/chores?edit=${id}`,
    field: labelled("What is to be done?"),
    wire: "name",
    request: /\/app\/chores(\/[^/]+)?$/,
    change: (id, fields) => ben.patch(`/app/chores/${id}`, fields),
    other: { fields: { dueTime: "17:30" }, shows: shows(labelled("Time"), "17:30") },
    remove: (id) => ben.delete(`/app/chores/${id}`),
    all: async () => (await anna.get("/v1/chores")).body.chores,
  },
  {
    name: "a check-in",
    make: async (question) =>
      idOf(
        await ben.post("/v1/check-ins", {
          ...{ presetKey: "custom", name: "Football", question, assigneeIds: [benId] },
          faces: [
            { emoji: "🙂", label: "Good" },
            { emoji: "🙁", label: "Bad" },
          ],
          ...{ daysOfWeek: [1, 3], times: [{ time: "18:30", label: null }] },
        }),
      ),
    path: (id) => `/check-ins?edit=${id}`,
    field: labelled("Question"),
    wire: "question",
    request: /\/v1\/check-ins(\/[^/]+)?$/,
    change: (id, fields) => ben.patch(`/v1/check-ins/${id}`, fields),
    other: {
      fields: { times: [{ time: "19:00", label: null }] },
      shows: shows(labelled("Time 1"), "19:00"),
    },
    remove: (id) => ben.delete(`/v1/check-ins/${id}`),
    all: async () => (await anna.get("/v1/check-ins")).body.checkIns,
  },
  {
    name: "a list",
    make: async (name) => idOf(await ben.post("/v1/lists", { name, sectionId: section })),
    path: (id) => `/lists/${id}?sheet=settings&about=${id}`,
    field: labelled("Name"),
    wire: "name",
    request: /\/v1\/lists(\/[^/]+)?(\/settings)?$/,
    change: (id, fields) =>
      "name" in fields ? ben.patch(`/v1/lists/${id}`, fields) : ben.patch(`/v1/lists/${id}/settings`, fields),
    other: { fields: { favorite: true }, shows: isOn("Favourite") },
    remove: (id) => ben.delete(`/v1/lists/${id}`),
    all: async () => (await lists()).flatMap((each) => each.lists),
  },
  {
    name: "a section",
    make: async (name) => idOf(await ben.post("/v1/lists/sections", { name })),
    path: (id) => `/lists?sheet=section&about=${id}`,
    field: labelled("Name of the section"),
    wire: "name",
    request: /\/v1\/lists\/sections(\/[^/]+)?$/,
    change: (id, fields) => ben.patch(`/v1/lists/sections/${id}`, fields),
    remove: (id) => ben.delete(`/v1/lists/sections/${id}`),
    all: lists,
  },
  {
    name: "an item of a list",
    make: async (content) => idOf(await ben.post(`/v1/lists/${list}/blocks`, { type: "task", content })),
    path: (id) => `/lists/${list}?sheet=item&about=${id}`,
    field: labelled("Text"),
    wire: "content",
    save: "Done",
    request: /\/blocks(\/[^/]+)?$/,
    change: (id, fields) => ben.patch(`/v1/lists/${list}/blocks/${id}`, fields),
    other: { fields: { dueDate: "2026-12-01T09:00:00.000Z" }, shows: shows(labelled("Due"), "2026-12-01") },
    remove: (id) => ben.delete(`/v1/lists/${list}/blocks/${id}`),
    all: async () => (await lists()).flatMap((each) => each.lists).find(({ id }) => id === list).blocks,
  },
  {
    name: "a planned meal",
    make: async (note) => {
      const meals = await allMeals();
      for (const { id } of meals) await ben.delete(`/v1/meals/${id}`);
      const id = idOf(await ben.post("/v1/meals", { date: "2026-11-26", mealType: "dinner", recipeId: crepes }));
      await ben.patch(`/v1/meals/${id}/details`, { note });
      return id;
    },
    path: (id) => `/meals?meal=${id}`,
    open: (page) => page.getByRole("button", { name: "Note, who cooks, servings" }).click(),
    field: labelled("Note"),
    wire: "note",
    request: /\/v1\/meals(\/[^/]+)?(\/details)?$/,
    change: (id, fields) => ben.patch(`/v1/meals/${id}/details`, fields),
    other: { fields: { servings: 7 }, shows: shows(labelled("For how many?"), "7") },
    remove: (id) => ben.delete(`/v1/meals/${id}`),
    all: allMeals,
  },
  {
    name: "a member",
    make: async (name) => {
      await removeOthers();
      return idOf(await anna.post("/app/members", { name, role: "child", color: "leaf", avatar: null }));
    },
    path: (id) => `/settings/members?edit=${id}`,
    field: labelled("Name"),
    wire: "name",
    request: /\/app\/members(\/[^/]+)?$/,
    change: (id, fields) => ben.patch(`/app/members/${id}`, fields),
    other: {
      fields: { email: "oma@example.org" },
      shows: shows(labelled("Email (optional)"), "oma@example.org"),
    },
    remove: (id) => ben.delete(`/app/members/${id}`),
    all: allMembers,
  },
  {
    name: "the household",
    make: async (name) => {
      await ben.patch("/app/household", { name });
      return "";
    },
    path: () => "/settings/household",
    field: labelled("Name of the household"),
    wire: "name",
    request: /\/app\/household$/,
    change: (_, fields) => ben.patch("/app/household", fields),
    other: {
      fields: { weekStartsOn: 7 },
      shows: (page) => expectPoll(() => labelled("The week begins on")(page).inputValue()).toBe("7"),
    },
    all: async () => [{ ...(await anna.get("/app/household")).body, id: "" }],
  },
  {
    name: "a shared calendar",
    make: async (name) => idOf(await ben.post("/app/calendar-feeds", { name, parts: ["events"] })),
    path: (id) => `/settings/calendars?feed=${id}`,
    field: labelled("What is it called?"),
    wire: "name",
    request: /\/app\/calendar-feeds(\/[^/]+)?$/,
    change: (id, fields) => ben.patch(`/app/calendar-feeds/${id}`, fields),
    other: { fields: { parts: ["events", "tasks"] }, shows: isOn("Tasks", "checkbox") },
    remove: (id) => ben.delete(`/app/calendar-feeds/${id}`),
    all: async () => (await anna.get("/app/calendar-feeds")).body.feeds,
  },
  {
    name: "a followed calendar",
    make: async (name) => {
      followed += 1;
      const url = `${host.origin}/school-${followed}.ics`;
      return idOf(await ben.post("/app/subscriptions", { url, name, color: "leaf", memberIds: [], isGeneral: true }));
    },
    path: (id) => `/settings/calendars?calendar=${id}`,
    field: labelled("Name"),
    wire: "name",
    request: /\/app\/subscriptions(\/[^/]+)?$/,
    change: (id, fields) => ben.patch(`/app/subscriptions/${id}`, fields),
    other: { fields: { everyHours: 24 }, shows: shows(labelled("How often to look"), "24") },
    remove: (id) => ben.delete(`/app/subscriptions/${id}`),
    complete: (page) => page.getByRole("textbox", { name: "New address" }).fill(`${host.origin}/again.ics`),
    all: subscriptions,
  },
  {
    name: "a calendar account",
    make: async (name) => {
      await anna.patch(accountPath, { name });
      return account;
    },
    path: (id) => `/settings/calendars?rename=${id}`,
    field: labelled("Name"),
    wire: "name",
    request: /\/app\/calendar-accounts\/[^/]+$/,
    change: (_, fields) => anna.patch(accountPath, fields),
    all: async () => (await anna.get("/app/calendar-accounts")).body.accounts,
  },
  {
    name: "a calendar of a calendar account",
    make: async (name) => {
      const { key } = (await offered())[0];
      await anna.call("PUT", `${accountPath}/calendars/${key}`, { mode: "in", name });
      return key;
    },
    path: (id) => `/settings/calendars?account=${account}&entry=${encodeURIComponent(id)}`,
    field: labelled("Name"),
    wire: "name",
    always: ["mode"],
    request: /\/calendars\/[^/]+$/,
    change: (id, fields) => anna.call("PUT", `${accountPath}/calendars/${id}`, { mode: "in", ...fields }),
    other: { fields: { privacy: "hidden" }, shows: shows(labelled("Private events"), "hidden") },
    remove: () => anna.delete(`${accountPath}?events=remove`),
    canSaveAsNew: false,
    all: async () => (await offered()).map((each) => ({ ...each, id: each.key })),
  },
  {
    name: "a notification channel",
    make: async (label) => idOf(await anna.post("/app/notifications/channels", { kind: "ntfy", label })),
    path: (id) => `/settings/notifications?way=${id}`,
    field: labelled("Name"),
    wire: "label",
    request: /\/app\/notifications\/channels\/[^/]+$/,
    change: (id, fields) => anna.patch(`/app/notifications/channels/${id}`, fields),
    other: { fields: { details: "title" }, shows: () => Promise.resolve() },
    remove: (id) => anna.delete(`/app/notifications/channels/${id}`),
    canSaveAsNew: false,
    isLive: false,
    all: async () => (await anna.get("/app/notifications")).body.channels,
  },
  {
    name: "the user’s own profile",
    make: async (name) => {
      await removeOthers();
      return idOf(await anna.patch(`/app/members/${mia.id}`, { name, role: "adult" }));
    },
    path: () => "/settings/you",
    field: (page) => page.getByRole("textbox", { name: "Name", exact: true }),
    wire: "name",
    as: () => listMembers(home.work()).find(({ id }) => id === mia.id)!.name,
    request: /\/app\/members\/[^/]+$/,
    change: (id, fields) => anna.patch(`/app/members/${id}`, fields),
    other: {
      fields: { color: "grape" },
      shows: (page) => expectPoll(() => page.getByRole("radio", { name: "Grape" }).isChecked()).toBe(true),
    },
    all: allMembers,
  },
];

async function allMeals(): Promise<any[]> {
  return (await anna.get("/v1/meals?weekStart=2026-11-23")).body.meals;
}

async function allMembers(): Promise<any[]> {
  return (await anna.get("/app/members")).body.members;
}

/** Deletes all members except Anna, Ben and Mia, because the names of members must be unique. */
async function removeOthers(): Promise<void> {
  const others = (await allMembers()).filter(({ id }) => !family.includes(id));
  for (const { id } of others) await anna.delete(`/app/members/${id}`);
}

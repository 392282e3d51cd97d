/** Edit sheets and the server's refusals: the message at its field, the focus there, and nothing typed is lost. */
import { describe, expect } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { open, test } from "../support/browser.ts";
import { freshSite } from "../support/browser-fresh.ts";
import { browserHome } from "../support/browser-home.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { choresOf } from "../support/web-chores.ts";

const home = await browserHome({ now: new Date("2026-11-25T09:00:00Z") }); // A Wednesday.
const anna = home.api("Anna");
const section = (await anna.post("/v1/lists/sections", { name: "Home" })).body;
const list = (await anna.post("/v1/lists", { name: "Groceries", sectionId: section.id })).body;
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
const chore = await choresOf(home).find("Dishes");
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
const fresh = freshSite();

type Sheet = {
  readonly name: string;
  readonly path: string;
  /** Fills the form. */
  readonly write: (page: Page) => Promise<unknown>;
  readonly save: string;
  /** The path of the request that the test refuses. */
  readonly request: RegExp;
  /** The server's path of the field that it refuses. */
  readonly field: string;
  /** The control that gets the message and the focus. */
  readonly control: (page: Page) => Locator;
  /** A field whose text must stay, and the text. */
  readonly kept: readonly [field: (page: Page) => Locator, text: string];
};

const box = (name: string) => (page: Page) => page.getByRole("textbox", { name, exact: true });
const labelled = (name: string) => (page: Page) => page.getByLabel(name, { exact: true });
const fill = (name: string, text: string) => (page: Page) => labelled(name)(page).fill(text);
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).last().click();

async function makeOwnQuestion(page: Page): Promise<void> {
  await page.locator("label", { hasText: "Your own question" }).click();
  await fill("Question", "How was the choir?")(page);
  await fill("Words for face 1", "Super")(page);
  await page.getByRole("checkbox", { name: "Mia" }).check({ force: true });
}

const sheets: readonly Sheet[] = [
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
    request: /\/v1\/recipes$/,
    field: "prepMinutes",
    control: labelled("Minutes"),
    kept: [box("Name"), "Waffles"],
  },
  {
    name: "a recipe",
    path: `/recipes/${recipe.id}?edit=1`,
    write: fill("Ingredient 2", "2 eggs"),
    save: "Save recipe",
    request: /\/v1\/recipes\/[^/]+$/,
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
      await page.getByRole("checkbox", { name: "Mia" }).check({ force: true });
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
    request: /\/v1\/lists$/,
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
    name: "one’s own name",
    path: "/settings/you",
    write: fill("Name", "Hanna"),
    save: "Save",
    request: /\/app\/members\/[^/]+$/,
    field: "name",
    control: labelled("Name"),
    kept: [box("Name"), "Hanna"],
  },
  {
    name: "one’s own email",
    path: "/settings/you",
    write: fill("Email", "anna@example.com"),
    save: "Save",
    request: /\/app\/members\/[^/]+$/,
    field: "email",
    control: labelled("Email"),
    kept: [box("Email"), "anna@example.com"],
  },
  {
    name: "one’s own password",
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

/** Refuses what is sent to `path` from now on; `answer` reports how often. */
async function refuse(page: Page, path: RegExp, field: string | null, message = "must be otherwise") {
  const seen = { count: 0 };
  const error = field === null ? message : `${field}: ${message}`;
  const headers: Record<string, string> = { "X-Error-Code": "unprocessable" };
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

const hasFocus = (control: Locator) =>
  eventually("it has the focus", () =>
    control.evaluate((element: any) => element.ownerDocument.activeElement === element),
  );

/** Checks that a control, or the group that it is in, is described by `message`. */
async function expectDescribed(control: Locator, message: string): Promise<void> {
  const described = await control.evaluate((element: any) => {
    const ids = [element, element.closest("fieldset")].map((each) => each?.getAttribute("aria-describedby") ?? "");
    return ids
      .join(" ")
      .split(" ")
      .map((id) => element.ownerDocument.getElementById(id)?.textContent ?? "")
      .join(" ");
  });
  expect(described).toContain(message);
}

/** The control is on the screen. */
async function expectInSight(control: Locator): Promise<void> {
  const isInSight = await control.evaluate((element: any) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= element.ownerDocument.defaultView.innerHeight;
  });
  expect(isInSight).toBe(true);
}

describe("a refusal of the server is shown at its field, which gets the focus, and the draft stays:", () => {
  for (const {
    name,
    path,
    write,
    save,
    request,
    field,
    control,
    kept: [kept, draft],
  } of sheets) {
    test(name, async () => {
      const page = await open(home, { as: "Anna", device: "phone", path, allow: [/422/] });
      await write(page);
      const refused = await refuse(page, request, field);
      await press(page, save);
      await page.getByText("must be otherwise", { exact: true }).waitFor();
      await hasFocus(control(page));
      await expectDescribed(control(page), "must be otherwise");
      await expectInSight(control(page));
      await expectPoll(() => kept(page).inputValue()).toBe(draft);
      expect(refused.count).toBe(1);
      await expectPoll(() => page.locator(".toast").count()).toBe(0);
    });
  }

  test("signing in, where the server does not say which field is wrong", async () => {
    const page = await open(home, { path: "/sign-in", allow: [/401/] });
    await fill("Name or email", "Anna")(page);
    await fill("Password", "not this one")(page);
    await press(page, "Sign in");
    await page.getByText("Wrong name or password", { exact: true }).waitFor();
    await expectPoll(() => labelled("Name or email")(page).inputValue()).toBe("Anna");
    await hasFocus(labelled("Password")(page));
  });

  test("setting up a household", async () => {
    const page = await open(fresh, { path: fresh.path, allow: [/401/, /422/] });
    await press(page, "Let’s begin");
    await press(page, "Next");
    await fill("Name", "Molly")(page);
    await fill("Password", "clock hands & knitting")(page);
    await refuse(page, /\/app\/setup$/, "memberName");
    await press(page, "Create the household");
    await page.getByText("must be otherwise", { exact: true }).waitFor();
    await hasFocus(labelled("Name")(page));
    await expectPoll(() => labelled("Password")(page).inputValue()).toBe("clock hands & knitting");
  });
});

describe("a form", () => {
  const path = "/lists?sheet=section";

  test("shows a refusal that belongs to no field near Save, and sends the corrected draft", async () => {
    const page = await open(home, { as: "Anna", path, allow: [/422/] });
    await fill("Name of the section", "Garden")(page);
    await refuse(page, /\/v1\/lists\/sections$/, null, "There is no room");
    await press(page, "Add");
    await page.locator(".sheet-footer").getByText("There is no room", { exact: true }).waitFor();
    await page.unrouteAll();
    await press(page, "Add");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "Garden" }).waitFor();
  });

  test("shows the refusal of a field that is not on the screen near Save", async () => {
    const page = await open(home, { as: "Anna", path: "/chores?edit=new", allow: [/422/] });
    await fill("What is to be done?", "Wash up")(page);
    await page.getByRole("checkbox", { name: "Mia" }).check({ force: true });
    await refuse(page, /\/app\/chores$/, "emoji");
    await press(page, "Save");
    await page.locator(".sheet-footer").getByText("must be otherwise", { exact: true }).waitFor();
  });

  test("moves the focus to the first field that is wrong before anything is sent", async () => {
    const page = await open(home, { as: "Anna", path: "/chores?edit=new" });
    await fill("What is to be done?", "Wash up")(page);
    await press(page, "Save");
    await page.getByText("Choose at least one.", { exact: true }).waitFor();
    await hasFocus(page.getByRole("dialog").getByRole("checkbox").first());
  });

  test("makes a new section once, although its list is refused first", async () => {
    const page = await open(home, { as: "Anna", path: "/lists?sheet=new", allow: [/422/] });
    await fill("Name", "Seeds")(page);
    await labelled("Section")(page).selectOption({ label: "A new section …" });
    await fill("Name of the new section", "Allotment")(page);
    await refuse(page, /\/v1\/lists$/, "name");
    await press(page, "Make the list");
    await page.getByText("must be otherwise", { exact: true }).waitFor();
    await page.unrouteAll();
    await fill("Name", "Seeds to buy")(page);
    await press(page, "Make the list");
    await page.getByRole("heading", { name: "Seeds to buy" }).waitFor();
    const named = async () =>
      (await anna.get("/v1/lists")).body.sections.filter(({ name }: any) => name === "Allotment");
    await eventually("the list is in it", async () => (await named())[0]?.lists[0]?.name === "Seeds to buy");
    await expectPoll(() => named()).toHaveLength(1);
  });

  test("closes while the server is slow, and a later refusal is a message", async () => {
    const page = await open(home, { as: "Anna", path, allow: [/422/] });
    await fill("Name of the section", "Cellar")(page);
    const held = Promise.withResolvers<void>();
    await page.route("**/v1/lists/sections", async (route) => {
      await held.promise;
      const headers = { "X-Error-Code": "unprocessable", "X-Error-Field": "name" };
      await route.fulfill({ status: 422, headers, json: { error: "name: must be otherwise", statusCode: 422 } });
    });
    await press(page, "Add");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    held.resolve();
    await page
      .locator(".toast")
      .getByText(/must be otherwise/)
      .waitFor();
  });

  test("closed before the server answers does not close the next form afterwards", async () => {
    const home = await browserHome();
    const page = await open(home, { as: "Anna", path: "/chores" });
    await press(page, "New chore");
    const sheet = page.getByRole("dialog");
    await fill("What is to be done?", "Sweep")(page);
    await page.getByRole("checkbox", { name: "Mia" }).check({ force: true });
    const held = Promise.withResolvers<void>();
    await page.route("**/app/chores", async (route) => {
      await held.promise;
      await route.continue();
    });
    const answered = page.waitForResponse("**/app/chores");
    await press(page, "Save");
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });
    await press(page, "New chore");
    await fill("What is to be done?", "Dust")(page);
    held.resolve();
    await answered;
    await eventually("the server has it", async () => (await choresOf(home).find("Sweep")) !== undefined);
    await page.getByText("New chore: Sweep").waitFor();
    await sheet.getByRole("checkbox", { name: "Mia" }).check({ force: true });
    await press(page, "Save");
    await eventually("so is the next", async () => (await choresOf(home).find("Dust")) !== undefined);
  });
});

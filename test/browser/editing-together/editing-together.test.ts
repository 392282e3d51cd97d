/**
 * Two people edit the same record. Tests which fields a form saves, how it shows the other person's changes, and when
 * it asks.
 */
import { expect } from "bun:test";
import type { Page } from "playwright-core";
import { sharedPage, test } from "../../support/browser/browser.ts";
import { chooseByLabel } from "../../support/browser/choice.ts";
import { moveTo } from "../../support/browser/go.ts";
import { eventually, expectPoll } from "../../support/browser/wait.ts";
import { anna, home, type SharedSheet, sharedSheets } from "./shared-sheets.ts";

const question = (theirs: string) => `Somebody else has changed this to “${theirs}”.`;
const isDeleted = (page: Page) => page.getByText(/^Somebody has deleted this/).waitFor();

/** Returns the page of the member who edits the sheet, with all sheets closed. */
async function pageFor({ as }: Pick<SharedSheet, "as">): Promise<Page> {
  const page = await sharedPage(home, { as: as?.() ?? "Anna", path: "/settings/about", allow: [/404/] });
  await moveTo(page, "/settings/about");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  return page;
}

/** Returns functions that use the sheet on a page, and `sent`, the bodies of its save requests. */
async function using(sheet: SharedSheet) {
  const page = await pageFor(sheet);
  const field = sheet.field(page);
  const form = page.locator("form").filter({ has: field });
  const sent: Record<string, unknown>[] = [];
  page.removeAllListeners("request");
  page.on("request", (request) => {
    const isWrite = ["POST", "PUT", "PATCH"].includes(request.method());
    if (isWrite && sheet.request.test(new URL(request.url()).pathname)) sent.push(request.postDataJSON());
  });
  return {
    page,
    field,
    sent,
    /** Creates a record named `text`, opens it in the sheet, and returns the record's id. */
    async edit(text: string): Promise<string> {
      const id = await sheet.make(text);
      if (sheet.isLive === false) await page.goto(home.url + sheet.path(id));
      else await moveTo(page, sheet.path(id));
      await sheet.open?.(page);
      await expectPoll(() => field.inputValue()).toBe(text);
      sent.length = 0;
      return id;
    },
    press: (name: string) => form.getByRole("button", { name, exact: true }).click(),
    save: () => form.getByRole("button", { name: sheet.save ?? "Save", exact: true }).click(),
    asks: (theirs: string) => page.getByText(question(theirs), { exact: true }).waitFor(),
    async change(id: string, fields: Record<string, unknown>): Promise<void> {
      const { status } = await sheet.change(id, fields);
      expect(status).toBe(200);
    },
    stored: async (id: string) => (await sheet.all()).find((each) => each.id === id),
    shows: (text: string) => expectPoll(() => field.inputValue()).toBe(text),
    hasFocus: () => expectPoll(() => field.evaluate((element: any) => element.matches(":focus"))).toBe(true),
  };
}

for (const sheet of sharedSheets) {
  const { name, wire, other, always = [], remove, canSaveAsNew = true, isLive = true } = sheet;

  test(`The form of ${name} saves only changed fields, and asks before overwriting another person's text`, async () => {
    const use = await using(sheet);
    const id = await use.edit("Before");
    if (isLive) {
      await use.change(id, { [wire]: "First" });
      await use.shows("First");
    }
    await use.field.fill("Mine");
    if (other) {
      await use.change(id, other.fields);
      if (isLive) await other.shows(use.page);
    }
    if (isLive) {
      await use.change(id, { [wire]: "Second" });
      await use.asks("Second");
      await use.shows("Mine");
      await use.save();
      await use.hasFocus();
      expect(use.sent).toEqual([]);
      await use.press("Keep mine");
    }
    await use.save();
    await eventually("it is saved", async () => (await use.stored(id))[wire] === "Mine");
    expect(use.sent.flatMap((body) => Object.keys(body)).sort()).toEqual([wire, ...always].sort());
    if (other) expect(await use.stored(id)).toMatchObject(other.fields);
  });

  if (!remove) continue;

  test(`The form of ${name} keeps the typed text if somebody else deletes the record in the meantime`, async () => {
    const use = await using(sheet);
    const id = await use.edit("Before");
    await use.field.fill("Kept");
    const { status } = await remove(id);
    expect(status).toBe(200);
    if (!isLive) await use.save();
    await isDeleted(use.page);
    await use.shows("Kept");
    if (!canSaveAsNew) {
      await expectPoll(() => use.page.getByRole("button", { name: /^Save/ }).count()).toBe(0);
      return use.page.keyboard.press("Escape");
    }
    await sheet.complete?.(use.page);
    await use.press("Save as new");
    const isNew = (each: any) => each[wire] === "Kept" && each.id !== id;
    await eventually("it is a new one", async () => (await sheet.all()).some(isNew));
  });
}

test("If somebody else changes a field that a user is editing, the user can take the other person's text", async () => {
  const [sheet] = sharedSheets;
  const use = await using(sheet!);
  const id = await use.edit("Before");
  await use.field.fill("Mine");
  await use.change(id, { title: "Theirs" });
  await use.asks("Theirs");
  await use.press("Take theirs");
  await use.shows("Theirs");
  await use.hasFocus();
  await use.field.fill("Mine, again");
  await use.save();
  await eventually("it is saved", async () => (await use.stored(id)).title === "Mine, again");
});

const at = "2026-12-02T15:00:00.000Z";
const path = (id: string) => `/calendar?day=2026-12-02&edit=${id}&at=${encodeURIComponent(at)}`;
const series = async (title: string) =>
  (
    await anna.post("/v1/events", {
      ...{ title, startsAt: "2026-11-25T15:00:00Z", endsAt: "2026-11-25T16:00:00Z" },
      recurrenceRule: "FREQ=WEEKLY",
    })
  ).body.id as string;
const titled = async (title: string) =>
  (await anna.get("/v1/events?from=2026-12-02T00:00:00Z&to=2026-12-17T00:00:00Z")).body.events.filter(
    (each: any) => each.title === title,
  );

for (const [scope, counts] of [
  ["Only this", 1],
  ["This and later", 3],
  ["All", 3],
] as const) {
  test(`When a change of a series is saved for “${scope}”, a place that somebody else entered is kept`, async () => {
    const id = await series("Piano");
    const page = await pageFor({});
    await moveTo(page, path(id));
    const title = page.getByLabel("Title", { exact: true });
    await title.fill(`Violin ${scope}`);
    await home.api("Ben").patch(`/v1/events/${id}`, { location: "School", editScope: "all" });
    await expectPoll(() => page.getByLabel("Place", { exact: true }).inputValue()).toBe("School");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await chooseByLabel(page.getByRole("radio", { name: new RegExp(`^${scope}`) }));
    await page.getByRole("button", { name: "Change", exact: true }).click();
    await eventually("it is saved", async () => (await titled(`Violin ${scope}`)).length === counts);
    for (const each of await titled(`Violin ${scope}`)) expect(each.location).toBe("School");
  });
}

test("If somebody else deletes a date of a series, the open form can save that date as a new event", async () => {
  const id = await series("Choir");
  const page = await pageFor({});
  await moveTo(page, path(id));
  await page.getByLabel("Title", { exact: true }).fill("Concert");
  const deleted = await home.api("Ben").delete(`/v1/events/${id}?scope=this&instanceStartsAt=${at}`);
  expect(deleted.status).toBe(200);
  await isDeleted(page);
  await page.getByRole("button", { name: "Save as new" }).click();
  await eventually("it is a new event", async () => (await titled("Concert")).length === 1);
  await expectPoll(async () => (await titled("Choir")).length).toBe(2);
  const [made] = await titled("Concert");
  expect(made.recurring).toBe(false);
});

test("If somebody else changes an event's times and people, the open form shows the new times and names", async () => {
  const use = await using(sharedSheets[0]!);
  const { page } = use;
  const id = await use.edit("Before");
  const startTime = page.getByLabel("Start time", { exact: true });
  await startTime.fill("16:00");
  await chooseByLabel(page.getByRole("dialog").getByRole("checkbox", { name: "Anna" }));
  const memberIds = [home.member("Ben").id];
  await use.change(id, { startsAt: "2026-11-27T08:00:00Z", endsAt: "2026-11-27T09:30:00Z", memberIds });
  await use.asks("Friday 27 November, 9:00–10:30");
  await use.asks("Ben");
  await page.getByRole("button", { name: "Take theirs" }).first().click();
  await expectPoll(() => page.getByLabel("Starts", { exact: true }).inputValue()).toBe("2026-11-27");
  await expectPoll(() => startTime.inputValue()).toBe("09:00");
  await page.getByRole("button", { name: "Keep mine" }).click();
  await use.save();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const { body } = await anna.get(`/v1/events/${id}`);
  expect(body).toMatchObject({ startsAt: "2026-11-27T08:00:00.000Z", memberIds: [home.member("Anna").id] });
  expect(use.sent.map((each) => Object.keys(each).sort())).toEqual([["isGeneral", "memberIds"]]);
});

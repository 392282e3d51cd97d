/** Tests creating, moving, resizing and reassigning events by mouse, touch and keyboard. */
import { expect } from "bun:test";
import { open, test } from "../../support/browser/browser.ts";
import { moveTo } from "../../support/browser/go.ts";
import type { BrowserHome } from "../../support/browser/home.ts";
import {
  add,
  calendarHome,
  drag,
  eventCalled,
  eventNow,
  pointIn,
  view,
} from "../../support/browser/homes/calendar-pages.ts";
import { longPressDrag, swipe, tap } from "../../support/browser/touch.ts";
import { expectPoll } from "../../support/browser/wait.ts";

/** Options of a simulated drag. Four movements are enough, because more would give the same result. */
const few = { steps: 4 };

/** Waits until the event on the server has the values of `fields`. */
const becomes = (home: BrowserHome, id: string, fields: Readonly<Record<string, unknown>>) =>
  expectPoll(() => eventNow(home, id)).toMatchObject(fields);

test("A mouse drag in the day view can create an event, or move an event to another member's column", async () => {
  const home = await calendarHome();
  const page = await open(home, { as: "Anna", path: "/calendar?day=2027-03-03" });
  await view(page, "1");
  const from = await pointIn(page, "Mia", "14:00");
  await drag(page, from, { x: from.x, y: from.y + 89 });
  const sheet = page.getByRole("dialog", { name: "New event" });
  await sheet.getByLabel("Title").fill("Dentist");
  await sheet.getByRole("button", { name: "Save" }).click();
  await page.getByText("Added “Dentist” · Wed 3 Mar, 14:00 – 15:30").waitFor();
  const events = async () => (await home.api("Anna").get("/v1/events")).body.events;
  await expectPoll(events).toMatchObject([
    {
      ...{ startsAt: "2027-03-03T13:00:00.000Z", endsAt: "2027-03-03T14:30:00.000Z" },
      memberIds: [home.member("Mia").id],
    },
  ]);
  const [{ id }] = await events();
  const held = await pointIn(page, "Mia", "14:15");
  await drag(page, held, { x: (await pointIn(page, "Ben", "14:15")).x, y: held.y });
  await becomes(home, id, { memberIds: [home.member("Ben").id] });
  await page
    .getByRole("group", { name: "Ben, 1 event" })
    .getByRole("button", { name: /Dentist/ })
    .waitFor();
  await drag(page, await pointIn(page, "Ben", "14:15"), await pointIn(page, "Everybody", "14:15"));
  await becomes(home, id, { isGeneral: true, memberIds: [], startsAt: "2027-03-03T13:00:00.000Z" });
});

test("A mouse drag in the week view can move an event, change its end, or make it an all-day event", async () => {
  const home = await calendarHome();
  const { id } = await add(home, "Dentist", 3, "10:00", "11:00");
  const page = await open(home, { as: "Anna", path: "/calendar?day=2027-03-03" });
  await view(page, "2");
  const from = await pointIn(page, "Wednesday 3 March", "10:15");
  await drag(page, from, { x: (await pointIn(page, "Friday 5 March", "10:15")).x, y: from.y + 60 });
  await page.getByText("Moved “Dentist” · Fri 5 Mar, 11:00 – 12:00").waitFor();
  await becomes(home, id, { startsAt: "2027-03-05T10:00:00.000Z", endsAt: "2027-03-05T11:00:00.000Z" });
  await page.getByRole("button", { name: "Undo" }).click();
  await becomes(home, id, { startsAt: "2027-03-03T09:00:00.000Z" });
  await page
    .getByRole("group", { name: "Wednesday 3 March" })
    .getByRole("button", { name: /Dentist/ })
    .waitFor();
  await pointIn(page, "Wednesday 3 March", "10:00");
  const box = (await eventCalled(page, "Dentist").boundingBox())!;
  const end = { x: box.x + box.width / 2, y: box.y + box.height - 3 };
  await drag(page, end, { x: end.x, y: end.y + 30 });
  await becomes(home, id, { startsAt: "2027-03-03T09:00:00.000Z", endsAt: "2027-03-03T10:30:00.000Z" });
  const lane = (await page.locator('[data-lane=days][data-day="2027-03-04"]').boundingBox())!;
  await drag(page, await pointIn(page, "Wednesday 3 March", "10:15"), { x: lane.x + 40, y: lane.y + 12 });
  await becomes(home, id, { allDay: true, startsAt: "2027-03-04T00:00:00.000Z" });
});

test("A long press on the calendar starts a drag, which moves, lengthens or creates an event", async () => {
  const home = await calendarHome();
  const { id } = await add(home, "Dentist", 3, "10:00", "11:30", { memberIds: [home.member("Mia").id] });
  const page = await open(home, { as: "Anna", device: "phone", path: "/calendar?day=2027-03-03" });
  await eventCalled(page, "Dentist").waitFor();
  const from = await pointIn(page, "Mia", "10:30");
  await longPressDrag(page, from, { x: (await pointIn(page, "Ben", "10:30")).x, y: from.y }, few);
  await becomes(home, id, { memberIds: [home.member("Ben").id], startsAt: "2027-03-03T09:00:00.000Z" });
  const ben = page.getByRole("group", { name: "Ben, 1 event" });
  const box = (await ben.getByRole("button").first().boundingBox())!;
  const end = { x: box.x + box.width / 2, y: box.y + box.height - 4 };
  await longPressDrag(page, end, { x: end.x, y: end.y + 60 }, few);
  await becomes(home, id, { startsAt: "2027-03-03T09:00:00.000Z", endsAt: "2027-03-03T11:30:00.000Z" });
  await swipe(page, { x: 330, y: 500 }, { x: 120, y: 506 });
  await page.getByRole("heading", { level: 1, name: "Thu 4 Mar" }).waitFor();
  await swipe(page, { x: 120, y: 500 }, { x: 330, y: 506 });
  await page.getByRole("heading", { level: 1, name: "Wed 3 Mar" }).waitFor();
  await ben.waitFor();
  const empty = await pointIn(page, "Anna", "12:00");
  await longPressDrag(page, empty, { x: empty.x, y: empty.y + 59 }, few);
  await page.getByRole("dialog", { name: "New event" }).waitFor();
  expect(new URL(page.url()).searchParams.get("new")).toBe("2027-03-03T12:00");
  await page.goBack();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await tap(page, await pointIn(page, "Anna", "14:40"));
  await page.getByRole("dialog", { name: "New event" }).waitFor();
  const { searchParams } = new URL(page.url());
  const drawn = ["new", "until", "who"].map((name) => searchParams.get(name));
  expect(drawn).toEqual(["2027-03-03T14:30", "2027-03-03T15:30", home.member("Anna").id]);
});

test("Alt and an arrow key move the focused event; with Shift, they move only the end of the event", async () => {
  const home = await calendarHome();
  const { id } = await add(home, "Dentist", 3, "10:00", "11:00", { memberIds: [home.member("Ben").id] });
  const page = await open(home, { as: "Anna", path: "/calendar?day=2027-03-03" });
  await view(page, "2");
  await eventCalled(page, "Dentist").focus();
  await page.keyboard.down("Alt");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.up("Alt");
  await becomes(home, id, { startsAt: "2027-03-04T09:30:00.000Z" });
  await page.locator("[data-key]:focus").waitFor();
  await page.keyboard.press("Shift+Alt+ArrowDown");
  await becomes(home, id, { endsAt: "2027-03-04T10:45:00.000Z" });
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Dentist" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator("[data-key]:focus").waitFor();
  await page.keyboard.press("Control+z");
  await becomes(home, id, { endsAt: "2027-03-04T10:30:00.000Z" });
  await view(page, "3");
  await eventCalled(page, "Dentist").press("Alt+ArrowDown");
  await becomes(home, id, { startsAt: "2027-03-11T09:30:00.000Z" });
  await view(page, "1");
  await moveTo(page, "/calendar?day=2027-03-11");
  await page.getByRole("heading", { level: 1, name: "Thursday 11 March" }).waitFor();
  await eventCalled(page, "Dentist").press("Alt+ArrowRight");
  await becomes(home, id, { memberIds: [home.member("Mia").id] });
});

/** Drawing, moving, resizing and reassigning events by mouse, touch and keyboard. */
import { describe, expect } from "bun:test";
import { open, test } from "../support/browser.ts";
import { longPressDrag, swipe } from "../support/browser-touch.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { add, calendarHome, drag, eventCalled, eventNow, pointIn, startsOf, view } from "../support/calendar-pages.ts";

describe("with a mouse", () => {
  test("a drag over empty hours creates an event for the member of that column", async () => {
    const home = await calendarHome();
    const page = await open(home, { as: "Anna", path: "/calendar?day=2027-03-03" });
    await view(page, "1");
    const from = await pointIn(page, "Mia", "14:00");
    await drag(page, from, { x: from.x, y: from.y + 89 });
    await page.getByRole("dialog", { name: "New event" }).waitFor();
    await page.getByLabel("Title").fill("Dentist");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Added “Dentist”").waitFor();
    await eventually("the server has it", async () => (await startsOf(home, "Dentist")).length === 1);
    const { body } = await home.api("Anna").get("/v1/events");
    expect(body.events).toHaveLength(1);
    expect(body.events[0]).toMatchObject({
      ...{ startsAt: "2027-03-03T13:00:00.000Z", endsAt: "2027-03-03T14:30:00.000Z" },
      memberIds: [home.member("Mia").id],
    });
  });

  test("a drag moves an event to another day and time, and Undo moves it back", async () => {
    const home = await calendarHome();
    const { id } = await add(home, "Dentist", 3, "10:00", "11:00");
    const page = await open(home, { as: "Anna", path: "/calendar?day=2027-03-03" });
    await view(page, "2");
    const from = await pointIn(page, "Wednesday 3 March", "10:15");
    await drag(page, from, { x: (await pointIn(page, "Friday 5 March", "10:15")).x, y: from.y + 60 });
    await page.getByText("Moved “Dentist”").waitFor();
    await eventually("it is on Friday", async () => (await eventNow(home, id)).startsAt === "2027-03-05T10:00:00.000Z");
    await expectPoll(async () => (await eventNow(home, id)).endsAt).toBe("2027-03-05T11:00:00.000Z");
    await page.getByRole("button", { name: "Undo" }).click();
    await eventually("it is back", async () => (await eventNow(home, id)).startsAt === "2027-03-03T09:00:00.000Z");
    await page
      .getByRole("group", { name: "Wednesday 3 March" })
      .getByRole("button", { name: /Dentist/ })
      .waitFor();
  });

  test("a drag of its end makes an event longer", async () => {
    const home = await calendarHome();
    const { id } = await add(home, "Dentist", 3, "10:00", "11:00");
    const page = await open(home, { as: "Anna", path: "/calendar?day=2027-03-03" });
    await view(page, "2");
    await pointIn(page, "Wednesday 3 March", "10:00");
    const box = await eventCalled(page, "Dentist").boundingBox();
    const end = { x: box!.x + box!.width / 2, y: box!.y + box!.height - 3 };
    await drag(page, end, { x: end.x, y: end.y + 30 });
    await eventually("it ends later", async () => (await eventNow(home, id)).endsAt === "2027-03-03T10:30:00.000Z");
    await expectPoll(async () => (await eventNow(home, id)).startsAt).toBe("2027-03-03T09:00:00.000Z");
  });

  test("a drag to another column assigns an event to another member, or to everybody", async () => {
    const home = await calendarHome();
    const [mia, ben] = [home.member("Mia").id, home.member("Ben").id];
    const { id } = await add(home, "Dentist", 3, "10:00", "11:00", { memberIds: [mia] });
    const page = await open(home, { as: "Anna", path: "/calendar?day=2027-03-03" });
    await view(page, "1");
    const from = await pointIn(page, "Mia", "10:15");
    await drag(page, from, { x: (await pointIn(page, "Ben", "10:15")).x, y: from.y });
    await eventually("it is Ben’s", async () => (await eventNow(home, id)).memberIds[0] === ben);
    await page
      .getByRole("group", { name: "Ben, 1 event" })
      .getByRole("button", { name: /Dentist/ })
      .waitFor();
    await drag(
      page,
      { x: (await pointIn(page, "Ben", "10:15")).x, y: from.y },
      await pointIn(page, "Everybody", "10:15"),
    );
    await eventually("it is everybody’s", async () => (await eventNow(home, id)).isGeneral);
    await expectPoll(async () => (await eventNow(home, id)).startsAt).toBe("2027-03-03T09:00:00.000Z");
  });

  test("a drag into the all-day row makes an event all-day, and Escape cancels a drag", async () => {
    const home = await calendarHome();
    const { id } = await add(home, "Dentist", 3, "10:00", "11:00");
    const page = await open(home, { as: "Anna", path: "/calendar?day=2027-03-03" });
    await view(page, "2");
    const from = await pointIn(page, "Wednesday 3 March", "10:15");
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 300, from.y + 60, { steps: 4 });
    await page.locator(".calendar-ghost").waitFor();
    await page.keyboard.press("Escape");
    await page.mouse.up();
    await page.locator(".calendar-ghost").waitFor({ state: "detached" });
    await expectPoll(async () => (await eventNow(home, id)).startsAt).toBe("2027-03-03T09:00:00.000Z");
    const lane = await page.locator('[data-lane=days][data-day="2027-03-04"]').boundingBox();
    await drag(page, from, { x: lane!.x + 40, y: lane!.y + 12 });
    await eventually("it is all day", async () => (await eventNow(home, id)).allDay);
    await expectPoll(async () => (await eventNow(home, id)).startsAt).toBe("2027-03-04T00:00:00.000Z");
  });
});

describe("by touch", () => {
  test("a long press moves an event, and a swipe shows the next day", async () => {
    const home = await calendarHome();
    const { id } = await add(home, "Dentist", 3, "10:00", "11:00", { memberIds: [home.member("Mia").id] });
    const page = await open(home, { as: "Anna", device: "phone", path: "/calendar?day=2027-03-03" });
    await eventCalled(page, "Dentist").waitFor();
    const from = await pointIn(page, "Mia", "10:30");
    await longPressDrag(page, from, { x: from.x, y: from.y + 120 });
    await eventually("it is later", async () => (await eventNow(home, id)).startsAt === "2027-03-03T11:00:00.000Z");
    await page.getByText("Moved “Dentist”").waitFor();
    await swipe(page, { x: 330, y: 500 }, { x: 120, y: 506 });
    await page.getByRole("heading", { level: 1, name: "Thu 4 Mar" }).waitFor();
    await swipe(page, { x: 120, y: 500 }, { x: 330, y: 506 });
    await page.getByRole("heading", { level: 1, name: "Wed 3 Mar" }).waitFor();
    await expectPoll(async () => (await eventNow(home, id)).startsAt).toBe("2027-03-03T11:00:00.000Z");
  });

  test("a drag after a long press draws, reassigns and lengthens an event", async () => {
    const home = await calendarHome();
    const { id } = await add(home, "Dentist", 3, "10:00", "11:30", { memberIds: [home.member("Mia").id] });
    const page = await open(home, { as: "Anna", device: "tablet", path: "/calendar?day=2027-03-03" });
    await view(page, "1");
    const from = await pointIn(page, "Mia", "10:30");
    await longPressDrag(page, from, { x: (await pointIn(page, "Ben", "10:30")).x, y: from.y });
    await eventually("it is Ben’s", async () => (await eventNow(home, id)).memberIds[0] === home.member("Ben").id);
    const box = await page.getByRole("group", { name: "Ben, 1 event" }).getByRole("button").first().boundingBox();
    const end = { x: box!.x + box!.width / 2, y: box!.y + box!.height - 4 };
    await longPressDrag(page, end, { x: end.x, y: end.y + 60 });
    await eventually("it ends later", async () => (await eventNow(home, id)).endsAt === "2027-03-03T11:30:00.000Z");
    const empty = await pointIn(page, "Anna", "12:00");
    await longPressDrag(page, empty, { x: empty.x, y: empty.y + 59 });
    await page.getByRole("dialog", { name: "New event" }).waitFor();
    expect(new URL(page.url()).searchParams.get("new")).toBe("2027-03-03T12:00");
  });
});

describe("with the keyboard", () => {
  test("Alt+arrows move an event, Shift+Alt+arrows resize it, and the event keeps the focus", async () => {
    const home = await calendarHome();
    const { id } = await add(home, "Dentist", 3, "10:00", "11:00");
    const page = await open(home, { as: "Anna", path: "/calendar?day=2027-03-03" });
    await view(page, "2");
    await eventCalled(page, "Dentist").focus();
    await page.keyboard.down("Alt");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.up("Alt");
    await eventually("it has moved", async () => (await eventNow(home, id)).startsAt === "2027-03-04T09:30:00.000Z");
    await page.locator("[data-key]:focus").waitFor();
    await page.keyboard.press("Shift+Alt+ArrowDown");
    await eventually("it is longer", async () => (await eventNow(home, id)).endsAt === "2027-03-04T10:45:00.000Z");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Dentist" }).waitFor();
    await page.keyboard.press("Escape");
    await page.locator("[data-key]:focus").waitFor();
    await page.keyboard.press("Control+z");
    await eventually(
      "it is shorter again",
      async () => (await eventNow(home, id)).endsAt === "2027-03-04T10:30:00.000Z",
    );
  });

  test("Alt+arrows reassign an event in the day view, and move it by days in the month view", async () => {
    const home = await calendarHome();
    const { id } = await add(home, "Dentist", 3, "10:00", "11:00", { memberIds: [home.member("Ben").id] });
    const page = await open(home, { as: "Anna", path: "/calendar?day=2027-03-03" });
    await view(page, "1");
    await eventCalled(page, "Dentist").focus();
    await page.keyboard.press("Alt+ArrowRight");
    await eventually("it is Mia’s", async () => (await eventNow(home, id)).memberIds[0] === home.member("Mia").id);
    await view(page, "3");
    await eventCalled(page, "Dentist").focus();
    await page.keyboard.press("Alt+ArrowDown");
    await eventually(
      "it is a week later",
      async () => (await eventNow(home, id)).startsAt === "2027-03-10T09:00:00.000Z",
    );
  });
});

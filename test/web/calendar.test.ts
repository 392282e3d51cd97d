/** The calendar's views: choosing one, its events, and the filter by member. */
import { describe, expect } from "bun:test";
import { open, test } from "../support/browser.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { add, calendarHome, eventCalled, view } from "../support/calendar-pages.ts";

describe("views", () => {
  test("are chosen by keys and remembered; T and arrows change the day, which is in the address", async () => {
    const home = await calendarHome();
    const page = await open(home, { as: "Anna", path: "/calendar" });
    await page.getByRole("heading", { level: 1, name: "March 2027" }).waitFor();
    await page.keyboard.press("1");
    await page.getByRole("heading", { level: 1, name: "Wednesday 3 March" }).waitFor();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("heading", { level: 1, name: "Thursday 4 March" }).waitFor();
    expect(new URL(page.url()).searchParams.get("day")).toBe("2027-03-04");
    await page.keyboard.press("3");
    await page.keyboard.press("ArrowLeft");
    await page.getByRole("heading", { level: 1, name: "February 2027" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "February 2027" }).waitFor();
    await expectPoll(() => page.getByRole("radio", { name: "Month" }).isChecked()).toBe(true);
    await page.keyboard.press("t");
    await page.getByRole("heading", { level: 1, name: "March 2027" }).waitFor();
  });

  test('of a month list the events of each day, and "n more" opens the day', async () => {
    const home = await calendarHome();
    for (const hour of [8, 9, 10, 11, 12, 13, 14, 15]) {
      const two = String(hour).padStart(2, "0");
      await add(home, `Errand ${hour}`, 11, `${two}:00`, `${two}:30`);
    }
    await add(home, "Fair", 11, "00:00", "00:00", { allDay: true, endsAt: "2027-03-13T00:00:00Z" });
    const page = await open(home, { as: "Anna", path: "/calendar?day=2027-03-03" });
    await view(page, "3");
    await page.getByRole("button", { name: /^Fair, / }).waitFor();
    await page.getByRole("button", { name: /^Errand 8, / }).waitFor();
    const more = page.getByRole("button", { name: /more on Thursday 11 March/ });
    const [, count] = /^(\d+) more/.exec((await more.textContent()) ?? "") ?? [];
    const shown = await page.locator(".calendar-bar").count();
    expect(shown + Number(count)).toBe(9);
    await more.click();
    await page.getByRole("heading", { level: 1, name: "Thursday 11 March" }).waitFor();
    await page.getByRole("button", { name: /^Errand 15, / }).waitFor();
    await expectPoll(() => page.locator(".calendar-event").count()).toBe(8);
  });

  test("show days of 23 and 25 hours in wall time, and moved events keep their wall time", async () => {
    const home = await calendarHome();
    const post = (body: object) => home.api("Anna").post("/v1/events", body);
    const piano = { title: "Piano", startsAt: "2027-03-27T16:00:00+01:00", endsAt: "2027-03-27T17:00:00+01:00" };
    await post({ ...piano, recurrenceRule: "FREQ=DAILY;COUNT=3" });
    const { body } = await post({
      ...{ title: "Brunch", startsAt: "2027-03-27T11:00:00+01:00", endsAt: "2027-03-27T12:00:00+01:00" },
    });
    const page = await open(home, { as: "Anna", path: "/calendar?day=2027-03-28", timeZone: "America/New_York" });
    await view(page, "2");
    await page
      .getByRole("button", { name: /^Piano, 16:00 – 17:00/ })
      .nth(1)
      .waitFor();
    const tops = await page
      .locator(".calendar-event", { hasText: "Piano" })
      .evaluateAll((all: any[]) => all.map(({ style }) => style.insetBlockStart));
    expect(new Set(tops).size).toBe(1);
    await eventCalled(page, "Brunch").focus();
    await page.keyboard.press("Alt+ArrowRight");
    await eventually("it is at eleven on Sunday, too", async () => {
      return (await home.api("Anna").get(`/v1/events/${body.id}`)).body.startsAt === "2027-03-28T09:00:00.000Z";
    });
    await page.goto(`${home.url}/calendar?day=2027-10-31`);
    await view(page, "2");
    await page.getByRole("group", { name: "Sunday 31 October" }).waitFor();
    await expectPoll(() => page.locator(".calendar-gutter time").count()).toBe(23);
  });

  test("can be filtered to one member and events for everybody, and the device remembers it", async () => {
    const home = await calendarHome();
    const [mia, ben] = [home.member("Mia").id, home.member("Ben").id];
    await add(home, "Piano", 3, "15:00", "16:00", { memberIds: [mia] });
    await add(home, "Football", 3, "17:00", "18:00", { memberIds: [ben] });
    await add(home, "Dinner out", 3, "19:00", "21:00");
    const page = await open(home, { as: "Anna", path: "/calendar" });
    await eventCalled(page, "Football").waitFor();
    await page.getByRole("button", { name: "Only Mia" }).click();
    await eventCalled(page, "Football").waitFor({ state: "detached" });
    await eventCalled(page, "Piano").waitFor();
    await eventCalled(page, "Dinner out").waitFor();
    await page.reload();
    await eventCalled(page, "Piano").waitFor();
    await expectPoll(() => eventCalled(page, "Football").count()).toBe(0);
    await page.getByRole("button", { name: "Only Mia", pressed: true }).click();
    await eventCalled(page, "Football").waitFor();
  });

  test("of the agenda load later and earlier months", async () => {
    const home = await calendarHome();
    const birthday = { title: "Grandma’s birthday", startsAt: "2020-07-09T00:00:00Z", endsAt: "2020-07-09T00:00:00Z" };
    await home.api("Anna").post("/v1/events", { ...birthday, allDay: true, recurrenceRule: "FREQ=YEARLY" });
    const page = await open(home, { as: "Anna", path: "/calendar" });
    await view(page, "4");
    const agenda = page.getByRole("region", { name: "Agenda" });
    await agenda.getByRole("region", { name: "March 2027" }).waitFor();
    await agenda.hover();
    await eventually("July is reached", async () => {
      await page.mouse.wheel(0, 900);
      return (await page.getByRole("button", { name: /^Grandma’s birthday, Friday 9 July/ }).count()) > 0;
    });
    await agenda.getByRole("button", { name: "Earlier" }).click();
    await agenda.getByRole("region", { name: "February 2027" }).waitFor({ state: "attached" });
  });

  test("show at once an event that somebody else adds", async () => {
    const home = await calendarHome();
    const page = await open(home, { as: "Anna", path: "/calendar" });
    await page.getByText("Nothing planned").waitFor();
    const body = { title: "Vet", startsAt: "2027-03-04T10:00:00Z", endsAt: "2027-03-04T11:00:00Z" };
    await home.agent().post("/v1/events", body);
    const begun = performance.now();
    await eventCalled(page, "Vet").waitFor();
    expect(performance.now() - begun).toBeLessThan(2_000);
    await eventCalled(page, "Vet").click();
    await page.getByText("Added by Test key").waitFor();
  });
});

test("a week on a phone shows the day of its address, and the day that somebody goes to", async () => {
  const page = await open(await calendarHome(), { as: "Anna", device: "phone", path: "/calendar?day=2027-01-17" });
  await view(page, "2");
  const isInView = (day: string) =>
    page.getByRole("group", { name: day }).evaluate((column: any) => {
      const { left, right } = column.getBoundingClientRect();
      return left >= 0 && right <= window.innerWidth;
    });
  await expectPoll(() => isInView("Sunday 17 January")).toBe(true);
  await page.keyboard.press("g");
  await page.getByRole("dialog").getByLabel("Date").fill("2027-01-11");
  await page.keyboard.press("Enter");
  await expectPoll(() => isInView("Monday 11 January")).toBe(true);
});

test("a key works in the same tick in which the calendar renders", async () => {
  const page = await open(await calendarHome(), { as: "Anna", path: "/tasks" });
  await page.getByRole("link", { name: "Calendar", exact: true }).first().waitFor();
  await page.evaluate(() => {
    new window.MutationObserver((_: unknown, observer: any) => {
      if (!window.document.querySelector(".calendar-toolbar")) return;
      observer.disconnect();
      window.document.body.dispatchEvent(new window.KeyboardEvent("keydown", { key: "1", bubbles: true }));
    }).observe(window.document.body, { childList: true, subtree: true });
  });
  await page.getByRole("link", { name: "Calendar", exact: true }).first().click();
  await page.getByRole("heading", { level: 1, name: "Wednesday 3 March" }).waitFor();
});

describe("a month with more events than the calendar can show", () => {
  test("shows a message", async () => {
    const home = await calendarHome();
    const hours = Array.from({ length: 24 }, (_, hour) => hour).join(",");
    for (let index = 0; index < 6; index++) {
      await add(home, `Pulse ${index}`, 1, "00:00", "00:15", {
        recurrenceRule: `FREQ=DAILY;BYHOUR=${hours};COUNT=740`,
      });
    }
    const page = await open(home, { as: "Anna", path: "/calendar?day=2027-03-16" });
    await view(page, "3");
    await page.getByText("There are too many events to show all of them.").waitFor();
  });
});

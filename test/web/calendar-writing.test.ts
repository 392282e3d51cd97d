/** Creating, copying, deleting and linking to events. */
import { describe, expect } from "bun:test";
import { open, test } from "../support/browser.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { add, calendarHome, eventCalled, startsOf } from "../support/calendar-pages.ts";

describe("an event", () => {
  test("is created with all its fields, and the end moves with the start", async () => {
    const home = await calendarHome();
    await add(home, "Piano", 5, "15:00", "16:00", { memberIds: [home.member("Mia").id] });
    const page = await open(home, { as: "Anna", path: "/calendar?day=2027-03-03" });
    await page.getByRole("button", { name: "New event" }).waitFor();
    await page.keyboard.press("n");
    const sheet = page.getByRole("dialog", { name: "New event" });
    await sheet.getByRole("button", { name: "Save" }).click();
    await sheet.getByText("Give it a title").waitFor();
    await sheet.getByLabel("Title").fill("Dentist");
    await sheet.getByLabel("Starts").fill("2027-03-05");
    await sheet.getByLabel("Start time").fill("15:30");
    await expectPoll(() => sheet.getByLabel("Ends").inputValue()).toBe("2027-03-05");
    await expectPoll(() => sheet.getByLabel("End time").inputValue()).toBe("16:30");
    await sheet.getByText("Mia", { exact: true }).click();
    await sheet.getByText("Mia already has “Piano” (15:00 – 16:00)").waitFor();
    await sheet.getByLabel("Place").fill("Main street 4");
    await sheet.getByLabel("Reminder").selectOption({ label: "1 hour before" });
    await sheet.getByLabel("Reminder").selectOption({ label: "1 day before" });
    await sheet.getByLabel("Notes").fill("Bring the card");
    await sheet.getByRole("button", { name: "Save" }).click();
    await page.getByText("Added “Dentist”").waitFor();
    await eventually("the server has it", async () => (await startsOf(home, "Dentist")).length === 1);
    const { body } = await home.api("Anna").get("/v1/events");
    expect(body.events[1]).toMatchObject({
      ...{ title: "Dentist", startsAt: "2027-03-05T14:30:00.000Z", endsAt: "2027-03-05T15:30:00.000Z", allDay: false },
      ...{ location: "Main street 4", notes: "Bring the card", reminderMinutesList: [60, 1_440] },
      memberIds: [home.member("Mia").id],
    });
    await eventCalled(page, "Dentist").click();
    await page.getByRole("dialog", { name: "Dentist" }).getByText("Main street 4").waitFor();
    await page.goBack();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });

  test("shows its recurrence in words, with its next dates, and then in the calendar, however late", async () => {
    const home = await calendarHome();
    const page = await open(home, {
      as: "Anna",
      path: "/calendar?day=2027-03-03&new=2027-03-03T22:00&until=2027-03-03T23:00",
    });
    const sheet = page.getByRole("dialog", { name: "New event" });
    await sheet.getByLabel("Title").fill("Swimming");
    const choices = await sheet.getByLabel("Repeats").locator("option").allTextContents();
    expect(choices).toEqual([
      ...["Does not repeat", "Every day", "Every weekday (Monday to Friday)", "Every week on Wednesday"],
      ...[
        "Every 2 weeks on Wednesday",
        "Every month on the 3rd",
        "Every month on the first Wednesday",
        "Every year on 3 Mar",
      ],
    ]);
    await sheet.getByLabel("Repeats").selectOption({ label: "Every 2 weeks on Wednesday" });
    await sheet.getByRole("checkbox", { name: "Friday" }).check({ force: true });
    await sheet.getByLabel("Until").selectOption({ label: "A number of times" });
    await sheet.getByLabel("How often").fill("3");
    const next = sheet.locator(".repeat-dates li");
    await eventually("the preview follows", async () => {
      return String(await next.allTextContents()) === "Wed 3 Mar,Fri 5 Mar,Wed 17 Mar";
    });
    await sheet.getByRole("button", { name: "Save" }).click();
    await page.getByText("Added “Swimming”").waitFor();
    const swimming = ["03T21:00", "05T21:00", "17T21:00"];
    await eventually("the server has them", async () => Bun.deepEquals(await startsOf(home, "Swimming"), swimming));
    const { body } = await home.api("Anna").get("/v1/events");
    expect(body.events[0].recurrenceRule).toBe("FREQ=WEEKLY;INTERVAL=2;BYDAY=WE,FR;COUNT=3");
    const { height } = page.viewportSize()!;
    await expectPoll(async () => {
      const box = await eventCalled(page, "Swimming").first().boundingBox();
      return box !== null && box.y > 0 && box.y + box.height <= height;
    }).toBe(true);
  });

  test("keeps a recurrence rule that the app cannot describe in words", async () => {
    const home = await calendarHome();
    const recurrenceRule = "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1";
    const { id } = await add(home, "Payday", 31, "08:00", "08:30", { recurrenceRule });
    const page = await open(home, { as: "Anna", path: `/calendar?day=2027-03-31&event=${id}` });
    await page.getByText(`By a rule of its own: ${recurrenceRule}`).waitFor();
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Title").fill("Pay day");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("All dates change, past ones too.").click();
    await page.getByRole("button", { name: "Change" }).click();
    await eventually("the title is another", async () => (await startsOf(home, "Pay day")).length === 1);
    await expectPoll(async () => (await home.api("Anna").get(`/v1/events/${id}`)).body.recurrenceRule).toBe(
      recurrenceRule,
    );
  });

  test("that the server refuses stays in the form, with the server's message at the field", async () => {
    const home = await calendarHome();
    const page = await open(home, {
      ...{ as: "Anna", allow: [/422/] },
      path: `/calendar?day=2027-03-03&new=2027-03-03T10:00&until=2027-03-03T11:00&who=${home.member("Ben").id}`,
    });
    const sheet = page.getByRole("dialog", { name: "New event" });
    await sheet.getByText("Ben", { exact: true }).waitFor();
    await home.api("Anna").delete(`/app/members/${home.member("Ben").id}`);
    await sheet.getByLabel("Title").fill("Dentist");
    await page.route("**/v1/events", (route) =>
      route.request().method() === "POST"
        ? route.fulfill({
            status: 422,
            headers: { "X-Error-Code": "unprocessable", "X-Error-Field": "location" },
            json: { error: "location: must be a place", statusCode: 422 },
          })
        : route.fallback(),
    );
    await sheet.getByRole("button", { name: "Save" }).click();
    await sheet.getByText("It does not fit together like this. Check it and try again.").waitFor();
    await expectPoll(() => sheet.getByLabel("Place").getAttribute("aria-invalid")).toBe("true");
    await expectPoll(() => sheet.getByLabel("Title").inputValue()).toBe("Dentist");
  });

  test("can be copied, deleted and restored", async () => {
    const home = await calendarHome();
    await add(home, "Dentist", 3, "10:00", "11:00", { location: "Main street" });
    const page = await open(home, { as: "Anna", path: "/calendar?day=2027-03-03" });
    await eventCalled(page, "Dentist").click();
    await page.getByRole("button", { name: "Duplicate" }).click();
    await page.getByLabel("Starts").fill("2027-03-05");
    await page.getByRole("button", { name: "Save" }).click();
    await eventually("there are two", async () => (await startsOf(home, "Dentist")).length === 2);
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await eventCalled(page, "Dentist").click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByText("Deleted “Dentist”").waitFor();
    await eventually("one is left", async () => (await startsOf(home, "Dentist")).length === 1);
    await page.getByRole("button", { name: "Undo" }).last().click();
    await eventually("both are back", async () => (await startsOf(home, "Dentist")).length === 2);
  });

  test("opens on its own day from a link, and a deleted one shows a message", async () => {
    const home = await calendarHome();
    const { id } = await add(home, "Dentist", 24, "10:00", "11:00");
    const page = await open(home, { as: "Anna", path: `/calendar?event=${id}`, allow: [/404/] });
    await page.getByRole("dialog", { name: "Dentist" }).waitFor();
    await page.goto(`${home.url}/calendar?event=01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42`);
    await page.getByText("This event is no longer in the calendar").waitFor();
  });
});

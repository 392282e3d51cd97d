/** The calendar in German, offline, and with hostile text. */
import { describe } from "bun:test";
import { open, test } from "../support/browser.ts";
import { connectionLoss } from "../support/browser-faults.ts";
import { screens } from "../support/browser-screens.ts";
import { eventually, expectPoll } from "../support/browser-wait.ts";
import { add, calendarHome, eventCalled, startsOf, view } from "../support/calendar-pages.ts";

describe("the calendar", () => {
  test("is shown in German", async () => {
    const home = await calendarHome();
    await add(home, "Klavier", 2, "16:00", "17:00", { recurrenceRule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU" });
    const page = await open(home, { as: "Anna", locale: "de-DE", path: "/calendar?day=2027-03-02" });
    await page.getByRole("heading", { level: 1, name: "März 2027" }).waitFor();
    await page.keyboard.press("1");
    await page.getByRole("heading", { level: 1, name: "Dienstag, 2. März" }).waitFor();
    await eventCalled(page, "Klavier").click();
    await page.getByText("Alle 2 Wochen am Dienstag").waitFor();
    await page.getByRole("button", { name: "Löschen" }).click();
    await page.getByText("Nur Di., 2. März fällt aus. Alle anderen Termine bleiben.").waitFor();
    await screens(page, "calendar german");
    await page.getByRole("dialog", { name: "„Klavier“ löschen" }).getByRole("button", { name: "Löschen" }).click();
    await page.getByText("„Klavier“ fällt dieses eine Mal aus").waitFor();
  });

  test("accepts changes offline, and each change arrives once after reconnecting", async () => {
    const home = await calendarHome();
    await add(home, "Dentist", 3, "10:00", "11:00");
    const page = await open(home, { as: "Anna", path: "/calendar?day=2027-03-03", allow: [connectionLoss] });
    await view(page, "2");
    await eventCalled(page, "Dentist").waitFor();
    await home.stop();
    await eventCalled(page, "Dentist").focus();
    await page.keyboard.press("Alt+ArrowRight");
    await page.getByText("Moved “Dentist”").waitFor();
    await page.keyboard.press("n");
    await page.getByLabel("Title").fill("Vet");
    await page.getByRole("button", { name: "Save" }).click();
    await eventCalled(page, "Vet").waitFor();
    await page
      .getByRole("group", { name: "Thursday 4 March" })
      .getByRole("button", { name: /^Dentist/ })
      .waitFor();
    home.start();
    await eventually("both have arrived", async () => {
      return String(await startsOf(home, "Dentist")) === "04T09:00" && (await startsOf(home, "Vet")).length === 1;
    });
    await eventCalled(page, "Vet").waitFor();
    await expectPoll(() => page.locator("[data-key]", { hasText: "Vet" }).count()).toBe(1);
  });
});

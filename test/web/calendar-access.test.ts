/** The accessibility of the calendar's screens and sheets, on phones and desktops, light and dark. */
import { describe } from "bun:test";
import { open, test } from "../support/browser.ts";
import { browserHome } from "../support/browser-home.ts";
import { expectGoodLooksInBothSchemes } from "../support/browser-looks.ts";
import { view } from "../support/calendar-pages.ts";

const small = {
  ".calendar-event, .calendar-bar":
    "as tall as the event is long; the agenda has the same ones larger, the keyboard reaches them all",
  ".calendar-date, .calendar-more": "as wide as the day; the whole day opens it by touch",
};

describe("the calendar", () => {
  for (const device of ["phone", "desktop"] as const) {
    test(`is accessible and fits on a ${device}, in the light and in the dark`, async () => {
      const home = await browserHome({ demo: true, now: new Date("2027-03-03T09:20:00Z") });
      const page = await open(home, { as: "Anna", device, path: "/calendar" });
      for (const key of ["1", "2", "3", "4"] as const) {
        await view(page, key);
        await page.locator("[data-key]").first().waitFor({ state: "attached" });
        await expectGoodLooksInBothSchemes(page, `calendar ${key}`, small);
      }
      await page.locator("[data-key]", { hasText: "School run" }).first().click();
      await page.getByRole("button", { name: "Edit" }).waitFor();
      await expectGoodLooksInBothSchemes(page, "calendar event", small);
      await page.getByRole("button", { name: "Edit" }).click();
      await page.locator(".repeat-dates li").first().waitFor();
      await expectGoodLooksInBothSchemes(page, "calendar edit", small);
      await page.getByLabel("Title").fill("To school");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("radio", { name: /^Only this/ }).waitFor();
      await expectGoodLooksInBothSchemes(page, "calendar series", small);
    });
  }
});

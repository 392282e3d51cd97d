/** The accessibility of the calendar's screens and sheets, on phones and desktops, light and dark. */
import { describe } from "bun:test";
import { open, test } from "../support/browser.ts";
import { expectAccessible } from "../support/browser-axe.ts";
import { browserHome } from "../support/browser-home.ts";
import { expectNoOverflow } from "../support/browser-layout.ts";
import { screens } from "../support/browser-screens.ts";
import { expectTargets44 } from "../support/browser-targets.ts";
import { view } from "../support/calendar-pages.ts";

const small = {
  ".calendar-event, .calendar-bar":
    "as tall as the event is long; the agenda has the same ones larger, the keyboard reaches them all",
  ".calendar-date, .calendar-more": "as wide as the day; the whole day opens it by touch",
};

describe("the calendar", () => {
  for (const device of ["phone", "desktop"] as const) {
    for (const colorScheme of ["light", "dark"] as const) {
      test(`is accessible and fits on a ${device}, ${colorScheme}`, async () => {
        const home = await browserHome({ demo: true, now: new Date("2027-03-03T09:20:00Z") });
        const page = await open(home, { as: "Anna", device, colorScheme, path: "/calendar" });
        for (const key of ["1", "2", "3", "4"] as const) {
          await view(page, key);
          await page.locator("[data-key]").first().waitFor({ state: "attached" });
          await screens(page, `calendar ${colorScheme} ${key}`);
          await expectAccessible(page);
          await expectNoOverflow(page);
          await expectTargets44(page, small);
        }
        await page.locator("[data-key]", { hasText: "School run" }).first().click();
        await page.getByRole("button", { name: "Edit" }).waitFor();
        await expectAccessible(page);
        await expectTargets44(page, small);
        await page.getByRole("button", { name: "Edit" }).click();
        await page.locator(".repeat-dates li").first().waitFor();
        await screens(page, `calendar ${colorScheme} edit`);
        await expectAccessible(page);
        await expectNoOverflow(page);
        await expectTargets44(page, small);
        await page.getByLabel("Title").fill("To school");
        await page.getByRole("button", { name: "Save" }).click();
        await page.getByRole("radio", { name: /^Only this/ }).waitFor();
        await screens(page, `calendar ${colorScheme} series`);
        await expectAccessible(page);
        await expectTargets44(page, small);
      });
    }
  }
});

/** The layout and accessibility of the chores screen: on every device, light and dark, and in German. */
import { describe } from "bun:test";
import type { Page } from "playwright-core";
import { open, test } from "../support/browser.ts";
import { expectAccessible } from "../support/browser-axe.ts";
import { browserHome } from "../support/browser-home.ts";
import { expectNoOverflow } from "../support/browser-layout.ts";
import { expectGoodLooks, expectGoodLooksInBothSchemes } from "../support/browser-looks.ts";
import { expectTargets44 } from "../support/browser-targets.ts";
import { tap } from "../support/browser-touch.ts";
import { eventually } from "../support/browser-wait.ts";

declare const document: any; // Of the page: the callbacks of `page.evaluate` run there.

const column = (page: Page, name: string) => page.getByRole("article", { name });
const home = await browserHome({ demo: true });

describe("the board", () => {
  for (const device of ["phone", "tablet", "desktop"] as const) {
    test(`is accessible and fits on a ${device}, in the light and in the dark`, async () => {
      const page = await open(home, { as: "Anna", device, path: "/chores" });
      await column(page, "Anyone").or(column(page, "Leo")).first().waitFor();
      await expectGoodLooksInBothSchemes(page, "chores");
    });
  }

  test("is shown in German, and jumps to a member on a phone", async () => {
    const page = await open(home, { as: "Anna", device: "phone", locale: "de-DE", path: "/chores" });
    await page.getByRole("heading", { name: "Aufgaben im Haushalt" }).waitFor();
    await tap(
      page,
      page.getByRole("navigation", { name: "Wessen Aufgaben im Haushalt" }).getByRole("button", { name: /Leo/ }),
    );
    await eventually("Leo has the focus", () => page.evaluate(() => document.activeElement?.textContent === "Leo"));
    await expectNoOverflow(page);
  });
});

describe("a sheet of chores", () => {
  const sheets = {
    form: "?edit=new",
    all: "?all=yes",
    faces: "?one=",
  } as const;
  for (const [name, address] of Object.entries(sheets)) {
    for (const [device, colorScheme] of [
      ["phone", "light"],
      ["desktop", "dark"],
    ] as const) {
      test(`is accessible and fits on a ${device}, ${colorScheme}: ${name}`, async () => {
        const page = await open(home, { as: "Anna", device, colorScheme, path: `/chores${address}` });
        const dialog = page.getByRole("dialog");
        await dialog.waitFor();
        if (name === "form") {
          await dialog.getByRole("button", { name: "Choose another emoji" }).click();
          for (const who of ["Mia", "Leo"]) await dialog.getByText(who, { exact: true }).click();
          await dialog.getByText("In turns").click();
          await dialog.getByLabel("How often?").selectOption({ index: 3 });
          await dialog.getByRole("radio", { name: "By a time" }).press("Space");
        }
        await expectGoodLooks(page, `chores ${name} ${colorScheme}`);
      });
    }
  }

  test("is accessible: the last two weeks, and who did it", async () => {
    const page = await open(home, { as: "Anna", device: "phone", path: "/chores" });
    await page.getByRole("button", { name: "More for “Feed the guinea pigs”" }).click();
    await page.getByRole("menuitem", { name: "The last two weeks" }).click();
    await page.getByRole("dialog").getByRole("listitem").first().waitFor();
    await expectAccessible(page);
    await expectTargets44(page);
    await page.keyboard.press("Escape");
    await page.getByRole("checkbox", { name: /Wash the car/ }).click();
    await page.getByRole("dialog", { name: "Who did it?" }).waitFor();
    await expectAccessible(page);
    await expectTargets44(page);
  });
});

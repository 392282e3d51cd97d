/** The layout and accessibility of the chores screen: on every device, light and dark, and in German. */
import { describe } from "bun:test";
import { open, test } from "../support/browser.ts";
import { browserHome } from "../support/browser-home.ts";
import { tap } from "../support/browser-touch.ts";
import { eventually } from "../support/browser-wait.ts";

declare const document: any; // Of the page: the callbacks of `page.evaluate` run there.

const home = await browserHome({ demo: true });

describe("the board", () => {
  test("is shown in German, and jumps to a member on a phone", async () => {
    const page = await open(home, { as: "Anna", device: "phone", locale: "de-DE", path: "/chores" });
    await page.getByRole("heading", { name: "Aufgaben im Haushalt" }).waitFor();
    await tap(
      page,
      page.getByRole("navigation", { name: "Wessen Aufgaben im Haushalt" }).getByRole("button", { name: /Leo/ }),
    );
    await eventually("Leo has the focus", () => page.evaluate(() => document.activeElement?.textContent === "Leo"));
  });
});

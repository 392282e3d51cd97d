/** Forced colours (Windows contrast themes), in which the browser removes all backgrounds. */
import { describe } from "bun:test";
import { open, test } from "../support/browser.ts";
import { browserHome } from "../support/browser-home.ts";
import { screens } from "../support/browser-screens.ts";
import { expectPoll } from "../support/browser-wait.ts";

const home = await browserHome({ demo: true, now: new Date("2026-11-21T14:20:00Z") });
const look = (element: any, property: string) =>
  element.ownerDocument.defaultView.getComputedStyle(element).getPropertyValue(property);

describe("with forced colours", () => {
  test("only a done chore shows a tick", async () => {
    const page = await open(home, { as: "Anna", device: "phone" });
    await page.emulateMedia({ forcedColors: "active" });
    for (const path of ["/", "/chores"]) {
      await page.goto(home.url + path);
      const ticks = (name: RegExp) => page.getByRole("checkbox", { name }).first().locator(".lucide-check");
      await ticks(/Tidy your room/).waitFor({ state: "attached" });
      await screens(page, `forced colours ${path}`);
      await expectPoll(() => ticks(/Tidy your room/).isVisible()).toBe(true);
      await expectPoll(() => ticks(/Feed the guinea pigs/).isVisible()).toBe(false);
    }
  });

  test("selected filters and today differ visibly from the others", async () => {
    const page = await open(home, { as: "Anna", path: "/calendar" });
    await page.emulateMedia({ forcedColors: "active" });
    await page.getByRole("button", { name: "Only Mia" }).click();
    const face = (name: string) => page.getByRole("button", { name }).evaluate(look, "outline-style");
    await expectPoll(() => face("Only Mia")).toBe("solid");
    await expectPoll(() => face("Only Ben")).toBe("none");
    const outline = (name: RegExp) =>
      page.getByRole("button", { name }).locator("strong").evaluate(look, "outline-style");
    await expectPoll(() => outline(/21 November/)).toBe("solid");
    await expectPoll(() => outline(/20 November/)).toBe("none");
    await page.goto(`${home.url}/tasks`);
    await page.getByRole("button", { name: "Only Mia" }).click();
    await expectPoll(() => face("Only Mia")).toBe("solid");
    await expectPoll(() => face("Only Ben")).toBe("none");
  });
});

/** Old copies: while the server does not respond, screens say how old their data are, and never that nothing is to do. */
import type { Page } from "playwright-core";
import { open, test } from "../support/browser/browser.ts";
import { allow, connectionLoss } from "../support/browser/faults.ts";
import { moveTo } from "../support/browser/go.ts";
import { browserHome } from "../support/browser/home.ts";
import { expectPoll } from "../support/browser/wait.ts";

const strip = (page: Page, text: RegExp) => page.getByRole("status").getByText(text);
const certain = (page: Page) =>
  page.locator("main").getByText(/^(Nothing to do|All done|Nothing planned|No lists yet|No chores yet)/);

test("A screen without the server says how old its copy is, and does not say that there is nothing to do", async () => {
  const home = await browserHome();
  const page = await open(home, { as: "Anna", device: "phone", path: "/tasks" });
  allow(page, connectionLoss, /WebSocket/);
  const screens = [
    ["/lists", "No lists yet"],
    ["/chores", "No chores yet"],
    ["/calendar", "Nothing planned"],
    ["/tasks", "Nothing to do"],
  ] as const;
  for (const [path, text] of screens) {
    await moveTo(page, path);
    await page.locator("main").getByText(text).first().waitFor();
  }
  await home.stop();
  await strip(page, /^Offline: as of \d\d:\d\d$/).waitFor();
  for (const [path] of screens) {
    await moveTo(page, path);
    await page
      .locator("main")
      .getByText(/^Nothing here as of \d\d:\d\d$/)
      .first()
      .waitFor();
    await expectPoll(() => certain(page).count()).toBe(0);
  }
  await home.start();
  await page.getByRole("heading", { name: "Nothing to do" }).waitFor();
  await strip(page, /^Offline/).waitFor({ state: "detached" });
});

/**
 * Tests browsers whose times are not those of the household: browsers in another time zone, and old browsers, which lack
 * time zones that were added later.
 */
import type { Page } from "playwright-core";
import { open, test } from "../support/browser/browser.ts";
import { moveTo } from "../support/browser/go.ts";
import type { BrowserHome } from "../support/browser/home.ts";
import { add, calendarHome } from "../support/browser/homes/calendar-pages.ts";
import { openWall } from "../support/browser/homes/wall.ts";
import { expectPoll } from "../support/browser/wait.ts";

const note = (page: Page) => page.getByText("This browser does not know the household’s time zone").waitFor();

/**
 * Changes the household in all later responses of the server to the page. The server knows the same time zones as the
 * browser, so it cannot store a household with an unknown one.
 */
async function answerWith(page: Page, home: BrowserHome, change: (household: object) => object | null): Promise<void> {
  await page.context().route(/\/app\/session$|\/v1\/households\/me$|\/app\/household$/, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const json = body.household ? { ...body, household: change(body.household) } : { ...change(body) };
    await route.fulfill({ response, json });
  });
  // Open pages refetch the household.
  await home.api("Ben").patch("/app/household", { name: "The Burrow" });
}

const nowhere = (household: object) => ({ ...household, timeZone: "America/Nowhere" });

test("If the browser does not know the household's time zone, a note on each screen names that zone", async () => {
  const home = await calendarHome();
  const { id } = await add(home, "Dentist", 3, "14:00", "15:00");
  const page = await open(home, { as: "Anna", device: "phone", path: `/calendar?event=${id}` });
  await page.getByRole("dialog", { name: "Dentist" }).waitFor();
  await answerWith(page, home, nowhere);
  await note(page);
  await page.getByText("Nowhere (America)").first().waitFor();
  await page.getByText("14:00 – 15:00").first().waitFor();
  for (const [path, heading] of [
    ["/", "Wednesday 3 March"],
    ["/settings/household", "Household"],
  ] as const) {
    await moveTo(page, path);
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    await note(page);
  }
});

test("If a wall tablet does not know the household's time zone, the tablet shows a note", async () => {
  const home = await calendarHome();
  const { page } = await openWall(home);
  await answerWith(page, home, nowhere);
  await note(page);
});

test("A browser in another time zone says until it is closed that times are the home's, and then not again", async () => {
  const home = await calendarHome();
  await add(home, "Dentist", 3, "14:00", "15:00");
  const blank = "/manifest.webmanifest";
  const page = await open(home, { as: "Anna", path: blank, timeZone: "America/New_York", fresh: true });
  // The note comes with the first screen, so that no screen moves when the other screens have loaded.
  const held = Promise.withResolvers<void>();
  await page.route("**/assets/screens-*.js", (route) => held.promise.then(() => route.continue()));
  await page.goto(home.url);
  const note = page.getByRole("status").filter({ hasText: "All times are those at home (Berlin)." });
  await note.waitFor();
  held.resolve();
  await moveTo(page, "/calendar?day=2027-03-03");
  await page.getByText("14:00").first().waitFor();
  await note.getByRole("button", { name: "Close" }).click();
  await note.waitFor({ state: "detached" });
  await moveTo(page, "/tasks");
  await page.getByRole("heading", { level: 1, name: "Tasks" }).waitFor();
  await expectPoll(() => note.count()).toBe(0);
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Tasks" }).waitFor();
  await expectPoll(() => note.count()).toBe(0);
});

test("If the frame around the screens fails, the app shows a message with a button to try again", async () => {
  const home = await calendarHome();
  const page = await open(home, { as: "Anna", path: "/", allow: [/null/] });
  await answerWith(page, home, () => null);
  await page.getByRole("alert").getByRole("button", { name: "Try again" }).waitFor();
});

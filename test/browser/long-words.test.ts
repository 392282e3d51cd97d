/** Long German words on a small phone: no screen scrolls sideways, and words end a line only between two syllables. */
import { expect } from "bun:test";
import type { Page } from "playwright-core";
import { open, test } from "../support/browser/browser.ts";
import { moveTo } from "../support/browser/go.ts";
import { browserHome } from "../support/browser/home.ts";
import { overflowFaults } from "../support/browser/layout.ts";
import { eventually, expectPoll } from "../support/browser/wait.ts";

declare const document: any; // Global of the page, in which the functions below run.

const words = [
  "Donaudampfschifffahrtsgesellschaftskapitänsmützenhalterung",
  "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz",
  "Kindergeburtstagsvorbereitungsbesprechung",
] as const;

/** Returns how the browser may break each text of the page that contains one of the words. */
function breaksOf(page: Page): Promise<string[]> {
  return page.evaluate((all) => {
    const { getComputedStyle } = document.defaultView;
    const isLong = (each: any) =>
      each.checkVisibility() && [...each.childNodes].some(({ data = "" }) => all.some((word) => data.includes(word)));
    const ways = [...document.querySelectorAll("main *, [role=dialog] *")].filter(isLong).map((each) => {
      const { hyphens, overflowWrap, wordBreak, hyphenateLimitChars } = getComputedStyle(each);
      return [hyphens, hyphenateLimitChars, overflowWrap, wordBreak].join(", ");
    });
    return [...new Set<string>(ways)];
  }, words);
}

test("Long German words on a phone of 320 px end a line between syllables and never make a screen wider", async () => {
  const home = await browserHome();
  const anna = home.api("Anna");
  const memberId = home.member("Anna").id;
  const [long, longer, party] = words;
  const dueDate = home.now().toISOString().slice(0, 10);
  const { body: section } = await anna.post("/v1/lists/sections", { name: long });
  const { body: list } = await anna.post("/v1/lists", { name: longer, sectionId: section.id });
  const records = [
    ["/v1/tasks", { label: `${long} ${party}`, memberId, dueDate }],
    ["/app/chores", { name: longer, memberIds: [memberId], startDate: dueDate, recurrenceRule: "FREQ=DAILY" }],
    ["/v1/events", { title: party, location: long, startsAt: `${dueDate}T17:00:00Z`, endsAt: `${dueDate}T18:00:00Z` }],
    ["/v1/recipes", { name: longer, ingredients: [long] }],
    ["/v1/meals/details", { date: dueDate, mealType: "dinner", text: party }],
    [`/v1/lists/${list.id}/blocks/batch`, { operations: [{ op: "create", type: "task", content: longer }] }],
  ] as const;
  for (const [path, body] of records) expect((await anna.post(path, body)).status).toBe(200);
  const page = await open(home, { as: "Anna", device: "phone", locale: "de-DE", path: "/tasks" });
  await page.setViewportSize({ width: 320, height: 844 });
  await expectPoll(() => page.evaluate(() => document.documentElement.lang)).toBe("de");
  for (const path of ["/", "/tasks", "/chores", "/calendar", "/lists", `/lists/${list.id}`, "/recipes", "/meals"]) {
    await moveTo(page, path);
    await expectPoll(() => overflowFaults(page)).toEqual([]);
    await expectPoll(() => breaksOf(page)).toEqual(["auto, 10 4 4, break-word, normal"]);
  }
  for (const path of ["/settings/household", "/settings/notifications", "/settings/calendars", "/settings/members"]) {
    await moveTo(page, path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await eventually(`${path} is loaded`, async () => (await page.locator("main .skeleton").count()) === 0);
    await expectPoll(() => overflowFaults(page)).toEqual([]);
  }
});

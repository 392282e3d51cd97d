/** Ticking a chore behaves the same on Today, on the chores screen and on the wall. */
import { describe } from "bun:test";
import type { Page } from "playwright-core";
import { open, test } from "../support/browser.ts";
import { type BrowserHome, browserHome } from "../support/browser-home.ts";
import { expectPoll } from "../support/browser-wait.ts";
import { openWall } from "../support/wall.ts";
import { choresOf } from "../support/web-chores.ts";

type Place = {
  readonly name: string;
  readonly open: (home: BrowserHome, as: string) => Promise<Page>;
  /** Taps a card; on a shared tablet, says who taps. */
  readonly tick: (page: Page, chore: string, as: string) => Promise<void>;
};

const tapCard = (page: Page, chore: string) => page.getByRole("checkbox", { name: chore }).click();
const onWall = async (page: Page, chore: string, as: string) => {
  await tapCard(page, chore);
  await page.getByRole("dialog", { name: "Who are you?" }).getByRole("button", { name: as }).click();
};
const places: readonly Place[] = [
  { name: "Today", open: (home, as) => open(home, { as }), tick: tapCard },
  { name: "the chores screen", open: (home, as) => open(home, { as, path: "/chores" }), tick: tapCard },
  { name: "Today on the wall", open: async (home) => (await openWall(home)).page, tick: onWall },
  { name: "the wall", open: async (home) => (await openWall(home, { path: "/chores" })).page, tick: onWall },
];

for (const place of places) {
  describe(`on ${place.name}`, () => {
    test("an adult is asked who did a chore that anyone may do", async () => {
      const home = await browserHome();
      const chores = choresOf(home);
      await chores.add({ name: "Bins", assignment: "anyone", memberIds: ["Anna", "Ben"], stars: 2 });
      const page = await place.open(home, "Anna");
      await place.tick(page, "Bins", "Anna");
      const dialog = page.getByRole("dialog", { name: "Who did it?" });
      await dialog.getByText("Bins").waitFor();
      await dialog.getByRole("button", { name: "Ben" }).click();
      await page.getByText("Ben did it").waitFor();
      await chores.untilStars("Ben", 2);
      await expectPoll(async () => (await chores.stars()).Anna).toBe(0);
    });

    test("an adult is not asked if only one member may do it", async () => {
      const home = await browserHome();
      const chores = choresOf(home);
      await chores.add({ name: "Bins", assignment: "anyone", memberIds: ["Mia"] });
      const page = await place.open(home, "Anna");
      await place.tick(page, "Bins", "Anna");
      await page.getByText("Mia did it").waitFor();
      await chores.untilStars("Mia", 1);
    });

    test("a child gets the stars of a chore that anyone may do", async () => {
      const home = await browserHome();
      const chores = choresOf(home);
      await chores.add({ name: "Bins", assignment: "anyone", memberIds: ["Ben", "Mia"] });
      const page = await place.open(home, "Mia");
      await place.tick(page, "Bins", "Mia");
      await page.getByText("Mia did it").waitFor();
      await chores.untilStars("Mia", 1);
    });

    test("a chore without recurrence stays ticked after it was done late", async () => {
      const home = await browserHome();
      const chores = choresOf(home);
      const once = { recurrenceRule: null, startDate: chores.day(-2) };
      await chores.add({ name: "Wash the car", memberIds: ["Mia"], ...once });
      const page = await place.open(home, "Mia");
      await place.tick(page, "Wash the car", "Mia");
      await chores.untilStars("Mia", 1);
      await page.reload();
      await page.getByRole("checkbox", { name: "Wash the car", checked: true }).waitFor();
    });
  });
}

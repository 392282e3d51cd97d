/** The table of addresses of records, which the server and the app share. Tested without a browser. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { addressOf } from "#platform/activity/record-address.ts";
import { eventAddress } from "#web/features/calendar/model/agenda.ts";
import { recipeAddress } from "#web/features/meals/model/use-meal-facts.ts";

const source = join(import.meta.dir, "../../src");
const id = "01945d8c-6f00-7cc1-a3ce-0b5a3f1e9d42";

describe("the address of a record", () => {
  test("The address of an event on a day is the address of the event followed by the day and the instance", () => {
    const event = { id, instanceStartsAt: "2026-11-25T13:00:00Z" } as Parameters<typeof eventAddress>[0];
    const plain = addressOf({ type: "event", id });
    expect(eventAddress(event, "2026-11-25")).toBe(`${plain}&day=2026-11-25&on=2026-11-25&at=2026-11-25T13:00:00Z`);
    expect(eventAddress({ ...event, instanceStartsAt: null }, "2026-11-25")).toBe(
      `${plain}&day=2026-11-25&on=2026-11-25`,
    );
  });

  test("The address of a meal's recipe is the address of the recipe followed by the meal's day and servings", () => {
    const meal = { date: "2026-11-25", servings: 6, recipe: { id } } as Parameters<typeof recipeAddress>[0];
    const plain = addressOf({ type: "recipe", id });
    expect(recipeAddress(meal)).toBe(`${plain}?from=2026-11-25&for=6`);
    expect(recipeAddress(meal, 1)).toBe(`${plain}?from=2026-11-25&for=6&cook=1`);
    expect(recipeAddress({ ...meal, servings: null })).toBe(`${plain}?from=2026-11-25`);
  });

  test("The address of a record is built in only one file, so that the address is the same everywhere", async () => {
    const written =
      /["'`]\/(?:(?:lists|recipes)\/\$|(?:calendar\?event|tasks\?edit|chores\?chore|lists\?item|meals\?meal)=)/;
    const found: string[] = [];
    for await (const file of new Bun.Glob("**/*.{ts,tsx}").scan(source)) {
      if (file === "platform/activity/record-address.ts") continue;
      const text = await Bun.file(join(source, file)).text();
      for (const line of text.split("\n").filter((each) => written.test(each))) found.push(`${file}: ${line.trim()}`);
    }
    expect(found.filter((each) => !each.includes("examples: ["))).toEqual([]);
  });
});

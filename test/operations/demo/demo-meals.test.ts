/** The demo household's kitchen, on any day. */
import { expect, test } from "bun:test";
import { readWeek } from "#kitchen/meals/meal-rows.store.ts";
import { listRecipes } from "#kitchen/recipes/store.ts";
import { readListTree } from "#lists/list-tree.ts";
import { fillDemo } from "#operations/demo/household.ts";
import { DemoContext } from "#operations/demo/steps.ts";
import { listActivity } from "#platform/activity/store.ts";
import { openInMemory } from "#platform/db/migrate.ts";
import { household } from "#platform/db/tables.ts";
import { systemWork } from "#platform/work.ts";
import "#server/traits.ts"; // Registers the traits, which the demo household needs.

const days = [23, 24, 25, 26, 27, 28, 29].map((day) => new Date(`2026-11-${day}T23:30:00Z`));

test.each(days)("The demo has twelve recipes, two weeks of meals and one list of groceries on %s", (now) => {
  const db = openInMemory();
  fillDemo(db, now);
  const [own] = db.select().from(household).all();
  if (!own) throw new Error("no household");
  const work = systemWork(db, own, now);
  const recipes = listRecipes(work);
  expect(recipes.length).toBe(12);
  expect(recipes.filter(({ instructions, ingredients }) => instructions === "" || ingredients.length < 4)).toEqual([]);
  const demo = new DemoContext(now, () => work);
  const weeks = [0, 1].map((later) => readWeek(work, demo.date(demo.daysTo(1, later))).meals);
  for (const meals of weeks) {
    expect(meals.length).toBeGreaterThanOrEqual(12);
    expect(new Set(meals.map(({ createdBy }) => createdBy.name))).toEqual(new Set(["Anna", "Ben", "Mia", "Leo"]));
  }
  const groceries = readListTree(work)
    .flatMap(({ lists }) => lists)
    .filter(({ name }) => name === "Groceries");
  expect(groceries.length).toBe(1);
  expect(groceries[0]?.blocks.filter(({ content }) => content === "Carrots").length).toBe(1);
  // The feed's first page covers more than the kitchen.
  const types = Map.groupBy(listActivity(work, { limit: 50 }).entries, ({ subject }) => subject.type);
  for (const type of ["task", "event", "block", "meal", "recipe"] as const) expect([...types.keys()]).toContain(type);
  expect(types.get("meal")?.length).toBeLessThan(25);
});

/**
 * `bun run bench:suggestions`: suggestions for a dinner and the recipe box, in a household with 500 recipes and three years
 * of three meals a day, in process; and the night in which 50 meals that repeat are planned for four weeks.
 */

import { createHousehold } from "#accounts/households/store.ts";
import { addMember } from "#accounts/members/store.ts";
import { slotsOf } from "#kitchen/meals/cell.ts";
import { planRepeats, repeatMeal } from "#kitchen/meals/repeats.store.ts";
import { createMeal } from "#kitchen/meals/store.ts";
import { setLike } from "#kitchen/recipes/likes.store.ts";
import { createRecipe, listRecipes } from "#kitchen/recipes/store.ts";
import { suggestRecipes } from "#kitchen/recipes/suggestions.store.ts";
import { mealTypes } from "#lib/wire.ts";
import { transact } from "#platform/db/client.ts";
import { openInMemory } from "#platform/db/migrate.ts";
import { asMember, systemWork } from "#platform/work.ts";

const recipeCount = 500;
const days = 3 * 365;
const runs = 200;
const now = new Date("2026-11-27T09:00:00Z");
const today = "2026-11-27";
const daysFrom = (count: number) => Temporal.PlainDate.from(today).add({ days: count }).toString();

const db = openInMemory();
const household = createHousehold(db, { name: "Bench", timeZone: "Europe/Berlin", plan: "api" }, now);
const system = systemWork(db, household, now);
const anna = addMember(system, { name: "Anna", role: "owner" });
const work = asMember(system, anna);

transact(db, () => {
  const ids = Array.from({ length: recipeCount }, (_, index) => {
    const { id } = createRecipe(work, {
      servings: 4,
      tags: [`Tag ${index % 10}`],
      name: `Recipe ${index}`,
      prepMinutes: (index % 9) * 15,
      ingredients: Array.from({ length: 12 }, (_, line) => `${line} g of something`),
      instructions: "Cut everything small, fry it slowly, and wait until it smells of home. ".repeat(8),
    });
    if (index % 5 === 0) setLike(work, id, anna.id, true);
    return id;
  });
  for (let day = -days; day < 0; day++) {
    for (const [index, mealType] of (["breakfast", "lunch", "dinner"] as const).entries()) {
      const recipeId = ids[(day * day * 7 + index * 31) % recipeCount] ?? "";
      createMeal(work, { date: daysFrom(day), mealType, recipeId });
    }
  }
});

measure("suggestions for a dinner", () => suggestRecipes(work, { date: today, mealType: "dinner", limit: 6 }));
measure("suggestions with a tag", () =>
  suggestRecipes(work, { date: today, mealType: "dinner", limit: 20, tag: "tag 3" }),
);
measure("the recipe box", () => listRecipes(work));

const boxed = listRecipes(work);
transact(db, () => {
  const places = Array.from({ length: 7 }, (_, day) =>
    mealTypes.flatMap((mealType) => slotsOf(mealType).map((slot) => ({ date: daysFrom(day), mealType, slot }))),
  ).flat();
  for (const [index, place] of places.slice(0, 50).entries()) {
    const meal = createMeal(work, { ...place, recipeId: boxed[index]?.id });
    repeatMeal(work, meal.id, { everyWeeks: 1 });
  }
});
const later = systemWork(db, household, new Date(now.getTime() + 28 * 86_400_000));
const begun = Bun.nanoseconds();
const planned = transact(db, () => planRepeats(later));
console.log(`a night that plans ${planned} meals: ${((Bun.nanoseconds() - begun) / 1e6).toFixed(1)} ms`);

function measure(what: string, run: () => unknown): void {
  const times = Array.from({ length: runs }, () => {
    const started = Bun.nanoseconds();
    run();
    return (Bun.nanoseconds() - started) / 1e6;
  }).sort((one, other) => one - other);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(2);
  console.log(`${what}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`);
}

import { addDays } from "#lib/days.ts";
import { read } from "#web/sync/api/client.ts";
import { source } from "#web/sync/source.ts";

export const mealsSource = source("meals.week", ["meal", "recipe"], ({ weekStart }: { weekStart: string }, api) =>
  read(api.v1.meals.get({ query: { weekStart } })),
);

export const mealSource = source("meals.one", ["meal"], ({ id }: { id: string }, api) =>
  read(api.app.meals({ id }).get()),
);

export type Week = Awaited<ReturnType<typeof mealsSource.fetch>>;
export type Meal = Week["meals"][number];

const weeksBack = 4;

/**
 * Number of uses and date of the last use of each recipe, by the recipe's id. The uses are the meals of four weeks; the
 * last of these weeks begins today. Changes of meals or recipes do not make these data stale. Otherwise, recipes that
 * are sorted by use could move while somebody is about to tap one.
 */
export const recentUse = source("meals.recent", [], async ({ today }: { today: string }, api) => {
  const starts = Array.from({ length: weeksBack }, (_, index) => addDays(today, -7 * index));
  const weeks = await Promise.all(starts.map((weekStart) => mealsSource.fetch({ weekStart }, api)));
  const uses: Record<string, { times: number; last: string }> = {};
  // The latest week comes first, and its days are in order.
  for (const { date, recipe } of weeks.flatMap(({ meals }) => meals.toReversed())) {
    const { times, last } = uses[recipe.id] ?? { times: 0, last: date };
    uses[recipe.id] = { times: times + 1, last };
  }
  return uses;
});

export type Uses = Awaited<ReturnType<typeof recentUse.fetch>>;

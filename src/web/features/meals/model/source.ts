import { api, read } from "../../../sync/api/client.ts";
import { source } from "../../../sync/source.ts";
import { addDays } from "../../../time/days.ts";

/** The seven days from `weekStart`. */
export const mealsSource = source("meals.week", ["meal", "recipe"], ({ weekStart }: { weekStart: string }) =>
  read(api.v1.meals.get({ query: { weekStart } })),
);

export type Week = Awaited<ReturnType<typeof mealsSource.fetch>>;
export type Meal = Week["meals"][number];

const weeksBack = 4;

/**
 * How often and when last each recipe was planned, up to seven days ahead, by recipe. No change invalidates it: the order of
 * what is offered must not change under a finger.
 */
export const recentUse = source("meals.recent", [], async ({ today }: { today: string }) => {
  const starts = Array.from({ length: weeksBack }, (_, index) => addDays(today, -7 * index));
  const weeks = await Promise.all(starts.map((weekStart) => mealsSource.fetch({ weekStart })));
  const uses: Record<string, { times: number; last: string }> = {};
  // The weeks come latest first; each is in the order of its days.
  for (const { date, recipe } of weeks.flatMap(({ meals }) => meals.toReversed())) {
    const { times, last } = uses[recipe.id] ?? { times: 0, last: date };
    uses[recipe.id] = { times: times + 1, last };
  }
  return uses;
});

export type Uses = Awaited<ReturnType<typeof recentUse.fetch>>;

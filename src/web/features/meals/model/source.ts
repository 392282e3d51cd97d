/** The meal plan, as the server has it. */
import { api, read } from "../../../sync/api/client.ts";
import { source } from "../../../sync/source.ts";
import { addDays } from "../../../time/days.ts";

/** Seven days from `weekStart` on. */
export const mealsSource = source("meals.week", ["meal", "recipe"], ({ weekStart }: { weekStart: string }) =>
  read(api.v1.meals.get({ query: { weekStart } })),
);

/** A week of the plan. */
export type Week = Awaited<ReturnType<typeof mealsSource.fetch>>;
/** A recipe in a cell of the plan. */
export type Meal = Week["meals"][number];

const weeksBack = 4;

/**
 * How often each recipe was planned in the weeks up to the next seven days, and when for the last time; by recipe. No change
 * makes it stale: what is offered must not change its order under somebody's fingers.
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

/** See {@link recentUse}. */
export type Uses = Awaited<ReturnType<typeof recentUse.fetch>>;

/** The meal plan, as the server has it. */
import { api, read } from "../api/client.ts";
import { source } from "../data/source.ts";
import { addDays } from "../time/days.ts";

/** Seven days from `weekStart` on. */
export const mealsSource = source("meals.week", ["meal", "recipe"], ({ weekStart }: { weekStart: string }) =>
  read(api.v1.meals.get({ query: { weekStart } })),
);

/** A week of the plan. */
export type Week = Awaited<ReturnType<typeof mealsSource.fetch>>;
/** A recipe in a cell of the plan. */
export type Meal = Week["meals"][number];

const weeksBack = 4;

/** How often each recipe was planned in the four weeks before `until`, and last when; by recipe. */
export const recentUse = source("meals.recent", ["meal"], async ({ until }: { until: string }) => {
  const starts = Array.from({ length: weeksBack }, (_, index) => addDays(until, -7 * (index + 1)));
  const weeks = await Promise.all(starts.map((weekStart) => mealsSource.fetch({ weekStart })));
  const uses: Record<string, { times: number; last: string }> = {};
  for (const { date, recipe } of weeks.flatMap(({ meals }) => meals)) {
    const { times = 0, last = "" } = uses[recipe.id] ?? {};
    uses[recipe.id] = { times: times + 1, last: date > last ? date : last };
  }
  return uses;
});

/** See {@link recentUse}. */
export type Uses = Awaited<ReturnType<typeof recentUse.fetch>>;

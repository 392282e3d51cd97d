import { listHouseholds } from "#accounts/households/store.ts";
import { yieldToEventLoop } from "#lib/concurrency.ts";
import { dateIn, day, hour } from "#lib/time.ts";
import { sweepGroceryItems } from "#lists/blocks/grocery-items.store.ts";
import { writeInHousehold } from "#platform/db/change-counter.ts";
import { transact } from "#platform/db/client.ts";
import type { Deps } from "#platform/deps.ts";
import { everyNight, type NightlyJobContext } from "#platform/jobs/nightly.ts";
import type { JobKind } from "#platform/jobs/runner.ts";
import { systemWork } from "#platform/work.ts";
import { sweepQuickRecipes } from "../recipes/quick.store.ts";
import { planRepeats } from "./repeats.store.ts";

/** Days for which bought items are kept, so that the app knows which ingredients were bought already. */
const retentionDays = 30;

type MaintenanceDeps = Pick<Deps, "db" | "clock" | "committed">;

/**
 * Plans the meals that repeat, and deletes old bought items and long unused texts of meals without a recipe.
 * @throws the reason with which `signal` is aborted
 */
export async function maintainMeals({ db, clock, committed }: MaintenanceDeps, signal: AbortSignal): Promise<void> {
  for (const household of listHouseholds(db)) {
    signal.throwIfAborted();
    await yieldToEventLoop();
    const work = systemWork(db, household, clock());
    const planned = writeInHousehold(db, household.id, () =>
      transact(db, () => {
        sweepQuickRecipes(work);
        sweepGroceryItems(work, dateIn(work.timeZone, new Date(work.now.getTime() - retentionDays * day)));
        return planRepeats(work);
      }),
    );
    if (planned > 0) committed.emit(work);
  }
}

export function nightlyMeals(night: NightlyJobContext, { committed }: Pick<Deps, "committed">): JobKind {
  return {
    name: "meals",
    label: "meals that repeat",
    timeoutMs: hour,
    next: everyNight({ ...night, at: "03:00" }),
    run: (_, signal) => maintainMeals({ ...night, committed }, signal),
  };
}

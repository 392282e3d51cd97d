/** Counts the work of the calendar. */
import { spyOn } from "bun:test";
import { Series } from "../../src/recurrence/series.ts";

/** Runs something against a server in this process; `slots` is how many slots of series were worked out for it. */
export async function countingSlots<Result>(run: () => Promise<Result>): Promise<{ result: Result; slots: number }> {
  const spy = spyOn(Series.prototype, "slots");
  try {
    const result = await run();
    const slots = spy.mock.results.reduce((sum, { value }) => sum + (value as unknown[]).length, 0);
    return { result, slots };
  } finally {
    spy.mockRestore();
  }
}

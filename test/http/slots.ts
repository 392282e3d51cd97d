/** Counts the slots that the calendar computes. */
import { spyOn } from "bun:test";
import { Series } from "#lib/recurrence/series.ts";

/**
 * Runs a callback against a server in this process; `slots` is the number of series slots that were computed for it.
 */
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

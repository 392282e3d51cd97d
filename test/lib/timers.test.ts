import { expect, test } from "bun:test";
import { backoff, fractionOf, spread, waitAtMost } from "#lib/timers.ts";
import { TestTimers } from "../support/home/timers.ts";

test("The delay before a retry doubles with each failure, up to its maximum", () => {
  const delays = { firstMs: 100, maxMs: 1_000 };
  expect([1, 2, 3, 4, 5, 2_000].map((failures) => backoff(delays, failures))).toEqual([100, 200, 400, 800, 1000, 1000]);
});

test("A spread delay differs by at most the given share, and a text always gives the same fraction", () => {
  expect([0, 0.5, 1].map((fraction) => Math.round(spread(100, 0.2, fraction)))).toEqual([80, 100, 120]);
  expect(fractionOf("one")).toBe(fractionOf("one"));
  for (const text of ["one", "other", ""]) {
    expect(fractionOf(text)).toBeGreaterThanOrEqual(0);
    expect(fractionOf(text)).toBeLessThan(1);
  }
});

test("A wait with a limit ends when the promise settles or the time is over, and leaves no timer", async () => {
  const timers = new TestTimers();
  expect(await waitAtMost(timers, 100, Promise.resolve("done"), "late")).toBe("done");
  await expect(waitAtMost(timers, 100, Promise.reject(new Error("no")), "late")).rejects.toThrow("no");
  expect(timers.size).toBe(0);
  const waited = waitAtMost(timers, 100, new Promise(() => {}), "late");
  timers.advance(100);
  expect(await waited).toBe("late");
});

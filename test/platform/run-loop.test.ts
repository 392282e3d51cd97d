import { expect, test } from "bun:test";
import { silentLog } from "#platform/http/log.ts";
import { maxSleepMs, RunLoop } from "#platform/jobs/run-loop.ts";
import { emptyDatabase } from "../support/home/empty-database.ts";
import { TestTimers } from "../support/home/timers.ts";

/** A loop whose runs are counted, with a clock and timers that advance together. */
function counted(next: (now: number) => number | null = () => null) {
  const timers = new TestTimers();
  const time = { now: 0 };
  const lines: string[] = [];
  const state = { runs: 0, error: null as Error | null };
  const loop = new RunLoop({
    db: emptyDatabase(),
    clock: () => new Date(time.now),
    timers,
    log: { ...silentLog, error: (line) => lines.push(line) },
    failureText: "work waits",
    run() {
      state.runs++;
      if (state.error) throw state.error;
    },
    next: () => next(time.now),
  });
  const pass = (ms: number) => {
    time.now += ms;
    timers.advance(ms);
  };
  return { loop, timers, lines, state, pass };
}

test("A loop runs again at the time that its work is next due, and sleeps if no work is due", () => {
  const { loop, timers, state, pass } = counted((now) => (now < 200 ? now + 100 : null));
  loop.run();
  pass(99);
  expect(state.runs).toBe(1);
  pass(1);
  pass(100);
  expect([state.runs, timers.size]).toEqual([3, 0]);
});

test("A loop wakes at the earliest requested time, and never sleeps longer than its maximum", () => {
  const { loop, state, pass } = counted();
  loop.wakeBy(Number.POSITIVE_INFINITY);
  loop.wakeBy(100);
  loop.wakeBy(5_000);
  pass(100);
  expect(state.runs).toBe(1);
  loop.wakeBy(Number.POSITIVE_INFINITY);
  pass(maxSleepMs);
  expect(state.runs).toBe(2);
});

test("A loop logs the same error once, and again after a run that succeeded", () => {
  const { loop, lines, state } = counted();
  for (const error of [new Error("full"), new Error("full"), new Error("gone"), null, new Error("gone")]) {
    state.error = error;
    loop.run();
  }
  expect(lines).toEqual(["work waits: full", "work waits: gone", "work waits: gone"]);
});

test("A loop that is requested several times runs once when the event loop is free, and never after its stop", async () => {
  const { loop, timers, state } = counted();
  loop.runSoon();
  loop.runSoon();
  await new Promise((resolve) => setImmediate(resolve));
  expect(state.runs).toBe(1);
  loop.runSoon();
  loop.wakeBy(100);
  loop.stop();
  loop.wakeBy(100);
  await new Promise((resolve) => setImmediate(resolve));
  expect([state.runs, timers.size]).toEqual([1, 0]);
});

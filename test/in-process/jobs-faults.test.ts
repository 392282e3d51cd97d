/** The runner of jobs: what follows a failure, a crash, a stop, a wrong clock or a database that cannot be written. */
import { describe, expect, test } from "bun:test";
import { hour, minute } from "#lib/time.ts";
import { start, TestClock } from "../support/home/home.ts";
import { TestTimers } from "../support/home/timers.ts";
import { createJobDeps, failing, hourly, type JobDeps, manual, runJobs, settled } from "../support/reminders/jobs.ts";

const second = 1_000;

/** The row after the process ended while the job ran. */
function dieWhileRunning({ db, clock }: JobDeps) {
  db.$client.run("UPDATE job SET running_since = ?", [clock.now.toISOString()]);
}

describe("a job that fails", () => {
  test("A job that fails is logged and retried after 1, 2, 4 … minutes, ±20 %, at most 6 hours", async () => {
    const parts = createJobDeps();
    const { stop } = runJobs(parts, [failing().kind]);
    await parts.pass(3 * second);
    for (let failures = 1; failures <= 12; failures++) {
      const { nextAt, ...row } = parts.row("hourly")!;
      expect(row).toMatchObject({ failures, error: "no room", okAt: null, deaths: 0, runningSince: null });
      const delay = Date.parse(nextAt) - parts.clock.now.getTime();
      const planned = Math.min(minute * 2 ** (failures - 1), 6 * hour);
      expect(delay / planned).toBeWithin(0.8, 1.2);
      await parts.pass(delay);
    }
    await stop();
    expect(parts.lines.length).toBe(13);
    expect(new Set(parts.lines)).toEqual(new Set(["error hourly work failed, will be tried again: no room"]));
  });

  test("A job that succeeds has its count of failures set back to zero", async () => {
    const parts = createJobDeps();
    const { kind, running } = manual();
    const { stop } = runJobs(parts, [kind]);
    await parts.pass(3 * second);
    running[0]!.fail("a passing fault\nin two lines");
    await settled();
    expect(parts.row("hourly")).toMatchObject({ failures: 1, error: "a passing fault in two lines" });
    await parts.pass(2 * minute);
    running[0]!.end();
    await settled();
    expect(parts.row("hourly")).toMatchObject({ failures: 0, error: null, okAt: parts.clock.now.toISOString() });
    await stop();
  });

  test("A job with a schedule that throws an error does not keep other jobs from running", async () => {
    const parts = createJobDeps();
    const broken = hourly({
      name: "broken",
      next: () => {
        throw new Error("no schedule");
      },
      run: () => Promise.reject(new Error("no schedule")),
    });
    const { kind, runs } = hourly();
    const { stop } = runJobs(parts, [broken.kind, kind]);
    await parts.pass(3 * second);
    await stop();
    expect(runs.length).toBe(1);
    expect(parts.row("broken")).toMatchObject({ failures: 1, error: "no schedule" });
  });

  test("A job that exceeds its time limit counts as failed, and does not keep other jobs from starting", async () => {
    const parts = createJobDeps();
    const { kind, running, subjects } = manual({ hasSubjects: true, timeoutMs: minute });
    for (const subject of ["a", "b", "c", "d", "e"]) parts.add("hourly", subject);
    const { stop } = runJobs(parts, [kind]);
    await parts.pass(3 * second + minute);
    expect(subjects()).toEqual(["a", "b", "c", "d", "e"]);
    expect(running.map(({ signal }) => signal.aborted)).toEqual([true, true, true, true, false]);
    running[0]!.end();
    running[0]!.fail("stopped");
    running.at(-1)!.end();
    await settled();
    expect(parts.row("hourly", "a")).toMatchObject({ failures: 0 });
    expect(parts.row("hourly", "b")).toMatchObject({ failures: 1, error: "took longer than 60 s" });
    expect(parts.row("hourly", "c")?.runningSince).not.toBeNull();
    await parts.pass(hour);
    expect(subjects()).toEqual(["a", "b", "c", "d", "e"]);
    for (const each of [...running]) each.end();
    await settled();
    await stop();
  });
});

describe("a job during which the process died", () => {
  test("A job that was running three times when the process died is reported, and waits 6 hours", async () => {
    const parts = createJobDeps();
    const { kind, runs } = hourly();
    const first = runJobs(parts, [kind]);
    await parts.pass(3 * second);
    await first.stop();
    for (let deaths = 1; deaths <= 3; deaths++) {
      dieWhileRunning(parts);
      const { stop, held } = runJobs(parts, [kind]);
      await parts.pass(3 * second);
      expect(parts.row("hourly")).toMatchObject({ failures: deaths, deaths, runningSince: null });
      expect(held.length).toBe(deaths === 3 ? 1 : 0);
      await stop();
    }
    expect(runs.length).toBe(1);
    const until = new Date(parts.clock.now.getTime() + 6 * hour);
    const reason = `the process ended 3 times in a row while it ran; it waits until ${until.toISOString()}`;
    expect(parts.lines).toEqual([`error hourly work is on hold: ${reason}`]);

    const fourth = runJobs(parts, [kind]);
    await parts.pass(6 * hour - 1);
    expect({ runs: runs.length, held: fourth.held }).toEqual({ runs: 1, held: [] });
    await parts.pass(1);
    expect(runs.length).toBe(2);
    expect(parts.row("hourly")).toMatchObject({ failures: 0, deaths: 0, error: null });
    await fourth.stop();
  });

  test("A job that kills the process again after a pause of 6 hours is paused again", async () => {
    const parts = createJobDeps();
    const { kind } = hourly();
    parts.add("hourly", "");
    parts.db.$client.run("UPDATE job SET deaths = 3, failures = 3");
    dieWhileRunning(parts);
    const { stop, held } = runJobs(parts, [kind]);
    await parts.pass(3 * second);
    await stop();
    expect(held).toEqual([expect.stringContaining("hourly: the process ended 4 times in a row")]);
  });

  test("A job is not paused if an ordinary failure lies between the runs in which the process died", async () => {
    const parts = createJobDeps();
    parts.add("hourly", "");
    parts.db.$client.run("UPDATE job SET deaths = 2, failures = 2");
    const failed = runJobs(parts, [failing().kind]);
    await parts.pass(3 * second);
    await failed.stop();
    dieWhileRunning(parts);
    const { stop, held } = runJobs(parts, [hourly().kind]);
    await parts.pass(3 * second);
    await stop();
    expect({ held, row: parts.row("hourly") }).toMatchObject({ held: [], row: { deaths: 1, failures: 4 } });
  });
});

describe("a stop of the server", () => {
  test("A stop of the server aborts running jobs, and these jobs do not count as failed", async () => {
    const parts = createJobDeps();
    const { kind } = hourly({
      run: (_, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    });
    const { stop } = runJobs(parts, [kind]);
    await parts.pass(3 * second);
    expect(parts.row("hourly")?.runningSince).toBe(parts.clock.now.toISOString());
    await stop();
    expect(parts.row("hourly")).toMatchObject({ runningSince: null, failures: 0, error: null });
    expect({ lines: parts.lines, timers: parts.timers.size }).toEqual({ lines: [], timers: 0 });
    const again = runJobs(parts, [hourly().kind]);
    await parts.pass(3 * second);
    expect(parts.row("hourly")?.okAt).toBe(parts.clock.now.toISOString());
    await again.stop();
  });

  test("A job that ends in time while the server stops counts as a success", async () => {
    const parts = createJobDeps();
    const { kind, running } = manual();
    const { stop } = runJobs(parts, [kind]);
    await parts.pass(3 * second);
    const stopped = stop();
    running[0]!.end();
    await stopped;
    expect(parts.row("hourly")).toMatchObject({ runningSince: null, okAt: parts.clock.now.toISOString() });
  });

  test("A stop of the server waits at most 3 s for a job that does not end", async () => {
    const parts = createJobDeps();
    const { kind, running } = manual();
    const { stop } = runJobs(parts, [kind]);
    await parts.pass(3 * second);
    let hasStopped = false;
    const stopped = stop().then(() => {
      hasStopped = true;
    });
    await parts.pass(3 * second - 1);
    expect(hasStopped).toBe(false);
    await parts.pass(1);
    await stopped;
    expect(parts.row("hourly")).toMatchObject({ runningSince: null, failures: 0, okAt: null });
    running[0]!.end();
    await settled();
    expect(parts.timers.size).toBe(0);
  });
});

describe("a clock that is set", () => {
  test("A job does not wait for years if the clock was years ahead and is then set back", async () => {
    const parts = createJobDeps({ clock: new TestClock(new Date("2030-01-01T00:00:00Z")) });
    const { kind, runs } = hourly();
    const broken = failing();
    const { stop } = runJobs(parts, [kind, { ...broken.kind, name: "broken" }]);
    await parts.pass(3 * second);
    parts.clock.now = start;
    await parts.pass(15 * second);
    expect(Date.parse(parts.row("hourly")!.nextAt)).toBeLessThanOrEqual(start.getTime() + hour + 15 * second);
    expect(Date.parse(parts.row("broken")!.nextAt)).toBeLessThanOrEqual(start.getTime() + 8 * hour);
    await parts.pass(hour);
    expect(runs.length).toBe(2);
    await stop();
  });

  test("A job does not wait for years if the clock was ahead at the stop and is right at the next start", async () => {
    const parts = createJobDeps();
    const { kind, runs } = hourly();
    parts.add("hourly", "", null, new Date("2030-01-01T00:00:00Z"));
    const { stop } = runJobs(parts, [kind]);
    await parts.pass(hour + 3 * second);
    expect(runs.length).toBe(1);
    await stop();
  });

  test("The job runner reads the clock again within 15 seconds after the machine slept", async () => {
    const parts = createJobDeps();
    const { kind, runs } = hourly();
    const { stop } = runJobs(parts, [kind]);
    await parts.pass(3 * second);
    parts.clock.advance(8 * hour);
    await parts.pass(15 * second);
    expect(runs.length).toBe(2);
    await stop();
  });
});

test("A database that cannot be written is reported only once by the job runner", async () => {
  const parts = createJobDeps();
  const { kind, runs } = hourly();
  parts.db.$client.run("PRAGMA query_only = 1");
  const { stop } = runJobs(parts, [kind]);
  await parts.pass(2 * minute);
  expect(runs.length).toBe(0);
  expect(parts.lines).toEqual([expect.stringMatching(/^error background jobs wait: .*readonly/)]);
  parts.db.$client.run("PRAGMA query_only = 0");
  await parts.pass(15 * second);
  expect(runs.length).toBe(1);
  await stop();
});

test("A job's result that could not be written is written later, and the job does not run again", async () => {
  const parts = createJobDeps();
  const { kind, running } = manual();
  const { stop } = runJobs(parts, [kind]);
  await parts.pass(3 * second);
  parts.db.$client.run("PRAGMA query_only = 1");
  running[0]!.end();
  await parts.pass(minute);
  expect({ running: running.length, since: parts.row("hourly")?.runningSince }).toEqual({
    running: 0,
    since: expect.any(String),
  });
  parts.db.$client.run("PRAGMA query_only = 0");
  await parts.pass(15 * second);
  expect(parts.row("hourly")).toMatchObject({ runningSince: null, okAt: parts.clock.now.toISOString() });
  await stop();
});

test("A simulated timer of the tests counts from the simulated time at which the timer is set", () => {
  const timers = new TestTimers();
  expect(timers.untilNext).toBe(Number.POSITIVE_INFINITY);
  timers.advance(5);
  timers.after(10, () => {});
  timers.advance(4);
  expect(timers.untilNext).toBe(6);
});

/** Runner of background jobs, with a clock and timers that advance together. */

import { hour, minute } from "#lib/time.ts";
import type { Db } from "#platform/db/client.ts";
import { silentLog } from "#platform/http/log.ts";
import { type JobKind, startJobs } from "#platform/jobs/runner.ts";
import { listJobs, scheduleJob } from "#platform/jobs/store.ts";
import { emptyDatabase } from "../home/empty-database.ts";
import { start, TestClock } from "../home/home.ts";
import { TestTimers } from "../home/timers.ts";

/** Waits for one turn of the event loop, so that settled promises continue. */
export const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Polls until the condition holds. There is no time limit except that of the test. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await settled();
}

/** Creates a database, a clock, timers and a log for a runner of jobs. Does not start the runner. */
export function createJobDeps({
  db = emptyDatabase(),
  clock = new TestClock(start),
}: {
  db?: Db;
  clock?: TestClock;
} = {}) {
  const timers = new TestTimers();
  const lines: string[] = [];
  const log = {
    ...silentLog,
    info: (line: string) => lines.push(line),
    error: (line: string) => lines.push(`error ${line}`),
  };
  /** Advances the clock and the timers from one timer to the next, and lets promises settle after each. */
  const pass = async (milliseconds: number) => {
    for (let left = milliseconds; left > 0; ) {
      const step = Math.min(left, Math.max(timers.untilNext, 1));
      clock.advance(step);
      timers.advance(step);
      await settled();
      left -= step;
    }
  };
  const row = (kind: string, subjectId = "") => {
    return listJobs(db).find((each) => each.kind === kind && each.subjectId === subjectId) ?? null;
  };
  const add = (kind: string, subjectId: string, householdId: string | null = null, nextAt = clock.now) =>
    scheduleJob(db, { kind, subjectId }, householdId, nextAt);
  return { db, clock, timers, lines, log, pass, row, add };
}

export type JobDeps = ReturnType<typeof createJobDeps>;

/** Starts the runner as a new process does when it opens the data folder. */
export function runJobs(parts: JobDeps, kinds: readonly JobKind[]) {
  const { db, clock, timers, log } = parts;
  const held: string[] = [];
  const onHeld = (kind: string, reason: string) => void held.push(`${kind}: ${reason}`);
  const stop = startJobs({ db, clock: () => clock.now, timers, log, kinds, onHold: onHeld });
  return { stop, held };
}

/** Returns a kind of job that counts its runs. */
export function hourly(change: Partial<JobKind> = {}) {
  const runs: string[] = [];
  const kind: JobKind = {
    name: "hourly",
    label: "hourly work",
    timeoutMs: 10 * minute,
    next: (after) => new Date(after.getTime() + hour),
    async run(subjectId) {
      runs.push(subjectId);
    },
    ...change,
  };
  return { kind, runs };
}

/** Returns a kind of job whose runs last until the test ends them. */
export function manual(change: Partial<JobKind> = {}) {
  const running: { subjectId: string; signal: AbortSignal; end: () => void; fail: (message: string) => void }[] = [];
  const { kind } = hourly({
    run(subjectId, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const leave = () => void running.splice(running.indexOf(entry), 1);
      const entry = {
        subjectId,
        signal,
        end: () => [leave(), resolve()],
        fail: (message: string) => [leave(), reject(new Error(message))],
      };
      running.push(entry);
      return promise;
    },
    ...change,
  });
  return { kind, running, subjects: () => running.map(({ subjectId }) => subjectId).sort() };
}

/** Returns a kind of job whose runs fail. */
export const failing = (message = "no room") => hourly({ run: () => Promise.reject(new Error(message)) });

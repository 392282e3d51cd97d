/** The runner of jobs, with a clock and timers that move together. */

import { hour, minute } from "#lib/time.ts";
import type { Db } from "#platform/db/client.ts";
import { silentLog } from "#platform/http/log.ts";
import { type JobKind, startJobs } from "#platform/jobs/runner.ts";
import { listJobs, scheduleJob } from "#platform/jobs/store.ts";
import { emptyDatabase } from "../home/empty-database.ts";
import { start, TestClock } from "../home/home.ts";
import { TestTimers } from "../home/timers.ts";

/** Waits for one turn of the event loop, so that promises settle. */
export const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Polls until the condition holds; only the test's own time limit ends it. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await settled();
}

/** A database, a clock, timers and a log, before the runner starts. */
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
  /** Moves the clock and the timers from one timer to the next, and lets promises settle after each. */
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

/** Starts the runner as a process does that opens the data folder. */
export function runJobs(parts: JobDeps, kinds: readonly JobKind[]) {
  const { db, clock, timers, log } = parts;
  const held: string[] = [];
  const onHeld = (kind: string, reason: string) => void held.push(`${kind}: ${reason}`);
  const stop = startJobs({ db, clock: () => clock.now, timers, log, kinds, onHold: onHeld });
  return { stop, held };
}

/** A kind that counts its runs. */
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

/** A kind whose runs last until the test ends them. */
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

/** A kind whose runs fail. */
export const failing = (message = "no room") => hourly({ run: () => Promise.reject(new Error(message)) });

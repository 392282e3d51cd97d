import { runStepsToEnd, Semaphore } from "#lib/concurrency.ts";
import { lazyFor } from "#lib/lazy.ts";
import { type Db, interruptOnWrite, recordFailure, requireFiles, secondConnectionOf, transact } from "./client.ts";

const sliceMs = 4;
/**
 * The largest number of attempts with pauses. A write by others during a pause restarts the change. If all these
 * attempts fail, the change runs without pauses.
 */
const maxTries = 4;

const queueOf = lazyFor((_: Db) => new Semaphore(1));

/**
 * Runs a long change as one transaction on a second connection. Other work can run between the steps of the change.
 * `change` must write to the connection that it gets. If others write in between, the change is rolled back and starts
 * again.
 * @throws DataGoneError
 */
export function transactCooperatively<Result>(db: Db, change: (db: Db) => Generator<void, Result>): Promise<Result> {
  return queueOf(db).run(async () => {
    for (let tries = 0; tries < maxTries; tries++) {
      const second = secondConnectionOf(db);
      const done = second && (await attempt(db, second, change));
      if (done) return done.result;
      if (!second) break;
    }
    return transact(db, () => runStepsToEnd(change(db)));
  });
}

/** Runs the change once. Returns null if the change was rolled back because others wrote in between. */
async function attempt<Result>(
  db: Db,
  second: Db,
  change: (db: Db) => Generator<void, Result>,
): Promise<{ readonly result: Result } | null> {
  const { $client } = second;
  let isOpen = true;
  const rollBack = () => {
    if (isOpen && $client.inTransaction) $client.run("ROLLBACK");
    isOpen = false;
  };
  const letOthersRun = () => new Promise((resolve) => setImmediate(resolve));
  $client.run("BEGIN IMMEDIATE");
  const release = interruptOnWrite(db, rollBack);
  try {
    const steps = change(second);
    for (;;) {
      const step = runSlice(steps);
      await letOthersRun();
      if (!isOpen) return null;
      if (!step.done) continue;
      requireFiles(db);
      $client.run("COMMIT");
      isOpen = false;
      return { result: step.value };
    }
  } catch (error) {
    recordFailure(db, error);
    throw error;
  } finally {
    release();
    rollBack();
  }
}

function runSlice<Result>(steps: Generator<void, Result>): IteratorResult<void, Result> {
  for (const end = performance.now() + sliceMs; ; ) {
    const step = steps.next();
    if (step.done || performance.now() >= end) return step;
  }
}

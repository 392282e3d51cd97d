import { finish, Semaphore } from "#lib/concurrency.ts";
import { beforeWrites, companionOf, type Db, recordFailure, requireFiles, transact } from "./client.ts";

const turnMs = 4;
/** Each write of others begins a long one again. */
const maxTries = 4;

const queues = new WeakMap<Db, Semaphore>();

/**
 * One transaction whose steps others run between. `change` must write to the connection that it is given; it begins again
 * if others write in between.
 * @throws DataGone
 */
export function transactInTurns<Result>(db: Db, change: (db: Db) => Generator<void, Result>): Promise<Result> {
  const queue = queues.get(db) ?? new Semaphore(1);
  queues.set(db, queue);
  return queue.run(async () => {
    for (let tries = 0; tries < maxTries; tries++) {
      const companion = companionOf(db);
      const done = companion && (await attempt(db, companion, change));
      if (done) return done.result;
      if (!companion) break;
    }
    return transact(db, () => finish(change(db)));
  });
}

/** Null if others wrote. */
async function attempt<Result>(
  db: Db,
  companion: Db,
  change: (db: Db) => Generator<void, Result>,
): Promise<{ readonly result: Result } | null> {
  const { $client } = companion;
  let isOpen = true;
  const rollBack = () => {
    if (isOpen && $client.inTransaction) $client.run("ROLLBACK");
    isOpen = false;
  };
  const letOthersRun = () => new Promise((resolve) => setImmediate(resolve));
  $client.run("BEGIN IMMEDIATE");
  const release = beforeWrites(db, rollBack);
  try {
    const steps = change(companion);
    for (;;) {
      const step = takeSteps(steps);
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

function takeSteps<Result>(steps: Generator<void, Result>): IteratorResult<void, Result> {
  for (const end = performance.now() + turnMs; ; ) {
    const step = steps.next();
    if (step.done || performance.now() >= end) return step;
  }
}

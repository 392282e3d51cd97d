import { KeyedMutex, Semaphore } from "./concurrency.ts";

const bytesAtOnce = 1_048_576;
/** Writes in between begin a load again. */
const maxTries = 8;

const loadsOfHousehold = new KeyedMutex();
/** One at a time, because each takes memory. */
const loads = new Semaphore(1);

let canLoad = false;

/** Thrown by a read that must wait until `steps` have filled its cache. */
export class LoadFirst extends Error {
  constructor(readonly steps: () => Generator<void, void>) {
    super("Must be loaded first");
  }
}

/** More than this must throw {@link LoadFirst}. */
export function maxBytesAtOnce(): number {
  return canLoad ? bytesAtOnce : Number.POSITIVE_INFINITY;
}

/** Repeats `read` from the start after each load, so that its answer is of one state. */
export function readLoaded<Answer>(householdId: string, read: () => Answer): Answer | Promise<Answer> {
  const first = attempt(read);
  return first instanceof LoadFirst ? loadAndRead(householdId, read) : first;
}

function attempt<Answer>(read: () => Answer): Answer | LoadFirst {
  canLoad = true;
  try {
    return read();
  } catch (error) {
    if (error instanceof LoadFirst) return error;
    throw error;
  } finally {
    canLoad = false;
  }
}

function loadAndRead<Answer>(householdId: string, read: () => Answer): Promise<Answer> {
  return loadsOfHousehold.run(householdId, () =>
    loads.run(async () => {
      for (let tries = 0; tries < maxTries; tries++) {
        const answer = attempt(read);
        if (!(answer instanceof LoadFirst)) return answer;
        for (const _ of answer.steps()) await new Promise<void>((resolve) => setImmediate(resolve));
      }
      return read();
    }),
  );
}

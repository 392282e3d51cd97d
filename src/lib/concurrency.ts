import { edenGC, fullGC } from "bun:jsc";

export type LoadBound = {
  readonly maxLoad: number;
  readonly refuse: () => Error;
};

export class Semaphore {
  private readonly queue: (() => void)[] = [];
  private running = 0;
  private load = 0;

  constructor(
    private readonly permits: number,
    private readonly bound?: LoadBound,
  ) {}

  get isIdle(): boolean {
    return this.running === 0;
  }

  /** Runs `work` once a permit is free. @throws the error of `bound.refuse` if the load would exceed `maxLoad` */
  async run<Result>(work: () => Promise<Result>, weight = 1): Promise<Result> {
    const place = this.enter(weight);
    if (place) await place;
    try {
      return await work();
    } finally {
      this.leave(weight);
    }
  }

  /** Waits for a permit, and returns the function that releases it. @throws as {@link run} */
  async acquire(weight = 1): Promise<Release> {
    await this.enter(weight);
    return () => this.leave(weight);
  }

  /** Takes a permit. Returns null if one was free, otherwise a promise that resolves once the caller has a permit. */
  private enter(weight: number): Promise<void> | null {
    if (this.bound && this.load + weight > this.bound.maxLoad) throw this.bound.refuse();
    this.load += weight;
    if (this.running >= this.permits) return new Promise((resolve) => this.queue.push(resolve));
    this.running++;
    return null;
  }

  private leave(weight: number): void {
    this.load -= weight;
    const next = this.queue.shift();
    // The permit passes to the next waiting caller, so that no later call overtakes it.
    if (next) next();
    else this.running--;
  }
}

export type Release = () => void;

export class KeyedSemaphore {
  private readonly semaphores = new Map<string, Semaphore>();

  constructor(
    private readonly permits: number,
    private readonly bound?: LoadBound,
  ) {}

  isBusy(key: string): boolean {
    return this.semaphores.has(key);
  }

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const semaphore = this.semaphoreOf(key);
    try {
      return await semaphore.run(work);
    } finally {
      this.forgetIdle(key, semaphore);
    }
  }

  async acquire(key: string): Promise<Release> {
    const semaphore = this.semaphoreOf(key);
    try {
      const release = await semaphore.acquire();
      return () => {
        release();
        this.forgetIdle(key, semaphore);
      };
    } catch (error) {
      this.forgetIdle(key, semaphore);
      throw error;
    }
  }

  private semaphoreOf(key: string): Semaphore {
    const semaphore = this.semaphores.get(key) ?? new Semaphore(this.permits, this.bound);
    this.semaphores.set(key, semaphore);
    return semaphore;
  }

  private forgetIdle(key: string, semaphore: Semaphore): void {
    if (semaphore.isIdle && this.semaphores.get(key) === semaphore) this.semaphores.delete(key);
  }
}

export class KeyedMutex extends KeyedSemaphore {
  constructor(bound?: LoadBound) {
    super(1, bound);
  }
}

export type CallerId = { readonly id: string; readonly householdId: string };

/** A semaphore with one permit per caller. No household gets the last permit. `bound` limits each caller's work. */
export class FairSemaphore {
  private readonly all: Semaphore;
  private readonly households: KeyedSemaphore;
  private readonly callers: KeyedMutex;
  private waiting = 0;

  constructor(permits: number, bound: LoadBound) {
    this.all = new Semaphore(permits);
    this.households = new KeyedSemaphore(permits - 1);
    this.callers = new KeyedMutex(bound);
  }

  /**
   * Runs `work` once the caller gets a permit.
   * @throws the error of `bound.refuse` if the caller would have more than `maxLoad` running and waiting calls
   */
  async run<Result>(caller: CallerId, work: () => Promise<Result>): Promise<Result> {
    const release = await this.acquire(caller);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Waits for a permit, and returns the function that releases it. @throws as {@link run} */
  async acquire({ id, householdId }: CallerId): Promise<Release> {
    this.waiting++;
    try {
      const releases = [await this.callers.acquire(id)];
      releases.push(await this.households.acquire(householdId));
      releases.push(await this.all.acquire());
      return () => {
        for (const release of releases.toReversed()) release();
      };
    } finally {
      this.waiting--;
    }
  }

  get isAwaited(): boolean {
    return this.waiting > 0;
  }
}

function letOthersRun(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

const sliceMs = 5;
let sliceEnds = 0;

export async function yieldToEventLoop(): Promise<void> {
  if (performance.now() < sliceEnds) return;
  await letOthersRun();
  sliceEnds = performance.now() + sliceMs;
}

export function runStepsToEnd<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Runs a generator to its end. Other work can run between the steps. @throws the reason of an abort */
export async function runSteps<Result>(steps: Generator<void, Result>, signal?: AbortSignal): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    signal?.throwIfAborted();
    await yieldToEventLoop();
  }
}

/** The number of characters after which the garbage collector runs. Each run blocks the thread for about 30 ms. */
const perCollection = 4 * 1_024 * 1_024;

/** Collects garbage while long texts are processed, because the engine would free their memory too late. */
export class GarbageCollector {
  #length = 0;

  async add(length: number): Promise<void> {
    this.#length += length;
    if (this.#length < perCollection) return;
    this.#length = 0;
    fullGC();
    await yieldToEventLoop();
  }
}
const bytesAtOnce = 1_048_576;
const maxLoads = 8;
/** The number of bytes that one of the `steps` of a {@link NotLoadedError} should read. */
export const bytesPerLoadStep = 256 * 1_024;
/** The number of steps between garbage collections: strings of parsed rows take several times the size of the rows. */
const stepsPerCollection = 8;

const loadsOfHousehold = new KeyedMutex();
/** The semaphore for loading. Only one load runs at a time, because each takes memory. */
const loads = new Semaphore(1);

let canLoad = false;

/** Thrown by a read whose data are not in the cache. Running `steps` loads the data into the cache. */
export class NotLoadedError extends Error {
  constructor(readonly steps: () => Generator<void, void>) {
    super("Must be loaded first");
  }
}

/**
 * Returns how many bytes a read may load in one piece. A read that needs more bytes must throw {@link NotLoadedError},
 * so that data are loaded in steps.
 */
export function maxBytesAtOnce(): number {
  return canLoad ? bytesAtOnce : Number.POSITIVE_INFINITY;
}

/**
 * Runs `read`. If `read` throws a {@link NotLoadedError}, loads the data and runs `read` again from its start, so that
 * the answer is consistent.
 */
export function readAfterLoading<Answer>(householdId: string, read: () => Answer): Answer | Promise<Answer> {
  const first = attempt(read);
  return first instanceof NotLoadedError ? loadAndRead(householdId, read) : first;
}

function attempt<Answer>(read: () => Answer): Answer | NotLoadedError {
  canLoad = true;
  try {
    return read();
  } catch (error) {
    if (error instanceof NotLoadedError) return error;
    throw error;
  } finally {
    canLoad = false;
  }
}

function loadAndRead<Answer>(householdId: string, read: () => Answer): Promise<Answer> {
  return loadsOfHousehold.run(householdId, () =>
    loads.run(async () => {
      for (let tries = 0; tries < maxLoads; tries++) {
        const answer = attempt(read);
        if (!(answer instanceof NotLoadedError)) return answer;
        let steps = 0;
        for (const _ of answer.steps()) {
          await letOthersRun();
          if (++steps % stepsPerCollection === 0) edenGC();
        }
      }
      return read();
    }),
  );
}

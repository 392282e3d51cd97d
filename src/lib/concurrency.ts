/** Bounds how much work runs and waits at the same time. */

/** A bound on waiting work, so that a queue does not grow without end. */
export type LoadBound = {
  /** Of all work that runs or waits, in the unit of the weights that `run` is given. */
  readonly maxLoad: number;
  /** Makes the error for work above the bound. */
  readonly refuse: () => Error;
};

/** A FIFO semaphore. */
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

  /**
   * Runs `work` once a permit is free. The permit is released when `work` settles.
   * @throws the error of {@link LoadBound.refuse} if the work would exceed `maxLoad`
   */
  async run<Result>(work: () => Promise<Result>, weight = 1): Promise<Result> {
    if (this.bound && this.load + weight > this.bound.maxLoad) throw this.bound.refuse();
    this.load += weight;
    if (this.running < this.permits) this.running++;
    else await new Promise<void>((resolve) => this.queue.push(resolve));
    try {
      return await work();
    } finally {
      this.load -= weight;
      const next = this.queue.shift();
      // The next in line takes over the permit, so that nobody who comes now overtakes it.
      if (next) next();
      else this.running--;
    }
  }
}

/** One semaphore for each key, such as a household's id, kept while it is in use. */
export class KeyedSemaphore {
  private readonly semaphores = new Map<string, Semaphore>();

  /** `permits` and `bound` hold for each key. */
  constructor(
    private readonly permits: number,
    private readonly bound?: LoadBound,
  ) {}

  /** See {@link Semaphore.run}. */
  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const semaphore = this.semaphores.get(key) ?? new Semaphore(this.permits, this.bound);
    this.semaphores.set(key, semaphore);
    try {
      return await semaphore.run(work);
    } finally {
      if (semaphore.isIdle && this.semaphores.get(key) === semaphore) this.semaphores.delete(key);
    }
  }
}

/** Runs work with the same key one after the other, in the order of the calls. */
export class KeyedMutex extends KeyedSemaphore {
  constructor(bound?: LoadBound) {
    super(1, bound);
  }
}

const sliceMs = 5;
let sliceEnds = 0;

/** Lets other work of the process run if a long computation has not done so for 5 ms. */
export async function yieldToEventLoop(): Promise<void> {
  if (performance.now() < sliceEnds) return;
  await new Promise<void>((resolve) => setImmediate(resolve));
  sliceEnds = performance.now() + sliceMs;
}

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

  /** @throws the error of `bound.refuse` above `maxLoad` */
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
      // The next waiter inherits the permit, so that no later call overtakes it.
      if (next) next();
      else this.running--;
    }
  }
}

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
    const semaphore = this.semaphores.get(key) ?? new Semaphore(this.permits, this.bound);
    this.semaphores.set(key, semaphore);
    try {
      return await semaphore.run(work);
    } finally {
      if (semaphore.isIdle && this.semaphores.get(key) === semaphore) this.semaphores.delete(key);
    }
  }
}

export class KeyedMutex extends KeyedSemaphore {
  constructor(bound?: LoadBound) {
    super(1, bound);
  }
}

const sliceMs = 5;
let sliceEnds = 0;

export async function yieldToEventLoop(): Promise<void> {
  if (performance.now() < sliceEnds) return;
  await new Promise<void>((resolve) => setImmediate(resolve));
  sliceEnds = performance.now() + sliceMs;
}

export function finish<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** @throws the reason of an abort */
export async function runSteps<Result>(steps: Generator<void, Result>, signal?: AbortSignal): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    signal?.throwIfAborted();
    await yieldToEventLoop();
  }
}

/** Bounds how much of something heavy goes on at once. */
import { rateLimited } from "../errors.ts";

/** A FIFO semaphore. */
class Semaphore {
  private readonly queue: (() => void)[] = [];
  private held = 0;

  constructor(private readonly places: number) {}

  /** How many wait for a place. */
  get waiting(): number {
    return this.queue.length;
  }

  get isUnused(): boolean {
    return this.held === 0;
  }

  /** Runs `work` once there is a place for it. The place is free again when it has settled. */
  async hold<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.held < this.places) this.held++;
    else await new Promise<void>((resolve) => this.queue.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.queue.shift();
      if (next) next();
      else this.held--;
    }
  }
}

/** Semaphores by name, kept while they are in use. */
class Semaphores {
  private readonly byName = new Map<string, Semaphore>();

  constructor(private readonly places: number) {}

  waitingFor(name: string): number {
    return this.byName.get(name)?.waiting ?? 0;
  }

  async hold<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const semaphore = this.byName.get(name) ?? new Semaphore(this.places);
    this.byName.set(name, semaphore);
    try {
      return await semaphore.hold(work);
    } finally {
      if (semaphore.isUnused) this.byName.delete(name);
    }
  }
}

/**
 * Places that callers of all households share. One caller holds one of them at most, and one household all but one, so that
 * nobody keeps others from theirs: an adult can make 25 keys, and each of them is a caller.
 */
export class SharedPlaces {
  private readonly places: Semaphore;
  private readonly households: Semaphores;
  private readonly callers = new Semaphores(1);

  /** `waitingEach` bounds how many of one caller's wait for the one before. */
  constructor(
    places: number,
    private readonly waitingEach: number,
  ) {
    this.places = new Semaphore(places);
    this.households = new Semaphores(places - 1);
  }

  /**
   * Runs `work` once all of the caller's before it have settled and there is a place.
   * @throws ApiError 429 where too many of the caller's wait already.
   */
  async hold<Result>(
    { id, householdId }: { readonly id: string; readonly householdId: string },
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (this.callers.waitingFor(id) >= this.waitingEach) {
      throw rateLimited(5);
    }
    return this.callers.hold(id, () => this.households.hold(householdId, () => this.places.hold(work)));
  }
}

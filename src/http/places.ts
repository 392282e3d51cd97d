/** Bounds how much of something heavy goes on at once. */
import { ApiError } from "../errors.ts";

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

/** Places that callers share. One caller holds one of them at most, so that nobody keeps the others from theirs. */
export class SharedPlaces {
  private readonly places: Semaphore;
  private readonly turns = new Map<string, Semaphore>();

  /** `waitingEach` bounds how many of one caller's wait for the one before. */
  constructor(
    places: number,
    private readonly waitingEach: number,
  ) {
    this.places = new Semaphore(places);
  }

  /**
   * Runs `work` once all of the caller's before it have settled and there is a place.
   * @throws ApiError 429 where too many of the caller's wait already.
   */
  async hold<Result>(callerId: string, work: () => Promise<Result>): Promise<Result> {
    const turn = this.turns.get(callerId) ?? new Semaphore(1);
    if (turn.waiting >= this.waitingEach) throw new ApiError(429, "Rate limit exceeded", { "Retry-After": "5" });
    this.turns.set(callerId, turn);
    try {
      return await turn.hold(() => this.places.hold(work));
    } finally {
      if (turn.isUnused) this.turns.delete(callerId);
    }
  }
}

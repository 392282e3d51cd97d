import { ApiError } from "../errors.ts";
import { KeyedMutex, KeyedSemaphore, Semaphore } from "../lib/concurrency.ts";

/**
 * A semaphore that callers of all households share fairly. One caller holds one permit at most, and one household all but one:
 * an adult can make 25 keys, and each of them is a caller.
 */
export class UploadPlaces {
  private readonly all: Semaphore;
  private readonly households: KeyedSemaphore;
  private readonly callers: KeyedMutex;

  /** `waitingEach` bounds how many requests of one caller wait for its previous one. */
  constructor(places: number, waitingEach: number) {
    this.all = new Semaphore(places);
    this.households = new KeyedSemaphore(places - 1);
    this.callers = new KeyedMutex({
      maxLoad: 1 + waitingEach,
      refuse: () => new ApiError(429, "Rate limit exceeded", { "Retry-After": "5" }),
    });
  }

  /**
   * Runs `work` once the caller's previous work has settled and a permit is free.
   * @throws ApiError 429 if too many requests of the caller wait already
   */
  run<Result>(
    { id, householdId }: { readonly id: string; readonly householdId: string },
    work: () => Promise<Result>,
  ): Promise<Result> {
    return this.callers.run(id, () => this.households.run(householdId, () => this.all.run(work)));
  }
}

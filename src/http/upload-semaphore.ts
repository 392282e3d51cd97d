import { rateLimited } from "../errors.ts";
import { KeyedMutex, KeyedSemaphore, Semaphore } from "../lib/concurrency.ts";

/** A fair semaphore: one permit for each caller, all but one for each household. */
export class UploadSemaphore {
  private readonly all: Semaphore;
  private readonly households: KeyedSemaphore;
  private readonly callers: KeyedMutex;

  constructor(places: number, waitingEach: number) {
    this.all = new Semaphore(places);
    this.households = new KeyedSemaphore(places - 1);
    this.callers = new KeyedMutex({
      maxLoad: 1 + waitingEach,
      refuse: () => rateLimited(5),
    });
  }

  /** @throws ApiError 429 */
  run<Result>(
    { id, householdId }: { readonly id: string; readonly householdId: string },
    work: () => Promise<Result>,
  ): Promise<Result> {
    return this.callers.run(id, () => this.households.run(householdId, () => this.all.run(work)));
  }
}

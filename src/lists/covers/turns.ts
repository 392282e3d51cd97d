/** One after the other, for work that would be too much at once. */
import { rateLimited } from "../../errors.ts";

/** A line of work, of which one piece runs at a time, in the order of asking. */
export class Turns {
  private last: Promise<unknown> = Promise.resolve();
  private held = 0;

  /** `mostHeld` bounds the sizes of all that runs and waits, together. */
  constructor(private readonly mostHeld: number) {}

  /**
   * Runs `work` when all before it have ended, well or not.
   * @throws ApiError 429 where too much waits already.
   */
  async take<Result>(size: number, work: () => Promise<Result>): Promise<Result> {
    if (this.held + size > this.mostHeld) throw rateLimited(5);
    this.held += size;
    const turn = this.last.then(work);
    this.last = turn.catch(() => {});
    try {
      return await turn;
    } finally {
      this.held -= size;
    }
  }
}

/** Lets other work of the process run where 5 ms have passed since it last could. */
export async function nextTurn(): Promise<void> {
  if (performance.now() < turnEnds) return;
  await new Promise<void>((resolve) => setImmediate(resolve));
  turnEnds = performance.now() + 5;
}
let turnEnds = 0;

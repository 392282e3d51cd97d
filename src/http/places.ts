/** Bounding how much of something heavy goes on at once. */

/** A number of places; who finds none free waits, in the order of coming. */
export class Places {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  /** Runs `work` in a place of its own, once there is one; the place is free again when it has ended, well or not. */
  async hold<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free++;
    }
  }
}

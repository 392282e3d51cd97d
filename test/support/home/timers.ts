/** Timers that run only when a test advances the time. */
import type { Timers } from "#lib/timers.ts";

type Timer = { at: number; readonly every: number | null; readonly run: () => void };

/** Replacement for the system's timers. `advance` runs the timers that are due, in order. */
export class TestTimers implements Timers {
  private readonly timers = new Set<Timer>();
  private now = 0;

  /** Number of timers that have not run yet. */
  get size(): number {
    return this.timers.size;
  }

  /** Milliseconds until the next timer is due. */
  get untilNext(): number {
    return Math.min(...[...this.timers].map(({ at }) => at - this.now));
  }

  after(milliseconds: number, run: () => void): () => void {
    return this.add({ at: this.now + milliseconds, every: null, run });
  }

  every(milliseconds: number, run: () => void): () => void {
    return this.add({ at: this.now + milliseconds, every: milliseconds, run });
  }

  /**
   * Advances the time and runs every timer that is due by then. Does not wait for asynchronous work that the timers
   * start.
   */
  advance(milliseconds: number): void {
    const end = this.now + milliseconds;
    for (let next = this.nextUntil(end); next; next = this.nextUntil(end)) {
      this.now = next.at;
      if (next.every === null) this.timers.delete(next);
      else next.at += next.every;
      next.run();
    }
    this.now = end;
  }

  private add(timer: Timer): () => void {
    this.timers.add(timer);
    return () => this.timers.delete(timer);
  }

  private nextUntil(end: number): Timer | undefined {
    return [...this.timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
  }
}

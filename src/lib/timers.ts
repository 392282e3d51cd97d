/** Functions that start timers. The functions are passed as dependencies, so that tests can replace them. */
type Cancel = () => void;

/** `keepsRunning` says whether the process keeps running while the timer waits. The default is true. */
type TimerOptions = { readonly keepsRunning: boolean };

export type Timers = {
  after(milliseconds: number, run: () => void, options?: TimerOptions): Cancel;
  every(milliseconds: number, run: () => void): Cancel;
};

export const systemTimers: Timers = {
  after(milliseconds, run, { keepsRunning } = { keepsRunning: true }) {
    const timer = setTimeout(run, milliseconds);
    if (!keepsRunning) timer.unref();
    return () => clearTimeout(timer);
  },
  every(milliseconds, run) {
    const timer = setInterval(run, milliseconds);
    return () => clearInterval(timer);
  },
};

/** Waits for a promise, but not longer than a time. Returns the value of `late` if the time ends first. */
export async function waitAtMost<Result, Late>(
  timers: Pick<Timers, "after">,
  milliseconds: number,
  promise: Promise<Result>,
  late: Late,
): Promise<Result | Late> {
  const timeout = Promise.withResolvers<Late>();
  const cancel = timers.after(milliseconds, () => timeout.resolve(late));
  try {
    return await Promise.race([promise, timeout.promise]);
  } finally {
    cancel();
  }
}

type Backoff = { readonly firstMs: number; readonly maxMs: number };

/** Returns the delay before the next try: the first delay after one failure, and twice as much after each further one. */
export function backoff({ firstMs, maxMs }: Backoff, failures: number): number {
  return Math.min(firstMs * 2 ** (failures - 1), maxMs);
}

/** Varies a delay by up to `share`, so that not all delays end at once. `fraction` from 0 to 1 selects the place. */
export function spread(milliseconds: number, share: number, fraction: number): number {
  return milliseconds * (1 - share + 2 * share * fraction);
}

/** Returns a number from 0 to 1 that is always the same for a text. */
export function fractionOf(text: string): number {
  return Bun.hash.crc32(text) / 2 ** 32;
}

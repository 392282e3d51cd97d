/** Tests inject their own timers. */
type Cancel = () => void;

export type Timers = {
  after(milliseconds: number, run: () => void): Cancel;
  every(milliseconds: number, run: () => void): Cancel;
};

export const systemTimers: Timers = {
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  every(milliseconds, run) {
    const timer = setInterval(run, milliseconds);
    return () => clearInterval(timer);
  },
};

const longestTurnMs = 4;

/** Awaited often, it lets others run as soon as this work has taken 4 ms. */
export function createPacer(): () => Promise<void> | null {
  let began = performance.now();
  return () => {
    if (performance.now() - began < longestTurnMs) return null;
    return new Promise((resolve) =>
      setImmediate(() => {
        began = performance.now();
        resolve();
      }),
    );
  };
}

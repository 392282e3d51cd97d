/** Timers for jobs and the live channel. Tests inject their own, which run only when the test moves the time. */
type Cancel = () => void;

/** Starts timers. Each call returns a function that cancels the timer. */
export type Timers = {
  /** Runs once. */
  after(milliseconds: number, run: () => void): Cancel;
  /** Runs again and again. */
  every(milliseconds: number, run: () => void): Cancel;
};

/** The timers of the runtime. */
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

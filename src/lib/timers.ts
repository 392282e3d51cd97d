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

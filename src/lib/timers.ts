/** Tests inject their own timers. */
type Cancel = () => void;

/** `keepsRunning`: the process; by default. */
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

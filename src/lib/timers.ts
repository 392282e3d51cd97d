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

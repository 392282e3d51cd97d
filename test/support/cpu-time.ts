/**
 * Returns the processor time of this process in milliseconds. Unlike the clock, it does not advance while other
 * processes use the processor.
 */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

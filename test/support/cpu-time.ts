/** The processor time of this process in milliseconds: unlike the clock, it does not run while others use the processor. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

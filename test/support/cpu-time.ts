/**
 * Processor time of this process in milliseconds, as on a machine of usual speed. Unlike the clock, it does not advance
 * while other processes use the processor. A virtual machine may count time that its host has taken as processor time,
 * for some milliseconds at a time. So each call also measures how long a known piece of work takes now, and time that
 * was spent since the last call counts less if that work is slow.
 */
export function cpuTime(): number {
  const now = rawTime();
  measured.total += (now - measured.last) / slowness();
  measured.last = rawTime();
  return measured.total;
}

const measured = { total: 0, last: rawTime() };

/** Processor time in milliseconds that {@link work} takes on a machine of usual speed. */
const usualMs = 1.85;
const rounds = 4;

/** Returns how many times as long as usually a known piece of work takes; at least 1. */
function slowness(): number {
  const begun = rawTime();
  for (let round = 0; round < rounds; round++) work();
  return Math.max(1, (rawTime() - begun) / rounds / usualMs);
}

function rawTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** A hash of a million numbers (FNV-1a). */
function work(): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < 1_000_000; index++) hash = Math.imul(hash ^ (index & 255), 0x01000193) >>> 0;
  return hash;
}

// The first rounds are slow, because the function is not compiled yet.
for (let round = 0; round < rounds; round++) work();

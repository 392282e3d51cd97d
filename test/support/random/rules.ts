/** Random recurrence rules and starts, which are the same in every run. */

/** Returns a generator of random numbers from 0 to 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

/** Functions for the random choices from which a recurrence rule is built. */
export type Dice = {
  whole: (from: number, to: number) => number;
  chance: (share: number) => boolean;
  pick: <Item>(items: readonly Item[]) => Item;
  list: (length: number, from: number, to: number) => string;
};

/**
 * Returns functions that make the same choices for the same seed. `list` returns ascending numbers, because rrule keeps
 * the given order. It leaves out 0 if its range starts below 0.
 */
export function diceFrom(seed: number): Dice {
  const random = randomFrom(seed);
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const nonZero = (from: number, to: number): number => whole(from, to) || (from < 0 ? nonZero(from, to) : 0);
  return {
    whole,
    chance: (share) => random() < share,
    pick: (items) => items[whole(0, items.length - 1)]!,
    list: (length, from, to) =>
      [...new Set(Array.from({ length }, () => nonZero(from, to)))].sort((a, b) => a - b).join(),
  };
}

/**
 * Returns a random valid recurrence rule (RFC 5545), without COUNT and UNTIL. Weekdays are either all plain or all
 * numbered; WEEKLY rules always have BYDAY.
 */
export function randomRule({ whole, chance, pick, list }: Dice): string {
  const freq = pick(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"]);
  const parts = [`FREQ=${freq}`];
  const add = (share: number, part: () => string) => {
    if (chance(share)) parts.push(part());
  };
  const days = (length: number) => [...new Set(Array.from({ length }, () => pick(weekdays)))];
  add(0.5, () => `INTERVAL=${freq === "YEARLY" ? whole(1, 3) : whole(1, 9)}`);
  add(0.4, () => `WKST=${pick(weekdays)}`);
  add(freq === "YEARLY" ? 0.5 : 0.2, () => `BYMONTH=${list(whole(1, 5), 1, 12)}`);
  const isByWeek = freq === "YEARLY" && chance(0.2);
  if (isByWeek) parts.push(`BYWEEKNO=${list(whole(1, 5), -51, 53)}`);
  const isNumbered = !isByWeek && (freq === "MONTHLY" || freq === "YEARLY") && chance(0.4);
  if (isByWeek || chance(0.5)) {
    const ordinals = Array.from({ length: 7 }, () => pick(["1", "2", "3", "4", "+5", "-1", "-2", "-5"]));
    parts.push(`BYDAY=${days(whole(1, 4)).map((day, index) => (isNumbered ? `${ordinals[index]}${day}` : day))}`);
  }
  if (freq !== "WEEKLY" && !isByWeek) add(0.25, () => `BYMONTHDAY=${list(whole(1, 8), -31, 31)}`);
  if (freq === "YEARLY" && !isByWeek) add(0.15, () => `BYYEARDAY=${list(whole(1, 40), -366, 366)}`);
  add(0.2, () => `BYHOUR=${list(whole(1, 3), 0, 23)}`);
  add(0.15, () => `BYMINUTE=${list(whole(1, 3), 0, 59)}`);
  if (parts.some((part) => /^BY/.test(part))) add(0.2, () => `BYSETPOS=${list(whole(1, 3), -4, 4)}`);
  return parts.join(";");
}

const [daysKept, weeksKept, monthsKept] = [7, 4, 12];

/**
 * Returns the times of the nightly backups that are kept. These are the newest backup of each of the last 7 days, 4
 * weeks (from Monday) and 12 months. Days, weeks and months without a backup do not count. Days are those of the time
 * zone.
 */
export function keptNightlies(taken: readonly Date[], timeZone: string): Set<Date> {
  const newestFirst = [...taken].sort((one, other) => other.getTime() - one.getTime());
  const newestOf = (periodOf: (date: Temporal.PlainDate) => string, count: number) => {
    const newest = new Map<string, Date>();
    for (const instant of newestFirst) {
      const period = periodOf(dateOf(instant, timeZone));
      if (!newest.has(period)) newest.set(period, instant);
    }
    return [...newest.values()].slice(0, count);
  };
  return new Set([
    ...newestOf(String, daysKept),
    ...newestOf((date) => String(date.subtract({ days: date.dayOfWeek - 1 })), weeksKept),
    ...newestOf((date) => String(date.toPlainYearMonth()), monthsKept),
  ]);
}

/**
 * Returns the nightly backups to delete. Backups with a future time, which a wrong clock has caused, are deleted only
 * if seven others are kept.
 */
export function outdatedNightlies<T extends { readonly takenAt: Date }>(
  all: readonly T[],
  timeZone: string,
  now: Date,
): T[] {
  const past = all.filter(({ takenAt }) => takenAt <= now);
  const kept = keptNightlies(
    past.map(({ takenAt }) => takenAt),
    timeZone,
  );
  const hasWeek = kept.size >= daysKept;
  return all.filter((each) => (each.takenAt > now ? hasWeek : !kept.has(each.takenAt)));
}

function dateOf(instant: Date, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
}

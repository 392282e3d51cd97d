import { daysBetween } from "#lib/days.ts";
import type { PhraseReading } from "#lib/phrases/model.ts";

const dayMinutes = 1_440;

/** Returns the readings of a phrase that may mean several days or moments, as `2026-12-04` or `2026-12-04T19:00`. */
export function momentsOf({ ambiguous }: PhraseReading): readonly string[] {
  return (ambiguous ?? []).map((each) => ("date" in each ? each.date : each.start));
}

/**
 * Returns the day and the time at which a phrase starts. Each is null if the phrase does not say it. If the phrase may
 * mean several moments, `chosen` is one of them.
 */
export function startOf(reading: PhraseReading, chosen?: string) {
  const [day = null, time = null] = (reading.start ?? reading.date ?? chosen ?? "").split("T");
  return { day: day || null, time };
}

/** Returns the length of what was read: the minutes if it has a time, and the days after the first one if not. */
export function lengthOf(reading: PhraseReading, { day, time }: ReturnType<typeof startOf>, usualMinutes = 60) {
  const { end, durationMinutes } = reading;
  if (day === null) return { minutes: durationMinutes ?? usualMinutes, days: 0 };
  if (end === undefined) {
    const days = time === null ? Math.max(Math.ceil((durationMinutes ?? 0) / dayMinutes) - 1, 0) : 0;
    return { minutes: durationMinutes ?? usualMinutes, days };
  }
  if (time === null) return { minutes: usualMinutes, days: Math.max(daysBetween(day, end.slice(0, 10)), 0) };
  const minutes = (Date.parse(`${end}:00Z`) - Date.parse(`${day}T${time}:00Z`)) / 60_000;
  return { minutes: minutes > 0 ? minutes : usualMinutes, days: 0 };
}
